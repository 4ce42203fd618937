"""Advice before the flop with seen cards and a wager on the beaten hand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from math import comb

import numpy as np

from uth.core.cards import DECK
from uth.exact.arrays import Array
from uth.exact.kernels import endings
from uth.exact.progress import Report, no_report
from uth.exact.solver.ending_nets import ENDINGS, ending_nets
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import BeatenHandBet, GameRules
from uth.exact.solver.outcomes import Action, bets
from uth.exact.solver.spot import Advice, Spot
from uth.exact.solver.threads import thread_count


def advise_preflop(
    rules: GameRules, spot: Spot, bet: BeatenHandBet, progress: Report = no_report
) -> Advice:
    """Evaluate every flop; a task takes all flops with the same highest card."""
    tables, nets = evaluator(), ending_nets(rules, rules.multiples, bet)
    seen = {card.index for card in spot.seen}
    free = np.array([card.index not in seen for card in DECK], np.bool_)
    left = len(DECK) - len(seen)

    def pays_of(multiples: frozenset[int]) -> Array:
        rows = [nets.bets[action.multiple] for action in bets(multiples)]
        return np.array(rows, np.int64).reshape(len(rows), -1, ENDINGS)

    pays = pays_of(rules.play), pays_of(rules.flop), pays_of(rules.river), nets.fold

    def sum_flops(highest: int) -> list[int]:
        row = np.zeros(len(rules.play) + 1, np.int64)
        facts = (
            np.array([card.index for card in spot.hole], np.int64),
            free.copy(),
            np.array([card.index for card in spot.dealer], np.int64),
            (tables.offsets, tables.table, tables.flush),
            tables.category,
        )
        endings.ending_preflop(facts, highest, pays, row)
        sums: list[int] = row.tolist()
        return sums

    total, done = [0] * (len(rules.play) + 1), 0
    below = {card: int(free[:card].sum()) for card in range(len(DECK)) if free[card]}
    with ThreadPoolExecutor(thread_count()) as pool:
        futures = {pool.submit(sum_flops, highest): highest for highest in reversed(below)}
        for future in as_completed(futures):
            total = [a + b for a, b in zip(total, future.result(), strict=True)]
            done += comb(below[futures[future]], 2)
            progress(done, comb(left, 3))
    dealers = comb(left - 5, 2 - len(spot.dealer))
    unit = comb(left, 3) * comb(left - 3, 2) * dealers * nets.scale
    actions = (*bets(rules.play), Action.CHECK)
    return Advice(
        {action: Fraction(value, unit) for action, value in zip(actions, total, strict=True)}
    )
