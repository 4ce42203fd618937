"""Risk of ruin, the chance of being ahead, and the bankroll that a risk needs.

A bankroll is ruined when it is lost, all of it or more: a round that has begun is played to its
end. The chance of being ahead is the distribution of a round folded with itself by a Fourier
transform; ruin within some rounds goes backward, round by round; ruin at any time comes from the
root of the exponential equation E[exp(−θX)] = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt

import numpy as np

from uth.exact.arrays import Array
from uth.exact.simulation.round_distribution import RoundDistribution

DEVIATIONS = 9
"""How many standard deviations of all rounds the largest bankroll and sum are away."""
JUMPS = 8
"""The largest results that may come together in the sums."""
MOST_BINS = 1 << 24
MOST_HANDS = 100_000


@dataclass(frozen=True)
class Ahead:
    """The chances after some rounds."""

    ahead: float
    even: float

    @property
    def behind(self) -> float:
        return 1.0 - self.ahead - self.even


def chances(of: RoundDistribution, rounds: int) -> Ahead:
    """The chance of being ahead and of being even after so many rounds."""
    steps, often = of.steps
    spread = of.moments.deviation / of.unit * sqrt(rounds)
    drift = abs(float(of.moments.mean)) / of.unit * rounds
    reach = DEVIATIONS * spread + drift + JUMPS * max(abs(int(steps[0])), abs(int(steps[-1])))
    bins = 1 << max(4, int(np.ceil(np.log2(2 * reach + 2))))
    bins = min(bins, MOST_BINS)
    start = np.zeros(bins)
    np.add.at(start, steps % bins, often)
    sums = np.fft.irfft(np.fft.rfft(start) ** rounds, bins)
    return Ahead(float(sums[1 : bins // 2].sum()), float(sums[0]))


def ruin_curve(of: RoundDistribution, rounds: int, bankroll: int = 0) -> Array:
    """The risk of ruin within so many rounds, by the bankroll in units from 0 on.

    The curve reaches a bankroll in cents, and as far as any risk is left.
    """
    steps, often = of.steps
    spread = of.moments.deviation / of.unit * sqrt(rounds)
    drift = max(0.0, -float(of.moments.mean)) / of.unit * rounds
    size = int(max(bankroll / of.unit, DEVIATIONS * spread + drift)) + 2
    low, high = -int(min(0, steps[0])), int(max(0, steps[-1]))
    risk = np.zeros(low + size + high)
    risk[: low + 1] = 1.0
    for _ in range(rounds):
        after = np.zeros(size)
        for step, chance in zip(steps.tolist(), often.tolist(), strict=True):
            after += chance * risk[low + step : low + step + size]
        risk[low + 1 : low + size] = after[1:]
    return risk[low : low + size]


def adjustment(of: RoundDistribution) -> float:
    """The root θ > 0 of E[exp(−θX)] = 1, per unit; 0 without a root: ruin is certain."""
    steps, often = of.steps
    if of.moments.mean <= 0:
        return 0.0
    if steps[0] >= 0:
        return inf

    def excess(theta: float) -> float:
        with np.errstate(over="ignore"):
            return float((often * np.expm1(-theta * steps)).sum())

    high = 1e-9
    while excess(high) < 0:
        high *= 2
    low = high / 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return (low + high) / 2


def ever_ruined(of: RoundDistribution, bankroll: int) -> float:
    """At most this risk of ruin at any time, by the exponential equation; 1 is certain."""
    return exp(-adjustment(of) * bankroll / of.unit)


def bankroll_ever(of: RoundDistribution, risk: float) -> float | None:
    """The bankroll in cents that bounds the risk of ruin at any time; None if none does."""
    theta = adjustment(of)
    return log(1 / risk) / theta * of.unit if theta else None


def bankroll_within(of: RoundDistribution, curve: Array, risk: float) -> int:
    """The least bankroll in cents whose risk of ruin on a curve is at most this."""
    return int(np.argmax(curve <= risk)) * of.unit
