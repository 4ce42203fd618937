"""The reference solver: one thread, 134,459 boards of real cards, no further equivalences.

It is slow, and simple enough to check by reading. It shares only the strength of a hand with the
fast passes. Tests compare the results, and the benchmark compares the time.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.strength import strength_tables, unsuited_strength, with_rank
from uth.exact.kernels.values import DEALERS
from uth.exact.solver.game_rules import STANDARD

if TYPE_CHECKING:
    from uth.exact.arrays import Array
    from uth.exact.solver.game_rules import GameRules

PAIR_FROM = 1 << 20


@inlined
def hole_index(c: int, d: int) -> int:
    return d * (d - 1) // 2 + c if c < d else c * (c - 1) // 2 + d


@inlined
def flop_index(a: int, b: int, c: int) -> int:
    """The index of three cards, ascending."""
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@kernel
def suit_orders() -> Array:
    """The 24 permutations of the suits."""
    orders = np.zeros((24, 4), np.int64)
    at = 0
    for a in range(4):
        for b in range(4):
            for c in range(4):
                if a not in (b, c) and b != c:
                    orders[at, 0], orders[at, 1], orders[at, 2] = a, b, c
                    orders[at, 3] = 6 - a - b - c
                    at += 1
    return orders


@inlined
def rename_suits(cards: Array, order: Array, out: Array) -> None:
    """Permute the suits of some cards and sort them ascending."""
    for i in range(len(cards)):
        card = cards[i] & ~3 | order[cards[i] & 3]
        at = i
        while at > 0 and out[at - 1] > card:
            out[at] = out[at - 1]
            at -= 1
        out[at] = card


@inlined
def precedes(one: Array, other: Array) -> bool:
    for i in range(len(one)):
        if one[i] != other[i]:
            return bool(one[i] < other[i])
    return False


@inlined
def orbit_size(cards: Array, orders: Array, out: Array) -> int:
    """How many boards are equal to this one up to suits if it is the first of them, else 0."""
    same = 0
    for order in range(24):
        rename_suits(cards, orders[order], out)
        if precedes(out, cards):
            return 0
        same += not precedes(cards, out)
    return 24 // same


@kernel
def canonical_boards() -> Array:
    """One board for each class of boards that differ only in suits, and the size of the class."""
    boards = np.zeros((134459, 6), np.int64)
    orders = suit_orders()
    out, cards = np.zeros(5, np.int64), np.zeros(5, np.int64)
    at = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    for e in range(d + 1, 52):
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        weight = orbit_size(cards, orders, out)
                        if weight:
                            boards[at, :5] = cards
                            boards[at, 5] = weight
                            at += 1
    return boards[:at]


@inlined
def seven_card_strength(
    cards: Array, c: int, d: int, top: Array, straight: Array, flush: Array
) -> int:
    """The strength of a board of five cards and a holding of two."""
    held = with_rank(with_rank((0, 0, 0, 0), c >> 2), d >> 2)
    suits = np.zeros(4, np.int64)
    suits[c & 3] |= 1 << (c >> 2)
    suits[d & 3] |= 1 << (d >> 2)
    for i in range(5):
        held = with_rank(held, cards[i] >> 2)
        suits[cards[i] & 3] |= 1 << (cards[i] >> 2)
    best = unsuited_strength(held[0], held[1], held[2], held[3], top, straight)
    for suit in range(4):
        best = max(best, flush[suits[suit]])
    return best


@inlined
def count_board(
    cards: Array, top: Array, straight: Array, flush: Array, strengths_out: Array, counts: Array
) -> None:
    """The strength, wins, ties and unqualified dealers of every holding on one board."""
    free = np.ones(52, np.bool_)
    for i in range(5):
        free[cards[i]] = False
    strengths = np.full(1326, -1, np.int64)
    high_cards, high_all = np.zeros(52, np.int64), 0
    for d in range(52):
        for c in range(d):
            if free[c] and free[d]:
                h = hole_index(c, d)
                strengths[h] = seven_card_strength(cards, c, d, top, straight, flush)
                if strengths[h] < PAIR_FROM:
                    high_all += 1
                    high_cards[c] += 1
                    high_cards[d] += 1
    first, second = np.zeros(1326, np.int64), np.zeros(1326, np.int64)
    for d in range(52):
        for c in range(d):
            first[hole_index(c, d)], second[hole_index(c, d)] = c, d
    order = np.argsort(strengths)
    below, total = np.zeros(52, np.int64), 0
    at = 0
    while at < 1326:
        end = at
        while end < 1326 and strengths[order[end]] == strengths[order[at]]:
            end += 1
        if strengths[order[at]] >= 0:
            for i in range(at, end):
                h = order[i]
                counts[h, 0] = total - below[first[h]] - below[second[h]]
            for i in range(at, end):
                h = order[i]
                total += 1
                below[first[h]] += 1
                below[second[h]] += 1
            for i in range(at, end):
                h = order[i]
                upto = total - below[first[h]] - below[second[h]] + 1
                counts[h, 1] = upto - counts[h, 0]
                own = strengths[h] < PAIR_FROM
                counts[h, 2] = high_all - high_cards[first[h]] - high_cards[second[h]] + own
        at = end
    strengths_out[:] = strengths


def winnings(rules: GameRules) -> Array:
    """What a winning hand is paid × scale: [multiple][category][whether the Ante is paid]."""
    table = np.zeros((len(rules.multiples), 10, 2), np.int64)
    for bet, multiple in enumerate(sorted(rules.multiples)):
        for category in range(10):
            for ante in (0, 1):
                blind = rules.blind[9 - category] if category >= 4 else Fraction(0)
                counted = outside = Fraction(0)
                for name, won in (("ante", ante), ("play", multiple), ("blind", blind)):
                    if name in rules.capped:
                        counted += won
                    else:
                        outside += won
                if rules.cap is not None and counted > rules.cap:
                    counted = rules.cap
                table[bet, category, ante] = (counted + outside) * rules.scale
    return table


@kernel
def reference_pass(
    boards: Array,
    wins_pay: Array,
    multiples: Array,
    terms: tuple[int, bool],
    sets: tuple[Array, Array, Array],
    flop_bet: int,
    river_bets: Array,
) -> tuple[Array, Array]:
    """The gain of a flop bet for every flop and holding; all bets, and the river, over all boards.

    `wins_pay` are the `winnings`; `terms` are the scale and whether the dealer must qualify. Bets
    are indices into `multiples`; a flop bet of -1 is none. Sums are over canonical boards with
    their weights; `average_over_suits` corrects the bias.
    """
    top, straight, flush = sets
    scale, qualify = terms
    gains = np.zeros((22100, 1326), np.int64)
    totals = np.zeros((len(multiples) + 1, 1326), np.int64)
    strengths_out, counts = np.zeros(1326, np.int64), np.zeros((1326, 3), np.int64)
    row, values = np.zeros(1326, np.int64), np.zeros(len(multiples), np.int64)
    for i in range(len(boards)):
        cards, weight = boards[i, :5], boards[i, 5]
        count_board(cards, top, straight, flush, strengths_out, counts)
        for h in range(1326):
            row[h] = 0
            if strengths_out[h] < 0:
                continue
            wins, ties, unqualified = counts[h, 0], counts[h, 1], counts[h, 2]
            losses = DEALERS - wins - ties
            won, lost = wins, losses
            if qualify:
                if strengths_out[h] >= PAIR_FROM:
                    won -= unqualified
                else:
                    won = 0
                    lost -= unqualified - wins - ties
            category = strengths_out[h] >> 20
            for bet in range(len(multiples)):
                paid = wins_pay[bet, category]
                values[bet] = won * paid[1] + (wins - won) * paid[0]
                values[bet] -= scale * (losses * (multiples[bet] + 1) + lost)
                totals[bet, h] += weight * values[bet]
            river = -2 * DEALERS * scale
            for bet in river_bets:
                river = max(river, values[bet])
            totals[-1, h] += weight * river
            row[h] = weight * (values[flop_bet] - river) if flop_bet >= 0 else -1
        for c in range(5):
            for b in range(c):
                for a in range(b):
                    flop = flop_index(cards[a], cards[b], cards[c])
                    for h in range(1326):
                        gains[flop, h] += row[h]
    return gains, totals


def run_pass(rules: GameRules, boards: Array, flop_multiple: int | None) -> tuple[Array, Array]:
    """The pass for one flop bet of a game."""
    multiples = sorted(rules.multiples)
    return reference_pass(
        boards,
        winnings(rules),
        np.array(multiples, np.int64),
        (rules.scale, rules.qualify),
        strength_tables(),
        -1 if flop_multiple is None else multiples.index(flop_multiple),
        np.array([multiples.index(multiple) for multiple in sorted(rules.river)], np.int64),
    )


@kernel
def average_over_suits(gains: Array) -> Array:
    """The average of each flop's gains over the 24 permutations of the suits."""
    orders = suit_orders()
    out = np.zeros_like(gains)
    flop, other = np.zeros(3, np.int64), np.zeros(3, np.int64)
    hole, pair = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for order in range(24):
        for c in range(52):
            for b in range(c):
                for a in range(b):
                    flop[0], flop[1], flop[2] = a, b, c
                    rename_suits(flop, orders[order], other)
                    here = flop_index(a, b, c)
                    there = flop_index(other[0], other[1], other[2])
                    for y in range(52):
                        for x in range(y):
                            hole[0], hole[1] = x, y
                            rename_suits(hole, orders[order], pair)
                            out[here, hole_index(x, y)] += gains[
                                there, hole_index(pair[0], pair[1])
                            ]
    return out // 24


def reference_solve(rules: GameRules = STANDARD) -> tuple[Fraction, Array]:
    """The value of the game, and the gain of the best bet for every flop and holding.

    Sums per holding are over canonical boards, so only the totals over all holdings that differ
    in suits alone are meaningful. The value is computed from these totals.
    """
    boards, multiples = canonical_boards(), sorted(rules.multiples)
    gains: Array | None = None
    flop_bets: list[int | None] = [*sorted(rules.flop)] or [None]
    for multiple in flop_bets:
        uneven, totals = run_pass(rules, boards, multiple)
        bet_gains = average_over_suits(uneven)
        gains = bet_gains if gains is None else np.maximum(gains, bet_gains, out=bet_gains)
    assert gains is not None
    value = 0
    alike: dict[tuple[int, int, bool], list[int]] = {}
    for d in range(52):
        for c in range(d):
            key = (c >> 2, d >> 2, c & 3 == d & 3)
            alike.setdefault(key, []).append(d * (d - 1) // 2 + c)
    for holdings in alike.values():
        *bets, river = (10 * sum(int(total[h]) for h in holdings) for total in totals)
        check = river + sum(
            sum(gain for gain in gains[:, h].tolist() if gain > 0) for h in holdings
        )
        value += max([check, *(bets[multiples.index(multiple)] for multiple in rules.play)])
    return Fraction(value, 1326 * 19600 * 1081 * 990 * rules.scale), gains
