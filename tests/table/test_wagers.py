"""The registry of wagers: what each says of itself, and that rulebook and engine agree on it."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any, get_args

import pytest
from msgspec.structs import fields

from uth.core.cards import DECK, Card
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.rulebook.procedures import PROCEDURES
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES, load_house
from uth.rulebook.wager_facts import WAGER_FACTS
from uth.table import events as e
from uth.table.settling.cashier import Row
from uth.table.settling.showdown import Showdown, compare, turn_dealer
from uth.table.wagers import (
    BACK_LINE,
    BASE,
    PLACED,
    WAGERS,
    DependsOn,
    bonus_wagers,
    by_circle,
    check_wagers,
    offered,
    offered_wagers,
)

BONUSES = {
    "california": ["trips", "bad_beat"],
    "california-bad-beat": ["trips", "bad_beat"],
    "cardroom-25": ["trips"],
    "hollywood-pa": ["trips", "bad_beat", "ultimate_pairs", "progressive"],
    "light-and-wonder": ["trips", "bad_beat", "ultimate_pairs"],
}


def test_every_wager_of_the_catalog_is_an_object() -> None:
    assert list(WAGERS) == list(WAGER_FACTS)
    assert all(wager.name == name for name, wager in WAGERS.items())
    assert all(len(wager.short) <= 5 for wager in WAGERS.values())
    assert PLACED == ("ante", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive")
    assert BASE == ("ante", "play", "blind")
    assert BACK_LINE == ("ante", "blind", "trips")
    assert {name for name, wager in WAGERS.items() if wager.linked} == {"progressive", "envy"}


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_has_the_wagers_of_its_circles(house: str) -> None:
    rules = load_house(house)
    assert [wager.name for wager in bonus_wagers(rules)] == BONUSES[house]
    printed = {wager.name for circle in rules.layout.circles if (wager := by_circle(circle))}
    assert len(printed) == len(rules.layout.circles)
    assert printed == {wager.name for wager in offered_wagers(rules) if wager.circle}
    assert not offered(rules, "play")
    assert not offered(rules, "moon")
    assert not rules.offers("moon")


@pytest.mark.parametrize("house", HOUSES)
def test_a_wager_with_a_pay_table_has_one_in_force(house: str) -> None:
    rules = load_house(house)
    for wager in offered_wagers(rules):
        assert (wager.name in rules.pays.by_wager) == (wager.pay_table is not None)


def test_what_a_wager_depends_on() -> None:
    rules = load_house("hollywood-pa")
    assert {name: wager.depends_on(rules) for name, wager in WAGERS.items()} == {
        "ante": DependsOn.OUTCOME,
        "play": DependsOn.OUTCOME,
        "blind": DependsOn.OUTCOME,
        "trips": DependsOn.SEVEN_CARDS,
        "bad_beat": DependsOn.BEATEN_HAND,
        "ultimate_pairs": DependsOn.TWO_CARDS,
        "progressive": DependsOn.FIVE_CARDS,
        "envy": DependsOn.OTHER_HANDS,
    }
    both = with_settings("light-and-wonder", {"tables": {"ultimate_pairs": "2"}})
    assert WAGERS["ultimate_pairs"].depends_on(both) == DependsOn.FOUR_CARDS


def test_stakes() -> None:
    pa, ca = load_house("hollywood-pa"), load_house("california")
    assert WAGERS["progressive"].fixed_stake(pa) == 5_00
    assert WAGERS["trips"].fixed_stake(pa) is None
    assert (WAGERS["trips"].minimum(pa, 15_00), WAGERS["ante"].minimum(pa, 15_00)) == (1_00, 15_00)
    assert WAGERS["trips"].minimum(ca, 5_00) == 5_00
    assert WAGERS["bad_beat"].needs(ca) == "trips"
    assert WAGERS["bad_beat"].needs(pa) == "trips"
    alone = with_settings("california", {"wagers": {"bad_beat_needs_trips": False}})
    assert WAGERS["bad_beat"].needs(alone) == ""
    assert WAGERS["envy"].stake({"progressive": 5_00}) == 0
    assert WAGERS["envy"].stake({"ante": 5_00}) is None


def test_a_posted_maximum_never_looks_at_a_linked_prize() -> None:
    base, whole = load_house("hollywood-pa"), load_house("cardroom-25")
    counted = {name for name in WAGERS if WAGERS[name].counts_towards_maximum(base)}
    assert counted == {*BASE, "ultimate_pairs"}
    counted = {name for name in WAGERS if WAGERS[name].counts_towards_maximum(whole)}
    assert counted == WAGERS.keys() - {"progressive", "envy"}


@pytest.mark.parametrize("house", ["california", "hollywood-pa", "light-and-wonder"])
def test_wagers_end_as_the_catalog_says(house: str) -> None:
    """Random deals, played and folded: every ending has its clause, and all common ones occur."""
    rules = load_house(house)
    reasons: dict[str, set[str]] = defaultdict(set)
    draw = random.Random(7)
    for _ in range(1_500):
        for wager, folded, showdown in _showdowns(rules, draw.sample(DECK, 11)):
            if folded and not WAGERS[wager].placed and not WAGERS[wager].comes_with:
                continue
            for ending in WAGERS[wager].all_owed(rules, showdown, 1_00):
                reasons[wager].add(ending.reason)
                assert rules.cite(f"{wager}.{ending.reason}")
    for wager, endings in reasons.items():
        assert endings <= set(WAGERS[wager].endings), wager
        if wager != "envy":
            assert endings == set(WAGERS[wager].endings), wager


def _showdowns(rules: Rulebook, cards: list[Card]) -> list[tuple[str, bool, Showdown]]:
    deal = turn_dealer(rules, cards[:5], tuple(cards[5:7]))
    hands = {1: compare(deal, tuple(cards[7:9])), 2: compare(deal, tuple(cards[9:11]))}
    return [
        (
            wager.name,
            folded,
            Showdown(
                deal=deal,
                compared=hands[1],
                cards=tuple(cards[7:9]),
                folded=folded,
                jackpot=(1_000_00, 0),
                seat=1,
                hands=hands,
            ),
        )
        for wager in offered_wagers(rules)
        for folded in (False, True)
    ]


def test_a_row_of_the_settlement_is_an_event_but_for_player_and_payer() -> None:
    names = {field.name for field in fields(e.Settled)}
    assert names - set(Row._fields) == {"player", "payer"}
    assert set(Row._fields) <= names


def test_events_know_the_dealing_procedures() -> None:
    assert get_args(e.Procedure) == tuple(PROCEDURES)


def test_a_wager_prints_as_its_name() -> None:
    assert repr(WAGERS["trips"]) == "<wager trips>"


def test_a_wager_has_a_plain_name_where_the_layout_prints_a_longer_one() -> None:
    assert (WAGERS["progressive"].label, WAGERS["trips"].label) == ("Progressive", "Trips")


@pytest.mark.parametrize("stake", [1_500.0, "1500", None, True])
def test_a_stake_is_a_whole_number_of_cents(stake: object) -> None:
    wagers: dict[str, Any] = {"ante": stake, "blind": stake}
    with pytest.raises(Refusal, match="money/not_whole"):
        check_wagers(load_house("hollywood-pa"), wagers, 1_500, 50_000)
