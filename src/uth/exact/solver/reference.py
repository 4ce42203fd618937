"""The reference implementation of `solve`: slow, and simple enough to check by reading."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.reference import average_over_suits, canonical_boards, reference_pass
from uth.exact.kernels.strength import strength_tables
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.pays import scaled_pays

if TYPE_CHECKING:
    from uth.exact.arrays import Array
    from uth.exact.solver.game_rules import GameRules


def reference_solve(rules: GameRules = STANDARD) -> tuple[Fraction, Array]:
    """The value of the game, and the gain of the best bet for every flop and holding.

    Sums per holding are over canonical boards, so only the totals over all holdings that differ
    in suits alone are meaningful. The value is computed from these totals.
    """
    pays = scaled_pays(rules)
    boards = canonical_boards()
    rivers = np.array(sorted(rules.river), np.int64)
    gains: Array | None = None
    for multiple in sorted(rules.flop):
        uneven, totals = reference_pass(boards, pays.vector, strength_tables(), multiple, rivers)
        bet_gains = average_over_suits(uneven)
        gains = bet_gains if gains is None else np.maximum(gains, bet_gains, out=bet_gains)
    assert gains is not None, "a street has at least one multiple"
    value = 0
    alike: dict[tuple[int, int, bool], list[int]] = {}
    for d in range(52):
        for c in range(d):
            key = (c >> 2, d >> 2, c & 3 == d & 3)
            alike.setdefault(key, []).append(d * (d - 1) // 2 + c)
    for holdings in alike.values():
        play, one_ante, river = (
            10 * sum(int(totals[channel, h]) for h in holdings) for channel in range(3)
        )
        check = river + sum(
            sum(gain for gain in gains[:, h].tolist() if gain > 0) for h in holdings
        )
        value += max(check, *(one_ante + (multiple - 1) * play for multiple in rules.play))
    return Fraction(value, 1326 * 19600 * 1081 * 990 * pays.scale), gains
