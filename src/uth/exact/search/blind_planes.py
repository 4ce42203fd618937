"""The value of a game as a function of its Blind pay table.

What the Blind pays depends on the hand and not on the bet, so a pay table changes play only where
a hand that could win is folded on the river. Higher odds never add a fold. So if no river fold of
the game without Blind odds, whatever is dealt, could have won with a category, the odds of that
category change no decision, and the value is linear in them. Only for the other categories, which
are the lines that matter, does another number need another solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from uth.exact.solver.boards import Boards, count_boards
from uth.exact.solver.game_rules import BLIND_CATEGORIES, GameRules
from uth.exact.solver.outcomes import DEALS, Action, Outcome, Result, base_net
from uth.exact.solver.solve import solve

LINES = len(BLIND_CATEGORIES)
NO_ODDS = (Fraction(0),) * LINES


@dataclass(frozen=True)
class BlindPlane:
    """Sums over all deals under one strategy, without the Blind's winnings.

    `mean` and `square` are of the net and its square. By line of the Blind pay table, `wins` counts
    the deals that it is paid on, and `cross` sums their net.
    """

    mean: int
    square: int
    wins: tuple[int, ...]
    cross: tuple[int, ...]

    @property
    def parts(self) -> tuple[int, ...]:
        return (self.mean, self.square, *self.wins, *self.cross)

    @classmethod
    def of_parts(cls, parts: Iterable[int]) -> BlindPlane:
        mean, square, *rest = parts
        return cls(mean, square, tuple(rest[:LINES]), tuple(rest[LINES:]))

    def ev(self, blind: tuple[Fraction, ...]) -> Fraction:
        """The exact value per Ante."""
        paid = sum(
            (odds * count for odds, count in zip(blind, self.wins, strict=True)), Fraction(0)
        )
        return (self.mean + paid) / DEALS

    def variance(self, blind: tuple[Fraction, ...]) -> Fraction:
        """The exact variance per hand, in antes²."""
        square = Fraction(self.square)
        for odds, count, cross in zip(blind, self.wins, self.cross, strict=True):
            square += 2 * odds * cross + odds * odds * count
        return square / DEALS - self.ev(blind) ** 2


def _is_paid(outcome: Outcome) -> bool:
    """Whether the Blind of an outcome is paid by its pay table."""
    won = outcome.result is Result.WIN and outcome.action is not Action.FOLD
    return won and outcome.mine in BLIND_CATEGORIES


def lines_that_matter(rules: GameRules, boards: Boards) -> tuple[bool, ...]:
    """The lines whose odds can change a decision: river folds that could win with the category.

    Without bets before the river and without Blind odds, every hand comes to the river decision
    and as many as possible are folded there.
    """
    to_river = replace(rules, blind=NO_ODDS, play=frozenset(), flop=frozenset())
    folds = [
        outcome.mine
        for outcome in solve(to_river, boards=boards).outcomes
        if outcome.action is Action.FOLD and outcome.result is Result.WIN
    ]
    return tuple(category in folds for category in BLIND_CATEGORIES)


def solved_plane(rules: GameRules, boards: Boards) -> BlindPlane:
    """Solve a game; its strategy's sums without what the Blind pays."""
    without = replace(rules, blind=NO_ODDS)
    wins, cross = [0] * LINES, [0] * LINES
    mean = square = 0
    for outcome in solve(rules, boards=boards).outcomes:
        net = int(base_net(without, outcome))
        mean += net * outcome.count
        square += net * net * outcome.count
        if _is_paid(outcome):
            row = BLIND_CATEGORIES.index(outcome.mine)
            wins[row] += outcome.count
            cross[row] += net * outcome.count
    return BlindPlane(mean, square, tuple(wins), tuple(cross))


@cache
def shared_boards() -> Boards:
    """The counts on all boards, once for each process."""
    return count_boards()


def plane_parts(
    rules: GameRules, tables: tuple[tuple[Fraction, ...], ...], number: int
) -> list[int]:
    """The plane of one pay table of a list, as numbers; the first is which lines matter."""
    if number == 0:
        return [int(matters) for matters in lines_that_matter(rules, shared_boards())]
    game = replace(rules, blind=tables[number - 1])
    return list(solved_plane(game, shared_boards()).parts)
