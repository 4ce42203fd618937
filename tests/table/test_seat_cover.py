"""What each seat sees of the bank before "No more bets", against every way a round can go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.table.driver import Changes, quick, rules_of
from uth.core.cards import parse_cards
from uth.core.hands import Category, rank_hand
from uth.rulebook.model import Rulebook
from uth.table.settling.cashier import Cashier
from uth.table.settling.seat_cover import SeatCover, seat_covers
from uth.table.settling.settlement import way_round
from uth.table.settling.showdown import ComparedHand, Showdown, TurnedDeal
from uth.table.wagers import WAGERS, Owed

if TYPE_CHECKING:
    from uth.table.settling.showdown import Result

HANDS = {
    Category.HIGH_CARD: "2c 7d 9h Js Kd",
    Category.PAIR: "2c 2d 9h Js Kd",
    Category.THREE_OF_A_KIND: "2c 2d 2h Js Kd",
    Category.STRAIGHT_FLUSH: "5h 6h 7h 8h 9h",
    Category.ROYAL_FLUSH: "Th Jh Qh Kh Ah",
}
BASE = {"ante": 500, "blind": 500}
ALL = {**BASE, "trips": 500, "bad_beat": 1_000}
Ends = tuple[tuple[str, int, Owed], ...]
"""Each wager of a bettor: its name, its stake and how it ends."""


def showdowns(folded: bool) -> Iterator[Showdown]:
    """A hand against a player-dealer's, by category; a royal flush is never beaten."""
    hands = {category: rank_hand(parse_cards(text)) for category, text in HANDS.items()}
    for mine, theirs in product(hands, repeat=2):
        results: list[Result] = ["tie"] if mine is theirs else []
        if mine.value >= theirs.value and theirs is not Category.ROYAL_FLUSH:
            results.append("win")
        if mine.value <= theirs.value and mine is not Category.ROYAL_FLUSH:
            results.append("lose")
        deal = TurnedDeal((), (), hands[theirs], theirs is not Category.HIGH_CARD)
        for result in results:
            compared = ComparedHand(hands[mine], hands[mine], result)
            yield Showdown(deal, compared, (), folded)


def ways(rules: Rulebook, wagers: Mapping[str, int]) -> set[tuple[bool, Ends]]:
    """Every way in which a hand may end: folded or not, and each wager of it."""
    found = set()
    for multiple in (0, 1, 4):
        played = {"play": multiple * wagers["ante"]} if multiple else {}
        stakes = {**wagers, **played}
        for showdown in showdowns(not multiple):
            ends = tuple(
                (name, stakes[name], ending)
                for name in rules.settlement.order
                if name in stakes
                for ending in WAGERS[name].all_owed(rules, showdown, stakes[name])
            )
            found.add((not multiple, ends))
    return found


def own_ways(rules: Rulebook, wagers: Mapping[str, int]) -> Iterator[Ends]:
    """The seat's own hand: everything loses, or everything is paid even money."""
    order = rules.settlement.order
    for multiple in (1, 4):
        stakes = {**wagers, "play": multiple * wagers["ante"]}
        yield tuple((name, stakes[name], Owed("lose", "lose")) for name in order if name in stakes)
        yield tuple(
            (name, stakes[name], Owed("win", "win", stakes[name]))
            for name in order
            if name in stakes
        )


def brute_force(
    rules: Rulebook, bank: int, spots: Mapping[int, Mapping[str, int]], seat: int
) -> tuple[int, int]:
    """The worst and the best of every combination, settled wager by wager."""
    in_turn = [number for number in way_round(rules, 6) if number in spots]
    others = [ways(rules, spots[number]) for number in in_turn if number != seat]
    covered = set()
    for own in own_ways(rules, spots[seat]):
        for chosen in product(*others):
            rest = iter(chosen)
            hands = {number: (False, own) if number == seat else next(rest) for number in in_turn}
            covered.add(settle(rules, bank, hands, seat, spots[seat]))
    return min(covered), max(covered)


def settle(
    rules: Rulebook,
    bank: int,
    hands: Mapping[int, tuple[bool, Ends]],
    seat: int,
    placed: Mapping[str, int],
) -> int:
    """How much of a seat's placed wagers the bank reaches in one round."""
    cashier, reached = Cashier(rules, bank), 0
    first = rules.settlement.folds == "at-fold"
    rows = [
        (0 if first and folded and ending.outcome == "lose" else 1, number, name, stake, ending)
        for number, (folded, ends) in hands.items()
        for name, stake, ending in ends
    ]
    for _, number, name, stake, ending in sorted(rows, key=lambda row: row[0]):
        row = cashier.row(number, "", WAGERS[name], stake, ending)
        if number == seat and name in placed:
            reached += row.taken + row.paid
    return reached


CASES: list[tuple[Changes | None, int, dict[int, dict[str, int]]]] = [
    (changes, bank, spots)
    for changes in (
        None,
        {"bank": {"coverage": "gross"}},
        {"settlement": {"folds": "in-place"}},
    )
    for bank in (1_500, 4_500, 100_000, 20_000_000)
    for spots in ({1: BASE, 3: ALL}, {2: ALL, 5: ALL}, {1: BASE, 2: BASE, 4: BASE})
    if len(spots) == 2 or bank == 4_500
]


@pytest.mark.parametrize(("changes", "bank", "spots"), CASES)
def test_ca_1_2_the_cover_of_each_seat_is_the_worst_and_the_best_of_all_rounds(
    changes: Changes | None, bank: int, spots: dict[int, dict[str, int]]
) -> None:
    rules = rules_of("california", changes)
    shown = seat_covers(rules, 6, bank, {seat: [wagers] for seat, wagers in spots.items()})
    assert [cover.seat for cover in shown] == sorted(spots)
    for cover in shown:
        assert cover.staked == sum(spots[cover.seat].values())
        assert (cover.worst, cover.best) == brute_force(rules, bank, spots, cover.seat)


def test_ca_6_16_the_order_starts_at_the_bankers_left() -> None:
    """With seat 3 banking, seat 1 comes behind seat 5."""
    rules = rules_of("california")
    shown = {cover.seat: cover for cover in seat_covers(rules, 3, 4_000, {1: [ALL], 5: [ALL]})}
    assert shown[5].best == 2_500
    assert shown[1].best == min(2_500, 4_000 - 1_500 - 500)
    assert shown[1].worst == 0


def test_q_6_the_back_line_of_a_seat_comes_before_the_next_seat_and_behind_its_own() -> None:
    rules, bonus = rules_of("california"), {**BASE, "trips": 500}
    spots = {1: [BASE, bonus], 2: [BASE]}
    first, second = seat_covers(rules, 6, 2_000, spots)
    assert first == SeatCover(1, staked=1_000, worst=500, best=1_000)
    assert second.best == 1_000
    alone = seat_covers(rules, 6, 1_500, spots)[1]
    assert alone.best == 500 < seat_covers(rules, 6, 1_500, {1: [BASE], 2: [BASE]})[1].best


def test_a_royal_flush_before_a_seat_leaves_it_nothing_as_it_was_shown() -> None:
    """The worst case happens: a royal flush over a straight flush in the seat before."""
    bank, wagers = 700_000, {"ante": 1_500, "blind": 1_500}
    game = quick(
        "california",
        {1: "Ah 2c", 2: "3c 4d"},
        "9h 5c",
        {1: "4x", 2: "1x"},
        board="Kh Qh Jh Th 2d",
        wagers=wagers,
        bank=bank,
    )
    second = seat_covers(game.rules, 6, bank, {1: [wagers], 2: [wagers]})[1]
    assert (second.worst, second.best) == (0, 3_000)
    assert all(row.outcome == "returned" for row in game.rows() if row.seat == 2)


def test_the_odds_of_a_wager_are_those_of_its_pay_table() -> None:
    rules = rules_of("hollywood-pa")
    odds = {name: [str(one) for one in WAGERS[name].all_odds(rules)] for name in WAGERS}
    assert odds["ante"] == odds["play"] == ["1 to 1"]
    assert odds["blind"][0] == "500 to 1"
    pairs = ["100 to 1", "30 to 1", "20 to 1", "10 to 1", "4 to 1"]
    assert odds["ultimate_pairs"] == pairs
