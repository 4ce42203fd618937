"""What a seat wins by the hand it holds, whatever the cards are.

A *way* is how a hand stands to the dealer's: a category above his or below it, or, within his
own category, higher, equal or lower. With what Ultimate Pairs pays for the two cards, nothing
else matters; endings come from the table's own settlement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from uth.core.hands import CATEGORIES, Category, Hand
from uth.table.outcomes import HandStanding, TurnedDeal, owed, paid_at
from uth.table.settlement import BASE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uth.core.money import Cents
    from uth.core.odds import Odds
    from uth.exact.solver.boards import Array
    from uth.rulebook.model import Rulebook
    from uth.table.outcomes import Result

    Wagers = Mapping[str, Cents]
    Lines = Sequence[Odds | None]

WAYS = len(CATEGORIES) + 2


class End(NamedTuple):
    """What a seat wins at most, with the Play multiple that does it (0: a fold)."""

    wins: Cents
    multiple: int


def standing_of(theirs: int, way: int) -> tuple[int, Result]:
    """The category and the result of a way, counted from the highest."""
    equal = len(CATEGORIES) - theirs
    if way < equal:
        return len(CATEGORIES) - 1 - way, "win"
    if way == equal:
        return theirs, "tie"
    return len(CATEGORIES) + 1 - way, "lose"


def ways_of(strengths: Array, dealers: int) -> Array:
    """The way of each strength, against the dealer's."""
    mine, theirs = strengths >> 20, dealers >> 20
    within: Array = len(CATEGORIES) - theirs - np.sign(strengths - dealers)
    ways: Array = np.where(mine > theirs, len(CATEGORIES) - 1 - mine, len(CATEGORIES) + 1 - mine)
    return np.where(mine == theirs, within, ways)


def seat_ends(
    house: Rulebook, wagers: Wagers, lines: Lines, unpaid: frozenset[str] = frozenset()
) -> list[list[End]]:
    """[dealer's category][way × line of Ultimate Pairs]: the best that a seat can do alone.

    `unpaid` wagers win nothing here: what the table pays on them is counted apart.
    """
    return [
        [
            _best_end(house, wagers, theirs, way, line, unpaid)
            for way in range(WAYS)
            for line in lines
        ]
        for theirs in range(len(CATEGORIES))
    ]


def _best_end(
    house: Rulebook,
    wagers: Wagers,
    theirs: int,
    way: int,
    line: Odds | None,
    unpaid: frozenset[str],
) -> End:
    """A seat may play any multiple that the house offers, or fold."""
    mine, result = standing_of(theirs, way)
    hand, dealer = Hand(mine << 20), Hand(theirs << 20)
    plays = house.play.qualify == "none" or dealer.category.at_least(Category.PAIR)
    deal, standing = TurnedDeal((), (), dealer, plays), HandStanding(hand, hand, result)
    offered = sorted({*house.play.preflop, *house.play.flop, *house.play.river})
    ends = (
        End(_wins(house, wagers, deal, standing, times, line, unpaid), times)
        for times in (*offered, 0)
    )
    return max(ends, key=lambda end: end.wins)


def _wins(
    house: Rulebook,
    wagers: Wagers,
    deal: TurnedDeal,
    standing: HandStanding,
    multiple: int,
    line: Odds | None,
    unpaid: frozenset[str],
) -> Cents:
    """To the cent, within the table's aggregates (Q-25) and a player's maximum (Q-12)."""
    stakes = {**wagers, "play": multiple * wagers["ante"]} if multiple else wagers
    caps = house.payouts.aggregate or {}
    counted = besides = lost = 0
    for wager, stake in stakes.items():
        if wager == "ultimate_pairs":
            due = paid_at("win", line, stake).due if line else 0
            lost += 0 if line else stake
        else:
            ending = owed(house, deal, standing, (), not multiple, wager, stake, None)
            due = ending.due
            lost += stake if ending.outcome == "lose" else 0
        due = 0 if wager in unpaid else min(due, caps.get(wager, due))
        if wager in BASE or house.payouts.maximum_on == "all":
            counted += due
        else:
            besides += due
    if house.payouts.maximum is not None:
        counted = min(counted, house.payouts.maximum)
    return counted + besides - lost


def merged_worth(ends: Sequence[list[list[End]]], lines: int) -> Array:
    """[dealer's category][category × line][set of seats]: higher, equal and lower hands as one."""
    best = []
    for of_seat in ends:
        rows = []
        for theirs, row in enumerate(of_seat):
            wins = np.array([end.wins for end in row]).reshape(WAYS, lines)
            equal = len(CATEGORIES) - theirs
            same = wins[equal - 1 : equal + 2].max(axis=0, keepdims=True)
            merged = np.concatenate((wins[: equal - 1], same, wins[equal + 2 :]))
            rows.append([End(int(value), 0) for value in merged.ravel()])
        best.append(rows)
    return worth_of_sets(best)


def worth_of_sets(ends: Sequence[list[list[End]]]) -> Array:
    """[dealer's category][class][set of seats]: what those seats win together in that class."""
    worth = np.zeros((len(CATEGORIES), len(ends[0][0]), 1 << len(ends)), np.int64)
    for seat, of_seat in enumerate(ends):
        wins = np.array([[end.wins for end in row] for row in of_seat], np.int64)
        here = 1 << seat
        worth[:, :, here : 2 * here] = worth[:, :, :here] + wins[:, :, None]
    return worth
