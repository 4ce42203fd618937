"""Tables over HTTP: list, open, watch, order, close; bots and the line."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Collection
from typing import Any

from uth.core.money import print_dollars
from uth.core.refusal import Refusal
from uth.floor import table_summaries as lines
from uth.floor.cage.bookings import Closed, Opened, floor_stream
from uth.floor.meters.meter_names import own_name, shared_name
from uth.floor.people.actions import Action
from uth.floor.people.names import bot_name, is_bot
from uth.floor.people.people import People
from uth.floor.people.roles import Person, action_of, matrix
from uth.floor.runner import FloorRunner
from uth.floor.table_summaries import TableLine, all_lines
from uth.floor.tables.dealer import buy_in
from uth.floor.tables.orders import Answer, MixSeed, Order, check_actor
from uth.floor.tables.updates import Update
from uth.rulebook.canonical import digest
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES, load_text
from uth.table import commands as c
from uth.table.decide import refusal
from uth.web.messages import tables as m
from uth.web.routes import Again, Handler, Method, RequestContext, Route, refusal_message

MOST_OWN = 2
"""How many tables of his own somebody may have open."""
MOST_TABLES = 2_000
"""How many tables there may be before only the floor opens another."""
BOTS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")


async def list_tables(asked: RequestContext) -> list[TableLine]:
    """The tables of all nodes; what is not listed only to its owner and those who watch."""
    who, service = asked.person, asked.service
    watches = who is not None and matrix().why_not(who, Action.FEED_SEE) is None
    name = who.name if who else ""
    found = [line.line for line in all_lines(service.house, service.nodes)]
    return [line for line in found if line.listed or watches or line.by == name]


async def open_table(asked: RequestContext) -> Update:
    """The floor opens tables of the house; others make practice tables of their own."""
    body: m.NewTable = asked.body
    who, house, service = asked.who, asked.service.house, asked.service
    before = opened_before(asked)
    if before is not None:
        return before
    practice = matrix().why_not(who, Action.TABLE_OPEN) is not None
    if practice:
        People.require(who, Action.TABLE_MAKE, who.name)
        service.admit()
        if len(house.tables) >= MOST_TABLES:
            raise Refusal("service/full", "the house has no room for another table", "name")
        own = sum(line.line.by == who.name for line in all_lines(house, service.nodes))
        if own >= MOST_OWN:
            raise Refusal("table/too_many", f"you have {own} tables open; close one", "name")
    elif not body.timed:
        raise Refusal("table/timed", "only a table for practice goes without the time to act")
    if body.tray is not None:
        People.require(who, Action.TABLE_COUNT)
    rules = _rules(body)
    link = own_name(body.name) if practice else shared_name(rules)
    keeper = await service.alone(
        body.name,
        lambda: house.open_table(
            body.name,
            rules,
            who.name,
            link,
            pace=body.pace,
            timed=body.timed,
            listed=body.listed,
            tray=body.tray,
            practice=practice,
            key=body.key,
        ),
    )
    with contextlib.suppress(Refusal):  # the table is open, whoever can't be seated there
        await _seat_bots(service, body.name, body.bots)
    if service.nodes.shared:
        service.nodes.tell(lines.own_summaries(house, service.nodes))
    return keeper.news(house.clock()).update(who.name)


def opened_before(asked: RequestContext) -> Update | None:
    """The table that a key has opened, as it stands now; it does not open a closed one again."""
    body: m.NewTable = asked.body
    if not body.key:
        return None
    who, house, name = asked.who.name, asked.service.house, body.name
    rulebook = digest(_rules(body))
    wanted = Opened(name, who, rulebook, "", body.pace, body.timed, body.listed, body.tray)
    if house.books.previous_answer(floor_stream(name), wanted, who, body.key) is None:
        return None
    if name not in house.tables and not house.is_open(name):
        raise Refusal("table/unknown", f"table {name} was opened by this key, and closed", "name")
    keeper = house.tables.get(name)
    return keeper.news(house.clock()).update(who) if keeper else None


def _rules(body: m.NewTable) -> Rulebook:
    """The rulebook that somebody asks for: a house, one with changes, or one of his own."""
    if bool(body.house) == bool(body.rulebook):
        raise Refusal("table/rules", "name a house, or give a rulebook", "house")
    if body.rulebook:
        if body.settings or body.minimum or body.maximum:
            raise Refusal("table/rules", "settings change a house; a rulebook has its own", "house")
        return load_text(body.rulebook)
    if body.house not in HOUSES:
        raise Refusal("house/unknown", "there is no such house", "house")
    settings = dict(body.settings)
    for name, amount in (("minimum", body.minimum), ("maximum", body.maximum)):
        limits = settings.get("limits", {})
        if amount is not None and isinstance(limits, dict):
            settings["limits"] = {**limits, name: print_dollars(amount)}
    try:
        return with_settings(body.house, settings)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Refusal(
            "table/settings", "these are not settings of a rulebook", "settings"
        ) from None


def owner(asked: RequestContext, name: str) -> str:
    terms = asked.service.house.terms.get(name)
    return terms.by if terms else ""


async def see_table(asked: RequestContext) -> Update:
    house = asked.service.house
    People.require(asked.who, Action.TABLE_WATCH, asked.who.name)
    return house.keeper(asked.path["table"]).news(house.clock()).update(asked.who.name)


async def close_table(asked: RequestContext) -> Closed:
    name, who = asked.path["table"], asked.who
    body: m.Closing = asked.body
    before = closed_before(asked)
    if before is not None:
        return before
    if body.tray is not None:
        People.require(who, Action.TABLE_COUNT)
    asked.service.house.keeper(name)
    People.require(who, Action.TABLE_CLOSE, owner(asked, name))
    house = asked.service.house
    closed = await asked.service.alone(
        name, lambda: house.close_table(name, who.name, body.tray, body.key)
    )
    asked.service.nodes.forget(name)
    return closed


def closed_before(asked: RequestContext) -> Closed | None:
    body: m.Closing = asked.body
    name, who = asked.path["table"], asked.who.name
    return asked.service.house.closed_before(name, who, body.tray, body.key)


async def order(asked: RequestContext) -> Answer:
    body: m.OrderBody = asked.body
    name = asked.path["table"]
    return await give_order(asked, asked.who, name, body.command, body.key, body.version)


def ordered_before(asked: RequestContext) -> Answer | None:
    body: m.OrderBody = asked.body
    sent = Order(asked.path["table"], asked.who.name, body.command, body.key, body.version)
    return asked.service.house.previous_answer(sent)


async def give_order(
    asked: RequestContext, who: Person, name: str, command: c.Command, key: str, version: int
) -> Answer:
    """Let the table decide; what is refused may have happened already, by the same key."""
    sent = Order(name, who.name, command, key, version)
    try:
        return await _give(asked, who, sent)
    except Refusal:
        before = asked.service.house.previous_answer(sent)
        if before is None:
            raise
        return before


async def _give(asked: RequestContext, who: Person, sent: Order) -> Answer:
    """Check who asks, then let the table decide."""
    service, name, command = asked.service, sent.table, sent.command
    if service.draining:
        raise Refusal("service/draining", "the house closes; hands in progress are finished")
    table = service.house.keeper(name).table
    if isinstance(command, c.Sit | c.Join) and not table.present(who.name):
        service.seat_more()
    action = Action.SEED_MIX if isinstance(command, MixSeed) else action_of(command)
    if isinstance(command, c.Approve):
        concerned = [table.due[0].player] if table.asked else [""]
    elif isinstance(command, c.VoidRound):
        seats = [seat for _, seat in table.taken() if seat.wagers]
        concerned = [seat.player for seat in seats]
        concerned += [backing.player for seat in seats for backing in seat.backing]
        concerned += [table.seat(table.bank.seat).player] if table.bank.seat else [""]
    else:
        concerned = [getattr(command, "player", who.name)]
    People.require(who, action, *concerned)
    began = time.perf_counter()
    try:
        answer = await service.perform(sent)
    except Refusal:
        service.metrics.count("uth_orders_total", outcome="refused")
        raise
    finally:
        service.answered(time.perf_counter() - began)
    service.metrics.count("uth_orders_total", outcome="done")
    return answer


async def try_order(asked: RequestContext) -> m.Tried:
    """Whether the table would take a stake, and if not, why; nothing happens."""
    command = asked.body.command
    name, who = asked.path["table"], asked.who
    check_actor(Order(name, who.name, command))
    People.require(who, action_of(command), who.name)
    keeper = asked.service.house.keeper(name)
    no = refusal(keeper.table, command, keeper.rules)
    return m.Tried(refusal_message(no) if no else None)


async def seat_bots(asked: RequestContext) -> m.Done:
    body: m.BotCount = asked.body
    name, service = asked.path["table"], asked.service
    service.house.keeper(name)
    People.require(asked.who, Action.BOTS_SEAT, owner(asked, name))
    await _seat_bots(service, name, body.count, _bots_key(asked, body.count), _seated(asked))
    return m.Done()


def seated_before(asked: RequestContext) -> m.Done | None:
    body: m.BotCount = asked.body
    return m.Done() if len(_seated(asked)) == body.count else None


def _bots_key(asked: RequestContext, count: int) -> str:
    """By which each of so many bots sits down; it is the bots' own, and so tells who they are."""
    wish = f"{asked.who.name} {asked.body.key} {count}"
    return hashlib.sha256(wish.encode()).hexdigest() if asked.body.key else ""


def _seated(asked: RequestContext) -> set[int]:
    """The seats that the key of this request has filled."""
    body: m.BotCount = asked.body
    if not body.key:
        return set()
    bots = _bots(asked.path["table"])
    with asked.service.house.store.reading() as reader:
        for count in range(1, len(bots) + 1):
            key = _bots_key(asked, count)
            seats = {at for at, bot in bots.items() if reader.answer(bot, key) is not None}
            if seats and count != body.count:
                raise Refusal("key/used", "this key was used for other bots; make a new one", "key")
            if seats:
                return seats
    return set()


def _bots(table: str) -> dict[int, str]:
    return {number: bot_name(called, table) for number, called in enumerate(BOTS, 1)}


async def _seat_bots(
    service: FloorRunner, name: str, count: int, key: str = "", seated: Collection[int] = ()
) -> None:
    """So many, or those who are missing of them."""
    keeper, bots = service.house.keeper(name), _bots(name)
    empty = [number for number, seat in enumerate(keeper.table.seats, 1) if seat is None]
    for number in [at for at in empty if at not in seated][: count - len(seated)]:
        bot, chips = bots[number], buy_in(keeper)
        service.house.books.fund(bot, chips)
        await service.perform(Order(name, bot, c.Sit(bot, number, chips), key))


async def dismiss_bots(asked: RequestContext) -> m.Done:
    name, service = asked.path["table"], asked.service
    keeper = service.house.keeper(name)
    People.require(asked.who, Action.BOTS_SEAT, owner(asked, name))
    for player in [seat.player for _, seat in keeper.table.taken() if is_bot(seat.player)]:
        await service.perform(Order(name, player, c.Leave(player)))
    return m.Done()


async def wait_for_seat(asked: RequestContext) -> m.InLine:
    body: m.Chips = asked.body
    name, who = asked.path["table"], asked.who
    People.require(who, Action.TABLE_SIT, who.name)
    house = asked.service.house
    keeper = house.keeper(name)
    return await asked.service.alone(
        name, lambda: m.InLine(house.waiting.add(keeper, who.name, body.chips))
    )


async def stop_waiting(asked: RequestContext) -> m.Done:
    People.require(asked.who, Action.TABLE_LEAVE, asked.who.name)
    asked.service.house.waiting.remove(asked.path["table"], asked.who.name)
    return m.Done()


def _kept(
    method: Method,
    path: str,
    handler: Handler,
    summary: str,
    answer: Any,
    body: Any = None,
    again: Again | None = None,
) -> Route:
    """A route to the node that keeps a table."""
    way = f"/api/tables/{{table}}{path}"
    return Route(method, way, handler, summary, answer, body, kept=True, again=again)


ROUTES = (
    Route(
        "GET",
        "/api/tables",
        list_tables,
        "The open tables",
        list[TableLine],
        signed_in=False,
    ),
    Route(
        "POST", "/api/tables", open_table, "Open a table", Update, m.NewTable, again=opened_before
    ),
    _kept("GET", "", see_table, "A table as you may see it", Update),
    _kept("POST", "/close", close_table, "Close a table", Closed, m.Closing, closed_before),
    _kept("POST", "/orders", order, "Send a command", Answer, m.OrderBody, ordered_before),
    _kept("POST", "/try", try_order, "Ask first", m.Tried, m.TryBody),
    _kept("POST", "/bots", seat_bots, "Seat bots", m.Done, m.BotCount, seated_before),
    _kept("DELETE", "/bots", dismiss_bots, "Send the bots away", m.Done),
    _kept("POST", "/line", wait_for_seat, "Wait", m.InLine, m.Chips),
    _kept("DELETE", "/line", stop_waiting, "Wait no longer", m.Done),
)
