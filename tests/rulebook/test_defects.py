"""The check: every defect of a file at once, each with its code, its path and its clause."""

from __future__ import annotations

import pytest

from tests.own_house import HEAD, own_house
from tests.rulebook.defects import ONE_DEFECT, SIX, TRIPS
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.check import SECTIONS


def defects_of(house: str, text: str) -> list[tuple[str, str, str]]:
    try:
        store.load_text(own_house(house, text))
    except (Refusal, Refusals) as caught:
        return [(defect.code, defect.where, defect.clause) for defect in caught.defects]
    return []


@pytest.mark.parametrize(("house", "text", "defect"), ONE_DEFECT)
def test_one_defect_is_one_line(house: str, text: str, defect: tuple[str, str, str]) -> None:
    defects = defects_of(house, text)
    assert defect in defects
    if defect[0] not in ("paytable/unknown_hand", "rulebook/no_clause"):
        assert len(defects) == 1, defects


@pytest.mark.clause("CB-7")
def test_cb_7_every_defect_at_once() -> None:
    text = f"""
    extends = "california-bad-beat"
    id = "Wrong Id"
    [limits]
    minimum = "2000"
    maximum = "50"
    foo = 1
    [wagers]
    back_line = true
    [collection]
    action = {{ value = [{SIX}], clause = "CA-11" }}
    [tables]
    paytable = "UTH-09"
    [paytable.MINE.blind]
    straight = "1 to 1"
    [paytable.MINE.trips]
    {TRIPS}
    [progressive]
    offered = true
    """
    with pytest.raises(Refusals) as caught:
        store.load_text(text)
    codes = {(defect.code, defect.where) for defect in caught.value.defects}
    assert codes >= {
        ("rulebook/id", "id"),
        ("limits/crossed", "limits.minimum"),
        ("rulebook/unknown_field", "limits.foo"),
        ("house/own_name", "name"),
        ("paytable/unknown", "tables.paytable"),
        ("paytable/hole", "paytable.MINE.blind.flush"),
        ("progressive/player_dealer", "progressive.offered"),
    }
    assert str(caught.value).count("\n") == len(caught.value.defects) - 1


@pytest.mark.parametrize(
    "text", ["", 'id = "mine"', 'extends = "nowhere"', "extends = 5", 'extends = ["california"]']
)
def test_a_house_extends_one_that_is_there(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        store.load_text(text)
    assert (caught.value.code, caught.value.where) == ("rulebook/extends", "extends")


@pytest.mark.parametrize(
    "text",
    [
        "a = ", "[a\n", 'a = "\x00"', "a = 1\na = 2", "\ufeff[a]", "a = " + "9" * 5000,
        "a = " + "[" * 100_000, "a = 2024-13-45", "\ud800",
    ],
)  # fmt: skip
def test_what_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        store.load_text(text)
    assert caught.value.code in ("rulebook/not_toml", "rulebook/too_deep")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["a" + ".a" * 25_000 + " = 1", '["\u2028' + '"."' * 101 + '"]'])
def test_keys_of_very_many_parts_are_refused_unread(text: str) -> None:
    """Their parts take quadratic time: of 25,000 nearly a minute."""
    with pytest.raises(Refusal, match="rulebook/too_deep"):
        store.load_text(text)


def test_extending_base_needs_all_that_the_readings_leave_open() -> None:
    defects = defects_of("base", 'id = "mine"\nname = "Mine"\ndocument = "None"')
    assert ("rulebook/no_clause", "cites.ante.win", "") in defects
    assert all(code == "rulebook/no_clause" for code, _, _ in defects)


def test_a_player_dealer_needs_coverage_and_turns() -> None:
    text = '[bank]\nkind = "player-dealer"\n[settlement]\ndirection = "from-banker"'
    assert defects_of("cardroom-25", text) == [
        ("bank/missing", "bank.coverage", ""),
        ("bank/missing", "bank.consecutive_rounds", ""),
    ]


def test_a_player_dealer_on_house_readings_cites_its_cover() -> None:
    text = (
        '[bank]\nkind = "player-dealer"\ncoverage = { value = "gross", clause = "Q-1" }\n'
        'consecutive_rounds = { value = 2, clause = "CA-1.3" }\n'
        '[settlement]\ndirection = "from-banker"'
    )
    assert [where for _, where, _ in defects_of("cardroom-25", text)] == [
        "cites.cover.returned",
        "cites.cover.partly",
    ]


def test_what_is_missing_is_named() -> None:
    raw = store.raw_house("california")
    del raw["limits"]["minimum"], raw["tables"]["paytable"], raw["bank"]["kind"]
    del raw["progressive"]["mystery_between"], raw["limits"]["maximum"]["value"]
    with pytest.raises(Refusals) as caught:
        store.load_raw({**raw, **HEAD, "extends": "california"})
    assert {(defect.code, defect.where) for defect in caught.value.defects} == {
        ("rulebook/missing", "limits.minimum"),
        ("rulebook/missing", "limits.maximum"),
        ("paytable/missing", "tables.paytable"),
        ("rulebook/missing", "bank.kind"),
        ("rulebook/missing", "progressive.mystery_between"),
    }


def test_every_section_should_be_a_table() -> None:
    sections = [*SECTIONS, "paytable", "bad_beat", "ultimate_pairs", "cites"]
    defects = defects_of("california", "\n".join(f"{section} = 3" for section in sections))
    assert {(code, where) for code, where, _ in defects} == {
        ("rulebook/type", section) for section in sections
    }


def test_a_defect_does_not_hide_its_neighbour() -> None:
    text = (
        '[limits]\nminimum = "500"\n[tables]\nultimate_pairs = "3"\n[ultimate_pairs.3]\n'
        'pays = [{ hands = ["AA"], pays = "3 to 1" }, { hands = ["AhAd"], pays = "9 to 1" },'
        ' { hands = ["KK"], pays = "often" }]'
    )
    with pytest.raises(Refusals) as caught:
        store.load_text(own_house("light-and-wonder", text))
    assert {defect.where: defect.code for defect in caught.value.defects} == {
        "limits.minimum": "limits/crossed",
        "ultimate_pairs.3.pays[1]": "paytable/never",
        "ultimate_pairs.3.pays[2].pays": "odds/malformed",
    }
    bands = '[{ from = "5", fee = "x" }, { from = "9", fee = "1" }, { from = "2", fee = "1" }]'
    text = f'extends = "california"\n[collection]\naction = {{ value = {bands}, clause = "CA-11" }}'
    with pytest.raises(Refusals) as caught:
        store.load_text(text)
    assert {defect.where: defect.code for defect in caught.value.defects} == {
        "collection.action[0].fee": "money/malformed",
        "collection.action[2].from": "collection/order",
    }
