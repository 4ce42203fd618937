"""What a table's cloth shows: circles, inscription, pay tables, limits, order and times."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from uth.core.money import Cents
from uth.floor.clock import Millis
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.tables.pace import Pace
from uth.reports.houses.model import PayTable
from uth.reports.houses.pay_tables import pay_tables
from uth.reports.words import entry_name, value_text
from uth.rulebook.check import normal
from uth.rulebook.fields import SECTIONS
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import BASE, differing
from uth.rulebook.store import raw_house
from uth.table.wagers import offered
from uth.web.api.tables import owner
from uth.web.routes import RequestContext, Route

CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
"""One to a thousand dollars: the chips that a cage sells."""
CIRCLES = {"five_card_progressive": "progressive"}


class Circle(msgspec.Struct, frozen=True):
    """A place for chips; `fixed` where no other amount is taken, null minimum for Play."""

    wager: str
    name: str
    minimum: Cents | None = None
    fixed: Cents | None = None
    back_line: bool = False


class TableTimes(msgspec.Struct, frozen=True):
    """How long people are given; null where nobody counts."""

    betting: Millis | None
    acting: Millis | None
    offering: Millis | None


class Change(msgspec.Struct, frozen=True):
    """An option that a table has otherwise than its house, in words; `was` is "" where it had none.

    A pay table of its own is told by its name alone: what it pays is among `pays`.
    """

    entry: str
    name: str
    was: str
    now: str


class TableRules(msgspec.Struct, frozen=True):
    """All that a page needs to draw a table and to say why; nothing here is about one round."""

    house: str
    name: str
    bank: str
    places: int
    inscription: str
    """Empty where the layout has none."""
    qualify: str
    """What the dealer needs to play: `pair`, or `none`."""
    leaving_forfeits: bool
    notice: str
    circles: tuple[Circle, ...]
    pays: tuple[PayTable, ...]
    """The tables in force."""
    procedure: str
    direction: str
    antes_first: bool
    order: tuple[str, ...]
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
    """Whether the one who asks has made this table, and may seat bots and close it."""
    base: str
    """The approved house that it is nearest to, whose cloth it lies on; `base` where none is."""
    base_name: str
    changes: tuple[Change, ...]
    """What is decided otherwise than there."""


def circle_id(name: str) -> str:
    plain = name.lower().replace(" ", "_")
    return CIRCLES.get(plain, plain)


def _circles(rules: Rulebook) -> tuple[Circle, ...]:
    """The layout's own circles, in its own order, as far as the house takes the wager."""
    limits, found = rules.limits, []
    for name in rules.layout.circles:
        wager = circle_id(name)
        if wager == "play":
            found.append(Circle(wager, name))
        elif wager == "progressive" and rules.progressive.offered:
            found.append(Circle(wager, name, rules.progressive.wager, rules.progressive.wager))
        elif offered(rules, wager):
            base = wager in ("ante", "blind") or limits.bonus_minimum is None
            least = limits.minimum if base else limits.bonus_minimum
            behind = rules.wagers.back_line and wager in ("ante", "blind", "trips")
            found.append(Circle(wager, name, least, back_line=behind))
    return tuple(found)


def _chips(rules: Rulebook, maximum: Cents) -> tuple[Cents, ...]:
    smallest = rules.limits.chip
    usual = [chip for chip in CHIPS if chip % smallest == 0 and chip <= max(maximum, smallest)]
    return tuple(usual) if usual and usual[0] == smallest else (smallest, *usual)


def _times(pace: Pace) -> TableTimes:
    if not pace.timed:
        return TableTimes(None, None, None)
    return TableTimes(pace.betting, pace.acting, pace.offering)


@lru_cache(maxsize=64)
def _nearest(rules: Rulebook) -> tuple[str, str, tuple[Change, ...]]:
    """The house beneath a rulebook, its name, and each option that differs from it."""
    house, settings = differing(rules)
    if house == BASE:
        return house, "", ()
    below = raw_house(house)
    changes = tuple(
        _change(f"{section}.{field}", below[section].get(field), value)
        for section in SECTIONS
        for field, value in settings.get(section, {}).items()
        if not field.startswith("approved_")
    )
    return house, str(below["name"]), changes


def _change(entry: str, below: Any, value: Any) -> Change:
    before = normal(below) if below is not None else {}
    was = value_text(entry, before["value"]) if "value" in before else ""
    return Change(entry, entry_name(entry), was, value_text(entry, normal(value)["value"]))


def table_rules(rules: Rulebook, maximum: Cents, pace: Pace, yours: bool) -> TableRules:
    return TableRules(
        rules.id,
        rules.name,
        rules.bank.kind,
        rules.layout.places,
        rules.layout.inscription or "",
        rules.play.qualify,
        rules.conduct.leaving_forfeits,
        rules.layout.notice or "",
        _circles(rules),
        tuple(table for table in pay_tables(rules) if table.in_force),
        rules.dealing.procedure,
        rules.settlement.direction,
        rules.settlement.antes_first,
        rules.settlement.order,
        rules.play.preflop,
        rules.play.flop,
        rules.play.river,
        _chips(rules, maximum),
        rules.wagers.bad_beat_needs_trips,
        rules.wagers.back_line,
        rules.bank.consecutive_rounds or 0,
        rules.bank.coverage or "",
        rules.payouts.approval_above,
        rules.payouts.maximum,
        _times(pace),
        yours,
        *_nearest(rules),
    )


async def see_cloth(context: RequestContext) -> TableRules:
    """The rules that one table plays by, which need not be those of an approved house."""
    house, name, who = context.runner.floor, context.path["table"], context.who
    People.require(who, Action.TABLE_WATCH, who.name)
    table_writer = house.table_writer(name)
    yours = owner(context, name) == who.name
    return table_rules(
        table_writer.rules, table_writer.table.maximum, house.tables.pace_of(name), yours
    )


CLOTH = "/api/tables/{table}/cloth"
ROUTES = (Route("GET", CLOTH, see_cloth, "What the cloth shows", TableRules, kept=True),)
