"""One deal of hole cards at a table: the exact value of each hand if all of them are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from uth.core.cards import DECK
from uth.exact.arrays import Array
from uth.exact.exposure.exposure_terms import Terms, game_terms
from uth.exact.exposure.seen_cards import Seen
from uth.exact.kernels.boards import rank_boards, suited_sets
from uth.exact.kernels.exposure import board_strengths, shared_hands
from uth.exact.kernels.exposure.dealer_pairs import CHANNELS
from uth.exact.kernels.flop_decisions import holes
from uth.exact.kernels.numbering import FLUSH_BOARDS, HOLDINGS, PAIRS, RANK_BOARDS, RANKS
from uth.exact.kernels.wins_and_ties import OUTSIDE
from uth.exact.solver.boards import count_boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import Action, bet
from uth.exact.solver.solve import solve
from uth.exact.solver.strategy import flop_index


@dataclass(frozen=True)
class PlainPlay:
    """Best play without known cards: raises by starting hand, flop gains, river folds."""

    ev: Fraction
    raises: Array
    advantages: Array
    """What the largest raise is worth more than a check, by starting hand."""
    gains: Array
    rank_folds: Array
    flush_folds: Array


@cache
def plain_play(rules: GameRules) -> PlainPlay:
    """The solved game as the kernels read it, once for each process."""
    boards = count_boards()
    solution = solve(rules, boards=boards, endings=False)
    decisions, raised = solution.strategy.decisions, bet(max(rules.play))
    rank_folds = np.zeros((RANK_BOARDS, PAIRS), np.int8)
    flush_folds = np.zeros((FLUSH_BOARDS, HOLDINGS), np.int8)
    shared_hands.plain_folds(boards.rank_counts.arrays, decisions.pays.arrays, rank_folds)
    shared_hands.plain_folds(boards.flush_counts.arrays, decisions.pays.arrays, flush_folds)
    return PlainPlay(
        ev=solution.ev,
        raises=np.array([bool(hand.best.multiple) for hand in solution.hands]),
        advantages=np.array(
            [float(hand.values[raised] - hand.values[Action.CHECK]) for hand in solution.hands]
        ),
        gains=decisions.gains,
        rank_folds=rank_folds,
        flush_folds=flush_folds,
    )


@cache
def canonical_flop_names() -> tuple[Array, Array]:
    """The canonical flop of each of 22,100 flops, and the name of each suit there."""
    rows, names = np.zeros(22100, np.int64), np.zeros((22100, 4), np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                number = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
                rows[number], named = flop_index((DECK[a], DECK[b], DECK[c]))
                for suit in range(4):
                    names[number, suit] = named.setdefault(suit, len(named))
    return rows, names


@dataclass(frozen=True)
class SharedHand:
    """The values of a hand in antes: with all known cards, as if without them, and by action."""

    shared: Fraction
    plain: Fraction
    raised: Fraction
    checked: Fraction
    start: int

    @property
    def gain(self) -> Fraction:
        """What knowing the cards is worth."""
        return self.shared - self.plain


def value_table(
    rules: GameRules, hands: Sequence[tuple[int, int]], dead: Sequence[int] = ()
) -> list[SharedHand]:
    """The exact values of all hands, over every board and dealer that the known cards leave."""
    terms, plain = _terms(rules), plain_play(rules)
    table = holes()[[max(hand) * (max(hand) - 1) // 2 + min(hand) for hand in hands]]
    free = np.ones(52, np.bool_)
    free[[*(card for hand in hands for card in hand), *dead]] = False
    by_card = free.reshape(RANKS, 4).astype(np.int64)
    full = by_card.sum(axis=1)
    by_ranks, by_flush, rank_board_of = board_strengths.all_strengths()
    values = np.zeros((RANK_BOARDS, len(hands), CHANNELS), np.int64)
    counts = np.zeros((RANK_BOARDS, len(hands), 3), np.int64)
    rank_sums, suit_sums = shared_hands.new_sums(len(hands))
    shared_hands.sum_ranks(
        rank_boards(), by_ranks, full, np.ascontiguousarray(table[:, 3]), plain.rank_folds,
        terms.array, counts, values, rank_sums,
    )  # fmt: skip
    for suit in range(4):
        left = np.zeros(2 * RANKS, np.int64)
        left[:OUTSIDE], left[OUTSIDE:] = by_card[:, suit], full - by_card[:, suit]
        shared_hands.sum_suit(
            suited_sets(), rank_board_of, by_ranks, by_flush, left,
            np.ascontiguousarray(table[:, 4 + suit]), plain.flush_folds, terms.array, counts,
            values, suit_sums[suit],
        )  # fmt: skip
    results = np.zeros((len(hands), shared_hands.RESULTS), np.int64)
    shared_hands.decide_shared(
        free, np.ascontiguousarray(table[:, :2]), rank_sums, suit_sums,
        *canonical_flop_names(), plain.gains, results,
    )  # fmt: skip
    cards = int(free.sum())
    unit = comb(cards, 3) * comb(cards - 3, 2) * comb(cards - 5, 2) * rules.scale
    return [
        _hand(row, unit, start, bool(plain.raises[start]))
        for row, start in zip(results.tolist(), table[:, 2].tolist(), strict=True)
    ]


def _hand(row: list[int], unit: int, start: int, plain_raise: bool) -> SharedHand:
    check, _, raised, plain_check = (Fraction(value, unit) for value in row)
    return SharedHand(
        shared=max(check, raised),
        plain=raised if plain_raise else plain_check,
        raised=raised,
        checked=plain_check,
        start=start,
    )


@cache
def _terms(rules: GameRules) -> Terms:
    return game_terms(rules, Seen())
