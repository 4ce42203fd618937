"""Other readings as data: which questions a house has, and what it would be under each."""

from __future__ import annotations

import pytest

from tests.table.driver import Changes, rules_of
from uth.core.texts import catalog
from uth.rulebook.check import SECTIONS
from uth.rulebook.readings import READINGS, other_readings
from uth.rulebook.store import HOUSES, clause_list, load_house

BANKED = ["coverage.gross", "folds.in-place", "bad_beat_after_fold.yes", "bad_beat_needs_trips.no"]
ASKED = {
    "california": BANKED,
    "california-bad-beat": BANKED,
    "cardroom-25": ["antes_first.no", "direction.left-to-right"],
    "hollywood-pa": [
        "bad_beat_after_fold.yes",
        "pairs_under_maximum.no",
        "antes_first.no",
        "direction.left-to-right",
    ],
    "light-and-wonder": [
        "bad_beat_after_fold.yes",
        "antes_first.no",
        "direction.left-to-right",
        "ceiling.none",
    ],
}


@pytest.mark.parametrize("house", HOUSES)
def test_every_house_is_asked_its_own_questions(house: str) -> None:
    assert [other.name for other in other_readings(load_house(house))] == ASKED[house]


@pytest.mark.parametrize("house", HOUSES)
def test_another_reading_changes_one_entry_and_nothing_else(house: str) -> None:
    rules = load_house(house)
    for other in other_readings(rules):
        now, (section, field) = rules.entry(other.reading.entry), other.reading.entry.split(".")
        assert other.rules.entry(other.reading.entry) == other.value != now
        back = getattr(other.rules, section).replace(**{field: now})
        assert other.rules.replace(**{section: back}) == rules


def test_a_reading_that_is_in_force_is_not_another() -> None:
    rules = rules_of("california", {"bank": {"coverage": "gross"}})
    assert other_readings(rules)[0].name == "coverage.action"
    narrow = ["ante", "play", "blind"]
    rules = rules_of("hollywood-pa", {"payouts": {"maximum_on": narrow}})
    names = {other.name: other for other in other_readings(rules)}
    assert names["pairs_under_maximum.yes"].value == (*narrow, "ultimate_pairs")


def test_every_reading_names_a_clause_and_an_entry_and_has_words() -> None:
    assert {reading.clause for reading in READINGS.values()} <= {*clause_list()}
    for reading in READINGS.values():
        for path in (reading.entry, *reading.needs):
            section, field = path.split(".")
            assert field in SECTIONS[section].readers
    texts = catalog("en").texts
    changes: dict[str, Changes] = {
        "california": {
            "bank": {"coverage": "gross"},
            "settlement": {
                "folds": "in-place",
                "survives_fold": ["trips", "bad_beat", "ultimate_pairs", "progressive", "envy"],
            },
            "wagers": {"bad_beat_needs_trips": False},
        },
        "cardroom-25": {"settlement": {"antes_first": False, "direction": "left-to-right"}},
        "hollywood-pa": {"payouts": {"maximum_on": ["ante", "play", "blind"]}},
    }
    houses = [*map(load_house, HOUSES), *(rules_of(house, own) for house, own in changes.items())]
    names = {other.name for rules in houses for other in other_readings(rules)}
    worded = {key for key in texts if key.startswith("reading.")}
    assert {f"reading.{name}" for name in names} == worded
