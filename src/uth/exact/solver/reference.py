"""The plain twin of `solve`: slower by far, simple enough to be believed at sight."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.reference import canonical_boards, even_out, plain_pass
from uth.exact.kernels.strength import rank_sets
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.passes import whole_pays

if TYPE_CHECKING:
    from uth.exact.solver.boards import Array
    from uth.exact.solver.game_rules import GameRules


def reference_solve(rules: GameRules = STANDARD) -> tuple[Fraction, Array]:
    """The value of the game, and what the best bet gains for every raw flop and holding.

    Sums per holding are over canonical boards, so only their total over all holdings that are
    alike but for suits has a meaning; the value is taken over those.
    """
    pays = whole_pays(rules)
    boards = canonical_boards()
    rivers = np.array(sorted(rules.river), np.int64)
    gains: Array | None = None
    for multiple in sorted(rules.flop):
        uneven, totals = plain_pass(boards, pays.vector, rank_sets(), multiple, rivers)
        found = even_out(uneven)
        gains = found if gains is None else np.maximum(gains, found, out=found)
    assert gains is not None, "a street has at least one multiple"
    value = 0
    alike: dict[tuple[int, int, bool], list[int]] = {}
    for d in range(52):
        for c in range(d):
            key = (c >> 2, d >> 2, c & 3 == d & 3)
            alike.setdefault(key, []).append(d * (d - 1) // 2 + c)
    for holdings in alike.values():
        play, once, river = (
            10 * sum(int(totals[channel, h]) for h in holdings) for channel in range(3)
        )
        check = river + sum(
            sum(gain for gain in gains[:, h].tolist() if gain > 0) for h in holdings
        )
        value += max(check, *(once + (multiple - 1) * play for multiple in rules.play))
    return Fraction(value, 1326 * 19600 * 1081 * 990 * pays.scale), gains
