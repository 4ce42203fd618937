"""What each house decides, by CLAUSES.md, and what a rulebook may set within it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tests.oracle.printed import (
    CR_12_APPROVAL_ABOVE,
    PA_12_MOST,
    PROGRESSIVE_SEED,
    SCHEDULES,
    Bands,
)

WAGERS = (
    "ante",
    "play",
    "blind",
    "trips",
    "bad_beat",
    "ultimate_pairs",
    "progressive",
    "envy",
)
"""Q-18: the order within a seat."""
PAYING_ODDS = ("blind", "trips", "bad_beat", "ultimate_pairs")
"""Q-25."""

Settings = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class House:
    """One house under its settings. Amounts are in cents."""

    player_banked: bool
    direction: str
    antes_first: bool
    trips: str
    bad_beat: str = "1"
    pairs: str = "1"
    coverage: str = "action"
    order: tuple[str, ...] = WAGERS
    cap: int | None = None
    """The most that one player wins in a round (Q-12)."""
    capped: tuple[str, ...] = ()
    """The wagers that count towards the cap."""
    aggregate: tuple[tuple[str, int], ...] = ()
    """The most that the table pays on a kind of wager (Q-25)."""
    approval_above: int | None = None
    seed: int = PROGRESSIVE_SEED
    """What the meter of the Progressive restarts at (Q-8)."""
    action_bands: Bands = ()
    square_bands: Bands = ()
    player_bands: Bands = ()

    @property
    def short_by(self) -> str:
        """What alone can hold a payment down: the bank, a cap, or an aggregate (Q-12)."""
        if self.player_banked:
            return "bank"
        return "aggregate" if self.aggregate else "cap"

    @property
    def collects(self) -> bool:
        """Whether there is a collection at all (CA-11)."""
        return bool(self.action_bands or self.square_bands or self.player_bands)


HOUSES = {
    "california": House(True, "from-banker", False, "UTH-01"),  # CA-6.16, CA-7.1, Q-14
    "california-bad-beat": House(  # CB-1, CB-3, CB-4
        True, "from-banker", False, "UTH-04", "2", action_bands=SCHEDULES[1]
    ),
    "cardroom-25": House(  # CR-4, CR-5, Q-14, CR-12
        False,
        "right-to-left",
        True,
        "UTH-01",
        capped=("ante", "play", "blind", "trips"),
        approval_above=CR_12_APPROVAL_ABOVE,
    ),
    "hollywood-pa": House(  # Q-15, PA-5, PA-12
        False,
        "right-to-left",
        True,
        "UTH-04",
        cap=PA_12_MOST,
        capped=("ante", "play", "blind", "ultimate_pairs"),
    ),
    "light-and-wonder": House(False, "right-to-left", True, "UTH-01"),  # LW-4, Q-14
}


def cents(amount: str) -> int:
    """`12`, `12.5` or `12.50` in cents."""
    whole, _, part = amount.partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def _bands(rows: list[dict[str, str]]) -> Bands:
    return tuple((cents(row["from"]), cents(row["fee"])) for row in rows)


def _aggregate(value: Any) -> tuple[tuple[str, int], ...]:
    """One amount is a cap of that amount for each wager that pays odds, by itself (Q-25)."""
    if isinstance(value, str):
        return tuple((wager, cents(value)) for wager in PAYING_ODDS)
    return tuple((wager, cents(amount)) for wager, amount in value.items())


READERS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "bank.coverage": ("coverage", str),
    "settlement.direction": ("direction", str),
    "settlement.antes_first": ("antes_first", bool),
    "settlement.order": ("order", tuple),
    "tables.paytable": ("trips", str),
    "tables.bad_beat": ("bad_beat", str),
    "tables.ultimate_pairs": ("pairs", str),
    "payouts.maximum": ("cap", cents),
    "payouts.maximum_on": ("capped", tuple),
    "payouts.aggregate": ("aggregate", _aggregate),
    "progressive.seed": ("seed", cents),
    "collection.schedule": ("action_bands", SCHEDULES.__getitem__),
    "collection.action": ("action_bands", _bands),
    "collection.square": ("square_bands", _bands),
    "collection.player": ("player_bands", _bands),
}
"""Setting → the field it decides. All other settings bind what may be staked, not what it pays."""


def house_of(name: str, settings: Settings) -> House:
    """A house under settings such as `{"bank": {"coverage": "gross"}}`."""
    house = HOUSES[name]
    for section, entries in settings.items():
        for entry, value in entries.items():
            path = f"{section}.{entry}"
            if path in READERS:
                field, read = READERS[path]
                house = replace(house, **{field: read(value)})
    return house
