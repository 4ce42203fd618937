"""`solve`: optimal play and its exact value under any rules of the base game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from uth.exact.kernels.values import DEALERS
from uth.exact.solver.boards import Boards, count_boards
from uth.exact.solver.game_rules import STANDARD, BeatenHandBet, GameRules
from uth.exact.solver.outcomes import Action, Net, Outcome, bets, outcomes_from
from uth.exact.solver.passes import Decisions, count_endings, decide
from uth.exact.solver.pays import outcome_pays, scaled_pays
from uth.exact.solver.solution import Solution
from uth.exact.solver.starting_hands import SIZES, STARTING_HAND_NAMES
from uth.exact.solver.strategy import StartingHand, Strategy

FLOPS_OF_A_BOARD = 10
TURNS_OF_A_HOLDING = 19600 * 1081
"""Flops × turns and rivers for one holding."""


def starting_hands(rules: GameRules, decisions: Decisions) -> tuple[StartingHand, ...]:
    """The value of every raise and of a check for each starting hand."""
    unit = TURNS_OF_A_HOLDING * DEALERS * decisions.pays.scale
    hands = []
    for start, (name, size) in enumerate(zip(STARTING_HAND_NAMES, SIZES, strict=True)):
        totals = [FLOPS_OF_A_BOARD * channel[start] for channel in decisions.totals]
        river = totals[-1]
        values = {
            raised: Fraction(decisions.pays.bet_total(raised.multiple, totals), unit)
            for raised in bets(rules.play)
        }
        values[Action.CHECK] = Fraction(size * river + decisions.taken[start], size * unit)
        hands.append(StartingHand(values, name, size))
    return tuple(hands)


def solve(
    rules: GameRules = STANDARD,
    *,
    beaten_hand: BeatenHandBet | None = None,
    endings: bool = True,
    boards: Boards | None = None,
) -> Solution:
    """Solve the game; without `endings`, only its value and strategy.

    Callers that solve often can keep `boards`. With a wager on the beaten hand, play maximizes
    the base game and that wager together, and values include both.
    """
    boards = boards or count_boards()
    decisions = decide(boards, scaled_pays(rules, beaten_hand))
    hands = starting_hands(rules, decisions)
    strategy = Strategy(rules, hands, decisions, beaten_hand)
    solution = Solution(rules, beaten_hand, hands, strategy, ())
    return with_endings(solution, boards) if endings else solution


def best_hands(boards: Boards, rules: GameRules, net: Net) -> tuple[StartingHand, ...]:
    """The value of every starting hand under the play that is best for a net of the outcome."""
    return starting_hands(rules, decide(boards, outcome_pays(rules, net)))


def with_endings(solution: Solution, boards: Boards) -> Solution:
    """Add the outcomes to a solution that has none."""
    return replace(solution, outcomes=endings_of(solution, boards))


def endings_of(
    solution: Solution, boards: Boards, counted: frozenset[int] | None = None
) -> tuple[Outcome, ...]:
    """The outcomes under the strategy of a solution, of all starting hands or of some."""
    rules, choices = solution.rules, [hand.best for hand in solution.hands]
    raised = bets({action.multiple for action in choices} - {0})
    raises = [raised.index(action) if action.multiple else -1 for action in choices]
    tally = count_endings(boards, solution.strategy.decisions, raises, counted).tolist()
    flop, river = (bets(rules.best_bets(street)) for street in (rules.flop, rules.river))
    return tuple(outcomes_from((*raised, *flop, *river, Action.FOLD), tally))
