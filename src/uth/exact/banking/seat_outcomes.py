"""What a seat can win, by how its hand compares with the dealer's.

A *way* is how a hand compares with the dealer's: its category if it is a different one, or higher,
equal or lower within the same category. Only the way and the pay line of holding bonuses matter.
What is paid comes from the table's own settlement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from uth.core.hands import CATEGORIES
from uth.core.money import Cents
from uth.exact.arrays import Array
from uth.exact.banking.ended_wagers import (
    EndedWager,
    Ending,
    Line,
    Wagers,
    ended_wagers,
    offered_multiples,
)
from uth.rulebook.model import Rulebook

if TYPE_CHECKING:
    from uth.table.settling.showdown import Result

WAYS = len(CATEGORIES) + 2


class BestPlay(NamedTuple):
    """The most that a seat wins, and the Play multiple that wins it (0: a fold)."""

    wins: Cents
    multiple: int


def category_and_result(theirs: int, way: int) -> tuple[int, Result]:
    """The player's category and result of a way; ways are numbered from the highest."""
    equal = len(CATEGORIES) - theirs
    if way < equal:
        return len(CATEGORIES) - 1 - way, "win"
    if way == equal:
        return theirs, "tie"
    return len(CATEGORIES) + 1 - way, "lose"


def ways_against(strengths: Array, dealers: int) -> Array:
    """The way of each strength against a dealer's strength."""
    mine, theirs = strengths >> 20, dealers >> 20
    within: Array = len(CATEGORIES) - theirs - np.sign(strengths - dealers)
    ways: Array = np.where(mine > theirs, len(CATEGORIES) - 1 - mine, len(CATEGORIES) + 1 - mine)
    return np.where(mine == theirs, within, ways)


def best_plays(
    house: Rulebook, wagers: Wagers, lines: Sequence[Line], unpaid: frozenset[str]
) -> list[list[BestPlay]]:
    """The best play of a seat: [dealer's category][way × pay line of holding bonuses].

    `unpaid` wagers win nothing here; what the table pays on them is counted separately.
    """
    return [
        [
            _best_play(house, wagers, theirs, way, pay_line, unpaid)
            for way in range(WAYS)
            for pay_line in lines
        ]
        for theirs in range(len(CATEGORIES))
    ]


def _best_play(
    house: Rulebook,
    wagers: Wagers,
    theirs: int,
    way: int,
    pay_line: Line,
    unpaid: frozenset[str],
) -> BestPlay:
    """The best of all multiples that the house offers, and a fold."""
    mine, result = category_and_result(theirs, way)
    plays = []
    for multiple in offered_multiples(house, wagers["ante"]):
        ended = ended_wagers(house, wagers, Ending(multiple, mine, theirs, result), pay_line)
        plays.append(BestPlay(_wins(house, ended, unpaid), multiple))
    return max(plays, key=lambda play: play.wins)


def _wins(house: Rulebook, ended: list[EndedWager], unpaid: frozenset[str]) -> Cents:
    """The net in cents, within the table's aggregates (Q-25) and a player's maximum (Q-12)."""
    caps = house.payouts.aggregate or {}
    capped = uncapped = lost = 0
    for wager, stake, owed, _ in ended:
        lost += stake if owed.outcome == "lose" else 0
        due = 0 if wager.name in unpaid else min(owed.due, caps.get(wager.name, owed.due))
        if wager.counts_towards_maximum(house):
            capped += due
        else:
            uncapped += due
    if house.payouts.maximum is not None:
        capped = min(capped, house.payouts.maximum)
    return capped + uncapped - lost


def merged_worth(plays: Sequence[list[list[BestPlay]]], lines: int) -> Array:
    """Like `worth_of_sets`, with higher, equal and lower hands of the same category as one."""
    best = []
    for of_seat in plays:
        rows = []
        for theirs, row in enumerate(of_seat):
            wins = np.array([play.wins for play in row]).reshape(WAYS, lines)
            equal = len(CATEGORIES) - theirs
            same = wins[equal - 1 : equal + 2].max(axis=0, keepdims=True)
            merged = np.concatenate((wins[: equal - 1], same, wins[equal + 2 :]))
            rows.append([BestPlay(int(value), 0) for value in merged.ravel()])
        best.append(rows)
    return worth_of_sets(best)


def worth_of_sets(plays: Sequence[list[list[BestPlay]]]) -> Array:
    """What a set of seats wins in a class: [dealer's category][class][set of seats]."""
    worth = np.zeros((len(CATEGORIES), len(plays[0][0]), 1 << len(plays)), np.int64)
    for seat, of_seat in enumerate(plays):
        wins = np.array([[play.wins for play in row] for row in of_seat], np.int64)
        here = 1 << seat
        worth[:, :, here : 2 * here] = worth[:, :, :here] + wins[:, :, None]
    return worth
