"""Judges settled rounds by the solved game: what each decision cost."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from uth.coach.decisions import Decision, PlayedRound
from uth.coach.sheet import JudgedRound, Verdict
from uth.core.cards import parse_cards
from uth.exact.advice import Advice, Spot, advise
from uth.exact.bets.house_bets import house_bets
from uth.exact.bets.spot_wagers import SeatStakes, SpotWagers
from uth.exact.solver.ante_game import game_at
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solution import Solution
from uth.exact.solver.starting_hands import starting_hand_index
from uth.exact.spot_endings import BestHands, advise_wagers
from uth.rulebook.model import Rulebook
from uth.table.settling.table_settlement import rules_in_force


class Judge:
    """Judges rounds at a house. The Progressive is valued with its meter at the seed.

    Wagers that change the best play, because a fold loses them or a maximum counts them, count in
    every decision.
    """

    def __init__(
        self, rules: Rulebook, solve: Callable[[GameRules], Solution], best: BestHands
    ) -> None:
        self._rules = rules
        self._solve = solve
        self._best = best

    def judge_round(self, played: PlayedRound) -> JudgedRound:
        """Judge each decision, and value the wagers under optimal play at the round's Ante."""
        rules = rules_in_force(self._rules, played.posted_maximum)
        solution = self._solve(game_at(rules, played.ante))
        worth = solution.ev * played.ante
        means = {bet.name: bet.returns.mean for bet in house_bets(rules, solution)}
        for wager, stake in played.wagers.items():
            worth += means.get(wager, 0) * stake
        verdicts = []
        for decision in played.decisions:
            plain = _advice(decision, solution)
            seat = SeatStakes(rules, played.wagers, rules.progressive.seed)
            advice = self._counting(plain, SpotWagers(seat, _spot(decision)))
            cost = advice.costs.get(Action(decision.action), Fraction(0))
            verdicts.append(Verdict(advice.best.value, str(cost)))
            worth += advice.costs[plain.best] * played.ante
        return JudgedRound(str(worth), tuple(verdicts))

    def _counting(self, plain: Advice, wagers: SpotWagers) -> Advice:
        return advise_wagers(wagers, self._best) if wagers.changing else plain


def _advice(decision: Decision, solution: Solution) -> Advice:
    if not decision.board:
        return solution.hands[starting_hand_index(*parse_cards(decision.cards))]
    return advise(solution.rules, spot=_spot(decision))


def _spot(decision: Decision) -> Spot:
    return Spot(parse_cards(decision.cards), parse_cards(decision.board))
