"""The value of a holding on a full board, as an integer: antes × 990 dealer holdings × scale.

With W wins, T ties and L losses, a Play bet of m antes is worth
m (W − L) + (Wq − Lq) + blind × W − L, where q counts only dealers who qualify. If a cap makes the
winnings depend on the bet in another way, each result's net is looked up.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined
from uth.exact.kernels.numbering import BOTH_SUITED, HOLDINGS, ONE_SUITED, RANKS
from uth.exact.kernels.wins_and_ties import (
    ALL,
    CARDS,
    CATEGORIES,
    NO_HOLDING,
    OUTSIDE,
    pair_ranks,
)

DEALERS = 990
SCALE, QUALIFY, BEAT_STAKE, BLIND, BEAT, HAND_PAYS, FOLD = 0, 1, 2, 4, 14, 24, 35
VECTOR = 45
"""The pay vector, × scale. First the scale, whether the dealer needs a pair, and the stake on the
beaten hand. Then by category: what the Blind pays, what that stake nets by the beaten hand, what
the player's hand is paid regardless of the result (`HAND_PAYS`), and what a fold nets. The entries
before `BLIND`, `HAND_PAYS` and `FOLD` belong to `NO_HOLDING` (−1)."""

Pays: TypeAlias = tuple[Array, Array, Array, Array, Array]
"""The pay vector; the weights of the value channels for each Play multiple; the nets of a game that
is not linear in the bet, by multiple, player's category and column (`RESULTS`), else none; and the
multiples of flop and river that can be best, largest first."""

PLAY, ONE_ANTE = 0, 1
"""Channels of a value row in a linear game: one more ante on Play (W − L), and a Play bet of one
ante. In other games there is a channel for each multiple. Always last: the better of the river's
best bet and a fold."""
WON, TIED = CATEGORIES, CATEGORIES + 1
RESULTS = CATEGORIES + 2
"""Columns: dealers by category, then wins and ties within the player's category."""
FOLDED = -1
"""The river choice that is no bet."""


@inlined
def dealers_by_card(by_category: Array, out: Array) -> None:
    """Dealer holdings with each kind of card, by category."""
    for card in range(CARDS):
        for c in range(CATEGORIES):
            out[card, c] = by_category[c, card]


@inlined
def dealer_results(
    mine: int, won: int, tied: int, cards: tuple[int, int], dealers: Array, out: Array
) -> None:
    """Count the dealers against a holding by category, and wins and ties in the player's own."""
    c, d = cards
    for other in range(CATEGORIES):
        out[other] = dealers[ALL, other] - dealers[c, other] - dealers[d, other]
    for lower in range(mine):
        won -= out[lower]
    out[mine] += 1
    out[WON] = won
    out[TIED] = tied


@inlined
def holding_cards(row: int, ranks: Array) -> tuple[int, int]:
    """The kinds of the two cards of a kind of holding."""
    if row < ONE_SUITED:
        return OUTSIDE + ranks[row, 0], OUTSIDE + ranks[row, 1]
    if row < BOTH_SUITED:
        row -= ONE_SUITED
        return row // RANKS, OUTSIDE + row % RANKS
    row -= BOTH_SUITED
    high = 1
    while high * (high + 1) // 2 <= row:
        high += 1
    return high, row - high * (high - 1) // 2


@inlined
def card_table() -> Array:
    """The two card kinds of every kind of holding."""
    ranks = pair_ranks()
    cards = np.zeros((HOLDINGS, 2), np.int64)
    for row in range(HOLDINGS):
        cards[row, 0], cards[row, 1] = holding_cards(row, ranks)
    return cards


@inlined
def beaten_hand_nets(
    count: int,
    wins: Array,
    ties: Array,
    cat: Array,
    cards: Array,
    by_category: Array,
    pays: Array,
    out: Array,
) -> None:
    """What a wager nets by the beaten hand on a board, whoever holds it; a tie loses."""
    for h in range(count):
        mine, c, d = cat[h], cards[h, 0], cards[h, 1]
        if mine == NO_HOLDING:
            out[h] = 0
            continue
        own, net = wins[h], -ties[h] * pays[BEAT_STAKE]
        for lower in range(mine):
            row = by_category[lower]
            beaten = row[ALL] - row[c] - row[d]
            own -= beaten
            net += beaten * pays[BEAT + lower]
        out[h] = net + (own + DEALERS - wins[h] - ties[h]) * pays[BEAT + mine]


@inlined
def bet_value(multiple: int, weights: Array, channels: Array, h: int) -> int:
    """The value of a Play bet for a holding."""
    value = 0
    for channel in range(weights.shape[1]):
        value += weights[multiple, channel] * channels[channel, h]
    return value


@inlined
def best_river(rivers: Array, weights: Array, channels: Array, h: int) -> tuple[int, int]:
    """Which river bet is best for a holding, of equal ones the larger (Q-17), and its value."""
    best, most = 0, bet_value(rivers[0], weights, channels, h)
    for bet in range(1, len(rivers)):
        value = bet_value(rivers[bet], weights, channels, h)
        if value > most:
            best, most = bet, value
    return best, most


@inlined
def choose_rivers(cat: Array, channels: Array, pays: Pays, out: Array) -> None:
    """The river choice of every holding: which bet, or `FOLDED`.

    A linear game has a quick way: its best bet is the first, or the last if more is worth less.
    """
    vector, weights, nets, _, rivers = pays
    least = len(rivers) - 1
    more, less = rivers[0] - 1, rivers[least] - 1
    for h in range(len(out)):
        fold = DEALERS * vector[FOLD + cat[h]]
        if len(nets):
            bet, value = best_river(rivers, weights, channels, h)
        else:
            play = channels[PLAY, h]
            bet = least if play < 0 else 0
            value = channels[ONE_ANTE, h] + (less if play < 0 else more) * play
        out[h] = bet if value >= fold else FOLDED


@inlined
def linear_rows(
    count: int,
    counts: tuple[Array, ...],
    i: int,
    cards: Array,
    pays: Pays,
    side: Array,
    out: Array,
) -> None:
    """The channels of a linear game."""
    vector, rivers = pays[0], pays[4]
    more, less = rivers[0] - 1, rivers[len(rivers) - 1] - 1
    wins, ties, cat, by_category = counts[0][i], counts[1][i], counts[2][i], counts[3][i]
    scale, qualify = vector[SCALE], vector[QUALIFY]
    high_cards = by_category[0]
    if vector[BEAT_STAKE]:
        beaten_hand_nets(count, wins, ties, cat, cards, by_category, vector, side)
    for h in range(count):
        mine, win = cat[h], wins[h]
        loss = DEALERS - win - ties[h]
        ante = win - loss
        if qualify:
            unqualified = high_cards[ALL] - high_cards[cards[h, 0]] - high_cards[cards[h, 1]]
            ante = ante - unqualified if mine > 0 else unqualified + 1 - DEALERS
        play = (win - loss) * scale
        one_ante = play + (ante - loss) * scale + vector[BLIND + mine] * win + side[h]
        one_ante += DEALERS * vector[HAND_PAYS + mine]
        river = one_ante + (more if play >= 0 else less) * play
        fold = DEALERS * vector[FOLD + mine]
        there = mine != NO_HOLDING
        out[PLAY, h] = play if there else 0
        out[ONE_ANTE, h] = one_ante if there else 0
        out[2, h] = (river if river > fold else fold) if there else 0


@inlined
def rows_by_bet(
    count: int, counts: tuple[Array, ...], i: int, cards: Array, nets: Array, out: Array
) -> None:
    """The channels of any game: the value of each Play multiple."""
    wins, ties, cat, by_category = counts[0][i], counts[1][i], counts[2][i], counts[3][i]
    results, dealers = np.empty(RESULTS, np.int64), np.empty((CARDS, CATEGORIES), np.int64)
    dealers_by_card(by_category, dealers)
    for h in range(count):
        mine = cat[h]
        if mine == NO_HOLDING:
            for channel in range(len(out)):
                out[channel, h] = 0
            continue
        held = cards[h, 0], cards[h, 1]
        dealer_results(mine, wins[h], ties[h], held, dealers, results)
        for bet in range(len(nets)):
            value = 0
            for column in range(RESULTS):
                value += results[column] * nets[bet, mine, column]
            out[bet, h] = value


@inlined
def value_rows(
    count: int,
    counts: tuple[Array, ...],
    i: int,
    cards: Array,
    pays: Pays,
    side: Array,
    out: Array,
) -> None:
    """The channels of every holding on board i; zero for holdings that cannot exist.

    `counts` are the wins, ties, categories and dealers by category of every board.
    """
    vector, nets, river, cat = pays[0], pays[2], len(out) - 1, counts[2][i]
    if len(nets) == 0:
        linear_rows(count, counts, i, cards, pays, side, out)
        return
    rows_by_bet(count, counts, i, cards, nets, out)
    for h in range(count):
        if cat[h] != NO_HOLDING:
            _, value = best_river(pays[4], pays[1], out, h)
            out[river, h] = max(value, DEALERS * vector[FOLD + cat[h]])
