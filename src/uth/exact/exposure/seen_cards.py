"""What a player has seen before the first decision, and the worlds that this makes.

A world is a choice of the dealer's and the later cards that were seen; they stay known on the flop.
Worlds that differ only by suits are taken once. Those with the same ranks make a chunk.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, permutations, product
from math import comb
from typing import Literal

from uth.core.refusal import Refusal

MOST_SEEN = {"dealer": 2, "flop": 3, "later": 2, "bottom": 1}
MOST_KNOWN = 2
"""How many cards besides the flop's may be known: every one more takes fifty times as long."""

Cards = tuple[int, ...]
Chunk = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The ranks of the dealer's, the later and the bottom cards that were seen."""


@dataclass(frozen=True)
class PlayDeck:
    """The cards in play: whole ranks of some suits. A short deck is for tests."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    @property
    def cards(self) -> Cards:
        return tuple(rank * 4 + suit for rank in self.ranks for suit in range(self.suits))


FULL_DECK = PlayDeck()


Since = Literal["preflop", "flop", "river"]
"""Before which decision the dealer's cards are seen."""


@dataclass(frozen=True)
class Seen:
    """How many of the dealer's cards, of the flop and of turn and river were seen.

    The bottom card is never dealt: who sees it knows only that.
    """

    dealer: int = 0
    flop: int = 0
    later: int = 0
    bottom: int = 0
    since: Since = "preflop"

    def __post_init__(self) -> None:
        for name, most in MOST_SEEN.items():
            count = getattr(self, name)
            if not 0 <= count <= most:
                raise Refusal(
                    "exposure/count", name=name, count=count, most=most, where=f"--see {name}"
                )
        known = self.dealer + self.later + self.bottom
        if known > MOST_KNOWN or (known == MOST_KNOWN and self.flop == 2):
            raise Refusal("exposure/too_much", most=MOST_KNOWN, where="--see")
        if self.since != "preflop" and (not self.dealer or self.flop or known > self.dealer):
            raise Refusal("exposure/since", where="--since")

    @property
    def known(self) -> int:
        """The dealer's cards that are known on the flop."""
        return 0 if self.since == "river" else self.dealer

    @property
    def late(self) -> int:
        """The dealer's cards that are known on the river alone."""
        return self.dealer if self.since == "river" else 0

    @property
    def times_counted(self) -> int:
        """How often a deal counts: once for each of two cards of which one is seen at the end."""
        return 2 if self.late == 1 else 1

    @property
    def counts(self) -> dict[str, int]:
        counts = {"dealer": self.dealer, "flop": self.flop, "later": self.later}
        return {**counts, "bottom": self.bottom} if self.bottom else counts


@dataclass(frozen=True)
class World:
    """The cards that are known, how many worlds are equivalent, and which suits may be swapped."""

    dealer: Cards
    later: Cards
    bottom: Cards
    weight: int
    orders: tuple[tuple[int, ...], ...]


def chunks(seen: Seen, deck: PlayDeck = FULL_DECK) -> tuple[Chunk, ...]:
    """The chunks in a fixed order; each can be computed on its own."""
    dealers = combinations_with_replacement(deck.ranks, seen.known)
    laters = combinations_with_replacement(deck.ranks, seen.later)
    bottoms = combinations_with_replacement(deck.ranks, seen.bottom)
    return tuple(
        chunk
        for chunk in product(dealers, laters, bottoms)
        if max(Counter(chain(*chunk)).values(), default=0) <= deck.suits
    )


def suit_orders(suits: int) -> list[tuple[int, ...]]:
    """Permutations of the suits in play; the others stay."""
    return [(*order, *range(suits, 4)) for order in permutations(range(suits))]


def renamed(cards: Cards, order: tuple[int, ...]) -> Cards:
    return tuple(sorted(card & ~3 | order[card & 3] for card in cards))


def worlds(chunk: Chunk, deck: PlayDeck = FULL_DECK) -> list[World]:
    """The worlds of a chunk, one for each class of worlds that differ only by suits."""
    orders = suit_orders(deck.suits)
    counted: Counter[tuple[Cards, ...]] = Counter()
    for sides in product(*(_with_suits(ranks, deck.suits) for ranks in chunk)):
        if len(set(chain(*sides))) == sum(map(len, sides)):
            counted[min(_all_renamed(sides, order) for order in orders)] += 1
    return [
        World(
            dealer=sides[0],
            later=sides[1],
            bottom=sides[2],
            weight=weight,
            orders=tuple(order for order in orders if _all_renamed(sides, order) == sides),
        )
        for sides, weight in sorted(counted.items())
    ]


def _all_renamed(sides: tuple[Cards, ...], order: tuple[int, ...]) -> tuple[Cards, ...]:
    return tuple(renamed(cards, order) for cards in sides)


def _with_suits(ranks: tuple[int, ...], suits: int) -> set[Cards]:
    """Every set of cards with these ranks."""
    cards = product(*([rank * 4 + suit for suit in range(suits)] for rank in ranks))
    return {tuple(sorted(chosen)) for chosen in cards if len(set(chosen)) == len(chosen)}


def deals_after(seen: Seen, deck: PlayDeck = FULL_DECK) -> int:
    """How many turns, rivers and dealers follow each holding and flop in a world."""
    left = len(deck.cards) - seen.known - seen.later - seen.bottom - 5
    unknown = 2 - seen.later
    return comb(left, unknown) * comb(left - unknown, 2 - seen.known) * seen.times_counted
