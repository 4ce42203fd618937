"""Under an approved house's name nothing departs; whoever departs has a house of their own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.own_house import HEAD, own_house
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.approval.documents import sentences
from uth.rulebook.approval.guard import departures, written
from uth.rulebook.canonical import canonical, from_canonical
from uth.rulebook.check import SECTIONS
from uth.rulebook.entries.status import set_by
from uth.rulebook.settings import changed, with_settings
from uth.table import events as e
from uth.table.decide import open_table

pytestmark = pytest.mark.clause("Q-29")

FEE = [{"from": "1", "fee": "2"}]
SIX_FEES = [{"from": str(start), "fee": str(start)} for start in range(1, 7)]


@pytest.mark.parametrize(
    ("house", "entry", "value", "words"),
    [
        ("cardroom-25", "payouts.approval_above", "100000", "Any payout over $300"),
        ("cardroom-25", "limits.maximum", "5000", "Maximum bet is set at $25."),
        ("cardroom-25", "limits.maximum", "10", "Maximum bet is set at $25."),
        ("hollywood-pa", "payouts.maximum", "1000000", "$50,000 Maximum"),
        ("hollywood-pa", "payouts.maximum", "50", "$50,000 Maximum"),
        ("hollywood-pa", "play.preflop", [10, 4, 3], "bet 3x-4x your ante"),
        ("hollywood-pa", "progressive.prizes", {"royal_flush": "50%"}, "one of the hands"),
        ("hollywood-pa", "progressive.envy", {"royal_flush": "1"}, "Envy Bonus"),
        ("hollywood-pa", "progressive.mystery_between", ["250", "5000"], "between $250 and $1,000"),
        ("california-bad-beat", "wagers.back_line", True, "Back line wagering is not permitted."),
        ("california-bad-beat", "tables.paytable", "UTH-01", "UTH-04"),
        ("california-bad-beat", "collection.player", FEE, "no collection required from a player"),
        ("california-bad-beat", "collection.drop", "after-settlement", "prior to cards being"),
        ("california-bad-beat", "collection.square", FEE, "total table action"),
        ("california", "payouts.maximum", "1000", "as far as the bank reaches"),
        ("california", "payouts.aggregate", "1000", "as far as the bank reaches"),
        ("california-bad-beat", "payouts.maximum", "1000", "as far as the bank reaches"),
        ("california-bad-beat", "payouts.aggregate", "1000", "as far as the bank reaches"),
        ("hollywood-pa", "wagers.bad_beat_needs_trips", False, "ante, blind and trips"),
        ("light-and-wonder", "wagers.bad_beat_needs_trips", False, "Ante, Blind and Trips"),
        ("cardroom-25", "wagers.bad_beat_needs_trips", False, "CA-6.3, PA-8, LW-8"),
    ],
)
def test_q_29_what_an_approved_house_may_not_be(
    house: str, entry: str, value: Any, words: str
) -> None:
    section, field = entry.split(".")
    with pytest.raises(Refusals) as caught:
        with_settings(house, {section: {field: value}})
    first = caught.value.defects[0]
    assert (first.code, first.where) == ("house/departs", entry)
    raw = store.raw_house(house)
    raw[section][field] = set_by(raw[section][field], {"value": value})
    assert [words in one.words for one in departures(raw, store.raw_house(house))] == [True]


@pytest.mark.clause("Q-22")
@pytest.mark.parametrize(
    "fees",
    [
        {"action": SIX_FEES},
        {"square": SIX_FEES[:3], "player": SIX_FEES[3:]},
        {"schedule": 1, "player": [{"from": "1", "fee": "3"}]},
    ],
)
def test_q_22_at_most_five_different_rates_over_all_bands(fees: dict[str, Any]) -> None:
    with pytest.raises(Refusals, match="collection/too_many_rates"):
        with_settings("california", {"collection": fees})


@pytest.mark.clause("Q-22")
def test_q_22_equal_rates_count_once() -> None:
    bands = [{"from": str(start), "fee": "2"} for start in range(1, 8)]
    rules = with_settings("california", {"collection": {"action": bands, "player": bands}})
    assert len(rules.collection.action or ()) == 7


@pytest.mark.parametrize(
    "entry",
    [
        "tables.approved_paytables",
        "wagers.approved_back_line",
        "limits.minimum_within",
        "limits.maximum_within",
        "limits.minimum_choices",
    ],
)
def test_q_29_what_is_approved_is_no_entry(entry: str) -> None:
    section, field = entry.split(".")
    with pytest.raises(Refusals, match="rulebook/unknown_field"):
        with_settings("california-bad-beat", {section: {field: ["1"]}})


@pytest.mark.parametrize("key", ["line", "printed", "chosen", "free"])
def test_q_29_nobody_else_says_what_an_entry_may_be(key: str) -> None:
    with pytest.raises(Refusals, match="rulebook/status"):
        with_settings("california", {"limits": {"maximum": {"value": "400", key: 1}}})
    raw = store.raw_house("cardroom-25")
    raw["limits"]["maximum"] |= {"value": "5000", "free": True, "printed": "5000"}
    with pytest.raises(Refusals, match="house/departs"):
        store.load_raw(raw)


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({"cites": {"ante": {"win": ["CR-14"]}}}, "cites"),
        ({"limits": {"maximum": {"value": "400", "clause": "CR-7"}}}, "limits.maximum.clause"),
        ({"bad_beat": {"own": {"pays": {}}}}, "bad_beat"),
    ],
)
def test_q_29_clauses_and_pay_tables_are_the_houses_own(
    settings: dict[str, Any], where: str
) -> None:
    with pytest.raises(Refusals) as caught:
        with_settings("california", settings)
    assert ("rulebook/own_only", where) in {(one.code, one.where) for one in caught.value.defects}


@pytest.mark.parametrize("field", HEAD)
def test_q_29_a_house_of_ones_own_borrows_no_name(field: str) -> None:
    taken = str(store.raw_house("cardroom-25")[field])
    for name in {taken, taken.upper() if field != "id" else taken}:
        with pytest.raises(Refusals) as caught:
            with_settings("california", {**HEAD, field: name})
        found = [(one.code, one.where) for one in caught.value.defects]
        assert found == [("house/own_name", field)]


def test_q_29_data_without_a_house_is_refused() -> None:
    raw = store.raw_house("california") | {"id": "mine"}
    for wrong in (raw, raw | {"extends": "nowhere"}, raw | {"extends": 5}):
        with pytest.raises(Refusal, match="rulebook/extends"):
            store.load_raw(wrong)


def test_q_29_a_house_of_ones_own_is_not_approved_and_names_its_departures() -> None:
    text = '[limits]\nmaximum = "100"\n[play]\npreflop = [5]\n'
    rules = store.load_text(own_house("cardroom-25", text))
    assert (rules.approved, rules.extends) == (False, "cardroom-25")
    found = {one.entry: one for one in rules.departures}
    assert found.keys() == {"limits.maximum", "play.preflop"}
    maximum = found["limits.maximum"]
    assert (maximum.value, maximum.kind, maximum.allowed) == ("100", "printed", ("25",))
    assert (maximum.source, maximum.words) == ("cardroom-25.txt:50", "Maximum bet is set at $25.")


def test_q_29_departures_rest_on_the_stored_text_alone() -> None:
    settings = {"limits": {"maximum": "100"}, "payouts": {"aggregate": "5"}}
    rules = with_settings("cardroom-25", {**HEAD, **settings})
    again = from_canonical(canonical(rules))
    assert again == rules
    assert again.departures == rules.departures
    assert [one.kind for one in rules.departures] == ["printed", "open"]
    assert again.status("limits.minimum").values == (300, 500)


def test_q_29_a_house_of_ones_own_may_depart_from_nothing() -> None:
    rules = with_settings("california", HEAD)
    assert (rules.approved, rules.departures) == (False, ())
    base = with_settings("base", {**HEAD, "cites": store.file_of("cardroom-25")["cites"]})
    assert (base.approved, base.departures) == (False, ())


def test_q_29_more_settings_on_a_house_of_ones_own() -> None:
    rules = with_settings("california", {**HEAD, "play": {"preflop": [5]}})
    more = changed(rules, {"collection": {"schedule": 3}})
    assert (more.id, more.play, more.collection.schedule) == (rules.id, rules.play, 3)


def test_q_29_the_journal_says_that_a_house_is_not_approved() -> None:
    for rules, extends, told in (
        (store.load_house("california"), "", 0),
        (with_settings("california", HEAD), "california", 1),
    ):
        events, _ = open_table(rules)
        assert isinstance(events[0], e.TableOpened)
        assert events[0].extends == extends
        calls = [event for event in events if isinstance(event, e.DealerCall)]
        assert sum(call.call == "table.not_approved" for call in calls) == told


def test_q_29_a_record_that_is_not_its_text_opens_no_table() -> None:
    rules = store.load_house("california")
    for wrong, where in (
        (rules.replace(limits=rules.limits.replace(maximum=40_000)), "limits.maximum"),
        (rules.replace(name="Mine"), "name"),
    ):
        with pytest.raises(Refusals) as caught:
            open_table(wrong)
        assert [(one.code, one.where) for one in caught.value.defects] == [
            ("rulebook/replaced", where)
        ]


@pytest.mark.parametrize("house", store.HOUSES)
def test_q_29_every_entry_is_printed_chosen_or_free_and_says_where(house: str) -> None:
    """A line of the house's own document that its clause numbers, or a reading."""
    own, said = store.data(f"houses/{house}.toml"), sentences(house)
    raw = store.raw_house(house)
    assert [*departures(raw, store.raw_house(house))] == []
    for section in SECTIONS:
        for field, entry in raw[section].items():
            if "line" not in entry:
                assert entry["clause"].startswith("Q-"), (section, field)
                continue
            assert field in own[section], f"{section}.{field} has the line of another document"
            about = [one for one in said if one.line_number == entry["line"]]
            cited = {clause for one in about for clause in one.clauses}
            assert entry["clause"] in cited or entry["clause"].startswith("Q-"), (section, field)


def test_values_are_written_on_one_line() -> None:
    assert written([True, {"a": "5", "b": 3}]) == "[true, {a = 5, b = 3}]"


def test_q_29_a_departure_stands_beside_the_sentence_whatever_clause_its_entry_names() -> None:
    text = own_house("california", '[payouts]\nmaximum = { value = "400", clause = "PA-12" }\n')
    (departure,) = store.load_text(text).departures
    assert (departure.clause, departure.source) == ("Q-12", "Q-12")
    assert "every winning wager is paid as far as the bank reaches" in departure.words
