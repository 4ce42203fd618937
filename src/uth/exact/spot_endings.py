"""Advice before the flop, with any seen cards and any net of the outcome."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from math import comb

import numpy as np

from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.bets.spot_wagers import SpotWagers
from uth.exact.kernels import endings
from uth.exact.plain_advice import plain_advise
from uth.exact.progress import Report, no_report
from uth.exact.solver.boards import Boards
from uth.exact.solver.ending_nets import ENDINGS, FOLDED, ending_nets
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import LARGEST_SCALED, GameRules
from uth.exact.solver.outcomes import Action, Net, bets
from uth.exact.solver.solve import best_hands
from uth.exact.solver.spot import Advice, Spot
from uth.exact.solver.starting_hands import starting_hand_index
from uth.exact.solver.strategy import StartingHand
from uth.exact.solver.threads import thread_count

MOST_CACHED = 8
"""How many seats' starting hands are cached."""


def advise_wagers(wagers: SpotWagers, best: BestHands) -> Advice:
    """The value of each action in a spot, of the base game and the wagers that change play."""
    spot, net = wagers.spot, wagers.net
    assert net is not None
    if spot.board:
        return plain_advise(wagers.rules, spot=spot, net=net)
    if spot.dead or spot.dealer or wagers.fold_varies:
        return advise_preflop(wagers.rules, spot, net)
    return best.of(wagers)[starting_hand_index(*spot.hole)]


class BestHands:
    """The starting hands of seats whose wagers change play; the latest are cached."""

    def __init__(self, boards: Callable[[], Boards]) -> None:
        self._boards = boards
        self._latest: dict[Hashable, tuple[StartingHand, ...]] = {}

    def of(self, wagers: SpotWagers) -> tuple[StartingHand, ...]:
        """Each starting hand, as if it were on the pay line of the spot's own."""
        hands = self._latest.pop(wagers.key, None)
        if hands is None:
            assert wagers.net is not None
            hands = best_hands(self._boards(), wagers.rules, wagers.net)
        self._latest[wagers.key] = hands
        if len(self._latest) > MOST_CACHED:
            del self._latest[next(iter(self._latest))]
        return hands


def advise_preflop(rules: GameRules, spot: Spot, net: Net, progress: Report = no_report) -> Advice:
    """Evaluate every flop; a task takes all flops with the same highest card."""
    tables, nets = evaluator(), ending_nets(rules.multiples, net)
    if nets.largest > LARGEST_SCALED:
        raise Refusal("solve/odds_too_fine")
    seen = {card.index for card in spot.seen}
    free = np.array([card.index not in seen for card in DECK], np.bool_)
    left = len(DECK) - len(seen)

    def pays_of(multiples: Iterable[int]) -> Array:
        rows = [nets.by_multiple[multiple] for multiple in sorted(multiples, reverse=True)]
        return np.array(rows, np.int64).reshape(len(rows), -1, ENDINGS)

    pays = pays_of(rules.play), pays_of(rules.flop), pays_of((*rules.river, FOLDED))

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
