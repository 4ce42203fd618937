"""What a house tells about itself: its card in the lobby, and its rules page."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.core.money import Cents


class Clause(msgspec.Struct, frozen=True):
    """A clause as this project numbers it; `house` is `reading` where no document says it."""

    id: str
    house: str
    wording: str


class Cited(msgspec.Struct, frozen=True):
    """A sentence, and the clauses that it rests on."""

    id: str
    text: str
    clauses: tuple[str, ...] = ()


class HouseEdge(msgspec.Struct, frozen=True):
    """The base game under optimal play, of the Ante and of all money wagered."""

    house_edge: float
    house_edge_exact: str
    element_of_risk: float


class HouseCard(msgspec.Struct, frozen=True):
    """A house in the lobby; `edge` is null until it has been worked out, then ask again."""

    id: str
    name: str
    document: str
    digest: str
    bank: str
    bonus_bets: tuple[str, ...]
    minimum: Cents
    maximum: Cents
    bonus_minimum: Cents | None
    chip: Cents
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
    """What sets it apart."""
    edge: HouseEdge | None
    clauses: tuple[str, ...]


class PayLine(msgspec.Struct, frozen=True):
    """A hand of a pay table and its odds; `dealer` where the dealer's cards count too."""

    hand: str
    pays: str
    dealer: str = ""


class PayTable(msgspec.Struct, frozen=True):
    """A pay table that the house may use."""

    kind: str
    """`blind`, `trips`, `bad_beat`, `ultimate_pairs`, `progressive` or `envy`."""
    name: str
    """Empty where the house has one only."""
    in_force: bool
    assumed: bool
    clauses: tuple[str, ...]
    lines: tuple[PayLine, ...]


class WagerRule(msgspec.Struct, frozen=True):
    """A wager on the layout: what binds it, and by which clause each of its ends comes."""

    id: str
    name: str
    minimum: Cents | None
    maximum: Cents | None
    fixed: Cents | None
    needs: tuple[str, ...]
    endings: dict[str, tuple[str, ...]]


class FeeBand(msgspec.Struct, frozen=True):
    """A flat fee from an amount up to the next band's."""

    start: Cents
    fee: Cents


class Fees(msgspec.Struct, frozen=True):
    """The collection in force (CA-11), and the schedules that the house may choose from."""

    drop: str
    schedule: int | None
    action: tuple[FeeBand, ...]
    square: tuple[FeeBand, ...]
    player: tuple[FeeBand, ...]
    schedules: dict[str, tuple[FeeBand, ...]]
    clauses: tuple[str, ...]


class RuleEntry(msgspec.Struct, frozen=True):
    """One entry of the rulebook: its path, its value as written, and both in words."""

    path: str
    name: str
    value: Any
    words: str
    clause: str
    in_force: bool
    assumed: bool


class Caps(msgspec.Struct, frozen=True):
    """Caps on winnings, and what waits for the floor."""

    maximum: Cents | None
    maximum_on: str
    aggregate: dict[str, Cents]
    approval_above: Cents | None


class Jackpot(msgspec.Struct, frozen=True):
    """The Five Card Progressive and its mystery; shares in hundredths of a per cent."""

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
    """The order of a round."""
    wagers: tuple[WagerRule, ...]
    pay_tables: tuple[PayTable, ...]
    settlement_order: tuple[str, ...]
    antes_first: bool
    caps: Caps
    jackpot: Jackpot | None
    fees: Fees | None
    readings: tuple[Clause, ...]
    """Where the house's document is silent."""
    clauses: dict[str, Clause]
    """Every clause that this page names."""
    entries: tuple[RuleEntry, ...]
    notice: Cited
    """Where to find help with a gambling problem (PA-14)."""
    published: Cited
    """What a round's receipt tells once it is over."""
