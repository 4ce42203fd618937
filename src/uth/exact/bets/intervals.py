"""Intervals of the mean net over many hands, from the exact distribution of one hand.

The distribution of a sum of n independent hands is the n-th power of a Fourier transform. It is
computed on a circle, and a Chernoff bound makes the circle so wide that all but `OUTSIDE` of the
probability on either side lies on it once. The rest is rounding, which `ERROR` bounds. Intervals
are chosen so that in spite of it no more than `TAIL` lies on either side; no normal law is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm

import numpy as np

from uth.exact.arrays import Array

TAIL = 0.025
"""The probability on either side of a 95 % interval."""
OUTSIDE = 1e-9
"""The most probability that the circle may leave out, on either side."""
MOST_HANDS = 1_000_000
ERROR = 1e-6
"""How exact a probability is, up to `MOST_HANDS`.

A transform of probabilities is off by less than 10⁻¹⁴ at any point (twenty rounds of sums that stay
below 1), its n-th power by n times that, and the sum of the first points of its inverse by that
times 1 + ln(width), so by less than 2 × 10⁻⁷; `OUTSIDE` comes twice.
"""
FINEST = 120
"""The finest lattice that is used; odds between its points are rounded outwards."""
EXPONENTS = np.geomspace(1e-9, 4.0, 400)
"""Where the Chernoff bound is tried."""

Nets = Mapping[Fraction, int]
"""Net per unit → number of deals."""


@dataclass(frozen=True)
class Interval:
    """Bounds of the mean net per hand; outside lies at most `TAIL` on either side."""

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class Lattice:
    """A distribution on whole multiples of a step: positions and probabilities."""

    step: Fraction
    at: Array
    chance: Array

    @classmethod
    def of(cls, nets: Nets, *, up: bool) -> Lattice:
        """The nets on a lattice; those between two points go to the upper or the lower one."""
        fine = lcm(*(net.denominator for net in nets))
        step = Fraction(1, fine if fine <= FINEST else FINEST)
        deals = sum(nets.values())
        counts: dict[int, int] = {}
        for net, count in nets.items():
            point = ceil(net / step) if up else floor(net / step)
            counts[point] = counts.get(point, 0) + count
        points = sorted(counts)
        chances = [float(Fraction(counts[point], deals)) for point in points]
        return cls(step, np.array(points, np.int64), np.array(chances))

    def reach(self, hands: int, *, up: bool) -> int:
        """A position that the sum exceeds with probability below `OUTSIDE`, by Chernoff."""
        at = self.at.astype(np.float64) * (1 if up else -1)
        spread = max(float(np.sqrt((self.chance * at**2).sum())), 1e-9)
        best = hands * float(at.max())
        for scaled in EXPONENTS:
            exponent = scaled / spread
            shift = exponent * at
            top = float(shift.max())
            logarithm = top + float(np.log((self.chance * np.exp(shift - top)).sum()))
            best = min(best, (hands * logarithm - np.log(OUTSIDE)) / exponent)
        return ceil(best) * (1 if up else -1)

    def quantiles(self, hands: int) -> tuple[int, int]:
        """The positions below and above which the sum lies with probability `TAIL` at most."""
        low, high = self.reach(hands, up=False), self.reach(hands, up=True)
        width = 1 << max(1, high - low + 1).bit_length()
        one = np.zeros(width)
        np.add.at(one, self.at % width, self.chance)
        summed = np.fft.irfft(np.fft.rfft(one) ** hands, width)
        below = np.cumsum(np.roll(summed, -low))
        first = int(np.searchsorted(below, TAIL - ERROR))
        last = int(np.searchsorted(below, 1 - TAIL + ERROR))
        return low + first, low + last


def interval(nets: Nets, hands: int) -> Interval:
    """The 95 % interval of the mean net per hand, over `hands` independent hands."""
    assert hands <= MOST_HANDS, "rounding is bounded up to a million hands"
    below, above = Lattice.of(nets, up=False), Lattice.of(nets, up=True)
    low, _ = below.quantiles(hands)
    _, high = above.quantiles(hands)
    return Interval(low * below.step / hands, high * above.step / hands)
