"""Judges settled rounds by the solved game: what each decision cost."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from uth.coach.decisions import Decision, PlayedRound
from uth.coach.sheet import JudgedRound, Verdict
from uth.core.cards import parse_cards
from uth.exact.advice import Advice, Spot, advise, counting_beaten_hand
from uth.exact.bets.house_bets import house_bets
from uth.exact.solver.ante_game import game_at
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.house_game import beaten_hand_bet, beaten_hand_wager
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solution import Solution
from uth.exact.solver.starting_hands import starting_hand_index
from uth.rulebook.model import Rulebook


class Judge:
    """Judges rounds at a house. The Progressive is valued with its meter at the seed.

    A wager on the beaten hand is counted on the river, where a fold loses it, and not before.
    """

    def __init__(self, rules: Rulebook, solve: Callable[[GameRules], Solution]) -> None:
        self._rules = rules
        self._solve = solve

    def judge_round(self, played: PlayedRound) -> JudgedRound:
        """Judge each decision, and value the wagers under optimal play at the round's Ante."""
        solution = self._solve(game_at(self._rules, played.ante))
        worth = solution.ev * played.ante
        means = {bet.name: bet.returns.mean for bet in house_bets(self._rules, solution)}
        for wager, stake in played.wagers.items():
            worth += means.get(wager, 0) * stake
        verdicts = []
        for decision in played.decisions:
            plain = _advice(decision, solution)
            advice = self._counting(plain, decision, played)
            cost = advice.costs.get(Action(decision.action), Fraction(0))
            verdicts.append(Verdict(advice.best.value, str(cost)))
            worth += advice.costs[plain.best] * played.ante
        return JudgedRound(str(worth), tuple(verdicts))

    def _counting(self, plain: Advice, decision: Decision, played: PlayedRound) -> Advice:
        wager = beaten_hand_wager(self._rules)
        stake = played.wagers.get(wager, 0)
        if not stake or decision.street != "river":
            return plain
        bet = beaten_hand_bet(self._rules, wager, Fraction(stake, played.ante))
        return counting_beaten_hand(plain, bet, _spot(decision))


def _advice(decision: Decision, solution: Solution) -> Advice:
    if not decision.board:
        return solution.hands[starting_hand_index(*parse_cards(decision.cards))]
    return advise(solution.rules, spot=_spot(decision))


def _spot(decision: Decision) -> Spot:
    return Spot(parse_cards(decision.cards), parse_cards(decision.board))
