"""Messages about a house: its card in the lobby, and its rules page."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.core.money import Cents
from uth.reports.bindings import BindingLine


class Clause(msgspec.Struct, frozen=True):
    """A clause as this project numbers it; `house` is `reading` if it is in no document."""

    id: str
    house: str
    wording: str
    """In English, with the clauses that it refers to."""
    meaning: str
    """What it means for a player, in one plain line."""


class Cited(msgspec.Struct, frozen=True):
    """A sentence and its clauses."""

    id: str
    text: str
    clauses: tuple[str, ...] = ()


class HouseEdge(msgspec.Struct, frozen=True):
    """The edge of the base game under optimal play, of the Ante and of all money wagered."""

    house_edge: float
    house_edge_exact: str
    element_of_risk: float
    ante: Cents
    """The Ante that these are for: the minimum."""
    binds: tuple[BindingLine, ...] = ()
    """What changes them at higher Antes."""
    bonus: dict[str, float] = {}
    """The edge of each bonus bet, of the bet itself."""


class HouseCard(msgspec.Struct, frozen=True):
    """A house in the lobby; `edge` is null until it is computed, so ask again later."""

    id: str
    name: str
    document: str
    approved_on: str | None
    """The day of its approval; null where the document has none."""
    digest: str
    bank: str
    bonus_bets: tuple[str, ...]
    minimum: Cents
    maximum: Cents
    bonus_minimum: Cents | None
    chip: Cents
    jackpot: Cents | None
    """What the Progressive's meter begins with; null where there is none."""
    preflop: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]
    qualify: str
    paytable: str
    dealing: str
    direction: str
    back_line: bool
    collection: str
    apart: tuple[Cited, ...]
    """What distinguishes it from other houses."""
    edge: HouseEdge | None
    assumptions: tuple[Cited, ...]
    """Figures that the house's own document does not print."""
    clauses: tuple[str, ...]
    approved: bool = True
    """Whether it is an approved house, and not somebody's own."""
    departures: tuple[Cited, ...] = ()
    """In what somebody's own house departs from an approved one, beside its sentences."""


class PayLine(msgspec.Struct, frozen=True):
    """A hand of a pay table and its odds; `dealer` if the dealer's cards count too."""

    hand: str
    pays: str
    dealer: str = ""


class PayTable(msgspec.Struct, frozen=True):
    """A pay table that the house may use."""

    kind: str
    """The wager that it is for."""
    name: str
    """Empty if the house has only one."""
    in_force: bool
    assumed: bool
    clauses: tuple[str, ...]
    lines: tuple[PayLine, ...]
    choice: str = ""
    """The entry that chooses it; empty if there is no choice."""


class WagerRule(msgspec.Struct, frozen=True):
    """A wager on the layout: its limits, and the clauses for each of its endings."""

    id: str
    name: str
    minimum: Cents | None
    maximum: Cents | None
    fixed: Cents | None
    needs: tuple[str, ...]
    endings: dict[str, tuple[str, ...]]


class FeeBand(msgspec.Struct, frozen=True):
    """A flat fee from an amount up to the start of the next band."""

    start: Cents
    fee: Cents


class Fees(msgspec.Struct, frozen=True):
    """The collection in force (CA-11), and the schedules that the house may choose."""

    drop: str
    schedule: int | None
    action: tuple[FeeBand, ...]
    square: tuple[FeeBand, ...]
    player: tuple[FeeBand, ...]
    schedules: dict[str, tuple[FeeBand, ...]]
    clauses: tuple[str, ...]


class RuleEntry(msgspec.Struct, frozen=True):
    """One entry of the rulebook: its path and value as written, and both in words."""

    path: str
    name: str
    value: Any
    words: str
    clause: str
    """Empty where the house departs from its document: the words say from which clause."""
    in_force: bool
    assumed: bool


class Caps(msgspec.Struct, frozen=True):
    """Caps on winnings, and the payouts that need the floor's approval."""

    maximum: Cents | None
    maximum_on: tuple[str, ...]
    """The wagers of the house that count towards the maximum."""
    aggregate: dict[str, Cents]
    approval_above: Cents | None


class Jackpot(msgspec.Struct, frozen=True):
    """The Five Card Progressive and its mystery; shares are in basis points."""

    wager: Cents
    seed: Cents
    main_share: int
    mystery_share: int
    mystery_restart: Cents
    mystery_between: tuple[Cents, Cents]


class HouseRules(msgspec.Struct, frozen=True):
    """The rules page of a house."""

    card: HouseCard
    places: int
    circles: tuple[str, ...]
    inscription: str
    steps: tuple[Cited, ...]
    """The steps of a round, in order."""
    wagers: tuple[WagerRule, ...]
    pay_tables: tuple[PayTable, ...]
    settlement_order: tuple[str, ...]
    antes_first: bool
    caps: Caps
    jackpot: Jackpot | None
    fees: Fees | None
    readings: tuple[Clause, ...]
    """The readings used where the house's document is silent."""
    clauses: dict[str, Clause]
    """All clauses that this page cites."""
    entries: tuple[RuleEntry, ...]
    notice: Cited
    """Where to find help with a gambling problem (PA-14)."""
    published: Cited
    """What the receipt of a finished round makes public."""
