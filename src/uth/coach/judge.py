"""Judges settled rounds by the solved game: what each decision cost."""

from __future__ import annotations

from fractions import Fraction

from uth.coach.decisions import Decision, PlayedRound
from uth.coach.sheet import JudgedRound, Verdict
from uth.core.cards import parse_cards
from uth.core.money import Cents
from uth.exact.advice import Advice, Spot, advise, counting_beaten_hand
from uth.exact.bets.house_bets import house_bets
from uth.exact.solver.house_game import beaten_hand_bet, beaten_hand_wager
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solution import Solution
from uth.exact.solver.starting_hands import starting_hand_index
from uth.rulebook.model import Rulebook
from uth.table.wagers import within_ceiling


class Judge:
    """Judges rounds at a house. The Progressive is valued with its meter at the seed.

    A wager on the beaten hand is counted on the river, where a fold loses it, and not before.
    """

    def __init__(self, rules: Rulebook, solution: Solution) -> None:
        self._rules = rules
        self._solution = solution
        self._means = {bet.name: bet.returns.mean for bet in house_bets(rules, solution)}

    def judge_round(self, played: PlayedRound) -> JudgedRound:
        """Judge each decision, and value the wagers under optimal play."""
        worth = self._solution.ev * played.ante
        for wager, stake in played.wagers.items():
            worth += self._means.get(wager, 0) * stake
        verdicts = []
        for decision in played.decisions:
            plain = self._advice(decision, played.ante)
            advice = self._counting(plain, decision, played)
            cost = advice.costs.get(Action(decision.action), Fraction(0))
            verdicts.append(Verdict(advice.best.value, str(cost)))
            worth += advice.costs[plain.best] * played.ante
        return JudgedRound(str(worth), tuple(verdicts))

    def _advice(self, decision: Decision, ante: Cents) -> Advice:
        """The value of every action that was open at this Ante (Q-28)."""
        hole = parse_cards(decision.cards)
        if not decision.board:
            known: Advice = self._solution.hands[starting_hand_index(*hole)]
        else:
            known = advise(self._solution.rules, spot=_spot(decision))
        values = known.values.items()
        rules = self._rules
        return Advice({act: ev for act, ev in values if within_ceiling(rules, act.multiple * ante)})

    def _counting(self, plain: Advice, decision: Decision, played: PlayedRound) -> Advice:
        wager = beaten_hand_wager(self._rules)
        stake = played.wagers.get(wager, 0)
        if not stake or decision.street != "river":
            return plain
        bet = beaten_hand_bet(self._rules, wager, Fraction(stake, played.ante))
        return counting_beaten_hand(plain, bet, _spot(decision))


def _spot(decision: Decision) -> Spot:
    return Spot(parse_cards(decision.cards), parse_cards(decision.board))
