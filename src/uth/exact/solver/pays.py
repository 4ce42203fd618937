"""Pay tables scaled to integers, as the kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.kernels import values
from uth.exact.solver.game_rules import BLIND_CATEGORIES, LARGEST_SCALED, BeatenHandBet, GameRules


@dataclass(frozen=True)
class ScaledPays:
    """Pay tables × scale; the layout of the vector is in `uth.exact.kernels.values`."""

    scale: int
    vector: Array

    @property
    def flop_bets(self) -> int:
        """How many flop bets can be best: the largest and, if it differs, the smallest."""
        return 1 + int(self.vector[values.FLOP_MOST] != self.vector[values.FLOP_LEAST])

    @property
    def river_bets(self) -> int:
        return 1 + int(self.vector[values.RIVER_MOST] != self.vector[values.RIVER_LEAST])


def scaled_pays(rules: GameRules, beaten_hand: BeatenHandBet | None = None) -> ScaledPays:
    """The pays of the base game and, if given, a wager on the beaten hand: play counts both."""
    pays = beaten_hand_pays(beaten_hand, rules.scale) if beaten_hand else empty_pays(rules.scale)
    beat = int(pays.vector[values.BEAT :].max())
    if pays.scale * (max(rules.blind) + rules.stake_margin) + beat > LARGEST_SCALED:
        raise Refusal("solve/odds_too_fine")
    pays.vector[values.SCALE] = pays.scale
    pays.vector[values.QUALIFY] = rules.qualify
    for at, multiples in ((values.FLOP_MOST, rules.flop), (values.RIVER_MOST, rules.river)):
        pays.vector[at : at + 2] = max(multiples) - 1, min(multiples) - 1
    for category, odds in zip(BLIND_CATEGORIES, rules.blind, strict=True):
        capped = rules.capped(category)
        pays.vector[values.CAPPED + category.value] = pays.scale if capped else 0
        pays.vector[values.BLIND + category.value] = int((capped or odds) * pays.scale)
    return pays


def empty_pays(scale: int) -> ScaledPays:
    """Pays of no wager."""
    return ScaledPays(scale, np.zeros(values.PAYS, np.int64))


def hand_pays(
    nets: Sequence[Fraction], first: int = values.HAND_PAYS, scale: int = 1
) -> ScaledPays:
    """The pays of a wager by the category of one hand: the player's own, folded or not."""
    pays = empty_pays(lcm(scale, *(net.denominator for net in nets)))
    for at, net in enumerate(nets, first):
        pays.vector[at] = int(net * pays.scale)
    return pays


def beaten_hand_pays(bet: BeatenHandBet, scale: int = 1) -> ScaledPays:
    """The pays of a wager by the beaten hand."""
    nets = [bet.stake * net for net in bet.nets]
    pays = hand_pays(nets, values.BEAT, lcm(scale, bet.stake.denominator))
    pays.vector[values.BEAT_STAKE] = int(bet.stake * pays.scale)
    return pays
