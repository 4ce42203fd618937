"""Holding bonuses in the worst-deal search: the pay line of each holding, given the dealer's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product

import numpy as np

from uth.core.cards import DECK, Card
from uth.core.money import Odds
from uth.exact.arrays import Array
from uth.exact.banking.buffers import Buffers, class_spans, rarest_first
from uth.exact.kernels.worst_deal import IMPOSSIBLE, search_holdings, upper_bound
from uth.rulebook.entries.pay_lines import PairLine, Pattern

Orders = list[tuple[int, ...]]

HOLDINGS = np.array([(d, c) for c, d in combinations(range(52), 2)], np.int64)
"""All 1,326 holdings, the higher card first."""
NEVER = -1
ENOUGH_STEPS = 1 << 13


@dataclass(frozen=True)
class DealerGroup:
    """Dealer holdings that allow the same pay lines, and the line of every player's holding."""

    dealers: frozenset[int]
    """Indices into `HOLDINGS`."""
    pay_line_of: Array

    @cached_property
    def deals(self) -> Array:
        """Whether each holding belongs to this group."""
        return np.isin(np.arange(len(HOLDINGS)), list(self.dealers))


@dataclass(frozen=True)
class HoldingLines:
    """The pay tables by wager. A line is one of each table, or its loss; in the last, all lose."""

    tables: Mapping[str, tuple[PairLine, ...]]

    @cached_property
    def odds(self) -> list[Mapping[str, Odds | None]]:
        """What each line pays, by wager."""
        paid = ([*(row.pays for row in table), None] for table in self.tables.values())
        return [dict(zip(self.tables, odds, strict=True)) for odds in product(*paid)]

    @cached_property
    def _rows(self) -> list[PairLine]:
        return [row for table in self.tables.values() for row in table]

    @cached_property
    def groups(self) -> list[DealerGroup]:
        """Dealer holdings, grouped by the pay lines that they allow."""
        holdings = [(DECK[c], DECK[d]) for c, d in HOLDINGS.tolist()]
        allowed: dict[tuple[bool, ...], set[int]] = {}
        for at, holding in enumerate(holdings):
            fits = (row.dealer is None or _any(row.dealer, holding) for row in self._rows)
            allowed.setdefault(tuple(fits), set()).add(at)
        fitting = [[_any(row.hands, holding) for row in self._rows] for holding in holdings]
        return [
            DealerGroup(
                frozenset(dealers),
                np.array([self._pay_line(fits, rows) for fits in fitting], np.int64),
            )
            for rows, dealers in allowed.items()
        ]

    def _pay_line(self, fits: list[bool], allowed: tuple[bool, ...]) -> int:
        """The line of the first row of each table that both holdings fit."""
        pay_line = start = 0
        for table in self.tables.values():
            end = start + len(table)
            first = next((at for at in range(start, end) if fits[at] and allowed[at]), end)
            pay_line = pay_line * (len(table) + 1) + first - start
            start = end
        return pay_line

    def most(self, group: DealerGroup, extra: Array, buffers: Buffers) -> int:
        """The most that the lines add for all seats together, with any dealer of the group."""
        counts = np.bincount(group.pay_line_of, minlength=len(extra))
        order = rarest_first(group.pay_line_of, counts)
        classes = group.pay_line_of[order]
        spans = class_spans(classes, len(extra))
        out = np.zeros(len(buffers.sizes).bit_length() + 1, np.int64)
        most = search_holdings(
            IMPOSSIBLE, ENOUGH_STEPS, len(extra) - 1, NEVER, extra, buffers.sizes, HOLDINGS[order],
            classes, spans, group.deals[order], buffers.for_search, out,
        )  # fmt: skip
        if out[0]:
            return most
        buffers.used[:], buffers.taken[:] = 0, 0
        return upper_bound(
            extra, buffers.sizes, len(extra) - 1, NEVER, HOLDINGS[order], spans, 0,
            *buffers.for_bound,
        )  # fmt: skip

    @cached_property
    def _orders(self) -> Orders:
        """The permutations of suits that leave all lines unchanged."""
        named = {
            frozenset(card.index for card in pattern.cards)
            for row in self._rows
            for pattern in (*row.hands, *(row.dealer or ()))
            if pattern.cards is not None
        }

        def renamed(order: tuple[int, ...]) -> set[frozenset[int]]:
            return {frozenset(card & ~3 | order[card & 3] for card in cards) for cards in named}

        return [order for order in permutations(range(4)) if renamed(order) == named]

    @cached_property
    def _ranks(self) -> set[int]:
        """The ranks whose suits matter to some line."""
        return {
            card.index >> 2
            for row in self._rows
            for pattern in (*row.hands, *(row.dealer or ()))
            if pattern.cards is not None or len(pattern.ranks) == 2
            for card in DECK
            if (card in pattern.cards if pattern.cards else card.rank in pattern.ranks)
        }

    def variants(self, board: Array) -> list[Array]:
        """The boards of one kind that the lines distinguish."""
        if not self.tables:
            return [board]
        ranks = [int(card) >> 2 for card in board]
        suits = [int(card) & 3 for card in board]
        flush = [suit for suit in range(4) if suits.count(suit) >= 3]
        inside = [bool(flush) and suit == flush[0] for suit in suits]
        variants: dict[tuple[int, ...], Array] = {}
        for given in product(range(4), repeat=5):
            cards = [4 * rank + suit for rank, suit in zip(ranks, given, strict=True)]
            if len(set(cards)) == 5 and _same_kind(given, inside):
                variants.setdefault(self._kind(cards, inside), np.array(cards, np.int64))
        return list(variants.values())

    def _kind(self, cards: list[int], inside: list[bool]) -> tuple[int, ...]:
        return min(
            tuple(
                sorted(
                    card & ~3 | order[card & 3]
                    if within or card >> 2 in self._ranks
                    else ~card >> 2
                    for card, within in zip(cards, inside, strict=True)
                )
            )
            for order in self._orders
        )


def _same_kind(given: tuple[int, ...], inside: list[bool]) -> bool:
    """Whether exactly the cards of the flush suit share a suit, and no other suit has three."""
    within = {suit for suit, is_in in zip(given, inside, strict=True) if is_in}
    if not within:
        return max(given.count(suit) for suit in given) < 3
    return len(within) == 1 and all(
        is_in == (suit in within) for suit, is_in in zip(given, inside, strict=True)
    )


def _any(patterns: tuple[Pattern, ...], holding: tuple[Card, ...]) -> bool:
    return any(pattern.fits(holding) for pattern in patterns)
