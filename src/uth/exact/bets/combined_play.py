"""Best play for the base game and a wager on the beaten hand together, and what each is worth then.

A bonus wager changes the best play only if a fold loses it: in the approved houses no other (Q-4).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from uth.exact.bets.return_table import ReturnTable
from uth.exact.bets.side_bets import beaten_hand_returns
from uth.exact.solver.boards import Boards
from uth.exact.solver.game_rules import BeatenHandBet
from uth.exact.solver.house_game import beaten_hand_bet, beaten_hand_wager
from uth.exact.solver.outcomes import Action, base_net, distribution, moments
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.rulebook.model import Rulebook

COMBINED_PASSES = 2
"""Passes over all boards for a solution with endings."""


@dataclass(frozen=True)
class CombinedPlay:
    """Two ways to play with such a wager: the base game's best play, and best play for both.

    Amounts are in antes; edges of the wager are per unit staked on it.
    """

    wager: str
    bet: BeatenHandBet
    alone: Solution
    """The base game's best play, which ignores the wager."""
    both: Solution

    @property
    def returns_alone(self) -> ReturnTable:
        return beaten_hand_returns(self.bet.nets, self.alone.outcomes)

    @property
    def returns_both(self) -> ReturnTable:
        return beaten_hand_returns(self.bet.nets, self.both.outcomes)

    @property
    def returns_without_folds(self) -> ReturnTable:
        """What the wager would return under the base game's best play if a fold did not lose it."""
        return beaten_hand_returns(self.bet.nets, self.alone.outcomes, fold_loses=False)

    @property
    def base_ev(self) -> Fraction:
        """What the base game is worth under best play for both."""
        rules = self.alone.rules
        return moments(distribution(self.both.outcomes, lambda end: base_net(rules, end))).mean

    @property
    def base_cost(self) -> Fraction:
        """What best play for both costs on the base game."""
        return self.alone.ev - self.base_ev

    @property
    def gain(self) -> Fraction:
        """What best play for both gains over the base game's best play, on both together."""
        return self.both.ev - self.alone.ev - self.bet.stake * self.returns_alone.mean

    @property
    def figures(self) -> dict[str, Any]:
        """The rounded figures, as commands, pages and PAR sheets name them."""
        return {
            "wager": self.wager,
            "stake_antes": str(self.bet.stake),
            "edge_base_play": float(self.returns_alone.edge),
            "edge_best_play": float(self.returns_both.edge),
            "edge_if_a_fold_did_not_lose": float(self.returns_without_folds.edge),
            "base_edge_base_play": float(self.alone.house_edge),
            "base_edge_best_play": float(-self.base_ev),
            "base_cost": float(self.base_cost),
            "gain": float(self.gain),
            "folds_base_play": float(self.alone.frequencies[Action.FOLD]),
            "folds_best_play": float(self.both.frequencies[Action.FOLD]),
        }


def combined_play(
    house: Rulebook, solution: Solution, boards: Boards, stake: Fraction = Fraction(1)
) -> CombinedPlay | None:
    """Solve both together for a wager of `stake` antes; None if the house has no such wager."""
    wager = beaten_hand_wager(house)
    if not wager:
        return None
    bet = beaten_hand_bet(house, wager, stake)
    both = solve(solution.rules, beaten_hand=bet, boards=boards)
    return CombinedPlay(wager, bet, solution, both)
