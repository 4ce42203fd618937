"""Ante, Play and Blind each on its own: one ante staked, under optimal play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from uth.core.hands import Category
from uth.exact.bets.lottery import Lottery, LotteryLine
from uth.exact.solver.outcomes import Action, Result

if TYPE_CHECKING:
    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.outcomes import Outcome
    from uth.exact.solver.solution import Solution

End = tuple[str, Fraction, int]
"""What it is called, its net, and what was staked, in antes."""


def ante_end(rules: GameRules, outcome: Outcome) -> End:
    """A dealer without a pair pushes the Ante of every hand still in play."""
    if outcome.action is Action.FOLD:
        return "fold", Fraction(-1), 1
    if outcome.result is Result.TIE:
        return "tie", Fraction(0), 1
    if rules.qualify and outcome.theirs is Category.HIGH_CARD:
        return "dealer without a pair", Fraction(0), 1
    won = outcome.result is Result.WIN
    return outcome.result.value, Fraction(1 if won else -1), 1


def play_end(_: GameRules, outcome: Outcome) -> End:
    """By the multiple staked, in antes."""
    if outcome.action is Action.FOLD:
        return "no Play bet", Fraction(0), 0
    sign = {Result.WIN: 1, Result.TIE: 0, Result.LOSS: -1}[outcome.result]
    label = f"{outcome.action.value}, {outcome.result.value}"
    return label, Fraction(sign * outcome.action.multiple), outcome.action.multiple


def blind_end(rules: GameRules, outcome: Outcome) -> End:
    if outcome.action is Action.FOLD:
        return "fold", Fraction(-1), 1
    if outcome.result is Result.LOSS:
        return "loss", Fraction(-1), 1
    if outcome.result is Result.TIE:
        return "tie", Fraction(0), 1
    paid = rules.blind_pays(outcome.mine)
    label = outcome.mine.words if paid else "win with a hand that pushes"
    return label, paid, 1


def base_lotteries(solution: Solution) -> dict[str, Lottery]:
    """The three wagers of the base game; their means add up to the game's."""
    ends = {"ante": ante_end, "play": play_end, "blind": blind_end}
    found = {}
    for name, end in ends.items():
        counts: Counter[End] = Counter()
        for outcome in solution.outcomes:
            counts[end(solution.rules, outcome)] += outcome.count
        lines = sorted(counts.items(), key=lambda entry: (-entry[0][1], entry[0][0]))
        found[name] = Lottery(
            tuple(LotteryLine(label, net, count, stake) for (label, net, stake), count in lines)
        )
    return found
