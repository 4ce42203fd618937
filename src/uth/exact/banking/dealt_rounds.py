"""Random rounds in batches: the cards, and the play of seats that each play a solved game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations

import numpy as np

from uth.core.cards import DECK
from uth.exact.arrays import Array
from uth.exact.kernels.spots import best_river_bets
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.pays import spot_pays
from uth.exact.solver.solution import Solution
from uth.exact.solver.strategy import flop_index
from uth.exact.solver.threads import run_on_threads, thread_count

BOARD, DEALER = slice(0, 5), slice(5, 7)
"""The columns of board and dealer in a row of cards; two of each seat follow."""


@dataclass(frozen=True)
class RoundBatch:
    """Rounds in rows: their cards, each seat's Play multiple (0: a fold), and all strengths."""

    cards: Array
    multiples: Array
    dealer: Array
    """The strength of the dealer's hand, numbered as in `uth.core`."""
    seats: Array
    """The strength of each seat's hand."""

    def holding(self, seat: int) -> Array:
        """The two cards of a seat, which are numbered from 0."""
        return self.cards[:, seat_cards(seat)]


def seat_cards(seat: int) -> slice:
    """The columns of a seat's two cards; seats are numbered from 0."""
    return slice(7 + 2 * seat, 9 + 2 * seat)


def deal_rounds(draw: np.random.Generator, rounds: int, cards: int) -> Array:
    """Rows of different cards, each drawn with equal chances from what is left of the deck."""
    decks = np.tile(np.arange(len(DECK), dtype=np.uint8), (rounds, 1))
    rows = np.arange(rounds)
    for at in range(cards):
        other = draw.integers(at, len(DECK), rounds)
        drawn = decks[rows, other]
        decks[rows, other] = decks[:, at]
        decks[:, at] = drawn
    return np.ascontiguousarray(decks[:, :cards])


@dataclass(frozen=True)
class SeatPlay:
    """How a seat plays that follows a solution, for many rounds at once."""

    solution: Solution

    @cached_property
    def _preflop(self) -> Array:
        """The Play multiple of every holding before the flop; 0 is a check."""
        holdings = list(combinations(DECK, 2))
        table = np.zeros(len(holdings), np.int64)
        at = pair_index(np.array([(one.index, other.index) for one, other in holdings]))
        table[at] = [self.solution.strategy.preflop(holding).multiple for holding in holdings]
        return table

    def multiples(self, hands: Array) -> Array:
        """The Play multiple with each row of board and hole cards (uint8), or 0 for a fold."""
        board, hole = hands[:, BOARD].astype(np.int64), hands[:, 5:].astype(np.int64)
        multiples: Array = self._preflop[pair_index(hole)]
        (left,) = np.nonzero(multiples == 0)
        multiples[left] = self._flop(hole[left], board[left, :3])
        (left,) = np.nonzero(multiples == 0)
        multiples[left] = river_bets(self.solution.rules, np.ascontiguousarray(hands[left]))
        return multiples

    def _flop(self, hole: Array, flop: Array) -> Array:
        """The Play multiple of each row on the flop; 0 is a check."""
        decisions, rules = self.solution.strategy.decisions, self.solution.rules
        if not rules.flop:
            return np.zeros(len(hole), np.int64)
        rows, names = _canonical_flops()
        low, middle, high = np.sort(flop, axis=1).T
        at = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        renamed = hole & ~3 | names[at[:, None], hole & 3]
        cell = rows[at], pair_index(renamed)
        bets = np.array(rules.best_bets(rules.flop), np.int64)
        return np.where(decisions.gains[cell] < 0, 0, bets[decisions.bets[cell]])


def play_rounds(seats: Sequence[SeatPlay], cards: Array) -> RoundBatch:
    """What these seats play with these cards."""
    board = cards[:, BOARD]
    multiples = np.zeros((len(cards), len(seats)), np.int64)
    strengths = np.zeros((len(cards), len(seats)), np.int64)
    for number, seat in enumerate(seats):
        hands = np.hstack((board, cards[:, seat_cards(number)]))
        strengths[:, number] = evaluator().evaluate(hands)
        multiples[:, number] = seat.multiples(hands)
    dealer = evaluator().evaluate(np.hstack((board, cards[:, DEALER]))).astype(np.int64)
    return RoundBatch(cards, multiples, dealer, strengths)


@cache
def _canonical_flops() -> tuple[Array, Array]:
    """The canonical flop of each flop, and the number that each suit has there.

    Suits that a flop lacks are alike, so they can be numbered in any order.
    """
    flops = list(combinations(range(len(DECK)), 3))
    rows, names = np.zeros(len(flops), np.int64), np.zeros((len(flops), 4), np.int64)
    for low, middle, high in flops:
        at = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        rows[at], named = flop_index((DECK[low], DECK[middle], DECK[high]))
        for suit in range(4):
            names[at, suit] = named.setdefault(suit, len(named))
    return rows, names


def pair_index(pairs: Array) -> Array:
    """The index of two cards in any order among the 1,326 holdings."""
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    index: Array = high * (high - 1) // 2 + low
    return index


_spot_pays = lru_cache(8)(spot_pays)


def river_bets(rules: GameRules, hands: Array) -> Array:
    """The best Play multiple with each row of board and hole cards (uint8), or 0 for a fold."""
    tables, pays = evaluator(), _spot_pays(rules).arrays
    pair = int(np.searchsorted(tables.strengths, 1 << 20))
    out, threads = np.zeros(len(hands), np.int64), thread_count()
    run_on_threads(
        threads,
        lambda thread: best_river_bets(
            thread, threads, hands, pair, (tables.offsets, tables.table, tables.flush),
            tables.category, pays, out,
        ),
    )  # fmt: skip
    return out
