"""The session sheet: what was won, what was to be expected, what mistakes cost, and luck.

Expected is what the wagers staked are worth under optimal play, less what the mistakes gave away;
luck is the rest. Sums are exact until they are written down, money in whole cents.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from uth.coach.decisions import Decision, PlayedHand
from uth.core.money import Cents


class Verdict(msgspec.Struct, frozen=True):
    """On one decision: what would have been best, and what the choice cost, in antes."""

    best: str
    cost: str


class Judged(msgspec.Struct, frozen=True):
    """A hand looked at by the coach: what its wagers were worth, in cents, and each decision."""

    worth: str
    verdicts: tuple[Verdict, ...]


class SheetHand(msgspec.Struct, frozen=True):
    """A settled hand with its judgement."""

    table: str
    round: int
    at: int
    house: str
    played: PlayedHand
    judged: Judged


class Mistake(msgspec.Struct, frozen=True):
    """A choice that gave something away; its cost in antes."""

    street: str
    cards: str
    board: str
    action: str
    best: str
    cost: float
    timed_out: bool


class SheetLine(msgspec.Struct, frozen=True):
    """One hand, and the totals after it: a point of each chart."""

    table: str
    round: int
    at: int
    house: str
    ante: Cents
    net: Cents
    cost: float
    mistakes: tuple[Mistake, ...]
    net_total: Cents
    expected_total: Cents
    luck_total: Cents


class StreetLine(msgspec.Struct, frozen=True):
    """Decisions on a street, how many were mistakes, and their cost in antes."""

    decisions: int
    mistakes: int
    cost: float


class Sheet(msgspec.Struct, frozen=True):
    """All hands so far; `pending` hands are still being looked at: ask again.

    Hands of a game that is not worked out are `unjudged` and left out of all else.
    """

    hands: int
    pending: int
    unjudged: int
    net: Cents
    fees: Cents
    expected: Cents
    luck: Cents
    cost: float
    streets: dict[str, StreetLine]
    series: tuple[SheetLine, ...]


STREETS = ("preflop", "flop", "river")


def sheet(hands: Iterable[SheetHand], pending: int = 0, unjudged: int = 0) -> Sheet:
    """Hands in the order they were played."""
    net = fees = 0
    expected, cost = Fraction(0), Fraction(0)
    made, wrong = dict.fromkeys(STREETS, 0), dict.fromkeys(STREETS, 0)
    costs = dict.fromkeys(STREETS, Fraction(0))
    series = []
    for hand in hands:
        played = hand.played
        given = Fraction(0)
        mistakes = []
        for decision, verdict in zip(played.decisions, hand.judged.verdicts, strict=True):
            lost = Fraction(verdict.cost)
            made[decision.street] += 1
            if lost:
                wrong[decision.street] += 1
                costs[decision.street] += lost
                given += lost
                mistakes.append(_mistake(decision, verdict, lost))
        net += played.net
        fees += played.fees
        cost += given
        expected += Fraction(hand.judged.worth) - given * played.ante
        series.append(
            SheetLine(
                hand.table,
                hand.round,
                hand.at,
                hand.house,
                played.ante,
                played.net,
                float(given),
                tuple(mistakes),
                net,
                round(expected),
                net - round(expected),
            )
        )
    streets = {
        street: StreetLine(made[street], wrong[street], float(costs[street])) for street in STREETS
    }
    whole = round(expected)
    return Sheet(
        len(series),
        pending,
        unjudged,
        net,
        fees,
        whole,
        net - whole,
        float(cost),
        streets,
        tuple(series),
    )


def _mistake(decision: Decision, verdict: Verdict, lost: Fraction) -> Mistake:
    return Mistake(
        decision.street,
        decision.cards,
        decision.board,
        decision.action,
        verdict.best,
        float(lost),
        decision.timed_out,
    )
