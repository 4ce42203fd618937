"""The plain twin of `solve`: slower by far, simple enough to be believed at sight."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from uth.exact.kernels.plain import canonical_boards, even_out, plain_pass
from uth.exact.kernels.strength import rank_sets
from uth.exact.passes import whole_pays
from uth.exact.rules import STANDARD

if TYPE_CHECKING:
    from uth.exact.boards import Array
    from uth.exact.rules import GameRules


def plain_solve(rules: GameRules = STANDARD) -> tuple[Fraction, Array]:
    """The value of the game, and what 2x gains for every raw flop and holding.

    Sums per holding are over canonical boards, so only their total over all holdings that are
    alike but for suits has a meaning; the value is taken over those.
    """
    pays = whole_pays(rules)
    boards = canonical_boards()
    uneven, totals = plain_pass(boards, pays.vector, rank_sets())
    gains = even_out(uneven)
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
        value += max(once + (rules.raise_by - 1) * play, check)
    return Fraction(value, 1326 * 19600 * 1081 * 990 * pays.scale), gains
