"""Dealer hands on one board, counted in plain Python.

It loads no compiled code, so a command can answer one spot without the time that loading takes.
Holdings are counted by kind: two ranks, and which of them are in the board's flush suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

from uth.core.cards import DECK
from uth.core.hands import rank_hand

RANKS = range(13)
RANK_BITS = 3
"""Bits of a rank key for each rank: a hand has no rank more than four times."""
NO_SUIT = -1

FIRST_OF_RANK = range(0, 52, 4)
NONE_INSIDE = [0] * 13

RankPair = tuple[int, int, int]
"""Two ranks, the higher first, and the key of both."""
Holdings = tuple[int, int]
"""A strength, and how many holdings have it."""


def rank_key(ranks: Iterable[int]) -> int:
    """A number for a multiset of ranks; the keys of two multisets add up to that of both."""
    return sum(1 << RANK_BITS * rank for rank in ranks)


RANK_PAIRS: tuple[RankPair, ...] = tuple(
    (a, b, rank_key((a, b))) for a in RANKS for b in range(a + 1)
)


def flush_suit(board: Sequence[int]) -> int:
    """The suit with three or more of five cards, or `NO_SUIT`."""
    suits = [card & 3 for card in board]
    return next((suit for suit in range(4) if suits.count(suit) >= 3), NO_SUIT)


class HandStrengths:
    """Strengths by rank key and by flush ranks, each worked out once; numbered as in `uth.core`."""

    def __init__(self) -> None:
        self.unsuited: dict[int, int] = {}
        self._flushes: dict[int, int] = {}

    def add_unsuited(self, key: int) -> int:
        """The strength of seven ranks without a flush: no suit gets more than two of the cards."""
        ranks = [rank for rank in RANKS for _ in range(key >> RANK_BITS * rank & 7)]
        strength = rank_hand(DECK[4 * rank + at % 4] for at, rank in enumerate(ranks)).strength
        self.unsuited[key] = strength
        return strength

    def flush(self, ranks: int) -> int:
        """The strength of five to seven ranks of one suit, given as a set of bits."""
        strength = self._flushes.get(ranks)
        if strength is None:
            suited = (DECK[4 * rank] for rank in RANKS if ranks >> rank & 1)
            strength = self._flushes[ranks] = rank_hand(suited).strength
        return strength

    def of(self, board: Board, holding: Iterable[int]) -> int:
        """The strength of a board with two cards."""
        key, suited = board.key, board.suited
        for card in holding:
            key += 1 << RANK_BITS * (card >> 2)
            suited |= int(card & 3 == board.suit) << (card >> 2)
        if suited.bit_count() >= 5:
            return self.flush(suited)
        return self.unsuited.get(key) or self.add_unsuited(key)

    def dealers(
        self, board: Board, free: Sequence[bool], known: Sequence[int] = ()
    ) -> list[Holdings]:
        """The strengths of all dealer holdings with the cards that are free, and their counts."""
        if known:
            rest = [card for card in range(52) if free[card]]
            return [
                (self.of(board, (*known, *more)), 1) for more in combinations(rest, 2 - len(known))
            ]
        left = [sum(free[first : first + 4]) for first in FIRST_OF_RANK]
        if board.suit == NO_SUIT:
            return self._unsuited(board.key, left, NONE_INSIDE)
        inside = [int(free[first + board.suit]) for first in FIRST_OF_RANK]
        counts = self._flushed(board, sum(left), inside)
        if board.need == 1:
            left = [many - suited for many, suited in zip(left, inside, strict=True)]
            inside = NONE_INSIDE
        return counts + self._unsuited(board.key, left, inside) if board.need else counts

    def _flushed(self, board: Board, cards: int, inside: Sequence[int]) -> list[Holdings]:
        """The holdings that make a flush."""
        suited, flush = board.suited, self.flush
        ranks = [rank for rank in RANKS if inside[rank]]
        outside = cards - len(ranks)
        counts = [(flush(suited | 1 << a | 1 << b), 1) for a, b in combinations(ranks, 2)]
        if board.need < 2 and outside:
            counts += [(flush(suited | 1 << a), outside) for a in ranks]
        if board.need == 0 and outside > 1:
            counts.append((flush(suited), comb(outside, 2)))
        return counts

    def _unsuited(self, key: int, left: list[int], inside: list[int]) -> list[Holdings]:
        """The holdings without a flush: not two cards of one suit, where `inside` counts it."""
        known = self.unsuited
        return [
            (known.get(key + pair) or self.add_unsuited(key + pair), ways)
            for a, b, pair in RANK_PAIRS
            if (
                ways := left[a] * (left[a] - 1) >> 1
                if a == b
                else left[a] * left[b] - inside[a] * inside[b]
            )
        ]


class Board:
    """Five cards by index: key of their ranks, flush suit, ranks in it, cards a flush needs."""

    __slots__ = ("key", "need", "suit", "suited")

    def __init__(self, cards: Sequence[int]) -> None:
        self.suit: int = flush_suit(cards)
        self.key: int = rank_key(card >> 2 for card in cards)
        ranks = [card >> 2 for card in cards if card & 3 == self.suit]
        self.suited: int = sum(1 << rank for rank in ranks)
        self.need: int = 5 - len(ranks)
