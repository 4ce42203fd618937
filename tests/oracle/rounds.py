"""Random finished rounds, rigged so that high hands, ties, bad beats and caps are common."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tests.oracle.answer import dollars
from tests.oracle.cards import rigged_cards
from tests.oracle.houses import HOUSES, PAYING_ODDS, WAGERS, Settings, cents
from tests.oracle.printed import PROGRESSIVE_STAKE, Q_28_CEILING

Json = dict[str, Any]

LIMITS = {
    "california": (5_00, 500_00),
    "california-bad-beat": (5_00, 500_00),
    "cardroom-25": (3_00, 25_00),
    "hollywood-pa": (15_00, 1_000_00),
    "light-and-wonder": (5_00, 300_00),
}
"""Q-16."""
CALIFORNIA = ("california", "california-bad-beat")


class Table(NamedTuple):
    """A table of a house under its settings."""

    house: str
    settings: Settings


def random_table(random: Random) -> Table:
    house = random.choice(list(HOUSES))
    return Table(house, _settings(random, house))


def random_rounds(seed: int, count: int) -> Iterator[tuple[Table, Json]]:
    """So many rounds, five at each table."""
    random = Random(seed)
    for number in range(count):
        if number % 5 == 0:
            table = random_table(random)
        yield table, random_round(random, table)


def random_round(random: Random, table: Table) -> Json:
    """A finished round as `uth settle` takes it, without its options."""
    house, settings = table
    california = house in CALIFORNIA
    seats = sorted(random.sample(range(1, 7), random.randint(1, 5 if california else 6)))
    random.shuffle(seats)
    stakes = _Stakes(random, house, settings)
    cards = rigged_cards(random, len(seats), stakes.offers_progressive)
    everybody_folds = random.random() < 0.04
    names = iter(f"backer {number}" for number in range(1, 30))
    played: Json = {
        "house": house,
        "board": " ".join(cards.board),
        "dealer": " ".join(cards.dealer),
        "seats": [],
    }
    for seat, hole in zip(seats, cards.holes, strict=True):
        wagers = stakes.seated()
        behind = [(next(names), stakes.backer()) for _ in range(stakes.backers_here())]
        highest = max(cents(wagers["ante"]), *(cents(own["ante"]) for _, own in behind), 0)
        given: Json = {
            "seat": seat,
            "cards": " ".join(hole),
            "play": "fold" if everybody_folds else stakes.play(highest),
            "wagers": wagers,
        }
        if behind:
            given["back_line"] = [{"name": name, "wagers": own} for name, own in behind]
        played["seats"].append(given)
    if california and everybody_folds and random.random() < 0.5:
        del played["dealer"]  # CA-6.15
    if california:
        played["banker"] = random.choice([seat for seat in range(1, 7) if seat not in seats])
        if random.random() < 0.9:
            played["bank"] = dollars(stakes.bank(played))
    if any("progressive" in seat["wagers"] for seat in played["seats"]):
        played["meter"] = dollars(random.choice((10_000_00, random.randint(1, 300_000_00))))
    return played


class _Stakes:
    """What may be staked at a table, and how much of it somebody does."""

    def __init__(self, random: Random, house: str, settings: Settings) -> None:
        self.random, self.house = random, house
        limits = settings.get("limits", {})
        least, most = LIMITS[house]
        self.least = cents(limits["minimum"]) if "minimum" in limits else least
        self.most = cents(limits["maximum"]) if "maximum" in limits else most
        self.chip = cents(limits.get("chip", "1.00"))
        self.ceiling = Q_28_CEILING if house == "light-and-wonder" else None
        self.needs_trips = settings.get("wagers", {}).get("bad_beat_needs_trips", True)
        progressive = settings.get("progressive", {})
        self.offers_progressive = house == "hollywood-pa" or "offered" in progressive
        self.progressive = cents(progressive.get("wager", dollars(PROGRESSIVE_STAKE)))
        self.bonus_least = self.least if house in CALIFORNIA else 1_00

    def amount(self, least: int) -> int:
        """Within the limits: often at one of them, otherwise spread over all orders of size."""
        random = self.random
        kind = random.random()
        if kind < 0.1:
            return least
        if kind < 0.3:
            return self.most
        wanted = least * (self.most / least) ** random.random()
        return max(least, min(self.most, int(wanted) // self.chip * self.chip))

    def seated(self) -> dict[str, str]:
        ante = self.amount(self.least)
        wagers = {"ante": ante, "blind": ante}
        random = self.random
        if random.random() < 0.75:
            wagers["trips"] = self.amount(self.bonus_least)
        bad_beat = self.house != "cardroom-25" and ("trips" in wagers or not self.needs_trips)
        if bad_beat and random.random() < 0.7:
            wagers["bad_beat"] = self.amount(self.bonus_least)
        if self.house in ("hollywood-pa", "light-and-wonder") and random.random() < 0.6:
            wagers["ultimate_pairs"] = self.amount(self.bonus_least)
        if self.offers_progressive and random.random() < 0.7:
            wagers["progressive"] = self.progressive
        return {wager: dollars(stake) for wager, stake in wagers.items()}

    def backers_here(self) -> int:
        """How many stand behind a seat; only in one house anybody may (CA-6.2, CB-2, LW-7)."""
        if self.house != "california" or self.random.random() < 0.6:
            return 0
        return self.random.randint(1, 3)

    def backer(self) -> dict[str, str]:
        """Ante and Blind, with or without Trips, never Bad Beat (Q-6)."""
        ante = dollars(self.amount(self.least))
        trips = {"trips": dollars(self.amount(self.least))} if self.random.random() < 0.5 else {}
        return {"ante": ante, "blind": ante, **trips}

    def play(self, ante: int) -> int | str:
        """A decision that the ceiling allows (Q-28)."""
        options: list[int | str] = ["fold", "fold", 1, 2, 3, 4]
        if self.ceiling:
            options = [one for one in options if isinstance(one, str) or one * ante <= self.ceiling]
        return self.random.choice(options)

    def bank(self, played: Json) -> int:
        """From the table minimum to more than the round can use up."""
        staked = 0
        for seat in played["seats"]:
            for bettor in (seat, *seat.get("back_line", [])):
                staked += sum(map(cents, bettor["wagers"].values()))
                if seat["play"] != "fold":
                    staked += seat["play"] * cents(bettor["wagers"]["ante"])
        wanted = 2 * self.least * (8 * staked / self.least) ** self.random.random()
        return max(self.least, int(wanted) // self.chip * self.chip)


def _settings(random: Random, house: str) -> Settings:
    """Settings that the house allows, each in some of the rounds."""
    settings: Settings = {}

    def put(chance: float, path: str, value: Any) -> None:
        if random.random() < chance:
            section, _, entry = path.partition(".")
            settings.setdefault(section, {})[entry] = value

    if house != "cardroom-25":
        _limits(random, house, put)
    put(0.15, "limits.chip", random.choice(("0.01", "0.05", "0.25", "0.50")))
    if house in CALIFORNIA:
        put(0.5, "bank.coverage", random.choice(("action", "gross")))
        put(0.4, "wagers.bad_beat_needs_trips", False)
    if house in ("california", "cardroom-25", "light-and-wonder"):
        put(0.7, "tables.paytable", random.choice(("UTH-01", "UTH-02", "UTH-03", "UTH-04")))
    if house in ("california", "light-and-wonder"):
        put(0.5, "tables.bad_beat", random.choice(("1", "2")))
    if house == "california-bad-beat":
        put(0.9, "collection.schedule", random.randint(1, 24))
    if house == "california":
        _collection(random, put)
    if house == "cardroom-25":
        put(0.4, "payouts.maximum", dollars(_spread(random, 5_00, 5_000_00)))
        put(0.3, "limits.minimum", "5.00")
        put(0.2, "settlement.antes_first", False)
    if house == "hollywood-pa":
        put(0.3, "payouts.maximum_on", ["ante", "play", "blind"])
    if house in ("hollywood-pa", "light-and-wonder"):
        put(0.2, "progressive.seed", dollars(_spread(random, 1_000_00, 100_000_00)))
        put(0.2, "progressive.wager", random.choice(("1.00", "2.00", "10.00")))
    if house == "light-and-wonder":
        put(0.5, "tables.ultimate_pairs", "2")
        put(0.25, "payouts.aggregate", dollars(_spread(random, 5_00, 20_000_00)))
        put(0.15, "payouts.aggregate", _aggregates(random))
        put(0.2, "settlement.direction", "left-to-right")
        put(0.2, "settlement.antes_first", False)
        put(0.15, "settlement.order", random.sample(WAGERS, len(WAGERS)))
        put(0.4, "progressive.offered", True)
    return settings


def _limits(random: Random, house: str, put: Any) -> None:
    least, most = {
        "california": (1, 5_000),
        "california-bad-beat": (1, 10_000),
        "hollywood-pa": (1, 10_000),
        "light-and-wonder": (1, 300),
    }[house]
    if random.random() < 0.5:
        lowest = random.randint(least, min(100, most // 2))
        highest = random.randint(max(100, lowest), most)
        put(1, "limits.minimum", f"{lowest}.00")
        put(1, "limits.maximum", f"{highest}.00")


def _collection(random: Random, put: Any) -> None:
    """A schedule, or bands of its own: at most five rates in all (Q-22)."""
    kind = random.choice(("none", "schedule", "action", "square"))
    if kind == "schedule":
        put(1, "collection.schedule", random.randint(1, 24))
    elif kind != "none":
        put(1, f"collection.{kind}", _bands(random, 3))
        put(0.5, "collection.player", _bands(random, 2))


def _bands(random: Random, most: int) -> list[dict[str, str]]:
    starts = sorted(random.sample(range(1, 1_000), random.randint(1, most)))
    return [{"from": f"{start}.00", "fee": dollars(random.randint(0, 20) * 50)} for start in starts]


def _aggregates(random: Random) -> dict[str, str]:
    kinds = random.sample(PAYING_ODDS, random.randint(1, 3))
    return {wager: dollars(_spread(random, 5_00, 20_000_00)) for wager in kinds}


def _spread(random: Random, least: int, most: int) -> int:
    """Whole dollars, spread over all orders of size."""
    return int(least * (most / least) ** random.random()) // 100 * 100
