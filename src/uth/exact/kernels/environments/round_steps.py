"""Many rounds at once, one decision each: shuffles, streets, showdowns and what they net."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.evaluator import ROW_BITS, SUIT_FLUSH, SUIT_SHIFT, SUIT_START

BOARD, DEALER, HOLE = 0, 5, 7
"""Where board, dealer and player have their cards in a row of cards."""
DEALT = 9
UNSEEN = 52
"""Stands for a card that is not turned yet."""
CHECK, ILLEGAL = -1, -2
"""What an action means besides a Play multiple; 0 is a fold."""
RIVER = 2
CATEGORIES, RESULTS = 10, 3

_WEYL = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_MIX_AGAIN = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_32, _30, _27, _31, _ONE = (np.uint64(bits) for bits in (32, 30, 27, 31, 1))

Lookup = tuple[Array, Array, Array, Array, Array]
"""The evaluator's numbers, offsets, table, flushes, and the category of each strength."""
Nets = tuple[Array, Array, Array, Array]
"""The row of each ending, the group of a dealer's holding, the pay line of a player's in each
group, and what each class nets: [row, pay line]."""
Rounds = tuple[Array, Array, Array]
"""The state of each round: of its generator, its deck, and the street that waits."""
Outputs = tuple[Array, Array, Array, Array, Array]
"""What a step fills in: cards seen, legal actions, nets, whether the round ended, and the cards
seen at its end."""


@inlined
def random_below(states: Array, i: int, bound: int) -> int:
    """A number below a bound, each as likely: SplitMix64, and Lemire's rejection."""
    most = np.uint64(bound)
    while True:
        states[i] += _WEYL
        word = states[i]
        word = (word ^ (word >> _30)) * _MIX
        word = (word ^ (word >> _27)) * _MIX_AGAIN
        product = ((word ^ (word >> _31)) >> _32) * most
        rest = product & _LOW
        if rest >= most or rest >= (_LOW - most + _ONE) % most:
            return np.int64(product >> _32)  # type: ignore[return-value]


@inlined
def deal_round(states: Array, decks: Array, i: int) -> None:
    """Draw the nine cards of the next round from the whole deck."""
    for at in range(DEALT):
        other = at + random_below(states, i, 52 - at)
        drawn = decks[i, other]
        decks[i, other] = decks[i, at]
        decks[i, at] = drawn


@inlined
def hand_strength(decks: Array, i: int, at: int, lookup: Lookup) -> int:
    """The strength index of the board with the two cards at a position."""
    numbers, offsets, table, flush, _ = lookup
    total = SUIT_START + numbers[decks[i, at]] + numbers[decks[i, at + 1]]
    for j in range(5):
        total += numbers[decks[i, j]]
    if not total & SUIT_FLUSH:
        key = total & 0xFFFFFFFF
        return int(table[offsets[key >> ROW_BITS] + (key & ((1 << ROW_BITS) - 1))])
    suit = 0
    while not total >> (SUIT_SHIFT + 3 + 4 * suit) & 1:
        suit += 1
    ranks = 0
    for j in range(7):
        card = decks[i, j if j < 5 else at + j - 5]
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return int(flush[ranks])


@inlined
def holding_index(decks: Array, i: int, at: int) -> int:
    """The index of two cards among the 1,326 holdings."""
    one, other = np.int64(decks[i, at]), np.int64(decks[i, at + 1])
    high, low = max(one, other), min(one, other)
    return int(high * (high - 1) // 2 + low)


@inlined
def round_net(decks: Array, i: int, multiple: int, lookup: Lookup, nets: Nets) -> int:
    """What the player wins, in cents, with this Play multiple."""
    rows, group_of, line_of, by_class = nets
    mine, theirs = hand_strength(decks, i, HOLE, lookup), hand_strength(decks, i, DEALER, lookup)
    category = lookup[4]
    result = 0 if mine > theirs else 1 if mine == theirs else 2
    ending = (multiple * CATEGORIES + category[mine]) * CATEGORIES + category[theirs]
    group = group_of[holding_index(decks, i, DEALER)]
    pay_line = line_of[group, holding_index(decks, i, HOLE)]
    return int(by_class[rows[ending * RESULTS + result], pay_line])


@inlined
def observe(decks: Array, i: int, street: int, seen: Array) -> None:
    """The player's two cards, and the board as far as it is turned."""
    turned = 0 if street == 0 else 3 if street == 1 else 5
    seen[i, 0] = decks[i, HOLE]
    seen[i, 1] = decks[i, HOLE + 1]
    for j in range(5):
        seen[i, 2 + j] = decks[i, j] if j < turned else UNSEEN


@kernel
def start_rounds(rounds: Rounds, masks: Array, out: Outputs, given: bool) -> None:
    """Begin every round; its cards are dealt, unless they are given."""
    states, decks, streets = rounds
    seen, legal, _, _, _ = out
    for i in range(len(streets)):
        if not given:
            deal_round(states, decks, i)
        streets[i] = 0
        observe(decks, i, 0, seen)
        legal[i] = masks[0]


@kernel
def step_rounds(
    span: tuple[int, int],
    actions: Array,
    meanings: Array,
    masks: Array,
    rounds: Rounds,
    lookup: Lookup,
    nets: Nets,
    out: Outputs,
) -> None:
    """Take one decision in each round of a span; a round that ends is followed by the next.

    What is not legal is a check, and a fold at the river. `meanings` has the Play multiple of each
    action by street.
    """
    states, decks, streets = rounds
    seen, legal, won, ended, last_seen = out
    for i in range(span[0], span[1]):
        street = streets[i]
        multiple = meanings[street, actions[i]]
        if multiple == ILLEGAL:
            multiple = 0 if street == RIVER else CHECK
        ended[i] = multiple != CHECK
        won[i] = 0
        if ended[i]:
            won[i] = round_net(decks, i, multiple, lookup, nets)
            observe(decks, i, RIVER, last_seen)
            deal_round(states, decks, i)
            streets[i] = 0
        else:
            streets[i] = street + 1
            observe(decks, i, street, last_seen)
        observe(decks, i, streets[i], seen)
        for action in range(masks.shape[1]):
            legal[i, action] = masks[streets[i], action]
