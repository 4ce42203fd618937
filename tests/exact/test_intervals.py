"""Intervals compared with exact convolution in fractions."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from uth.exact.bets.house_bets import house_bets
from uth.exact.bets.intervals import ERROR, TAIL, Lattice, interval
from uth.rulebook.store import load_house

if TYPE_CHECKING:
    from uth.exact.bets.intervals import Nets
    from uth.exact.solver.solution import Solution

SKEWED = {Fraction(-1): 9_700, Fraction(9): 250, Fraction(500): 49, Fraction(10_000): 1}
GAMES: dict[str, Nets] = {
    "skewed": SKEWED,
    "halves": {Fraction(-6): 1, Fraction(3, 2): 2, Fraction(1): 3, Fraction(-2): 4},
    "certain": {Fraction(1, 3): 5},
    "fine": {Fraction(-1): 3, Fraction(1, 127): 2, Fraction(22, 7): 1},
}


def convolved(nets: Nets, hands: int) -> dict[Fraction, Fraction]:
    """The exact distribution of the sum of so many hands."""
    deals, total = sum(nets.values()), {Fraction(0): Fraction(1)}
    for _ in range(hands):
        following: dict[Fraction, Fraction] = defaultdict(Fraction)
        for so_far, chance in total.items():
            for net, count in nets.items():
                following[so_far + net] += chance * Fraction(count, deals)
        total = following
    return total


@pytest.mark.parametrize("hands", [1, 2, 7, 14])
@pytest.mark.parametrize("game", GAMES)
def test_intervals_are_quantiles_of_the_exact_distribution(game: str, hands: int) -> None:
    """No more than 2.5 % on either side; one step further in, that would not be certain."""
    nets = GAMES[game]
    chances, bounds = convolved(nets, hands), interval(nets, hands)
    tail, error = Fraction(TAIL), Fraction(ERROR)
    assert sum(p for net, p in chances.items() if net < bounds.low * hands) <= tail
    assert sum(p for net, p in chances.items() if net > bounds.high * hands) <= tail
    if game != "fine":
        assert sum(p for net, p in chances.items() if net <= bounds.low * hands) > tail - 2 * error
        assert sum(p for net, p in chances.items() if net >= bounds.high * hands) > tail - 2 * error


def test_odds_between_lattice_points_are_rounded_outwards() -> None:
    nets = {Fraction(1, 127): 1, Fraction(-1, 127): 1}
    low, high = Lattice.of(nets, up=False), Lattice.of(nets, up=True)
    assert (low.at.tolist(), high.at.tolist()) == ([-1, 0], [0, 1])
    assert interval(nets, 4).low <= -Fraction(4, 127) / 4
    assert interval(nets, 4).high >= Fraction(4, 127) / 4


def test_the_circle_holds_all_but_a_billionth() -> None:
    """The Chernoff bound, against the exact tails of a skewed wager."""
    lattice, hands = Lattice.of(SKEWED, up=True), 6
    chances = convolved(SKEWED, hands)
    low, high = lattice.reach(hands, up=False), lattice.reach(hands, up=True)
    assert sum(chance for net, chance in chances.items() if net > high) <= Fraction(1, 10**9)
    assert sum(chance for net, chance in chances.items() if net < low) <= Fraction(1, 10**9)


def test_a_million_hands_are_near_the_mean(standard: Solution) -> None:
    """The law of large numbers, for wagers that are skewed the most."""
    for bet in house_bets(load_house("hollywood-pa"), standard):
        nets: Counter[Fraction] = Counter()
        for line in bet.returns.lines:
            nets[line.net] += line.count
        bounds = interval(nets, 1_000_000)
        reach = 2.2 * bet.returns.deviation / 1000
        assert bet.returns.mean - reach < bounds.low < bet.returns.mean < bounds.high
        assert bounds.high < bet.returns.mean + reach


def test_rounding_is_bounded_up_to_a_million_hands() -> None:
    with pytest.raises(AssertionError, match="a million hands"):
        interval(SKEWED, 1_000_001)
