"""The return tables of Ante, Play and Blind under optimal play, per Ante."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from uth.core.hands import Category
from uth.core.texts import text
from uth.exact.bets.return_table import ReturnLine, ReturnTable, hand_label
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import Action, Outcome, Result
from uth.exact.solver.solution import Solution

WagerEnd = tuple[str, Fraction, int]
"""A label, the net and the stake, in antes."""


def ante_end(rules: GameRules, outcome: Outcome) -> WagerEnd:
    """The Ante pushes if the dealer does not qualify, unless the player has folded."""
    if outcome.action is Action.FOLD:
        return text("return.fold"), Fraction(-1), 1
    if outcome.result is Result.TIE:
        return text("return.tie"), Fraction(0), 1
    if rules.qualify and outcome.theirs is Category.HIGH_CARD:
        return text("return.unqualified"), Fraction(0), 1
    won = outcome.result is Result.WIN
    return text(f"return.{outcome.result.value}"), Fraction(1 if won else -1), 1


def play_end(_: GameRules, outcome: Outcome) -> WagerEnd:
    """Play, labeled by its multiple."""
    if outcome.action is Action.FOLD:
        return text("return.no_play"), Fraction(0), 0
    sign = {Result.WIN: 1, Result.TIE: 0, Result.LOSS: -1}[outcome.result]
    label = f"{outcome.action.value}, {text(f'return.{outcome.result.value}')}"
    return label, Fraction(sign * outcome.action.multiple), outcome.action.multiple


def blind_end(rules: GameRules, outcome: Outcome) -> WagerEnd:
    if outcome.action is Action.FOLD:
        return text("return.fold"), Fraction(-1), 1
    if outcome.result is Result.LOSS:
        return text("return.loss"), Fraction(-1), 1
    if outcome.result is Result.TIE:
        return text("return.tie"), Fraction(0), 1
    paid = rules.blind_pays(outcome.mine)
    label = hand_label(outcome.mine) if paid else text("return.pushing_hand")
    return label, paid, 1


def base_returns(solution: Solution) -> dict[str, ReturnTable]:
    """The return tables of the three base wagers; their means add up to the game's."""
    ends = {"ante": ante_end, "play": play_end, "blind": blind_end}
    tables = {}
    for name, end in ends.items():
        counts: Counter[WagerEnd] = Counter()
        for outcome in solution.outcomes:
            counts[end(solution.rules, outcome)] += outcome.count
        lines = sorted(counts.items(), key=lambda entry: (-entry[0][1], entry[0][0]))
        tables[name] = ReturnTable(
            tuple(ReturnLine(label, net, count, stake) for (label, net, stake), count in lines)
        )
    return tables
