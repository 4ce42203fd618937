"""Pay tables scaled to integers, as the kernels read them."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.kernels import values
from uth.exact.kernels.wins_and_ties import CATEGORIES
from uth.exact.solver.game_rules import BLIND_CATEGORIES, LARGEST_SCALED

if TYPE_CHECKING:
    from fractions import Fraction

    from uth.core.hands import Category
    from uth.exact.arrays import Array
    from uth.exact.solver.game_rules import BadBeat, GameRules


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


def scaled_pays(rules: GameRules, bad_beat: BadBeat | None = None) -> ScaledPays:
    """The pays of the base game and, if given, a Bad Beat, so that play counts both."""
    pays = bad_beat_pays(bad_beat, rules.scale) if bad_beat else empty_pays(rules.scale)
    beat = int(pays.vector[values.BEAT :].max())
    if pays.scale * (max(rules.blind) + rules.stake_margin) + beat > LARGEST_SCALED:
        raise Refusal(
            "solve/odds_too_fine",
            "these odds take more than 64 bits to count; use smaller numbers or denominators",
        )
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


def bad_beat_pays(bad_beat: BadBeat, scale: int = 1) -> ScaledPays:
    """The pays of a Bad Beat alone."""
    stakes = [bad_beat.stake, *(bad_beat.stake * odds for _, odds in bad_beat.odds)]
    pays = empty_pays(lcm(scale, *(stake.denominator for stake in stakes)))
    stake = int(bad_beat.stake * pays.scale)
    pays.vector[values.BEAT_STAKE] = stake
    pays.vector[values.BEAT : values.BEAT + CATEGORIES] = -stake
    for category, odds in bad_beat.odds:
        pays.vector[values.BEAT + category.value] = int(bad_beat.stake * odds * pays.scale)
    return pays


def hand_pays(nets: dict[Category, Fraction]) -> ScaledPays:
    """The pays of a wager on the player's hand alone, folded or not: Trips."""
    pays = empty_pays(lcm(*(net.denominator for net in nets.values())))
    for category, net in nets.items():
        pays.vector[values.HAND_PAYS + category.value] = int(net * pays.scale)
    return pays
