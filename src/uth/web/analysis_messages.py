"""What is asked of the solver, the designer and the coach, and what they answer."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.cards import Card
from uth.core.money import Cents
from uth.web.messages import Amount, Body, Text, Told


class Design(Body, frozen=True):
    """A house, or a rulebook as TOML, and what is changed in a copy of it.

    `entries` is path → value as a rulebook writes it: `play.preflop` → `[4]`, `limits.minimum` →
    `"10"`, `wagers.trips` → `false`; lines of one's own make a pay table of one's own:
    `paytable.blind` → `{"flush": "1 to 1", …}`.
    """

    house: Text = ""
    id: Text = ""
    name: Text = ""
    entries: Annotated[dict[str, Any], Meta(max_length=80)] = msgspec.field(default_factory=dict)
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""
    meter: Amount = 0
    """What the Progressive's figures suppose its meter to stand at; 0 is its seed."""

    @property
    def untouched(self) -> bool:
        """The house or the rulebook itself, not a copy."""
        return not (self.id or self.name or self.entries)


class Column(msgspec.Struct, frozen=True):
    """A column of a field with rows; one that is not `needed` may be left empty."""

    name: str
    kind: Literal["text", "texts"]
    needed: bool = True


FieldKind: TypeAlias = Literal[
    "flag", "choice", "text", "number", "texts", "numbers", "by_name", "rows"
]
"""How a field is written: the plural is a list, `by_name` a table, `rows` a list of tables."""


class Field(msgspec.Struct, frozen=True):
    """Something of a house that a design may change, with its value as the rulebook writes it."""

    path: str
    kind: FieldKind
    value: Any
    """Null where the house says nothing of it."""
    clause: str
    needs: str = ""
    """The flag without which it bears on nothing."""
    choices: tuple[str, ...] = ()
    """The words of a choice, or the names of a field by name."""
    columns: tuple[Column, ...] = ()


class FieldGroup(msgspec.Struct, frozen=True):
    """Fields that go together."""

    name: str
    fields: tuple[Field, ...]


class DesignForm(msgspec.Struct, frozen=True):
    """All that can be changed in a copy of a house, and the printed tables to begin with."""

    id: str
    name: str
    document: str
    groups: tuple[FieldGroup, ...]
    printed: dict[str, dict[str, dict[str, Any]]]
    """Choice → name → the fields that it fills: `tables.paytable` → `UTH-01` → `paytable.blind`."""


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


class FirstFigures(msgspec.Struct, frozen=True):
    """What is known of a game before it is seen how its hands end; the rest follows."""

    digest: str
    id: str
    name: str
    ev: str
    house_edge: float


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
    """A bonus wager under optimal play; the Progressive at the meter that `table` tells."""

    name: str
    table: str
    edge: float
    edge_exact: str
    hit_rate: float
    standard_deviation: float
    assumption: str
    lines: tuple[BetLine, ...]


class JackpotFigures(msgspec.Struct, frozen=True):
    """The Progressive beyond one wager at one meter; what is expected is in cents, rounded."""

    meter: Cents
    """What the meter was taken to stand at."""
    break_even: float | None
    """The meter at which the wager is worth its price; null where it never is."""
    long_run_edge: float
    """Over the meter's whole life, Envy and mystery left out."""
    envy: float
    """What Envy gives a round, with five others at the table."""
    mystery: float
    """What the mystery gives a wager."""
    whole_edge: float
    """The long-run edge with Envy and the mystery."""


class StartingHandLine(msgspec.Struct, frozen=True):
    """One of the 169: how many holdings it stands for, and each choice's value in antes."""

    name: str
    holdings: int
    values: dict[str, float]
    exact: dict[str, str]
    best: str


class StartingHands(msgspec.Struct, frozen=True):
    """The 169 in a table's own game."""

    hands: tuple[StartingHandLine, ...]


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
    jackpot: JackpotFigures | None
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
