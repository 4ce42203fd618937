"""Ways around the guard: what is left out, or named like a house."""

from __future__ import annotations

import json

import pytest

from tests.own_house import HEAD
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.approval.house_names import check_table_names
from uth.rulebook.approval.table_guard import recorded_rules
from uth.rulebook.settings import with_settings
from uth.table.decide import open_table


@pytest.mark.parametrize(
    ("house", "path"),
    [
        ("hollywood-pa", "payouts.maximum"),
        ("hollywood-pa", "layout.notice"),
        ("hollywood-pa", "wagers.trips"),
        ("light-and-wonder", "limits.ceiling"),
        ("light-and-wonder", "wagers.bad_beat_needs_trips"),
        ("cardroom-25", "payouts.approval_above"),
        ("california-bad-beat", "collection.schedule"),
        ("california", "layout.inscription"),
    ],
)
@pytest.mark.clause("Q-29")
def test_q_29_an_entry_that_is_left_out_departs(house: str, path: str) -> None:
    raw = store.raw_house(house)
    section, field = path.split(".")
    del raw[section][field]
    if field == "ceiling":  # it goes with its source
        del raw[section]["ceiling_source"]
    with pytest.raises(Refusals) as caught:
        store.load_raw(raw)
    assert (caught.value.defects[0].code, caught.value.defects[0].where) == ("house/departs", path)
    own = store.load_raw({**raw, **HEAD, "extends": house, "approved_on": None})
    assert path in [departure.entry for departure in own.departures]


@pytest.mark.clause("Q-29")
def test_q_29_a_section_that_is_left_out_departs() -> None:
    raw = store.raw_house("california-bad-beat")
    del raw["collection"]
    with pytest.raises(Refusals) as caught:
        store.load_raw(raw)
    assert {defect.where for defect in caught.value.defects} == {
        "collection.schedule",
        "collection.drop",
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "hollyw00d-pa"),
        ("id", "california--bad-beat"),
        ("name", "Hollywood Casin\N{CYRILLIC SMALL LETTER O}, Pennsylvania"),
        ("name", "\N{FULLWIDTH LATIN CAPITAL LETTER C}alifornia cardroom"),
        ("name", "California cardroom."),
        ("name", "cardroom-25"),
        ("name", "Cardroom 2S"),
        ("name", "Cardroorn 25"),
        ("name", "HoIIywood Casino, PennsyIvania"),
        ("name", "C\N{LATIN SMALL LETTER ALPHA}rdroom 25"),
        ("name", "Californ!a cardroom"),
        ("name", "\N{CHEROKEE LETTER TLI}\N{CHEROKEE LETTER GO}ᎡᎠᎡᎾᎾᎷ 25"),
        ("name", "Hollywood Casino Pennsylvania (approved)"),
        ("name", "Cardroom 25 - official"),
        ("name", "Casino (approved)"),
        ("name", "Knot approved"),
        ("name", "Unapproved? Approved!"),
        ("document", "Approved by the PGCB"),
        ("document", "Ultimate Texas Hold'em, approved by the PGCB on 27 June 2024"),
    ],
)
@pytest.mark.clause("Q-29")
def test_q_29_a_name_that_looks_like_an_approved_one(field: str, value: str) -> None:
    with pytest.raises(Refusals) as caught:
        with_settings("hollywood-pa", {**HEAD, field: value})
    assert [(one.code, one.where) for one in caught.value.defects] == [("house/own_name", field)]


CLAIMING = [
    "Approved by PGCB: 6/26/2024",
    "Appr0ved",
    "A P P R O V E D",
    "\N{CYRILLIC CAPITAL LETTER A}pproved",
    "Juego aprobado",
]


@pytest.mark.parametrize("text", CLAIMING)
@pytest.mark.parametrize("path", ["layout.inscription", "layout.notice", "layout.circles"])
@pytest.mark.clause("Q-29")
def test_q_29_the_cloth_of_ones_own_house_claims_no_approval(path: str, text: str) -> None:
    section, field = path.split(".")
    value = ["Ante", "Blind", "Play", "Trips", text] if field == "circles" else text
    own = {**HEAD, section: {field: value}}
    with pytest.raises(Refusals) as caught:
        with_settings("cardroom-25", own)
    codes = [(one.code, one.where) for one in caught.value.defects]
    assert ("house/claims_approval", path) in codes


@pytest.mark.parametrize("text", ["Not approved", "Practice only, unapproved", "Выигрыш и удача"])
def test_a_cloth_may_say_anything_else(text: str) -> None:
    own = with_settings("cardroom-25", {**HEAD, "layout": {"notice": text}})
    assert own.layout.notice == text


@pytest.mark.clause("Q-29")
def test_q_29_a_record_keeps_the_notice_it_was_opened_with() -> None:
    source = with_settings("cardroom-25", {**HEAD, "layout": {"notice": "Good luck"}}).source
    source["house"]["layout"]["notice"]["value"] = "Approved"
    assert recorded_rules(json.dumps(source)).layout.notice == "Approved"


GOOD_NAMES = ["Казино", "Łódź 25", "Cardroom 25, changed", "Unofficial", "Not approved"]


@pytest.mark.clause("Q-29")
@pytest.mark.parametrize(
    ("house", "names", "where"),
    [
        ("own", {"title": "Hollywood Casino, Pennsylvania"}, "title"),
        ("own", {"title": "The approved table"}, "title"),
        ("own", {"title": "Cаrdroom"}, "title"),
        ("own", {"name": "hollywood-pa"}, "name"),
        ("cardroom-25", {"title": "Hollywood Casino, Pennsylvania"}, "title"),
    ],
)
def test_q_29_a_table_is_not_called_like_another_house(
    house: str, names: dict[str, str], where: str
) -> None:
    rules = with_settings("hollywood-pa", HEAD) if house == "own" else store.load_house(house)
    check_table_names(rules, name="t1", title="Casino table 4")
    with pytest.raises(Refusal) as caught:
        check_table_names(rules, **{"name": "t1", "title": "", **names})
    assert (caught.value.code, caught.value.where) == ("table/other_house", where)


@pytest.mark.clause("Q-29")
def test_q_29_a_table_of_an_approved_house_may_be_called_like_it() -> None:
    rules = store.load_house("cardroom-25")
    check_table_names(rules, name="cardroom-25", title="Cardroom 25, approved")


@pytest.mark.parametrize("field", ["id", "name", "document"])
def test_a_house_of_ones_own_has_names_that_fit_a_page(field: str) -> None:
    with pytest.raises(Refusals) as caught:
        with_settings("hollywood-pa", {**HEAD, field: "x" * 301})
    assert [(one.code, one.where) for one in caught.value.defects] == [("rulebook/too_long", field)]


DOCUMENT = store.load_house("hollywood-pa").document


@pytest.mark.parametrize("copies", [1, 2])
def test_a_document_may_name_the_one_it_copies(copies: int) -> None:
    document = copies * "A copy of: " + DOCUMENT
    assert with_settings("hollywood-pa", {**HEAD, "document": document}).document == document


@pytest.mark.parametrize(
    "document",
    [f"Genuine: {DOCUMENT}", f"{DOCUMENT} (amended)", f"A copy of: {DOCUMENT}, approved"],
)
@pytest.mark.clause("Q-29")
def test_q_29_a_document_has_not_the_approval_of_the_one_it_names(document: str) -> None:
    with pytest.raises(Refusals) as caught:
        with_settings("hollywood-pa", {**HEAD, "document": document})
    assert [(one.code, one.where) for one in caught.value.defects] == [
        ("house/own_name", "document")
    ]


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_another_name_is_good(name: str) -> None:
    assert with_settings("hollywood-pa", {**HEAD, "name": name}).name == name


@pytest.mark.parametrize(
    "text",
    [
        'limits.maximum = "5000"',
        'limits.maximum.value = "5000"',
        'limits = {maximum = "5000"}',
        '["\\u006cimits"]\n"m\\u0061ximum" = "5000"',
        '[limits]\nmaximum = "25"\nmaximum = "5000"',
        '[limits]\nmaximum = "25"\n[limits]\nmaximum = "5000"',
        '[[limits]]\nmaximum = "5000"',
        'limits.maximum.value = "5000"\nlimits.maximum.printed = "5000"',
        'limits = {maximum = {value = "25", free = true}}',
        '[Limits]\nmaximum = "5000"',
        '[limits]\n"maximum " = "5000"',
    ],
)
@pytest.mark.clause("Q-29")
def test_q_29_however_toml_writes_it(text: str) -> None:
    with pytest.raises((Refusal, Refusals)) as caught:
        store.load_text(f'extends = "cardroom-25"\n{text}\n')
    error = caught.value
    assert isinstance(error, Refusal | Refusals)
    codes = {defect.code for defect in error.defects}
    assert codes <= {
        "house/departs", "rulebook/not_toml", "rulebook/status", "rulebook/type",
        "rulebook/unknown_field",
    }  # fmt: skip


@pytest.mark.clause("Q-29")
def test_q_29_a_house_that_says_its_own_id_again_is_the_same() -> None:
    assert with_settings("hollywood-pa", {"id": "hollywood-pa"}).approved


@pytest.mark.clause("Q-29")
def test_q_29_a_record_keeps_a_name_that_was_good_when_it_was_given() -> None:
    source = with_settings("hollywood-pa", HEAD).source
    record = {**source, "house": {**source["house"], "name": "My official house"}}
    assert recorded_rules(json.dumps(record)).name == "My official house"
    copied = {**source, "house": {**source["house"], "name": "Cardroom 25"}}
    with pytest.raises(Refusal, match="house/own_name"):
        recorded_rules(json.dumps(copied))


@pytest.mark.clause("Q-28")
def test_q_28_a_free_entry_keeps_the_reading_it_rests_on() -> None:
    ceiling = {"value": "300", "clause": "LW-1"}
    with pytest.raises(Refusals) as caught:
        with_settings("light-and-wonder", {"limits": {"ceiling": ceiling}})
    assert [one.where for one in caught.value.defects] == ["limits.ceiling.clause"]


@pytest.mark.clause("Q-29")
def test_q_29_what_is_changed_inside_a_rulebook_that_has_passed() -> None:
    rules = store.load_house("cardroom-25")
    open_table(rules)
    rules.wagers.entries["bad_beat"] = True
    with pytest.raises(Refusals) as caught:
        open_table(rules)
    assert [one.where for one in caught.value.defects] == ["wagers.bad_beat"]
