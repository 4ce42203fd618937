"""Ultimate Pairs beside a bank's worst deal: which line each holding is paid by, suits and all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import numpy as np

from uth.core.cards import DECK
from uth.exact.banking.buffers import class_spans
from uth.exact.kernels.board_bounds import NOWHERE, bound, search_dealer

if TYPE_CHECKING:
    from uth.core.odds import Odds
    from uth.exact.banking.buffers import Buffers
    from uth.exact.solver.boards import Array
    from uth.rulebook.model import PairLine, Pattern

    Orders = list[tuple[int, ...]]

HOLDINGS = np.array([(d, c) for c, d in combinations(range(52), 2)], np.int64)
"""All 1,326, the higher card first."""
NEVER = -1
ENOUGH_STEPS = 1 << 13


@dataclass(frozen=True)
class DealerGroup:
    """Dealer holdings that open the same lines, and the line of every player's holding then."""

    dealers: frozenset[int]
    """Where in all holdings they stand."""
    line_of: Array

    @cached_property
    def deals(self) -> Array:
        """Of each holding, whether it is one of theirs."""
        return np.isin(np.arange(len(HOLDINGS)), list(self.dealers))


@dataclass(frozen=True)
class PairLines:
    """The lines of a table, the last of them a loss; without lines, that one alone."""

    table: tuple[PairLine, ...]

    @property
    def odds(self) -> list[Odds | None]:
        return [*(line.pays for line in self.table), None]

    @cached_property
    def groups(self) -> list[DealerGroup]:
        """Dealers by the lines that look at their cards."""
        holdings = [(DECK[c], DECK[d]) for c, d in HOLDINGS.tolist()]
        opened: dict[tuple[bool, ...], set[int]] = {}
        for at, holding in enumerate(holdings):
            fits = (line.dealer is None or _any(line.dealer, holding) for line in self.table)
            opened.setdefault(tuple(fits), set()).add(at)
        fitting = [[_any(line.hands, holding) for line in self.table] for holding in holdings]
        return [
            DealerGroup(
                frozenset(dealers),
                np.array([_first(fits, lines) for fits in fitting], np.int64),
            )
            for lines, dealers in opened.items()
        ]

    def most(self, group: DealerGroup, extra: Array, scratch: Buffers) -> int:
        """What lines add at most for all seats together, with some dealer of the group."""
        many = np.bincount(group.line_of, minlength=len(extra))
        place = np.empty_like(many)
        place[np.argsort(many, kind="stable")] = np.arange(len(many))
        order = np.argsort(place[group.line_of], kind="stable")
        classes = group.line_of[order]
        spans = class_spans(classes, len(extra))
        out = np.zeros(len(scratch.sizes).bit_length() + 1, np.int64)
        found = search_dealer(
            NOWHERE, ENOUGH_STEPS, len(extra) - 1, NEVER, extra, scratch.sizes, HOLDINGS[order],
            classes, spans, group.deals[order], scratch.of_search, out,
        )  # fmt: skip
        if out[0]:
            return found
        scratch.used[:], scratch.taken[:] = 0, 0
        return bound(
            extra, scratch.sizes, len(extra) - 1, NEVER, HOLDINGS[order], spans, 0,
            *scratch.of_bound,
        )  # fmt: skip

    @cached_property
    def _orders(self) -> Orders:
        """Ways to rename suits that no line notices."""
        named = {
            frozenset(card.index for card in pattern.cards)
            for line in self.table
            for pattern in (*line.hands, *(line.dealer or ()))
            if pattern.cards is not None
        }

        def renamed(order: tuple[int, ...]) -> set[frozenset[int]]:
            return {frozenset(card & ~3 | order[card & 3] for card in cards) for cards in named}

        return [order for order in permutations(range(4)) if renamed(order) == named]

    @cached_property
    def _ranks(self) -> set[int]:
        """The ranks at whose suits a line looks."""
        return {
            card.index >> 2
            for line in self.table
            for pattern in (*line.hands, *(line.dealer or ()))
            if pattern.cards is not None or len(pattern.ranks) == 2
            for card in DECK
            if (card in pattern.cards if pattern.cards else card.rank.value in pattern.ranks)
        }

    def variants(self, board: Array) -> list[Array]:
        """Boards of one kind as the lines tell them apart."""
        if not self.table:
            return [board]
        ranks = [int(card) >> 2 for card in board]
        suits = [int(card) & 3 for card in board]
        flush = [suit for suit in range(4) if suits.count(suit) >= 3]
        inside = [bool(flush) and suit == flush[0] for suit in suits]
        found: dict[tuple[int, ...], Array] = {}
        for given in product(range(4), repeat=5):
            cards = [4 * rank + suit for rank, suit in zip(ranks, given, strict=True)]
            if len(set(cards)) == 5 and _same_kind(given, inside):
                found.setdefault(self._kind(cards, inside), np.array(cards, np.int64))
        return list(found.values())

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
    """Whether the cards of the flush suit, and no others, are of one suit three times or more."""
    within = {suit for suit, is_in in zip(given, inside, strict=True) if is_in}
    if not within:
        return max(given.count(suit) for suit in given) < 3
    return len(within) == 1 and all(
        is_in == (suit in within) for suit, is_in in zip(given, inside, strict=True)
    )


def _any(patterns: tuple[Pattern, ...], holding: tuple[object, ...]) -> bool:
    return any(pattern.fits(holding) for pattern in patterns)  # type: ignore[arg-type]


def _first(fits: list[bool], opened: tuple[bool, ...]) -> int:
    both = (one and other for one, other in zip(fits, opened, strict=True))
    return next((at for at, fit in enumerate(both) if fit), len(fits))
