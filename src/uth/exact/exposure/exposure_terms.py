"""The terms of a game as the kernels of exposed cards read them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from uth.core.hands import CATEGORIES
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.exposure.seen_cards import Seen
from uth.exact.kernels.exposure.known_dealers import TERMS
from uth.exact.solver.game_rules import GameRules

DEALERS = (990, 45, 1)
"""How many dealer holdings a player meets who knows none, one or two of the dealer's cards."""
LATER_CARDS = 1081
LARGEST_ODDS = 1 << 16
"""The largest scale × antes for which the sums over all deals fit into 64 bits."""


@dataclass(frozen=True)
class Terms:
    """What the kernels need of a game, and numbers wide enough for its sums over a flop."""

    rules: GameRules
    array: Array
    dtype: type[np.int32] | type[np.int64]
    late: int = 0
    """How many of the dealer's cards become known before the river decision alone."""

    @property
    def raised(self) -> int:
        return max(self.rules.play)


def game_terms(rules: GameRules, seen: Seen) -> Terms:
    """The terms of a game without caps, with one bet on the flop and one on the river."""
    smallest = min(rules.flop | rules.river, default=0)
    if not rules.linear or not rules.play or len(rules.flop) != 1 or len(rules.river) != 1:
        raise Refusal("exposure/game")
    if smallest > min(rules.play):
        raise Refusal("exposure/raises", where="--play")
    largest = rules.scale * (max(rules.blind) + rules.stake_margin)
    if largest > LARGEST_ODDS:
        raise Refusal("exposure/odds", where="--blind")
    array = np.zeros(TERMS, np.int64)
    blind = [int(rules.blind_pays(category) * rules.scale) for category in CATEGORIES]
    (flop,), (river,) = rules.flop, rules.river
    array[:] = [rules.scale, rules.qualify, max(rules.play), flop, river, *blind]
    wide = LATER_CARDS * DEALERS[seen.known] * seen.times_counted * largest >= 1 << 31
    return Terms(rules, array, np.int64 if wide else np.int32, seen.late)
