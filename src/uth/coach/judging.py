"""Judging settled hands by the solved game: what each choice gave away."""

from __future__ import annotations

from fractions import Fraction

from uth.coach.decisions import Decision, PlayedHand
from uth.coach.sheet import Judged, Verdict
from uth.core.cards import parse_cards
from uth.exact.advising import Advice, Spot, advise
from uth.exact.house_bets import house_bets
from uth.exact.outcomes import Action
from uth.exact.solution import Solution
from uth.exact.starting import start_of
from uth.rulebook.model import Rulebook


class Judge:
    """Knows a house and its solution. The Progressive is taken with its meter at the seed."""

    def __init__(self, rules: Rulebook, solution: Solution) -> None:
        self._solution = solution
        self._means = {bet.name: bet.lottery.mean for bet in house_bets(rules, solution)}

    def hand(self, played: PlayedHand) -> Judged:
        worth = self._solution.ev * played.ante + sum(
            (self._means[wager] * stake for wager, stake in played.wagers.items()
             if wager in self._means),
            Fraction(0),
        )  # fmt: skip
        return Judged(str(worth), tuple(map(self._verdict, played.decisions)))

    def _verdict(self, decision: Decision) -> Verdict:
        advice = self._advice(decision)
        cost = advice.costs.get(Action(decision.action), Fraction(0))
        return Verdict(advice.best.value, str(cost))

    def _advice(self, decision: Decision) -> Advice:
        hole = parse_cards(decision.cards)
        if not decision.board:
            return Advice(self._solution.hands[start_of(*hole)].values)
        return advise(self._solution.rules, spot=Spot(hole, parse_cards(decision.board)))
