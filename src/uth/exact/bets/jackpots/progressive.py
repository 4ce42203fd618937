"""The Five Card Progressive as a function of its meter."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.core.hands import CATEGORIES, Category
from uth.exact.bets.jackpots.envy import envy_mean
from uth.exact.bets.jackpots.five_cards import FIVE_CARD_DEALS, five_card_hands
from uth.exact.bets.jackpots.mystery import BASIS_POINTS, Mystery
from uth.exact.bets.return_table import ReturnLine, ReturnTable, hand_label
from uth.exact.bets.side_bets import with_losing_line
from uth.rulebook.model import ProgressiveRules


@dataclass(frozen=True)
class ProgressiveBet:
    """The Progressive. Prizes are fixed or a share of the meter; the wager is not returned."""

    rules: ProgressiveRules

    def prize(self, category: Category, meter: Fraction) -> Fraction:
        """The prize in cents at a meter in cents; shares are not rounded."""
        share = self.rules.prizes.get(category)
        if share is None:
            return Fraction(0)
        if share.fixed is not None:
            return Fraction(share.fixed)
        assert share.basis_points is not None
        return meter * share.basis_points / BASIS_POINTS

    def at(self, meter: Fraction) -> ReturnTable:
        """The return table at a meter that already includes this wager's contribution."""
        hands = five_card_hands()
        lines = (
            ReturnLine(
                hand_label(category),
                self.prize(category, meter) / self.rules.wager - 1,
                hands[category],
            )
            for category in reversed(CATEGORIES)
            if category in self.rules.prizes
        )
        return with_losing_line(lines, FIVE_CARD_DEALS)

    @property
    def meter_share(self) -> Fraction:
        """The average share of the meter that a wager wins."""
        hands, prizes = five_card_hands(), self.rules.prizes.items()
        won = sum(hands[category] * (share.basis_points or 0) for category, share in prizes)
        return Fraction(won, FIVE_CARD_DEALS * BASIS_POINTS)

    @property
    def fixed_return(self) -> Fraction:
        """The average fixed prize of a wager, in cents."""
        return (self.at(Fraction(0)).mean + 1) * self.rules.wager

    @property
    def break_even(self) -> Fraction | None:
        """The meter in cents at which the edge is zero; None if there is none."""
        share = self.meter_share
        return (self.rules.wager - self.fixed_return) / share if share else None

    @property
    def long_run_edge(self) -> Fraction:
        """The edge in the long run, when the meter pays out what goes into it.

        The meter receives a share of each wager, and a seed after each full payout.
        """
        whole = sum(
            five_card_hands()[category]
            for category, share in self.rules.prizes.items()
            if share.basis_points == BASIS_POINTS
        )
        fed = Fraction(self.rules.wager * self.rules.main_share, BASIS_POINTS)
        seeds = self.rules.seed * Fraction(whole, FIVE_CARD_DEALS)
        return 1 - (self.fixed_return + fed + seeds) / self.rules.wager


def total_edge(rules: ProgressiveRules, others: int) -> Fraction:
    """The long-run edge of a wager with Must-Hit-By and with Envy from `others` players."""
    return (
        ProgressiveBet(rules).long_run_edge
        - envy_mean(rules, others) / rules.wager
        + Mystery(rules).edge_contribution
    )
