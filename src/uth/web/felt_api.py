"""What a table's cloth shows: circles, inscription, pay tables, limits, order and times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from uth.core.hands import Category
from uth.core.money import Cents, print_dollars
from uth.floor.actions import Action
from uth.floor.pace import Pace
from uth.floor.people import People
from uth.floor.times import Millis
from uth.rulebook.model import PayTables, Progressive, Rulebook, Share
from uth.rulebook.store import clause_list
from uth.table.wagers import offered
from uth.web.routes import Asked, Route
from uth.web.tables_api import owner

T = TypeVar("T")
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


class FeltLine(msgspec.Struct, frozen=True):
    hand: str
    pays: str


class FeltPays(msgspec.Struct, frozen=True):
    """A pay table as it is printed beside the circles."""

    wager: str
    name: str
    lines: tuple[FeltLine, ...]


class TableTimes(msgspec.Struct, frozen=True):
    """How long people are given; null where nobody counts."""

    betting: Millis | None
    acting: Millis | None
    offering: Millis | None


class TableRules(msgspec.Struct, frozen=True):
    """All that a page needs to draw a table and to say why; nothing here is about one round."""

    house: str
    name: str
    bank: str
    places: int
    inscription: str
    notice: str
    circles: tuple[Circle, ...]
    pays: tuple[FeltPays, ...]
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
    clauses: dict[str, str]
    """The wording of every clause that this house cites."""


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


def _share(share: Share) -> str:
    if share.fixed is not None:
        return f"${print_dollars(share.fixed).removesuffix('.00')}"
    return f"{(share.basis_points or 0) // 100}% of the meter"


def _jackpots(progressive: Progressive) -> Iterable[FeltPays]:
    prizes = ((hand.words, _share(share)) for hand, share in _best_first(progressive.prizes))
    envy = (
        (hand.words, f"${print_dollars(prize).removesuffix('.00')}")
        for hand, prize in _best_first(progressive.envy)
    )
    yield _pays("progressive", "Five Card Progressive", prizes)
    yield _pays("envy", "Envy", envy)


def _pays(wager: str, name: str, lines: Iterable[tuple[str, object]]) -> FeltPays:
    return FeltPays(wager, name, tuple(FeltLine(hand, str(pays)) for hand, pays in lines))


def _best_first(pays: Mapping[Category, T]) -> list[tuple[Category, T]]:
    return sorted(pays.items(), key=lambda line: -line[0].value)


def _pay_tables(rules: Rulebook, pays: PayTables) -> Iterable[FeltPays]:
    yield _pays("blind", "Blind", ((hand.words, odds) for hand, odds in _best_first(pays.blind)))
    if rules.wagers.trips:
        yield _pays(
            "trips", "Trips", ((hand.words, odds) for hand, odds in _best_first(pays.trips))
        )
    if rules.wagers.bad_beat:
        lines = ((hand.words, odds) for hand, odds in _best_first(pays.bad_beat))
        yield _pays("bad_beat", "Bad Beat", lines)
    if rules.wagers.ultimate_pairs:
        pairs = (
            (
                " ".join(hand.text for hand in line.hands) + (" with dealer" * bool(line.dealer)),
                line.pays,
            )
            for line in pays.ultimate_pairs
        )
        yield _pays("ultimate_pairs", "Ultimate Pairs", pairs)
    if rules.progressive.offered:
        yield from _jackpots(rules.progressive)


def _chips(rules: Rulebook, maximum: Cents) -> tuple[Cents, ...]:
    smallest = rules.limits.chip
    usual = [chip for chip in CHIPS if chip % smallest == 0 and chip <= max(maximum, smallest)]
    return tuple(usual) if usual and usual[0] == smallest else (smallest, *usual)


def _times(pace: Pace) -> TableTimes:
    return TableTimes(pace.betting, pace.acting, pace.offering)


def table_rules(rules: Rulebook, maximum: Cents, pace: Pace, yours: bool) -> TableRules:
    cited = dict.fromkeys(clause for found in rules.cites.values() for clause in found)
    wording = clause_list()
    return TableRules(
        rules.id,
        rules.name,
        rules.bank.kind,
        rules.layout.places,
        rules.layout.inscription or "",
        rules.layout.notice or "",
        _circles(rules),
        tuple(_pay_tables(rules, rules.pays)),
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
        {clause: wording[clause]["wording"] for clause in cited if clause in wording},
    )


async def see_cloth(asked: Asked) -> TableRules:
    """The rules that one table plays by, which need not be those of an approved house."""
    house, name, who = asked.service.house, asked.path["table"], asked.who
    People.require(who, Action.TABLE_WATCH, who.name)
    keeper = house.keeper(name)
    yours = owner(asked, name) == who.name
    return table_rules(keeper.rules, keeper.table.maximum, house.pace, yours)


ROUTES = (Route("GET", "/api/tables/{table}/rules", see_cloth, "What the cloth shows", TableRules),)
