"""`advise`: the exact value of every legal action in a spot, with any dead and known cards."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from math import comb

import numpy as np

from uth.core.cards import DECK, Card
from uth.exact.arrays import Array
from uth.exact.kernels import spots
from uth.exact.kernels.dealer_counts import OUTCOMES
from uth.exact.progress import Report, no_report
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import STANDARD, GameRules
from uth.exact.solver.outcomes import Action, bets
from uth.exact.solver.pays import ScaledPays, spot_pays
from uth.exact.solver.spot import Advice as Advice
from uth.exact.solver.spot import Spot as Spot
from uth.exact.solver.threads import thread_count


def indices(cards: tuple[Card, ...]) -> Array:
    return np.array([card.index for card in cards], np.int64)


class SpotSolver:
    """A spot prepared for the kernels."""

    def __init__(self, rules: GameRules, spot: Spot) -> None:
        tables = evaluator()
        self.rules = rules
        self.pays: ScaledPays = spot_pays(rules)
        self.board: Array = indices(spot.board)
        seen = {card.index for card in spot.seen}
        self.free: Array = np.array([card.index not in seen for card in DECK], np.bool_)
        self.facts: spots.SpotFacts = (
            indices(spot.hole),
            self.free,
            indices(spot.dealer),
            int(np.searchsorted(tables.strengths, 1 << 20)),
            (tables.offsets, tables.table, tables.flush),
            tables.category,
        )
        self.left: int = 52 - len(seen)
        self.dealer_left: int = 2 - len(spot.dealer)

    def unit(self, to_come: int) -> int:
        """The denominator of a value: ways to complete the board × dealer holdings × scale."""
        dealers = comb(self.left - to_come, self.dealer_left)
        if to_come == 5:
            return comb(self.left, 3) * comb(self.left - 3, 2) * dealers * self.pays.scale
        return comb(self.left, to_come) * dealers * self.pays.scale

    def run_river(self) -> Array:
        """The value channels on a full board."""
        counts, row = np.zeros(OUTCOMES, np.int64), np.zeros(self.pays.channels, np.int64)
        strength = spots.river_counts(self.facts, self.board, counts)
        spots.value_river(counts, self.facts[5][strength], self.pays.arrays, row)
        return row

    def run_flop(self) -> Array:
        """The value channels, summed over every turn and river."""
        row = np.zeros(self.pays.channels, np.int64)
        spots.flop_values(self.facts, self.board, self.pays.arrays, row)
        return row

    def bets(
        self, multiples: frozenset[int], totals: list[int], to_come: int
    ) -> dict[Action, Fraction]:
        """The value of each bet of a street."""
        unit = self.unit(to_come)
        return {
            bet: Fraction(self.pays.bet_total(bet.multiple, totals), unit)
            for bet in bets(multiples)
        }

    def river(self) -> dict[Action, Fraction]:
        totals = self.run_river().tolist()
        return {**self.bets(self.rules.river, totals, 0), Action.FOLD: Fraction(-2)}

    def flop(self) -> dict[Action, Fraction]:
        totals = self.run_flop().tolist()
        check = Fraction(totals[-1], self.unit(2))
        return {**self.bets(self.rules.flop, totals, 2), Action.CHECK: check}

    def preflop(self, progress: Report) -> dict[Action, Fraction]:
        """Evaluate every flop; a task takes all flops with the same highest card."""
        total = [0] * self.pays.channels

        def sum_flops(highest: int) -> list[int]:
            row = np.zeros(self.pays.channels, np.int64)
            facts = (self.facts[0], self.free.copy(), *self.facts[2:])
            spots.preflop_values(facts, highest, self.pays.arrays, row)
            sums: list[int] = row.tolist()
            return sums

        done, flops = 0, comb(self.left, 3)
        below = {card: int(self.free[:card].sum()) for card in range(52) if self.free[card]}
        with ThreadPoolExecutor(thread_count()) as pool:
            futures = {pool.submit(sum_flops, highest): highest for highest in reversed(below)}
            for future in as_completed(futures):
                total = [a + b for a, b in zip(total, future.result(), strict=True)]
                done += comb(below[futures[future]], 2)
                progress(done, flops)
        check = Fraction(total[-1], self.unit(5))
        return {**self.bets(self.rules.play, total, 5), Action.CHECK: check}


def advise(
    rules: GameRules = STANDARD,
    *,
    spot: Spot,
    progress: Report = no_report,
) -> Advice:
    """The value of each legal action; before the flop, progress is reported in flops."""
    solver = SpotSolver(rules, spot)
    if not spot.board:
        return Advice(solver.preflop(progress))
    return Advice(solver.flop() if len(spot.board) == 3 else solver.river())
