"""Settling many rounds: every wager in the house's order, within caps and the bank's cover.

It is the table's cashier, wager by wager, on amounts that were looked up once for each class of a
seat: how its round ends, and the pay line of its holding. Linked wagers are settled besides.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.simulation.playing import FIRST_SEAT, card_at, pair_number
from uth.exact.kernels.strength import unsuited_strength, with_rank

UNLIMITED = -1
BANK, ONE_TOTAL, MAXIMUM, LINES = 0, 1, 2, 3
"""Limits: the bank, whether it is one total for what is paid and collected (Q-1), the maximum; and
how many pay lines a holding can have."""

Amounts: TypeAlias = tuple[Array, Array, Array, Array, Array, Array]
"""The row of each ending; the amounts [at the fold, later][wager][class]; whether each wager counts
towards the maximum; which aggregate it has, or -1; the amounts [class][wager]; and the classes that
no maximum binds."""
Holdings: TypeAlias = tuple[Array, Array]
"""The group of each dealer holding, and the pay line by group and holding."""
Linked: TypeAlias = tuple[Array, Array, Array, Array, Array]
"""By (whether the hand is played, five-card category): the Progressive's net; [whether it is paid
after a fold, prizes] of Envy; whether the hand wins a share of the meter. Then the ranks' top five
and straights, as `strength_tables` has them."""

PAID, COLLECTED, UNCOVERED = 0, 1, 2


@inlined
def five_strength(cards: Array, row: int, at: int, top: Array, straight: Array) -> int:
    """The strength of the flop and a seat's two cards, numbered as in `uth.core`."""
    sets = (0, 0, 0, 0)
    first = cards[row, at] & 3
    suited = cards[row, at + 1] & 3 == first
    sets = with_rank(sets, int(cards[row, at] >> 2))
    sets = with_rank(sets, int(cards[row, at + 1] >> 2))
    for j in range(3):
        suited = suited and cards[row, j] & 3 == first
        sets = with_rank(sets, int(cards[row, j] >> 2))
    if suited:
        high = int(straight[sets[0]])
        if high:
            return (9 if high == 14 else 8) << 20 | high << 16
        return 5 << 20 | int(top[sets[0]])
    return unsuited_strength(sets[0], sets[1], sets[2], sets[3], top, straight)


@inlined
def left_of(limits: Array, used: Array, which: int) -> int:
    """What is left of the bank."""
    if limits[ONE_TOTAL]:
        return int(limits[BANK] - used[PAID] - used[COLLECTED])
    return int(limits[BANK] - used[which])


@inlined
def collect(stake: int, limits: Array, used: Array) -> int:
    """What is taken of a losing stake."""
    taken = stake
    if limits[BANK] != UNLIMITED:
        taken = min(stake, left_of(limits, used, COLLECTED))
        used[UNCOVERED] += stake - taken
    used[COLLECTED] += taken
    return taken


@inlined
def pay(due: int, most: int, limits: Array, used: Array) -> int:
    """What is paid of a prize, given what caps allow."""
    paid = min(due, most)
    if limits[BANK] != UNLIMITED:
        allowed = paid
        paid = min(paid, left_of(limits, used, PAID))
        if paid < allowed:
            used[UNCOVERED] += due - paid
    used[PAID] += paid
    return paid


@kernel
def settle_rounds(
    cards: Array,
    multiples: Array,
    strengths: tuple[Array, Array, Array],
    order: Array,
    amounts: Amounts,
    holdings: Holdings,
    limits: Array,
    aggregates: Array,
    nets: Array,
    bank: Array,
) -> None:
    """The net of each wager [round, seat, wager], and the bank's result and what it did not cover.

    `strengths` are the dealer's, the seats', and the category of each strength index.
    """
    dealer, seats, category = strengths
    row_of, table, counted, aggregate_of, whole, unbound = amounts
    free = limits[BANK] == UNLIMITED and len(aggregates) == 0
    groups, lines = holdings
    many_lines = limits[LINES]
    used, left = np.zeros(3, np.int64), np.zeros(len(aggregates), np.int64)
    wagers, many = table.shape[1], len(order)
    won, classes = np.zeros(many, np.int64), np.zeros(many, np.int64)
    for row in range(len(cards)):
        theirs = dealer[row]
        group = 0
        if many_lines > 1:
            group = groups[pair_number(card_at(cards, row, 5), card_at(cards, row, 6))]
        any_fold, quick = False, free
        for seat in range(many):
            mine = seats[row, seat]
            result = 1 if mine == theirs else 0 if mine > theirs else 2
            multiple = int(multiples[row, seat])
            any_fold = any_fold or multiple == 0
            ending = ((multiple * 10 + category[mine]) * 10 + category[theirs]) * 3 + result
            at = row_of[ending]
            if many_lines > 1:
                card = FIRST_SEAT + 2 * seat
                pair = pair_number(card_at(cards, row, card), card_at(cards, row, card + 1))
                at = at * many_lines + lines[group, pair]
            classes[seat] = at
            quick = quick and unbound[at]
        if quick:
            total = 0
            for seat in range(many):
                for wager in range(wagers):
                    amount = whole[classes[seat], wager]
                    nets[row, seat, wager] = amount
                    total -= amount
            bank[row, 0] = total
            bank[row, 1] = 0
            continue
        used[:] = 0
        won[:] = 0
        left[:] = aggregates
        nets[row] = 0
        for phase in range(0 if any_fold else 1, 2):
            for turn in range(many):
                seat = order[turn]
                for wager in range(wagers):
                    amount = table[phase, wager, classes[seat]]
                    if amount < 0:
                        nets[row, seat, wager] -= collect(-amount, limits, used)
                    elif amount > 0:
                        most = amount
                        under = counted[wager] and limits[MAXIMUM] != UNLIMITED
                        if under:
                            most = min(most, limits[MAXIMUM] - won[seat])
                        share = aggregate_of[wager]
                        if share >= 0:
                            most = min(most, left[share])
                        paid = pay(amount, most, limits, used)
                        nets[row, seat, wager] += paid
                        if under:
                            won[seat] += paid
                        if share >= 0:
                            left[share] -= paid
        bank[row, 0] = used[COLLECTED] - used[PAID]
        bank[row, 1] = used[UNCOVERED]


@kernel
def settle_linked(cards: Array, multiples: Array, linked: Linked, nets: Array, hits: Array) -> int:
    """The nets of the Progressive and of Envy [round, seat, 2]; returns how many hits there are.

    A hit is a share of the meter: round, seat and the hand's strength. Its award comes later.
    """
    progressive, envy, shares, top, straight = linked
    many, count = multiples.shape[1], 0
    fives = np.zeros(many, np.int64)
    for row in range(len(cards)):
        envied = 0
        for seat in range(many):
            fives[seat] = five_strength(cards, row, FIRST_SEAT + 2 * seat, top, straight)
            envied += envy[1, fives[seat] >> 20]
        for seat in range(many):
            category = fives[seat] >> 20
            played = int(multiples[row, seat] != 0)
            nets[row, seat, 0] = progressive[played, category]
            nets[row, seat, 1] = 0
            if envied and envy[0, played]:
                nets[row, seat, 1] = envied - envy[1, category]
            if shares[played, category]:
                hits[count, 0], hits[count, 1], hits[count, 2] = row, seat, fives[seat]
                count += 1
    return count


@kernel
def sum_rounds(
    nets: Array,
    base: Array,
    bank: Array,
    multiples: Array,
    sums: Array,
    squares: Array,
    actions: Array,
) -> None:
    """Add rounds to the sums of each wager, of the base game (next to last) and of the bank (last).

    A round counts as one: the squares are those of all seats together, which share cards.
    """
    wagers = nets.shape[2]
    for row in range(len(nets)):
        game = 0
        for wager in range(wagers):
            total = 0
            for seat in range(nets.shape[1]):
                total += nets[row, seat, wager]
            sums[wager] += total
            squares[wager] += float(total) * float(total)
            if base[wager]:
                game += total
        sums[wagers] += game
        squares[wagers] += float(game) * float(game)
        sums[wagers + 1] += bank[row, 0]
        squares[wagers + 1] += float(bank[row, 0]) * float(bank[row, 0])
        sums[wagers + 2] += bank[row, 1]
        sums[wagers + 3] += bank[row, 1] > 0
        for seat in range(nets.shape[1]):
            actions[multiples[row, seat]] += 1
