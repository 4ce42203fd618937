"""Random finished rounds that a house must settle, with strong hands and short banks."""

from __future__ import annotations

from random import Random
from typing import Any

from uth.core.cards import DECK, Card, print_cards

Json = dict[str, Any]
LIMITS = {
    "california": (5, 500), "california-bad-beat": (5, 500), "cardroom-25": (3, 25),
    "hollywood-pa": (15, 1000), "light-and-wonder": (5, 300),
}  # fmt: skip
CEILING = {"light-and-wonder": 300}
PLAYER_DEALER = ("california", "california-bad-beat")


def random_deck(random: Random) -> list[Card]:
    """A whole deck, or one of few ranks or suits, so that strong hands occur."""
    kind = random.randrange(5)
    deck = list(DECK)
    if kind == 1:
        low = random.randrange(2, 10)
        deck = [card for card in DECK if low <= card.rank <= low + 5]
    elif kind == 2:
        suits = random.choice(("h", "hd", "hds"))
        deck = [card for card in DECK if card.suit in suits]
    elif kind == 3:
        deck = [card for card in DECK if card.suit in "hd" or card.rank in (14, 7)]
    random.shuffle(deck)
    return _straight_flushes(random, deck) if kind == 4 else deck


def _straight_flushes(random: Random, deck: list[Card]) -> list[Card]:
    """Three hearts in a row on the flop, and the hole cards that make straight flushes."""
    low = random.randrange(2, 12)
    hearts = [DECK[4 * rank + 2] for rank in range(13)]
    flop = hearts[low - 1 : low + 2]
    holes = [hearts[max(low - 3, 0) : low - 1], hearts[low + 2 : low + 4]]
    random.shuffle(holes)
    hole_cards = [card for hole in holes for card in hole]
    rest = [card for card in deck if card not in (*flop, *hole_cards)]
    return [*flop, *rest[:4], *hole_cards, *rest[4:]]


def random_options(random: Random, house: str) -> Json:
    options: Json = {}

    def maybe(name: str, *choices: Any) -> None:
        if random.random() < 0.3:
            options[name] = random.choice(choices)

    if house in ("california", "light-and-wonder", "cardroom-25"):
        maybe("paytable", "UTH-01", "UTH-02", "UTH-03", "UTH-04")
    if house in ("california", "light-and-wonder"):
        maybe("bad_beat", "1", "2")
    if house == "light-and-wonder":
        maybe("ultimate_pairs", "1", "2")
    if house in PLAYER_DEALER:
        maybe("coverage", "gross", "action")
        maybe("schedule", *range(1, 25))
        maybe("bad_beat_needs_trips", True, False)
    if house != "cardroom-25":
        maybe("maximum", "100", "200", "250")
        maybe("minimum", "20", "25")
    else:
        maybe("minimum", "3", "5")
        maybe("max_payout", "10", "75.50", "200", "1000")
    if house == "light-and-wonder":
        maybe("aggregate", "40", "33.33", "500", {"trips": "25", "bad_beat": "100"})
    return options


def random_wagers(random: Random, house: str, options: Json, minimum: int, back_line: bool) -> Json:
    low, high = LIMITS[house]
    maximum = int(options.get("maximum", high))
    base = random.choice((minimum, minimum, random.randint(minimum, maximum)))
    bonus_minimum = int(options.get("minimum", low)) if house in PLAYER_DEALER else 1
    wagers: Json = {"ante": str(base), "blind": f"{base}.00"}

    def maybe(name: str) -> None:
        if random.random() < 0.6:
            amount = random.choice((bonus_minimum, random.randint(bonus_minimum, maximum)))
            wagers[name] = random.choice((f"{amount}", f"{amount}.0"))

    maybe("trips")
    if back_line:
        return wagers
    if house != "cardroom-25" and (
        "trips" in wagers or not options.get("bad_beat_needs_trips", True)
    ):
        maybe("bad_beat")
    if house in ("hollywood-pa", "light-and-wonder"):
        maybe("ultimate_pairs")
    if house == "hollywood-pa" and random.random() < 0.7:
        wagers["progressive"] = "5"
    shuffled = list(wagers.items())
    random.shuffle(shuffled)
    return dict(shuffled)


def random_round(random: Random, house: str) -> Json:
    options = random_options(random, house)
    deck = random_deck(random)
    minimum = int(options.get("minimum", LIMITS[house][0]))
    count = random.randint(1, min(5 if house in PLAYER_DEALER else 6, (len(deck) - 7) // 2))
    numbers = random.sample(range(1, 7), count)
    played: Json = {
        "house": house,
        "board": print_cards(deck[:5]),
        "dealer": print_cards(deck[5:7]),
    }
    if options or random.random() < 0.5:
        played["options"] = options
    seats = []
    for index, number in enumerate(numbers):
        cards = deck[7 + 2 * index : 9 + 2 * index]
        seat: Json = {"seat": number, "cards": print_cards(cards)}
        own_minimum = minimum
        if house == "cardroom-25" and random.random() < 0.3:
            seat["grandfathered"], own_minimum = True, 3
        seat["wagers"] = random_wagers(random, house, options, own_minimum, False)
        plays: tuple[Any, ...] = (4, 4, 3, 2, 1, 1, "fold", "fold")
        most = CEILING[house] // int(seat["wagers"]["ante"]) if house in CEILING else 4
        seat["play"] = random.choice([play for play in plays if play == "fold" or play <= most])
        if house == "california" and random.random() < 0.3:
            seat["back_line"] = [
                {
                    "name": f"backer {number}-{turn}",
                    "wagers": random_wagers(random, house, options, minimum, True),
                }
                for turn in range(random.randint(1, 2))
            ]
        seats.append(seat)
    played["seats"] = seats
    if house in PLAYER_DEALER:
        _add_bank(random, played, minimum)
    if any("progressive" in seat["wagers"] for seat in seats):
        played["meter"] = random.choice(("25000.00", "10000", "123456.78", "0.19"))
    return played


def _add_bank(random: Random, played: Json, minimum: int) -> None:
    taken = {seat["seat"] for seat in played["seats"]}
    if random.random() < 0.6:
        played["banker"] = random.choice([n for n in range(1, 7) if n not in taken])
    if random.random() < 0.8:
        staked = sum(float(seat["wagers"]["ante"]) for seat in played["seats"])
        bank = max(float(minimum), round(staked * random.choice((0.3, 1, 2, 4, 10)), 2))
        played["bank"] = f"{bank:.2f}"
