"""The return tables of Ante, Play and Blind under optimal play, per Ante."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

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
    if rules.pushes_ante(outcome.theirs):
        return text("return.unqualified"), Fraction(0), 1
    won = outcome.result is Result.WIN
    net = _paid(rules, outcome, "ante") if won else Fraction(-1)
    return text(f"return.{outcome.result.value}"), net, 1


def _paid(rules: GameRules, outcome: Outcome, wager: str) -> Fraction:
    """What a winning wager is paid within the cap."""
    ante = not rules.pushes_ante(outcome.theirs)
    return rules.paid(outcome.mine, outcome.action.multiple, ante=ante)[wager]


def play_end(rules: GameRules, outcome: Outcome) -> WagerEnd:
    """Play, labeled by its multiple."""
    if outcome.action is Action.FOLD:
        return text("return.no_play"), Fraction(0), 0
    multiple = outcome.action.multiple
    label = f"{outcome.action.value}, {text(f'return.{outcome.result.value}')}"
    if outcome.result is Result.WIN:
        return label, _paid(rules, outcome, "play"), multiple
    return label, Fraction(-multiple if outcome.result is Result.LOSS else 0), multiple


def blind_end(rules: GameRules, outcome: Outcome) -> WagerEnd:
    if outcome.action is Action.FOLD:
        return text("return.fold"), Fraction(-1), 1
    if outcome.result is Result.LOSS:
        return text("return.loss"), Fraction(-1), 1
    if outcome.result is Result.TIE:
        return text("return.tie"), Fraction(0), 1
    pays = rules.blind_pays(outcome.mine)
    label = hand_label(outcome.mine) if pays else text("return.pushing_hand")
    return label, _paid(rules, outcome, "blind"), 1


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
