"""The solved game: its value, how it is played, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from uth.exact.solver.outcomes import (
    DEALS,
    Action,
    Moments,
    Outcome,
    Result,
    bad_beat_net,
    base_net,
    best_of,
    bets,
    distribution,
    moments,
)

if TYPE_CHECKING:
    from uth.exact.solver.game_rules import BadBeat, GameRules
    from uth.exact.solver.strategy import Strategy


@dataclass(frozen=True)
class StartingHand:
    """A starting hand, how many of the 1,326 it stands for, and each choice's value in antes."""

    name: str
    holdings: int
    values: dict[Action, Fraction]

    @property
    def best(self) -> Action:
        return best_of(self.values)

    @property
    def value(self) -> Fraction:
        return self.values[self.best]


@dataclass(frozen=True)
class Solution:
    """Optimal play under `rules`; with a Bad Beat, play that counts both wagers."""

    rules: GameRules
    bad_beat: BadBeat | None
    hands: tuple[StartingHand, ...]
    book: Strategy
    outcomes: tuple[Outcome, ...]
    """Empty where only the value was asked for."""

    @cached_property
    def ev(self) -> Fraction:
        """What a round is worth to the player, in antes."""
        return sum((hand.holdings * hand.value for hand in self.hands), Fraction(0)) / 1326

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @cached_property
    def net(self) -> dict[Fraction, int]:
        """Deals by what all wagers gain together, over all 27,813,810,024,000."""
        beat = self.bad_beat
        if beat is None:
            return distribution(self.outcomes, lambda outcome: base_net(self.rules, outcome))
        odds = dict(beat.odds)
        return distribution(
            self.outcomes,
            lambda outcome: (
                base_net(self.rules, outcome) + beat.stake * bad_beat_net(odds, outcome)
            ),
        )

    @cached_property
    def moments(self) -> Moments:
        return moments(self.net)

    @cached_property
    def average_wager(self) -> Fraction:
        """Ante, Blind and Play, and the Bad Beat where it was counted."""
        return (
            2
            + (self.bad_beat.stake if self.bad_beat else 0)
            + sum(
                (action.multiple * often for action, often in self.frequencies.items()), Fraction(0)
            )
        )

    @property
    def element_of_risk(self) -> Fraction:
        """The edge over all money wagered."""
        return self.house_edge / self.average_wager

    @cached_property
    def frequencies(self) -> dict[Action, Fraction]:
        """How often each choice ends the betting; every action on offer is there.

        A multiple that two streets have is one action.
        """
        rules = self.rules
        streets = (*bets(rules.play), *bets(rules.flop), *bets(rules.river))
        counts = dict.fromkeys((*streets, Action.FOLD), 0)
        for outcome in self.outcomes:
            counts[outcome.action] += outcome.count
        return {action: Fraction(count, DEALS) for action, count in counts.items()}

    @cached_property
    def endings(self) -> dict[Action, dict[Result, Fraction]]:
        """How each action ends; after a fold, how it would have ended."""
        ends: dict[Action, dict[Result, Fraction]] = {}
        for outcome in self.outcomes:
            row = ends.setdefault(outcome.action, dict.fromkeys(Result, Fraction(0)))
            row[outcome.result] += Fraction(outcome.count, DEALS)
        return ends

    def hand(self, name: str) -> StartingHand:
        return next(hand for hand in self.hands if hand.name == name)
