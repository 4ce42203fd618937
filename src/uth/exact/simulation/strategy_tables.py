"""A strategy as tables: a Play multiple for every class of cards, 0 for a check or a fold.

Before the flop a class is one of 169 starting hands. On the flop it is a flop up to suits with a
holding. On the river it is all that a hand's strength and its chances can depend on: the ranks of
board and holding, and which of them are in the suit of which the board has three or more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import numpy as np

from uth.core.cards import DECK, Card
from uth.exact.arrays import Array
from uth.exact.kernels.boards import rank_boards, suited_sets
from uth.exact.kernels.flop_decisions import FLOPS, HOLES, STARTS, canonical_flops, holes
from uth.exact.kernels.numbering import (
    FLUSH_BOARDS,
    HOLDINGS,
    PAIRS,
    RANK_BOARDS,
    RANKS,
    rank_pair,
)
from uth.exact.kernels.simulation.playing import PlayTables, board_class, play_rounds
from uth.exact.kernels.simulation.river_choices import (
    best_river_choices,
    simple_flop_choices,
    simple_river_choices,
)
from uth.exact.kernels.strength import strength_tables
from uth.exact.solver.boards import Boards, count_boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.solution import Solution
from uth.exact.solver.strategy import flop_index
from uth.exact.solver.threads import run_on_threads, thread_count

SIMPLE_KICKERS = {(11, True): 0, (11, False): 3, (10, True): 4, (10, False): 6,
                  (9, True): 6, (9, False): 8}  # fmt: skip
"""Higher rank (from 0 for a deuce), and whether suited → the lowest other rank worth a bet."""


@dataclass(frozen=True)
class StrategyTables:
    """The decisions of one strategy in a game."""

    rules: GameRules
    preflop: Array
    """By starting hand: 169."""
    flop: Array
    """By canonical flop and holding: 1,755 × 1,326."""
    river_ranks: Array
    """By rank board and rank pair: 6,188 × 91."""
    river_suits: Array
    """By flush board and kind of holding: 36,608 × 338."""
    _by_holding: list[Array] = field(default_factory=list, repr=False, compare=False)

    @property
    def arrays(self) -> PlayTables:
        """As the kernels read them."""
        if not self._by_holding:
            self._by_holding.append(np.ascontiguousarray(self.preflop[holes()[:, 2]]))
        return self._by_holding[0], self.flop, self.river_ranks, self.river_suits

    def multiples(self, cards: Array) -> Array:
        """The Play multiple of each seat in rows of board, dealer and seats' cards (uint8)."""
        out = np.empty((len(cards), (cards.shape[1] - 7) // 2), np.int8)
        play_rounds(cards, self.arrays, flop_names(), river_numbering(), out)
        return out

    def multiple(self, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        """The decision of one spot: before the flop, on the flop or on the river."""
        c, d = sorted(card.index for card in hole)
        pair = d * (d - 1) // 2 + c
        if not board:
            return int(self.preflop[holes()[pair, 2]])
        row = np.array([[card.index for card in board]], np.uint8)
        if len(board) == 3:
            low, middle, high = sorted(card.index for card in board)
            at = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
            rows, names = flop_names()
            low, high = sorted(card & ~3 | int(names[at, card & 3]) for card in (c, d))
            return int(self.flop[rows[at], high * (high - 1) // 2 + low])
        suit, number = board_class(row, 0, river_numbering()[1])
        if suit < 0:
            return int(self.river_ranks[number, holes()[pair, 3]])
        return int(self.river_suits[number, holes()[pair, 4 + suit]])


@cache
def flop_names() -> tuple[Array, Array]:
    """The canonical flop of each flop, and the number that each suit has there.

    Suits that a flop lacks are alike, so they are numbered in their order.
    """
    flops = list(combinations(range(len(DECK)), 3))
    rows, names = np.zeros(len(flops), np.int16), np.zeros((len(flops), 4), np.int8)
    for low, middle, high in flops:
        at = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
        rows[at], named = flop_index((DECK[low], DECK[middle], DECK[high]))
        for suit in range(4):
            names[at, suit] = named.setdefault(suit, len(named))
    return rows, names


@cache
def river_numbering() -> tuple[Array, Array]:
    """The rank pair of each holding, and its kind as seen from each suit; and the first flush board
    of each set of suited ranks.
    """
    first_of = np.zeros(1 << RANKS, np.int32)
    for size, first, *inside in suited_sets().tolist():
        first_of[sum(1 << rank for rank in inside[:size])] = first
    return np.ascontiguousarray(holes()[:, 3:].astype(np.int16)), first_of


def empty_tables(rules: GameRules) -> StrategyTables:
    """The strategy that checks and folds."""
    return StrategyTables(
        rules=rules,
        preflop=np.zeros(STARTS, np.int8),
        flop=np.zeros((FLOPS, HOLES), np.int8),
        river_ranks=np.zeros((RANK_BOARDS, PAIRS), np.int8),
        river_suits=np.zeros((FLUSH_BOARDS, HOLDINGS), np.int8),
    )


def best_tables(solution: Solution, boards: Boards) -> StrategyTables:
    """The tables of best play."""
    rules, decisions = solution.rules, solution.strategy.decisions
    tables, threads = empty_tables(rules), thread_count()
    tables.preflop[:] = [hand.best.multiple for hand in solution.hands]
    if rules.flop:
        bets = np.array(rules.best_bets(rules.flop), np.int8)
        tables.flop[:] = np.where(decisions.gains < 0, 0, bets[decisions.bets])
    for counts, out in (
        (boards.rank_counts, tables.river_ranks),
        (boards.flush_counts, tables.river_suits),
    ):
        run_on_threads(
            threads,
            lambda thread, counts=counts, out=out: best_river_choices(  # type: ignore[misc]
                thread, threads, counts.arrays, decisions.pays.arrays, decisions.pays.river, out
            ),
        )
    return tables


def simple_tables(rules: GameRules, boards: Boards | None = None) -> StrategyTables:
    """The tables of the published simple strategy; each bet is the largest that the street has."""
    boards = boards or count_boards()
    tables, strengths = empty_tables(rules), strength_tables()
    if rules.play:
        worth = [_simple_start(start) for start in range(STARTS)]
        tables.preflop[worth] = max(rules.play)
    if rules.flop:
        simple_flop_choices(canonical_flops(), holes(), strengths, max(rules.flop), tables.flop)
    river = max(rules.river)
    ranks, suited = flush_board_ranks()
    plain = np.full(RANK_BOARDS, -1, np.int64)
    simple_river_choices(
        rank_boards(), plain, boards.rank_counts.category, strengths, river, tables.river_ranks
    )
    simple_river_choices(
        ranks, suited, boards.flush_counts.category, strengths, river, tables.river_suits
    )
    return tables


def _simple_start(start: int) -> bool:
    """Any ace, threes or better, and kings, queens and jacks with a good enough kicker."""
    row, column = divmod(start, RANKS)
    high, low, suited = max(row, column), min(row, column), row > column
    if high == low:
        return high >= 1
    return high == RANKS - 1 or low >= SIMPLE_KICKERS.get((high, suited), RANKS)


@cache
def flush_board_ranks() -> tuple[Array, Array]:
    """The ranks of every flush board, those of the flush suit first, and a bit for each of them."""
    ranks, suited = np.zeros((FLUSH_BOARDS, 5), np.int64), np.zeros(FLUSH_BOARDS, np.int64)
    for size, first, *inside in suited_sets().tolist():
        need = 5 - size
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                at = first + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                ranks[at] = [*inside[:size], *(x, y)[:need]]
                suited[at] = (1 << size) - 1
    return ranks, suited
