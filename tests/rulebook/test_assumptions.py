"""Which figures of a house are assumptions: those that its own document does not print."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import pytest

from tests.own_house import HEAD
from uth.rulebook.assumptions import (
    SUPPLYING,
    Assumption,
    assumptions,
    entry_reading,
    wager_readings,
)
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES, load_house, load_text

if TYPE_CHECKING:
    from uth.rulebook.model import Rulebook

LIMITS = ("limits.minimum", "limits.maximum")
PROGRESSIVE = tuple(
    f"progressive.{name}"
    for name in ("wager", "seed", "main_share", "mystery_share", "mystery_restart")
)


def by_reading(house: str) -> dict[str, tuple[str, ...]]:
    return {one.reading: one.entries for one in assumptions(load_house(house))}


@pytest.mark.clause("Q-16")
@pytest.mark.parametrize("house", ["california", "california-bad-beat"])
def test_california_prints_its_tables_and_no_limits(house: str) -> None:
    assert by_reading(house) == {"Q-16": LIMITS}


@pytest.mark.clause("Q-14")
def test_the_cardroom_prints_its_limits_and_no_pay_table() -> None:
    assert by_reading("cardroom-25") == {
        "Q-14": ("tables.paytable",),
        "Q-16": ("limits.bonus_minimum",),
    }
    rules = load_house("cardroom-25")
    assert wager_readings(rules, "blind") == wager_readings(rules, "trips") == ("Q-14",)


@pytest.mark.clause("Q-8")
def test_pennsylvania_prints_its_tables_and_prizes() -> None:
    assert by_reading("hollywood-pa") == {
        "Q-8": PROGRESSIVE,
        "Q-16": (*LIMITS, "limits.bonus_minimum"),
    }
    rules = load_house("hollywood-pa")
    assert wager_readings(rules, "progressive") == ("Q-8",)
    assert wager_readings(rules, "bad_beat") == ()


@pytest.mark.clause("Q-14")
def test_the_maker_prints_neither_bad_beat_nor_ultimate_pairs() -> None:
    found = by_reading("light-and-wonder")
    assert found["Q-14"] == ("tables.bad_beat", "tables.ultimate_pairs")
    rules = load_house("light-and-wonder")
    assert wager_readings(rules, "trips") == ()
    assert wager_readings(rules, "ultimate_pairs") == ("Q-14",)


@pytest.mark.clause("Q-9")
def test_a_table_that_no_document_prints() -> None:
    rules = with_settings("light-and-wonder", {"tables": {"ultimate_pairs": "2"}})
    assert wager_readings(rules, "ultimate_pairs") == ("Q-9",)
    assert wager_readings(rules, "bad_beat") == ("Q-14",)


@pytest.mark.clause("LW-12")
def test_a_link_with_the_figures_of_another_house() -> None:
    """LW-12 turned on: prizes and Envy are those of PA-9 and PA-10 (Q-14)."""
    rules = with_settings("light-and-wonder", {"progressive": {"offered": True}})
    assert wager_readings(rules, "progressive") == ("Q-8", "Q-14")
    assert entry_reading(rules, "progressive.prizes") == "Q-14"
    assert entry_reading(rules, "progressive.seed") == "Q-8"
    assert entry_reading(load_house("light-and-wonder"), "progressive.seed") == ""


def with_own_pairs(facts: str) -> Rulebook:
    """A house that brings a pay table for Ultimate Pairs."""
    return load_text(
        'extends = "light-and-wonder"\nid = "mine"\nname = "Mine"\ndocument = "My rules"\n'
        '[tables]\nultimate_pairs = "3"\n[ultimate_pairs.3]\n'
        f'pays = [{{ hands = ["AA"], pays = "3 to 1" }}]\n{facts}'
    )


def test_a_house_prints_the_tables_that_it_brings() -> None:
    assert wager_readings(with_own_pairs(""), "ultimate_pairs") == ()


def test_an_assumed_table_without_a_reading_of_its_own() -> None:
    mine = with_own_pairs('assumed = true\nclauses = ["LW-10"]\n')
    assert wager_readings(mine, "ultimate_pairs") == ("Q-14",)


@pytest.mark.clause("Q-16")
def test_a_clause_that_leaves_a_figure_open_does_not_print_it() -> None:
    """CA-6.1 says that there are limits; CB-7 says what they lie between; CR-7 prints one."""
    assert load_house("california").sources["limits.minimum"] == "CA-6.1"
    assert entry_reading(load_house("california"), "limits.minimum") == "Q-16"
    assert entry_reading(load_house("cardroom-25"), "limits.maximum") == ""
    assert entry_reading(load_house("hollywood-pa"), "payouts.maximum") == ""
    posted = with_settings("cardroom-25", {"payouts": {"maximum": "2000"}})
    assert entry_reading(posted, "payouts.maximum") == "", "chosen by the house, not read into it"


@pytest.mark.clause("Q-16")
def test_a_figure_that_the_document_leaves_free_is_assumed() -> None:
    """Even one of the bounds that the clause prints."""
    rules = load_house("cardroom-25")
    source = deepcopy(rules.source)
    source["house"]["limits"]["maximum"]["free"] = True
    assert entry_reading(rules, "limits.maximum") == ""
    assert entry_reading(rules.replace(source=source), "limits.maximum") == "Q-16"


@pytest.mark.clause("Q-28")
def test_the_states_ceiling_is_assumed_where_a_house_has_one() -> None:
    """It bounds Play, so whatever counts Play rests on it."""
    ceilings = {house: by_reading(house).get("Q-28") for house in HOUSES}
    named = {house: entries for house, entries in ceilings.items() if entries}
    assert named == {"light-and-wonder": ("limits.ceiling",)}
    assert wager_readings(load_house("light-and-wonder"), "play") == ("Q-28",)


@pytest.mark.parametrize("house", HOUSES)
def test_every_assumption_names_a_reading_and_entries(house: str) -> None:
    rules = load_house(house)
    for one in assumptions(rules):
        assert isinstance(one, Assumption)
        assert one.reading in SUPPLYING
        for entry in one.entries:
            assert entry_reading(rules, entry) == one.reading
            assert rules.entry(entry) is not None


@pytest.mark.clause("Q-14")
def test_q_14_prizes_of_another_document_are_assumed() -> None:
    rules = with_settings("cardroom-25", {**HEAD, "progressive": {"offered": True}})
    assumed = {one.reading: one.entries for one in assumptions(rules)}
    assert {"progressive.prizes", "progressive.envy"} <= {*assumed["Q-14"]}


@pytest.mark.clause("Q-14")
def test_q_14_a_figure_of_another_houses_document_is_assumed() -> None:
    envy = {"value": {"royal_flush": "5000"}, "clause": "PA-10"}
    rules = with_settings("cardroom-25", {**HEAD, "progressive": {"offered": True, "envy": envy}})
    assert entry_reading(rules, "progressive.envy") == "Q-14"
