"""Statistics that tell a fair shuffler from the well-known bad ones.

Every stream has a fixed name, so each run counts the same shuffles and the tests can't flicker. A
fair shuffler with streams of its own would be called bad twice in a million, once on each side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import exp, lgamma, log

import pytest

from uth.floor.fairness.seeded_draw import below, hashed, shuffled, stream

ERROR = 1e-6
"""How often a fair shuffler would be rejected, on each side of the test."""
SHUFFLES = 10_000
SMALL = 24_000

Shuffler = Callable[[Sequence[int], Iterator[int]], tuple[int, ...]]


def modulo(items: Sequence[int], source: Iterator[int]) -> tuple[int, ...]:
    """Fisher–Yates with the remainder of any byte: low numbers are too frequent."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = next(source) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def swap_any(items: Sequence[int], source: Iterator[int]) -> tuple[int, ...]:
    """Swaps each position with any other: n to the n ways do not divide by n!."""
    order = list(items)
    for position in range(len(order)):
        other = below(len(order), source)
        order[position], order[other] = order[other], order[position]
    return tuple(order)


def sattolo(items: Sequence[int], source: Iterator[int]) -> tuple[int, ...]:
    """Off by one: no card can stay in its position, so only cycles occur."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last, source)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def one_cut_short(items: Sequence[int], source: Iterator[int]) -> tuple[int, ...]:
    """Leaves out the last swap: two cards at the top keep their order."""
    order = list(items)
    for last in range(len(order) - 1, 1, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def never_moves(items: Sequence[int], source: Iterator[int]) -> tuple[int, ...]:
    """Rotates the cards: the counts are too even to be random."""
    by = next(source)
    return tuple(items[(position + by) % len(items)] for position in range(len(items)))


def streams(shuffler: Shuffler, count: int) -> Iterator[Iterator[int]]:
    """A different stream for each shuffle."""
    if shuffler is never_moves:
        return (iter([number % 52]) for number in range(count))
    return (stream(hashed(f"{shuffler.__name__} {number}")) for number in range(count))


def upper_tail(chi: float, freedom: int) -> float:
    """How often chi-square goes above this: the incomplete gamma function.

    Its series below the mean; above it the continued fraction, from the inside out.
    """
    half, x = freedom / 2, chi / 2
    weight = exp(half * log(x) - x - lgamma(half))
    if x < half + 1:
        term = total = 1 / half
        for step in range(1, 2_000):
            term *= x / (half + step)
            total += term
        return 1 - weight * total
    fraction = 0.0
    for step in range(2_000, 0, -1):
        fraction = step * (half - step) / (x + 2 * step + 1 - half + fraction)
    return weight / (x + 1 - half + fraction)


def card_at_place(shuffler: Shuffler, n: int = 52, count: int = SHUFFLES) -> tuple[float, int]:
    """Chi-square of card by position, and its degrees of freedom.

    Rows and columns each add up to the number of shuffles, which leaves (n − 1)² free, and makes
    the plain sum n / (n − 1) times too large.
    """
    seen = [[0] * n for _ in range(n)]
    for source in streams(shuffler, count):
        for position, card in enumerate(shuffler(range(n), source)):
            seen[position][card] += 1
    expected = count / n
    total = sum((times - expected) ** 2 / expected for row in seen for times in row)
    return total * (n - 1) / n, (n - 1) ** 2


def whole_orders(shuffler: Shuffler, n: int = 4, count: int = SMALL) -> tuple[float, int]:
    """Chi-square of the order of a small pack."""
    seen = Counter(shuffler(range(n), source) for source in streams(shuffler, count))
    orders = list(permutations(range(n)))
    expected = count / len(orders)
    return sum((seen[order] - expected) ** 2 / expected for order in orders), len(orders) - 1


Statistic = Callable[[Shuffler], tuple[float, int]]


def looks_fair(statistic: Statistic, shuffler: Shuffler) -> bool:
    chi_square, freedom = statistic(shuffler)
    return ERROR < upper_tail(chi_square, freedom) < 1 - ERROR


@pytest.mark.slow
@pytest.mark.parametrize("statistic", [card_at_place, whole_orders])
def test_ours_is_accepted(statistic: Statistic) -> None:
    assert looks_fair(statistic, shuffled)


@pytest.mark.slow
@pytest.mark.parametrize("shuffler", [modulo, swap_any, sattolo, one_cut_short, never_moves])
def test_bad_ones_are_rejected_on_a_whole_deck(shuffler: Shuffler) -> None:
    assert not looks_fair(card_at_place, shuffler)


@pytest.mark.parametrize("shuffler", [swap_any, sattolo, one_cut_short])
def test_bad_ones_are_rejected_on_a_small_pack(shuffler: Shuffler) -> None:
    """256 is divisible by 2 and by 4 but not by 3: the remainder is almost fair there."""
    assert not looks_fair(whole_orders, shuffler)


@pytest.mark.parametrize(
    ("chi", "freedom", "tail"),
    [
        (3.841, 1, 0.05),
        (13.091, 23, 0.95),
        (35.172, 23, 0.05),
        (49.728, 23, 0.001),
        (149.449, 100, 0.001),
    ],
)
def test_the_tail_is_that_of_the_printed_tables(chi: float, freedom: int, tail: float) -> None:
    assert upper_tail(chi, freedom) == pytest.approx(tail, rel=2e-3)
