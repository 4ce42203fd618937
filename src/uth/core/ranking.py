"""The best five of seven by counting ranks and suits; its plain twin is `best_hand`."""

from __future__ import annotations

from uth.core.hands import Hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from uth.core.cards import Card


def _straight_top(ranks: int) -> int:
    """The highest card of a straight in a set of ranks (bit 2 … 14; the ace is also bit 1)."""
    ranks |= ranks >> 14 << 1
    run = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    return run.bit_length() + 3 if run else 0


def _top(ranks: int, count: int) -> int:
    """The highest `count` ranks of a set, four bits each, high to low."""
    packed = 0
    for _ in range(count):
        high = ranks.bit_length() - 1
        ranks ^= 1 << high
        packed = packed << 4 | high
    return packed


def rank_hand(cards: Iterable[Card]) -> Hand:
    """The best hand of five to seven cards; among so few, no flush hides a full house or four."""
    ones = twos = threes = fours = 0
    suits = [0, 0, 0, 0]
    for card in cards:
        index = card.index
        bit = 4 << (index >> 2)
        suits[index & 3] |= bit
        fours |= threes & bit
        threes |= twos & bit
        twos |= ones & bit
        ones |= bit
    for flush in suits:
        if flush.bit_count() >= 5:
            top = _straight_top(flush)
            if top:
                return Hand((9 if top == 14 else 8) << 20 | top << 16)
            return Hand(5 << 20 | _top(flush, 5))
    if fours:
        four = fours.bit_length() - 1
        return Hand(7 << 20 | four << 16 | _top(ones ^ 1 << four, 1) << 12)
    if threes:
        three = threes.bit_length() - 1
        rest = twos ^ 1 << three
        if rest:
            return Hand(6 << 20 | three << 16 | _top(rest, 1) << 12)
    top = _straight_top(ones)
    if top:
        return Hand(4 << 20 | top << 16)
    if threes:
        return Hand(3 << 20 | three << 16 | _top(ones ^ 1 << three, 2) << 8)
    if twos:
        high = twos.bit_length() - 1
        rest = twos ^ 1 << high
        if rest:
            low = rest.bit_length() - 1
            kicker = _top(ones ^ 1 << high ^ 1 << low, 1)
            return Hand(2 << 20 | high << 16 | low << 12 | kicker << 8)
        return Hand(1 << 20 | high << 16 | _top(ones ^ 1 << high, 3) << 4)
    return Hand(_top(ones, 5))
