"""`solve`: optimal play and its exact value under any rules of the base game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from uth.exact.kernels.numbering import FLUSH_BOARDS
from uth.exact.kernels.values import DEALERS, ONE_ANTE, PLAY, RIVER
from uth.exact.progress import Progress as Progress
from uth.exact.solver.boards import count_boards
from uth.exact.solver.game_rules import STANDARD, extremes
from uth.exact.solver.outcomes import Action, bets, outcomes_from
from uth.exact.solver.passes import count_endings, decide
from uth.exact.solver.pays import scaled_pays
from uth.exact.solver.solution import Solution, StartingHand
from uth.exact.solver.starting_hands import STARTING_HAND_NAMES, STARTS
from uth.exact.solver.strategy import Strategy
from uth.exact.solver.threads import thread_count

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.game_rules import BeatenHandBet, GameRules
    from uth.exact.solver.passes import Decisions


BOARDS_PER_PASS = FLUSH_BOARDS
"""How many boards each pass reports: counting, deciding, tallying, each wager's mean."""
FLOPS_OF_A_BOARD = 10
TURNS_OF_A_HOLDING = 19600 * 1081
"""Flops × turns and rivers for one holding."""


def starting_hands(rules: GameRules, decisions: Decisions) -> tuple[StartingHand, ...]:
    """The value of every raise and of a check for each starting hand."""
    unit = TURNS_OF_A_HOLDING * DEALERS * decisions.pays.scale
    hands = []
    for start in range(STARTS):
        size = decisions.sizes[start]
        play, one_ante, river = (
            FLOPS_OF_A_BOARD * decisions.totals[channel][start]
            for channel in (PLAY, ONE_ANTE, RIVER)
        )
        values = {
            raised: Fraction(one_ante + (raised.multiple - 1) * play, unit)
            for raised in bets(rules.play)
        }
        values[Action.CHECK] = Fraction(size * river + decisions.taken[start], size * unit)
        hands.append(StartingHand(STARTING_HAND_NAMES[start], size, values))
    return tuple(hands)


def solve(
    rules: GameRules = STANDARD,
    *,
    beaten_hand: BeatenHandBet | None = None,
    endings: bool = True,
    boards: Boards | None = None,
    threads: int | None = None,
) -> Solution:
    """Solve the game; without `endings`, only its value and strategy.

    Callers that solve often can keep `boards`. With a wager on the beaten hand, play maximizes
    the base game and that wager together, and values include both.
    """
    threads = threads or thread_count()
    boards = boards or count_boards(threads)
    decisions = decide(boards, scaled_pays(rules, beaten_hand), threads)
    hands = starting_hands(rules, decisions)
    strategy = Strategy(rules, hands, decisions, beaten_hand)
    solution = Solution(rules, beaten_hand, hands, strategy, ())
    return with_endings(solution, boards, threads) if endings else solution


def with_endings(solution: Solution, boards: Boards, threads: int | None = None) -> Solution:
    """Add the outcomes to a solution that has none."""
    threads = threads or thread_count()
    rules, choices = solution.rules, [hand.best for hand in solution.hands]
    raised = bets({action.multiple for action in choices} - {0})
    raises = [raised.index(action) if action.multiple else -1 for action in choices]
    tally = count_endings(boards, solution.strategy.decisions, raises, threads).tolist()
    actions = (*raised, *bets(extremes(rules.flop)), *bets(extremes(rules.river)), Action.FOLD)
    return replace(solution, outcomes=tuple(outcomes_from(actions, tally)))
