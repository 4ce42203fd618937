"""The solved game: its value, its strategy and its outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from uth.exact.solver.game_rules import BeatenHandBet, GameRules
from uth.exact.solver.outcomes import (
    DEALS,
    Action,
    Moments,
    Outcome,
    Result,
    bets,
    distribution,
    game_net,
    moments,
)
from uth.exact.solver.strategy import StartingHand, Strategy


@dataclass(frozen=True, repr=False)
class Solution:
    """Optimal play under `rules`; values and play include a wager on the beaten hand."""

    rules: GameRules
    beaten_hand: BeatenHandBet | None
    hands: tuple[StartingHand, ...]
    strategy: Strategy
    outcomes: tuple[Outcome, ...]
    """Empty if the game was solved without endings."""

    def __repr__(self) -> str:
        return f"Solution(house_edge={float(self.house_edge) * 100:.4f} %)"

    @cached_property
    def ev(self) -> Fraction:
        """The player's expected net per round, in antes."""
        return sum((hand.holdings * hand.value for hand in self.hands), Fraction(0)) / 1326

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @cached_property
    def net(self) -> dict[Fraction, int]:
        """The number of deals by the net of all wagers, over all 27,813,810,024,000."""
        return distribution(self.outcomes, game_net(self.rules, self.beaten_hand))

    @cached_property
    def moments(self) -> Moments:
        return moments(self.net)

    @cached_property
    def average_wager(self) -> Fraction:
        """Ante, Blind and Play, and the wager on the beaten hand if there is one."""
        play = sum(action.multiple * often for action, often in self.frequencies.items())
        return 2 + play + (self.beaten_hand.stake if self.beaten_hand else Fraction(0))

    @property
    def hit_rate(self) -> Fraction:
        """The share of deals that win anything."""
        return Fraction(sum(count for net, count in self.net.items() if net > 0), DEALS)

    @property
    def element_of_risk(self) -> Fraction:
        """The house edge divided by the average wager."""
        return self.house_edge / self.average_wager

    @cached_property
    def frequencies(self) -> dict[Action, Fraction]:
        """How often each action ends the betting, for every action that the rules offer.

        A multiple that two streets have in common is one action.
        """
        rules = self.rules
        streets = (*bets(rules.play), *bets(rules.flop), *bets(rules.river))
        counts = dict.fromkeys((*streets, Action.FOLD), 0)
        for outcome in self.outcomes:
            counts[outcome.action] += outcome.count
        return {action: Fraction(count, DEALS) for action, count in counts.items()}

    @property
    def figures(self) -> dict[str, Any]:
        """The figures of the whole game, rounded, as commands, pages and PAR sheets name them."""
        return {
            "house_edge": float(self.house_edge),
            "element_of_risk": float(self.element_of_risk),
            "average_wager": float(self.average_wager),
            "standard_deviation": self.moments.deviation,
            "skewness": self.moments.skewness,
            "actions": {action.value: float(often) for action, often in self.frequencies.items()},
        }

    @cached_property
    def endings(self) -> dict[Action, dict[Result, Fraction]]:
        """The probability of each action and result; after a fold, of what would have been."""
        ends: dict[Action, dict[Result, Fraction]] = {}
        for outcome in self.outcomes:
            row = ends.setdefault(outcome.action, dict.fromkeys(Result, Fraction(0)))
            row[outcome.result] += Fraction(outcome.count, DEALS)
        return ends
