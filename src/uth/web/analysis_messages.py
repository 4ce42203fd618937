"""What is asked of the solver, the designer and the coach, and what they answer."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.cards import Card
from uth.web.messages import Amount, Body, Text, Told

Pays: TypeAlias = Annotated[dict[str, Text], Meta(max_length=12)]
"""Hand → odds, as `flush` → `3 to 2`."""
Words: TypeAlias = Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=169)]


class PairPay(Body, frozen=True):
    """A line of an Ultimate Pairs table: holdings as `AA`, `AKs` or `AhAd`."""

    hands: Words
    pays: Text
    dealer: Words | None = None


class OwnTables(Body, frozen=True):
    """Pay tables of one's own; what is null stays as it is in the house."""

    blind: Pays | None = None
    trips: Pays | None = None
    bad_beat: Pays | None = None
    ultimate_pairs: Annotated[list[PairPay], Meta(max_length=40)] | None = None


class Design(Body, frozen=True):
    """A house as it is; a copy of it with changes; or a rulebook as TOML, which decides alone.

    `entries` is path → value as a rulebook writes it: `play.preflop` → `[4]`, `limits.minimum` →
    `"10"`, `wagers.trips` → `false`, `tables.paytable` → `"UTH-02"`.
    """

    house: Text = ""
    id: Text = ""
    name: Text = ""
    entries: Annotated[dict[str, Any], Meta(max_length=80)] = msgspec.field(default_factory=dict)
    tables: OwnTables = OwnTables()
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""

    @property
    def untouched(self) -> bool:
        """An approved house itself, not a copy."""
        return not (self.id or self.name or self.entries or self.tables != OwnTables())


class Checked(msgspec.Struct, frozen=True):
    """A design as a file that `uth houses check` accepts, or every defect of it."""

    ok: bool
    defects: tuple[Told, ...]
    toml: str
    id: str = ""
    name: str = ""
    digest: str = ""
    rests_on: str = ""
    differs_in: tuple[str, ...] = ()


class NetLine(msgspec.Struct, frozen=True):
    """How many deals end with this net result in antes."""

    net: float
    net_exact: str
    count: int
    probability: float


class BetLine(msgspec.Struct, frozen=True):
    hand: str
    net: str
    probability: float


class SideBet(msgspec.Struct, frozen=True):
    """A bonus wager under optimal play; the Progressive with its meter at the seed."""

    name: str
    table: str
    edge: float
    edge_exact: str
    hit_rate: float
    standard_deviation: float
    assumption: str
    lines: tuple[BetLine, ...]


class StartingHandLine(msgspec.Struct, frozen=True):
    """One of the 169: how many holdings it stands for, and each choice's value in antes."""

    name: str
    holdings: int
    values: dict[str, float]
    exact: dict[str, str]
    best: str


class Solved(msgspec.Struct, frozen=True):
    """A game, solved exactly; amounts are in antes, floats are rounded exact values."""

    digest: str
    id: str
    name: str
    ev: str
    house_edge: float
    element_of_risk: float
    average_wager: float
    standard_deviation: float
    skewness: float
    hit_rate: float
    actions: dict[str, float]
    endings: dict[str, dict[str, float]]
    net: tuple[NetLine, ...]
    deals: int
    side_bets: tuple[SideBet, ...]
    starting_hands: tuple[StartingHandLine, ...]
    seconds: float


class ParAsked(Body, frozen=True):
    """Which PAR sheet: of which design, in which form, amounts shown for which Ante (0: usual)."""

    design: Design
    form: Literal["html", "markdown", "json"] = "html"
    ante: Amount = 0


class ParFile(msgspec.Struct, frozen=True):
    """A PAR sheet as one file."""

    name: str
    media: str
    text: str


class AdviceLine(msgspec.Struct, frozen=True):
    """An action: its value in antes over Ante, Blind and Play, and what it gives away."""

    action: str
    ev: float
    ev_exact: str
    cost: float
    open: bool
    """Whether one's chips reach for it."""


class BadBeatAdvice(msgspec.Struct, frozen=True):
    """A Bad Beat that is staked, in antes: it is in no other figure, and a fold loses it (Q-4)."""

    stake: str
    stays: str | None = None
    """What it is worth to one who stays in: known on the river, where a fold is near."""
    best: str = ""
    """The best action on the river with it counted."""


class TableAdvice(msgspec.Struct, frozen=True):
    """The coach on one's own spot, at this version of the table."""

    table: str
    version: int
    round: int
    street: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    best: str
    actions: tuple[AdviceLine, ...]
    bad_beat: BadBeatAdvice | None = None
