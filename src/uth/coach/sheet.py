"""The session sheet: net, expected result, cost of mistakes, and luck.

The expected result is what the wagers are worth under optimal play, minus the cost of mistakes;
luck is the rest of the net. Sums are exact and rounded only at the end, money to whole cents.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from uth.coach.decisions import STREETS, Decision, PlayedRound
from uth.core.money import Cents


class Verdict(msgspec.Struct, frozen=True):
    """The best action for one decision, and the cost of the player's action in antes."""

    best: str
    cost: str


class JudgedRound(msgspec.Struct, frozen=True):
    """A judged round: the value of its wagers in cents, and a verdict on each decision."""

    worth: str
    verdicts: tuple[Verdict, ...]


class SheetRound(msgspec.Struct, frozen=True):
    """A settled round with its judgment."""

    table: str
    round: int
    at: int
    house: str
    played: PlayedRound
    judged: JudgedRound


class Mistake(Decision, frozen=True, kw_only=True):
    """A decision that was not the best one; its cost is in antes."""

    best: str
    cost: float
    amount: Cents
    """The same cost in cents."""


class SheetLine(msgspec.Struct, frozen=True):
    """One round, and the totals after it."""

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
    """The decisions and mistakes on a street, and the cost of the mistakes in antes."""

    decisions: int
    mistakes: int
    cost: float


class Sheet(msgspec.Struct, frozen=True):
    """All judged rounds; `pending` rounds are still being judged, so ask again later.

    Rounds of a game that cannot be solved are `unjudged` and not included elsewhere.
    """

    hands: int
    pending: int
    unjudged: int
    net: Cents
    fees: Cents
    best: Cents
    """What the wagers are worth under optimal play; it takes up the rounding of the other parts."""
    mistakes: Cents
    """What mistakes have cost, as a loss; net = best + mistakes + luck, to the cent."""
    expected: Cents
    """Both of these together."""
    luck: Cents
    cost: float
    streets: dict[str, StreetLine]
    series: tuple[SheetLine, ...]


def sheet(hands: Iterable[SheetRound], pending: int = 0, unjudged: int = 0) -> Sheet:
    """The sheet of some rounds in the order they were played."""
    net = fees = 0
    cost, lost, best = Fraction(0), Fraction(0), Fraction(0)
    made, wrong = dict.fromkeys(STREETS.values(), 0), dict.fromkeys(STREETS.values(), 0)
    costs = dict.fromkeys(STREETS.values(), Fraction(0))
    series = []
    for played_round in hands:
        played = played_round.played
        round_cost = Fraction(0)
        mistakes = []
        for decision, verdict in zip(played.decisions, played_round.judged.verdicts, strict=True):
            decision_cost = Fraction(verdict.cost)
            made[decision.street] += 1
            if decision_cost:
                wrong[decision.street] += 1
                costs[decision.street] += decision_cost
                round_cost += decision_cost
                made_here = msgspec.structs.asdict(decision)
                mistakes.append(
                    Mistake(
                        **made_here,
                        best=verdict.best,
                        cost=float(decision_cost),
                        amount=round(decision_cost * played.ante),
                    )
                )
        net += played.net
        fees += played.fees
        cost += round_cost
        best += Fraction(played_round.judged.worth)
        lost += round_cost * played.ante
        expected = round(best - lost)
        series.append(
            SheetLine(
                table=played_round.table,
                round=played_round.round,
                at=played_round.at,
                house=played_round.house,
                ante=played.ante,
                net=played.net,
                cost=float(round_cost),
                mistakes=tuple(mistakes),
                net_total=net,
                expected_total=expected,
                luck_total=net - expected,
            )
        )
    streets = {
        street: StreetLine(made[street], wrong[street], float(costs[street])) for street in made
    }
    return Sheet(
        hands=len(series),
        pending=pending,
        unjudged=unjudged,
        net=net,
        fees=fees,
        best=round(best - lost) + round(lost),
        mistakes=-round(lost),
        expected=round(best - lost),
        luck=net - round(best - lost),
        cost=float(cost),
        streets=streets,
        series=tuple(series),
    )
