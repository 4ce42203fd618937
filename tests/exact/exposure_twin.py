"""The slow, obvious value of seen cards in a short deck: every deal, no symmetry, no kinds.

It shares only the strength of a hand with the fast sums. Loops follow the order of the game: what
the player knows is fixed first, and each decision is the better sum over everything unknown.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from uth.core.cards import DECK
from uth.core.hands import CATEGORIES, rank_hand
from uth.exact.kernels.cache import inlined, kernel

if TYPE_CHECKING:
    from uth.exact.arrays import Array
    from uth.exact.exposure.seen_cards import PlayDeck, Seen
    from uth.exact.solver.game_rules import GameRules

PAIR_FROM = 1 << 20


def strengths_of(deck: PlayDeck) -> Array:
    """The strength of every seven cards, by the set of their positions in the deck."""
    table = np.zeros(1 << len(deck.cards), np.int32)
    for seven in combinations(range(len(deck.cards)), 7):
        cards = (DECK[deck.cards[at]] for at in seven)
        table[sum(1 << at for at in seven)] = rank_hand(cards).strength
    return table


def sets_of(cards: int, size: int) -> Array:
    """Every set of that many positions, as bits."""
    return np.array(
        [sum(1 << at for at in some) for some in combinations(range(cards), size)], np.int64
    )


@inlined
def net(mine: int, theirs: int, bet: int, terms: Array) -> int:
    """What Ante, Blind and Play net together × scale."""
    scale, qualified = terms[0], terms[1] == 0 or theirs >= PAIR_FROM
    if mine > theirs:
        return int(scale * (bet + qualified) + terms[5 + (mine >> 20)])
    return int(-scale * (bet + qualified + 1)) if mine < theirs else 0


@inlined
def river_sums(
    hole: int,
    bottom: int,
    board: int,
    known: int,
    holdings: Array,
    table: Array,
    terms: Array,
    out: Array,
) -> None:
    """Add the values of raise, flop bet and river decision on a board, and what the river does."""
    mine = table[hole | board]
    raised = bet = called = dealers = 0
    for holding in holdings:
        if holding & known == known and holding & (hole | bottom | board) == 0:
            theirs = table[holding | board]
            raised += net(mine, theirs, terms[2], terms)
            bet += net(mine, theirs, terms[3], terms)
            called += net(mine, theirs, terms[4], terms)
            dealers += 1
    fold = -2 * terms[0] * dealers
    out[0] += raised
    out[1] += bet
    out[2] += max(called, fold)
    if called < fold:
        out[3] += dealers
    out[4] += dealers


@inlined
def late_sums(
    hole: int,
    bottom: int,
    board: int,
    late: Array,
    holdings: Array,
    table: Array,
    terms: Array,
    out: Array,
) -> None:
    """The same, once for each of the dealer's cards that may be seen before the river decision."""
    for known in late:
        if known & (hole | bottom | board) == 0:
            river_sums(hole, bottom, board, known, holdings, table, terms, out)


@kernel
def play_deals(
    holdings: Array,
    flops: Array,
    bottoms: Array,
    known_sets: Array,
    later_sets: Array,
    late_sets: Array,
    shown_sets: Array,
    table: Array,
    terms: Array,
    merged: bool,
) -> Array:
    """The value and the deals that are raised, bet, called and folded under best play.

    `merged`: the dealer's cards are unknown before the flop, so that decision is one for all.
    """
    result = np.zeros(5, np.int64)
    groups = np.zeros((len(table), 6), np.int64)
    sums = np.zeros(5, np.int64)
    for hole in holdings:
        groups[:] = 0
        for bottom in bottoms:
            for known in known_sets:
                for later in later_sets:
                    taken = hole | bottom | known | later
                    if hole & bottom or (hole | bottom) & known or (hole | bottom | known) & later:
                        continue
                    if not merged:
                        groups[:] = 0
                    for flop in flops:
                        if flop & taken:
                            continue
                        sums[:] = 0
                        for river in holdings:
                            if river & later != later or river & (hole | bottom | known | flop):
                                continue
                            late_sums(
                                hole, bottom, flop | river, known | late_sets, holdings, table,
                                terms, sums,
                            )  # fmt: skip
                        add_flop(flop, shown_sets, sums, groups)
                    if not merged:
                        decide_groups(groups, result)
        if merged:
            decide_groups(groups, result)
    return result


@inlined
def add_flop(flop: int, shown_sets: Array, sums: Array, groups: Array) -> None:
    """Decide on the flop, and add it to the group of every part of it that may be seen."""
    for shown in shown_sets:
        if shown & flop != shown:
            continue
        group = groups[shown]
        group[0] += sums[0]
        group[1] += max(sums[1], sums[2])
        group[5] += sums[4]
        if sums[1] >= sums[2]:
            group[2] += sums[4]
        else:
            group[3] += sums[4] - sums[3]
            group[4] += sums[3]


@inlined
def decide_groups(groups: Array, result: Array) -> None:
    """Raise or check with what is known before the flop."""
    for group in groups:
        if group[5] == 0:
            continue
        if group[0] >= group[1]:
            result[0] += group[0]
            result[1] += group[5]
        else:
            result[0] += group[1]
            for ending in range(3):
                result[2 + ending] += group[2 + ending]


def twin_terms(rules: GameRules) -> Array:
    """The scale, whether the dealer must qualify, the largest bets and what the Blind pays."""
    blind = [int(rules.blind_pays(category) * rules.scale) for category in CATEGORIES]
    bets = [max(rules.play), max(rules.flop), max(rules.river)]
    return np.array([rules.scale, rules.qualify, *bets, *blind], np.int64)


def twin_exposure(rules: GameRules, seen: Seen, deck: PlayDeck) -> tuple[Fraction, list[Fraction]]:
    """The value per Ante, and how often the betting ends with each street's bet and with a fold."""
    cards = len(deck.cards)
    value, *deals = play_deals(
        sets_of(cards, 2),
        sets_of(cards, 3),
        sets_of(cards, seen.bottom),
        sets_of(cards, 0 if seen.since == "river" else seen.dealer),
        sets_of(cards, seen.later),
        sets_of(cards, seen.dealer if seen.since == "river" else 0),
        sets_of(cards, seen.flop),
        strengths_of(deck),
        twin_terms(rules),
        seen.since == "flop",
    ).tolist()
    flops = comb(cards, 2) * comb(cards - 2, 3) * comb(cards - 5, 2) * comb(cards - 7, 2)
    views = (
        comb(cards - 9, seen.bottom)
        * comb(2, seen.dealer)
        * comb(3, seen.flop)
        * comb(2, seen.later)
    )
    assert sum(deals) == flops * views
    return Fraction(value, sum(deals) * rules.scale), [
        Fraction(count, sum(deals)) for count in deals
    ]
