"""What a page needs to draw a table: circles, pay tables, limits, and changes from its house."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from uth.core.money import Cents
from uth.reports.assumptions import assumption_facts
from uth.reports.houses.departures import departures
from uth.reports.houses.model import Cited, PayTable
from uth.reports.houses.pay_tables import pay_tables
from uth.reports.words import entry_name, value_text
from uth.rulebook.check import SECTIONS, normal
from uth.rulebook.model import Rulebook
from uth.rulebook.procedures import PROCEDURES
from uth.rulebook.settings import differing
from uth.rulebook.store import BASE, raw_house
from uth.table.collection import most_a_banker_owes
from uth.table.wagers import WagerKind, offered_wagers

CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
"""The chips that a cage sells, from one to a thousand dollars."""


class Circle(msgspec.Struct, frozen=True):
    """A betting circle of the layout and the wager that is placed there."""

    wager: str
    name: str
    """What the layout prints."""
    base: bool
    """Whether the wager is part of the game itself; the base circles take equal stakes."""
    placed: bool
    """Whether it is staked before the deal; Play follows later."""
    minimum: Cents | None
    """Null for a wager that is not placed before the deal."""
    fixed: Cents | None
    """The only amount that is accepted."""
    needs: str
    """The wager that must be staked with it; empty where it may stand alone."""
    back_line: bool
    """Whether it may be staked behind a seat."""


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
    back_line: bool
    banks_in_a_row: int
    most_banker_fee: Cents
    """The most that a collection takes from a player-dealer in a round; 0 where there is none."""
    fees_dropped: str
    """`before-deal` or `after-settlement`."""
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
    approved: bool
    """Whether its house is approved, and not somebody's own."""
    departures: tuple[Cited, ...]
    """In what it departs from the approved house, beside its sentences."""
    assumptions: tuple[Cited, ...]
    """Figures that the house's own document does not print."""
    title: str = ""
    """What people call the table; empty where it has no name but its link."""
    board_in_hand: bool = False
    """Whether the dealer holds the board until it is turned, instead of laying it face down."""


def table_rules(
    rules: Rulebook,
    *,
    maximum: Cents,
    maximum_payout: Cents | None,
    times: TableTimes,
    yours: bool,
    language: str,
    title: str = "",
) -> TableRules:
    base, base_name, changes = _nearest_house(rules, language)
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
        pays=tuple(table for table in pay_tables(rules, language) if table.in_force),
        procedure=rules.dealing.procedure,
        direction=rules.settlement.direction,
        antes_first=rules.settlement.antes_first,
        order=rules.settlement.order,
        preflop=rules.play.preflop,
        flop=rules.play.flop,
        river=rules.play.river,
        chips=_chips(rules, maximum),
        back_line=rules.wagers.back_line,
        banks_in_a_row=rules.bank.consecutive_rounds or 0,
        most_banker_fee=most_a_banker_owes(rules.collection),
        fees_dropped=rules.collection.drop,
        coverage=rules.bank.coverage or "",
        approval_above=rules.payouts.approval_above,
        maximum_payout=maximum_payout,
        times=times,
        yours=yours,
        base=base,
        base_name=base_name,
        changes=changes,
        approved=rules.approved,
        departures=departures(rules, language),
        assumptions=assumption_facts(rules, language),
        title=title,
        board_in_hand=PROCEDURES[rules.dealing.procedure].board_in_hand,
    )


def _circles(rules: Rulebook) -> tuple[Circle, ...]:
    """The layout's circles in its own order, as far as the house takes the wager."""
    wagers = {wager.circle: wager for wager in offered_wagers(rules) if wager.circle}
    return tuple(_circle(rules, wagers[name]) for name in rules.layout.circles if name in wagers)


def _circle(rules: Rulebook, wager: WagerKind) -> Circle:
    fixed = wager.fixed_stake(rules)
    minimum = wager.minimum(rules, rules.limits.minimum) if fixed is None else fixed
    return Circle(
        wager=wager.name,
        name=wager.circle,
        base=wager.base,
        placed=wager.placed,
        minimum=minimum if wager.placed else None,
        fixed=fixed,
        needs=wager.needs(rules),
        back_line=wager.back_line and rules.wagers.back_line,
    )


def _chips(rules: Rulebook, maximum: Cents) -> tuple[Cents, ...]:
    smallest = rules.limits.chip
    chips = [chip for chip in CHIPS if chip % smallest == 0 and chip <= max(maximum, smallest)]
    return tuple(chips) if chips and chips[0] == smallest else (smallest, *chips)


@lru_cache(maxsize=64)
def _nearest_house(rules: Rulebook, language: str) -> tuple[str, str, tuple[Change, ...]]:
    """The approved house nearest to a rulebook, its name, and each option that differs."""
    house, settings = differing(rules)
    if house == BASE:
        return house, "", ()
    raw = raw_house(house)
    changes = tuple(
        _change(f"{section}.{field}", raw[section].get(field), value, language)
        for section in SECTIONS
        for field, value in settings.get(section, {}).items()
    )
    return house, str(raw["name"]), changes


def _change(entry: str, before: Any, value: Any, language: str) -> Change:
    old = normal(before) if before is not None else {}
    was = value_text(entry, old["value"], language) if "value" in old else ""
    now = value_text(entry, normal(value)["value"], language)
    return Change(entry, entry_name(entry, language), was, now)
