"""`solve`: optimal play and its exact value, under any Blind table, multiples, qualification."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from uth.exact.kernels.layout import FLUSH_BOARDS
from uth.exact.kernels.values import DEALERS, ONCE, PLAY, RIVER
from uth.exact.solver.boards import count_boards
from uth.exact.solver.game_rules import STANDARD, extremes
from uth.exact.solver.outcomes import Action, bets, outcomes_from
from uth.exact.solver.passes import count_endings, decide, whole_pays
from uth.exact.solver.solution import Solution, StartingHand
from uth.exact.solver.starting_hands import NAMES, STARTS
from uth.exact.solver.strategy import Strategy
from uth.exact.solver.threads import Progress, thread_count

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.game_rules import BadBeat, GameRules
    from uth.exact.solver.passes import Decided

__all__ = ["WATCHED", "Progress", "solve", "with_endings"]

WATCHED = FLUSH_BOARDS
"""Boards that each pass tells of: counting, deciding, seeing how play ends, following a wager."""
FLOPS_OF_A_BOARD = 10
TURNS_OF_A_HOLDING = 19600 * 1081
"""Flop, then turn and river, for one holding."""


def starting_hands(rules: GameRules, decided: Decided) -> tuple[StartingHand, ...]:
    """The value of every raise and of checking, for each starting hand."""
    unit = TURNS_OF_A_HOLDING * DEALERS * decided.pays.scale
    hands = []
    for start in range(STARTS):
        size = decided.sizes[start]
        play, once, river = (
            FLOPS_OF_A_BOARD * decided.totals[channel][start] for channel in (PLAY, ONCE, RIVER)
        )
        values = {
            raised: Fraction(once + (raised.multiple - 1) * play, unit)
            for raised in bets(rules.play)
        }
        values[Action.CHECK] = Fraction(size * river + decided.taken[start], size * unit)
        hands.append(StartingHand(NAMES[start], size, values))
    return tuple(hands)


def solve(
    rules: GameRules = STANDARD,
    *,
    bad_beat: BadBeat | None = None,
    endings: bool = True,
    boards: Boards | None = None,
    threads: int | None = None,
) -> Solution:
    """Solve the game; without `endings`, for value and strategy alone.

    `boards` may be kept by one who solves often. With a Bad Beat, play maximises the base game
    and that wager together, and values include it.
    """
    threads = threads or thread_count()
    boards = boards or count_boards(threads)
    decided = decide(boards, whole_pays(rules, bad_beat), threads)
    hands = starting_hands(rules, decided)
    solution = Solution(rules, bad_beat, hands, Strategy(rules, hands, decided, bad_beat), ())
    return with_endings(solution, boards, threads) if endings else solution


def with_endings(solution: Solution, boards: Boards, threads: int | None = None) -> Solution:
    """A game that was solved for value and strategy alone, with how its hands end."""
    threads = threads or thread_count()
    rules, choices = solution.rules, [hand.best for hand in solution.hands]
    raised = bets({action.multiple for action in choices} - {0})
    raises = [raised.index(action) if action.multiple else -1 for action in choices]
    tally = count_endings(boards, solution.book.decided, raises, threads).tolist()
    actions = (*raised, *bets(extremes(rules.flop)), *bets(extremes(rules.river)), Action.FOLD)
    return replace(solution, outcomes=tuple(outcomes_from(actions, tally)))
