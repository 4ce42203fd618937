"""What a page needs to draw a table: circles, pay tables, limits, and changes from its house."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from uth.core.money import Cents
from uth.reports.houses.model import PayTable
from uth.reports.houses.pay_tables import pay_tables
from uth.reports.words import entry_name, value_text
from uth.rulebook.check import normal
from uth.rulebook.fields import SECTIONS
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import BASE, differing
from uth.rulebook.store import raw_house
from uth.table.dealing import board_in_hand
from uth.table.wagers import offered

CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
"""The chips that a cage sells, from one to a thousand dollars."""
CIRCLES = {"five_card_progressive": "progressive"}
"""Circles that are named otherwise than their wager."""
BASE_WAGERS = ("ante", "blind")
BACKED = (*BASE_WAGERS, "trips")
"""The wagers that a back line may have."""


class Circle(msgspec.Struct, frozen=True):
    """A betting circle; `fixed` where only one amount is accepted, no minimum for Play."""

    wager: str
    name: str
    minimum: Cents | None = None
    fixed: Cents | None = None
    back_line: bool = False


class TableTimes(msgspec.Struct, frozen=True):
    """How long players have, in milliseconds; null without a time limit."""

    betting: int | None
    acting: int | None
    offering: int | None


class Change(msgspec.Struct, frozen=True):
    """An option that differs from the table's house, in words; `was` is "" where it had none.

    A changed pay table is given by its name; what it pays is among `pays`.
    """

    entry: str
    name: str
    was: str
    now: str


class TableRules(msgspec.Struct, frozen=True):
    """All that a page needs to draw a table and to explain it, whatever the round."""

    house: str
    name: str
    bank: str
    places: int
    inscription: str
    """Empty where the layout has none."""
    qualify: str
    """What the dealer needs to qualify: `pair`, or `none`."""
    leaving_forfeits: bool
    notice: str
    circles: tuple[Circle, ...]
    pays: tuple[PayTable, ...]
    """The pay tables in force."""
    procedure: str
    direction: str
    antes_first: bool
    order: tuple[str, ...]
    """The wagers of a seat in the order in which they are settled (Q-18)."""
    preflop: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]
    chips: tuple[Cents, ...]
    bad_beat_needs_trips: bool
    back_line: bool
    banks_in_a_row: int
    coverage: str
    approval_above: Cents | None
    maximum_payout: Cents | None
    times: TableTimes
    yours: bool
    """Whether the caller opened this table, and may seat bots and close it."""
    base: str
    """The approved house that the rulebook is nearest to; `base` where there is none."""
    base_name: str
    changes: tuple[Change, ...]
    """What differs from that house."""
    board_in_hand: bool = False
    """Whether the dealer holds the board until it is turned, instead of laying it face down."""


def table_rules(rules: Rulebook, *, maximum: Cents, times: TableTimes, yours: bool) -> TableRules:
    base, base_name, changes = _nearest_house(rules)
    return TableRules(
        house=rules.id,
        name=rules.name,
        bank=rules.bank.kind,
        places=rules.layout.places,
        inscription=rules.layout.inscription or "",
        qualify=rules.play.qualify,
        leaving_forfeits=rules.conduct.leaving_forfeits,
        notice=rules.layout.notice or "",
        circles=_circles(rules),
        pays=tuple(table for table in pay_tables(rules) if table.in_force),
        procedure=rules.dealing.procedure,
        direction=rules.settlement.direction,
        antes_first=rules.settlement.antes_first,
        order=rules.settlement.order,
        preflop=rules.play.preflop,
        flop=rules.play.flop,
        river=rules.play.river,
        chips=_chips(rules, maximum),
        bad_beat_needs_trips=rules.wagers.bad_beat_needs_trips,
        back_line=rules.wagers.back_line,
        banks_in_a_row=rules.bank.consecutive_rounds or 0,
        coverage=rules.bank.coverage or "",
        approval_above=rules.payouts.approval_above,
        maximum_payout=rules.payouts.maximum,
        times=times,
        yours=yours,
        base=base,
        base_name=base_name,
        changes=changes,
        board_in_hand=board_in_hand(rules.dealing.procedure),
    )


def circle_wager(name: str) -> str:
    """The wager of a circle by the circle's printed name."""
    wager = name.lower().replace(" ", "_")
    return CIRCLES.get(wager, wager)


def _circles(rules: Rulebook) -> tuple[Circle, ...]:
    """The layout's circles in its own order, as far as the house takes the wager."""
    limits, progressive, circles = rules.limits, rules.progressive, []
    for name in rules.layout.circles:
        wager = circle_wager(name)
        if wager == "play":
            circles.append(Circle(wager, name))
        elif wager == "progressive" and progressive.offered:
            circles.append(Circle(wager, name, progressive.wager, progressive.wager))
        elif offered(rules, wager):
            base = wager in BASE_WAGERS or limits.bonus_minimum is None
            minimum = limits.minimum if base else limits.bonus_minimum
            back_line = rules.wagers.back_line and wager in BACKED
            circles.append(Circle(wager, name, minimum, back_line=back_line))
    return tuple(circles)


def _chips(rules: Rulebook, maximum: Cents) -> tuple[Cents, ...]:
    smallest = rules.limits.chip
    chips = [chip for chip in CHIPS if chip % smallest == 0 and chip <= max(maximum, smallest)]
    return tuple(chips) if chips and chips[0] == smallest else (smallest, *chips)


@lru_cache(maxsize=64)
def _nearest_house(rules: Rulebook) -> tuple[str, str, tuple[Change, ...]]:
    """The approved house nearest to a rulebook, its name, and each option that differs."""
    house, settings = differing(rules)
    if house == BASE:
        return house, "", ()
    raw = raw_house(house)
    changes = tuple(
        _change(f"{section}.{field}", raw[section].get(field), value)
        for section in SECTIONS
        for field, value in settings.get(section, {}).items()
        if not field.startswith("approved_")
    )
    return house, str(raw["name"]), changes


def _change(entry: str, before: Any, value: Any) -> Change:
    old = normal(before) if before is not None else {}
    was = value_text(entry, old["value"]) if "value" in old else ""
    return Change(entry, entry_name(entry), was, value_text(entry, normal(value)["value"]))
