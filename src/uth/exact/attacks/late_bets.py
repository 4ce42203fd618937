"""Bets that are made or enlarged too late: past-posting and capping."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from uth.exact.exposure.seen_cards import Seen
from uth.exact.solver.boards import Boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import DEALS, Action, Result
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve


def late_on_flop(rules: GameRules, boards: Boards) -> Fraction:
    """The largest raise is still taken after the flop is turned."""
    late = replace(rules, flop=rules.flop | {max(rules.play)})
    return solve(late, boards=boards, endings=False).ev


def late_on_river(rules: GameRules, boards: Boards) -> Fraction:
    """The largest raise is still taken after the whole board is turned."""
    late = replace(rules, river=rules.river | {max(rules.play)})
    return solve(late, boards=boards, endings=False).ev


SHOWDOWN = Seen(dealer=2, since="river")
"""What who bets after the dealer's cards are turned has seen."""


def showdown_rules(rules: GameRules) -> GameRules:
    """The game whose largest raise, or a fold, is still taken after the dealer's cards."""
    most = frozenset({max(rules.play)})
    return replace(rules, play=most, flop=most, river=most)


def capped_wins(solution: Solution, antes: Fraction = Fraction(1)) -> Fraction:
    """Winning Play bets get so many antes more, after the result is known."""
    won = sum(
        outcome.count
        for outcome in solution.outcomes
        if outcome.result is Result.WIN and outcome.action is not Action.FOLD
    )
    return solution.ev + antes * Fraction(won, DEALS)
