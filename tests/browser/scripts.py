"""Hands written down beforehand: cards, wagers, decisions, and what `uth settle` says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from uth.cli.fast_settle import settle_text
from uth.core.cards import DECK, Card, print_cards
from uth.core.hands import Category, rank_hand
from uth.core.money import Cents, parse_dollars, print_dollars
from uth.rulebook.model import Rulebook
from uth.rulebook.store import load_house
from uth.table.wagers import offered

BONUS = ("trips", "bad_beat", "ultimate_pairs")
WANTED = (
    None,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
)
"""What the first seat should hold at least: dull hands and rich ones take turns."""


class Part(NamedTuple):
    """One seat's part in a round: `play` is the multiple, 0 for a fold."""

    seat: int
    cards: str
    wagers: dict[str, Cents]
    play: int


class Script(NamedTuple):
    """A round from its wagers to its end."""

    house: str
    board: str
    dealer: str
    parts: tuple[Part, ...]

    def settled(self, banker: int, bank: Cents, meter: Cents) -> Told:
        """The same round by `uth settle`, which knows nothing of tables and pages."""
        return told(settle_text(self.json(banker, bank, meter)))

    def json(self, banker: int, bank: Cents, meter: Cents) -> str:
        given: dict[str, Any] = {
            "house": self.house,
            "board": self.board,
            "dealer": self.dealer,
            "seats": [
                {
                    "seat": part.seat,
                    "cards": part.cards,
                    "play": part.play or "fold",
                    "wagers": {name: print_dollars(amount) for name, amount in part.wagers.items()},
                }
                for part in self.parts
            ],
        }
        if banker:
            given |= {"banker": banker, "bank": print_dollars(bank)}
        if any("progressive" in part.wagers for part in self.parts):
            given["meter"] = print_dollars(meter)
        return json.dumps(given)


Line = tuple[int, str, Cents, Cents, Cents]
"""Seat, wager, paid, taken, returned."""
Told = frozenset[Line]


def told(answer: Any) -> Told:
    """Every wager's end, out of the answer of `uth settle`."""
    return frozenset(
        (
            seat["seat"],
            row["wager"],
            *(parse_dollars(row[name]) for name in ("paid", "taken", "returned")),
        )
        for seat in answer["seats"]
        for row in seat["wagers"]
    )


def scripts(house: str, count: int, seats: tuple[int, int]) -> Iterator[Script]:
    """So many rounds of a house, the same ones every time; two seats play."""
    chance = random.Random(f"the scripts of {house}")
    rules = load_house(house)
    for number in range(count):
        deck = _deck(chance, WANTED[number % len(WANTED)])
        first, second, dealer, board = deck[:2], deck[2:4], deck[4:6], deck[6:11]
        yield Script(
            house,
            print_cards(board),
            print_cards(dealer),
            (
                Part(seats[0], print_cards(first), _wagers(rules, chance), _play(chance, number)),
                Part(seats[1], print_cards(second), _wagers(rules, chance), _play(chance, 4)),
            ),
        )


def _deck(chance: random.Random, wanted: Category | None) -> tuple[Card, ...]:
    while True:
        deck = tuple(chance.sample(DECK, 11))
        hand = rank_hand((*deck[:2], *deck[6:]))
        if wanted is None or hand.category.value >= wanted.value:
            return deck


def _wagers(rules: Rulebook, chance: random.Random) -> dict[str, Cents]:
    least = rules.limits.minimum
    ante = chance.choice((1, 1, 2, 3)) * least
    found = {"ante": ante, "blind": ante}
    for wager in BONUS:
        if offered(rules, wager) and (wager == "bad_beat" or chance.random() < 0.8):
            found[wager] = least
    if "trips" not in found:
        found.pop("bad_beat", None)
    if rules.progressive.offered and chance.random() < 0.8:
        found["progressive"] = rules.progressive.wager
    return found


def _play(chance: random.Random, number: int) -> int:
    """Folds are rare: every way to play comes in turn."""
    return (4, 3, 2, 1, 4, 2, 0)[number % 7] if number % 5 else chance.choice((4, 3, 2, 1))
