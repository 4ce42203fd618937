"""One chunk of an exposure: the best play and its value in all worlds with the same ranks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from uth.exact.arrays import Array
from uth.exact.exposure.exposure_terms import Terms
from uth.exact.exposure.seen_cards import (
    FULL_DECK,
    Chunk,
    PlayDeck,
    Seen,
    World,
    worlds,
)
from uth.exact.kernels.boards import rank_boards, suited_sets
from uth.exact.kernels.exposure import board_strengths, flop_groups, view_sums
from uth.exact.kernels.exposure.known_dealers import CHANNELS, RAISE, RIVER
from uth.exact.kernels.flop_decisions import holes
from uth.exact.kernels.flop_sums import rank_classes
from uth.exact.kernels.numbering import (
    FLUSH_FLOPS,
    HOLDINGS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
    RANKS,
)
from uth.exact.kernels.wins_and_ties import OUTSIDE

Kinds = tuple[tuple[int, ...], ...]
"""The dealer's, the later and the bottom cards that are known, as a suit sees them."""


@dataclass(frozen=True)
class Choice:
    """The best play before the flop with a holding and the cards that were seen."""

    hole: tuple[int, ...]
    dealer: tuple[int, ...]
    flop: tuple[int, ...]
    later: tuple[int, ...]
    bottom: tuple[int, ...]
    raised: bool


@dataclass(frozen=True)
class ChunkValue:
    """The value of a chunk × scale, and how many deals end with each action."""

    value: int
    raised: int
    bet: int
    called: int
    folded: int

    @property
    def deals(self) -> int:
        return self.raised + self.bet + self.called + self.folded

    @property
    def parts(self) -> tuple[int, int, int, int, int]:
        return self.value, self.raised, self.bet, self.called, self.folded

    def __add__(self, other: ChunkValue) -> ChunkValue:
        value, raised, bet, called, folded = (
            one + more for one, more in zip(self.parts, other.parts, strict=True)
        )
        return ChunkValue(value, raised, bet, called, folded)


@cache
def hole_images(orders: tuple[tuple[int, ...], ...]) -> tuple[Array, Array]:
    """For each order of the suits, the image of every card and of every holding."""
    cards = np.array(
        [[card & ~3 | order[card & 3] for card in range(52)] for order in orders], np.int64
    )
    table = holes()
    low = np.minimum(cards[:, table[:, 0]], cards[:, table[:, 1]])
    high = np.maximum(cards[:, table[:, 0]], cards[:, table[:, 1]])
    return cards, high * (high - 1) // 2 + low


def _free(full: Array, cards: Array, first: int) -> Array:
    """How many cards of each rank, from kind `first` on, each holding leaves."""
    held = [(cards == first + rank).sum(axis=1) for rank in range(RANKS)]
    free: Array = full[first : first + RANKS, None] - np.array(held)
    return free


class WorldSums:
    """The sums over boards that the worlds of a chunk share: one for each way a suit sees them."""

    def __init__(self, chunk: Chunk, terms: Terms, channels: int, deck: PlayDeck) -> None:
        self.terms = terms
        self.channels = channels
        self.deck = deck
        self.flush_strengths: Array
        self.rank_board_of: Array
        by_ranks, self.flush_strengths, self.rank_board_of = board_strengths.all_strengths()
        self.values: Array = np.zeros((RANK_BOARDS, CHANNELS, PAIRS), terms.dtype)
        self.rank_sums: Array = np.zeros((RANK_FLOPS, channels, PAIRS), terms.dtype)
        self.rank_totals: Array = np.zeros((CHANNELS, PAIRS), np.int64)
        full = np.zeros(RANKS, np.int64)
        full[list(deck.ranks)] = deck.suits
        known, later, bottom = (np.array(ranks, np.int64) for ranks in chunk)
        full[bottom] -= 1
        cards = board_strengths.rank_cards()
        free = _free(full, cards, 0).astype(terms.dtype)
        view_sums.sum_rank_view(
            rank_boards(), by_ranks, cards, board_strengths.pairs_of_ranks(), full, free, known,
            terms.late, later, terms.array, self.values, self.rank_sums, self.rank_totals,
        )  # fmt: skip
        self._views: dict[Kinds, tuple[Array, Array]] = {}

    def view(self, kinds: Kinds) -> tuple[Array, Array]:
        """The sums by flop and holding as a suit sees them, and the totals by holding."""
        if kinds not in self._views:
            deck, dtype = self.deck, self.terms.dtype
            full = np.zeros(2 * RANKS, np.int64)
            for rank in deck.ranks:
                full[rank], full[OUTSIDE + rank] = 1, deck.suits - 1
            sums = np.zeros((FLUSH_FLOPS, self.channels, HOLDINGS), dtype)
            totals = np.zeros((CHANNELS, HOLDINGS), np.int64)
            cards = board_strengths.kind_cards()
            known, later, bottom = (np.array(side, np.int64) for side in kinds)
            full[bottom] -= 1
            free = _free(full, cards, OUTSIDE).astype(dtype)
            view_sums.sum_flush_view(
                suited_sets(), self.rank_board_of, self.flush_strengths, cards,
                board_strengths.pairs_of_kinds(), rank_classes(), full, free, known,
                self.terms.late, later, self.terms.array, self.values, sums, totals,
            )  # fmt: skip
            self._views[kinds] = sums, totals
        return self._views[kinds]


def seen_by(suit: int, world: World) -> Kinds:
    """The known cards of a world as a suit sees them."""
    return tuple(
        tuple(sorted((card >> 2) + (0 if card & 3 == suit else OUTSIDE) for card in cards))
        for cards in (world.dealer, world.later, world.bottom)
    )


class WorldGroups:
    """What checking and raising are worth in one world, by holding and what the flop showed."""

    def __init__(self, world: World, seen: Seen, sums: WorldSums) -> None:
        self.world = world
        self.seen = seen
        deck = sums.deck
        free = np.zeros(52, np.bool_)
        known = (*world.dealer, *world.later, *world.bottom)
        free[[card for card in deck.cards if card not in known]] = True
        table = holes()
        self.holdings: Array = np.flatnonzero(free[table[:, 0]] & free[table[:, 1]])
        cards, images = hole_images(world.orders)
        kinds = [seen_by(suit, world) for suit in range(deck.suits)]
        distinct = sorted(set(kinds))
        views = np.stack([sums.view(view)[0] for view in distinct])
        view_of_suit = np.array([distinct.index(view) for view in kinds] + [0] * 4, np.int64)
        self.per_hole: int = (1, 52, flop_groups.HOLES, 1)[seen.flop]
        size = 2 if seen.flop == 3 else flop_groups.HOLES * self.per_hole
        self.groups: Array = np.zeros((size, flop_groups.COLUMNS), np.int64)
        rows = table[self.holdings]
        flop_groups.group_flops(
            flop_groups.distinct_flops(free, cards), self.holdings,
            (np.int64(1) << rows[:, 0]) | (np.int64(1) << rows[:, 1]),
            np.ascontiguousarray(rows[:, [4, 5, 6, 7, 3]].T.astype(np.int32)), sums.rank_sums,
            views, view_of_suit, seen.flop, self.groups,
        )  # fmt: skip
        if seen.flop == 0:
            self._add_totals([sums.view(view)[1] for view in kinds], sums.rank_totals, table)
        if seen.flop < 3:
            shown = (np.zeros((len(cards), 1), np.int64), cards, images)[seen.flop]
            flop_groups.fold_groups(images, shown, self.per_hole, self.groups)

    def _add_totals(self, by_suit: list[Array], by_ranks: Array, table: Array) -> None:
        """Add what does not depend on the flop's decision: the river after a check, the raise."""
        rows = table[self.holdings]
        flops = comb(5 - len(self.world.later), 3)
        for column, channel in ((flop_groups.CHECKED, RIVER), (flop_groups.RAISED, RAISE)):
            total = by_ranks[channel][rows[:, 3]]
            for suit, totals in enumerate(by_suit):
                total = total + totals[channel][rows[:, 4 + suit]]
            self.groups[self.holdings, column] += flops * total

    def value(self, after: int) -> ChunkValue:
        """The best play's value; `after` is how many deals follow a holding and a flop."""
        groups, weight = self.groups, self.world.weight
        raised = groups[:, flop_groups.RAISED] >= groups[:, flop_groups.CHECKED]
        raises, checks = groups[raised].sum(axis=0), groups[~raised].sum(axis=0)
        bet, folded = int(checks[flop_groups.BETS]) * after, int(checks[flop_groups.FOLDED])
        all_checked = int(checks[flop_groups.CELLS]) * after
        value = int(raises[flop_groups.RAISED]) + int(checks[flop_groups.CHECKED])
        return ChunkValue(
            value=weight * value,
            raised=weight * int(raises[flop_groups.CELLS]) * after,
            bet=weight * bet,
            called=weight * (all_checked - bet - folded),
            folded=weight * folded,
        )

    def choices(self) -> list[Choice]:
        """The best play for each holding and what was seen, one of each class of suits."""
        table, choices = holes(), []
        for row in np.flatnonzero(self.groups[:, flop_groups.CELLS]).tolist():
            hole, shown = divmod(row, self.per_hole)
            cards: tuple[int, ...] = ()
            if self.seen.flop == 1:
                cards = (shown,)
            elif self.seen.flop == 2:
                cards = tuple(table[shown, :2].tolist())
            checked, raised = self.groups[row, :2].tolist()
            choices.append(
                Choice(
                    hole=tuple(table[hole, :2].tolist()),
                    dealer=self.world.dealer,
                    flop=cards,
                    later=self.world.later,
                    bottom=self.world.bottom,
                    raised=raised >= checked,
                )
            )
        return choices


def chunk_groups(
    chunk: Chunk, seen: Seen, terms: Terms, deck: PlayDeck = FULL_DECK
) -> Iterable[WorldGroups]:
    """The worlds of a chunk, one after the other."""
    sums = WorldSums(chunk, terms, 2 if seen.flop == 0 else CHANNELS, deck)
    for world in worlds(chunk, deck):
        yield WorldGroups(world, seen, sums)
