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


async def list_tables(context: RequestContext) -> list[TableLine]:
    """The tables of all nodes; what is not listed only to its owner and those who watch."""
    who, runner = context.person, context.runner
    watches = who is not None and matrix().why_not(who, Action.FEED_SEE) is None
    name = who.name if who else ""
    found = [line.line for line in all_lines(runner.floor, runner.nodes)]
    return [line for line in found if line.listed or watches or line.by == name]


async def open_table(context: RequestContext) -> Update:
    """The floor opens tables of the house; others make practice tables of their own."""
    body: m.NewTable = context.body
    who, house, runner = context.who, context.runner.floor, context.runner
    before = opened_before(context)
    if before is not None:
        return before
    practice = matrix().why_not(who, Action.TABLE_OPEN) is not None
    if practice:
        People.require(who, Action.TABLE_MAKE, who.name)
        runner.admit()
        if len(house.tables) >= MOST_TABLES:
            raise Refusal("service/full", "the house has no room for another table", "name")
        own = sum(line.line.by == who.name for line in all_lines(house, runner.nodes))
        if own >= MOST_OWN:
            raise Refusal("table/too_many", f"you have {own} tables open; close one", "name")
    elif not body.timed:
        raise Refusal("table/timed", "only a table for practice goes without the time to act")
    if body.tray is not None:
        People.require(who, Action.TABLE_COUNT)
    rules = _rules(body)
    link = own_name(body.name) if practice else shared_name(rules)
    table_writer = await runner.alone(
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
        await _seat_bots(runner, body.name, body.bots)
    if runner.nodes.shared:
        runner.nodes.announce(lines.own_summaries(house, runner.nodes))
    return table_writer.news(house.clock()).update(who.name)


def opened_before(context: RequestContext) -> Update | None:
    """The table that a key has opened, as it stands now; it does not open a closed one again."""
    body: m.NewTable = context.body
    if not body.key:
        return None
    who, house, name = context.who.name, context.runner.floor, body.name
    rulebook = digest(_rules(body))
    wanted = Opened(name, who, rulebook, "", body.pace, body.timed, body.listed, body.tray)
    if house.books.previous_answer(floor_stream(name), wanted, who, body.key) is None:
        return None
    if name not in house.tables and not house.tables.is_open(name):
        raise Refusal("table/unknown", f"table {name} was opened by this key, and closed", "name")
    table_writer = house.tables.get(name)
    return table_writer.news(house.clock()).update(who) if table_writer else None


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


def owner(context: RequestContext, name: str) -> str:
    terms = context.runner.floor.tables.terms.get(name)
    return terms.by if terms else ""


async def see_table(context: RequestContext) -> Update:
    house = context.runner.floor
    People.require(context.who, Action.TABLE_WATCH, context.who.name)
    return house.table_writer(context.path["table"]).news(house.clock()).update(context.who.name)


async def close_table(context: RequestContext) -> Closed:
    name, who = context.path["table"], context.who
    body: m.Closing = context.body
    before = closed_before(context)
    if before is not None:
        return before
    if body.tray is not None:
        People.require(who, Action.TABLE_COUNT)
    context.runner.floor.table_writer(name)
    People.require(who, Action.TABLE_CLOSE, owner(context, name))
    house = context.runner.floor
    closed = await context.runner.alone(
        name, lambda: house.close_table(name, who.name, body.tray, body.key)
    )
    context.runner.nodes.forget(name)
    return closed


def closed_before(context: RequestContext) -> Closed | None:
    body: m.Closing = context.body
    name, who = context.path["table"], context.who.name
    return context.runner.floor.closed_before(name, who, body.tray, body.key)


async def order(context: RequestContext) -> Answer:
    body: m.OrderBody = context.body
    name = context.path["table"]
    return await give_order(context, context.who, name, body.command, body.key, body.version)


def ordered_before(context: RequestContext) -> Answer | None:
    body: m.OrderBody = context.body
    sent = Order(context.path["table"], context.who.name, body.command, body.key, body.version)
    return context.runner.floor.previous_answer(sent)


async def give_order(
    context: RequestContext, who: Person, name: str, command: c.Command, key: str, version: int
) -> Answer:
    """Let the table decide; what is refused may have happened already, by the same key."""
    sent = Order(name, who.name, command, key, version)
    try:
        return await _give(context, who, sent)
    except Refusal:
        before = context.runner.floor.previous_answer(sent)
        if before is None:
            raise
        return before


async def _give(context: RequestContext, who: Person, sent: Order) -> Answer:
    """Check who asks, then let the table decide."""
    runner, name, command = context.runner, sent.table, sent.command
    if runner.draining:
        raise Refusal("service/draining", "the house closes; hands in progress are finished")
    table = runner.floor.table_writer(name).table
    if isinstance(command, c.Sit | c.Join) and not table.present(who.name):
        runner.seat_more()
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
        answer = await runner.perform(sent)
    except Refusal:
        runner.metrics.count("uth_orders_total", outcome="refused")
        raise
    finally:
        runner.answered(time.perf_counter() - began)
    runner.metrics.count("uth_orders_total", outcome="done")
    return answer


async def try_order(context: RequestContext) -> m.Tried:
    """Whether the table would take a stake, and if not, why; nothing happens."""
    command = context.body.command
    name, who = context.path["table"], context.who
    check_actor(Order(name, who.name, command))
    People.require(who, action_of(command), who.name)
    table_writer = context.runner.floor.table_writer(name)
    no = refusal(table_writer.table, command, table_writer.rules)
    return m.Tried(refusal_message(no) if no else None)


async def seat_bots(context: RequestContext) -> m.Done:
    body: m.BotCount = context.body
    name, runner = context.path["table"], context.runner
    runner.floor.table_writer(name)
    People.require(context.who, Action.BOTS_SEAT, owner(context, name))
    await _seat_bots(runner, name, body.count, _bots_key(context, body.count), _seated(context))
    return m.Done()


def seated_before(context: RequestContext) -> m.Done | None:
    body: m.BotCount = context.body
    return m.Done() if len(_seated(context)) == body.count else None


def _bots_key(context: RequestContext, count: int) -> str:
    """By which each of so many bots sits down; it is the bots' own, and so tells who they are."""
    wish = f"{context.who.name} {context.body.key} {count}"
    return hashlib.sha256(wish.encode()).hexdigest() if context.body.key else ""


def _seated(context: RequestContext) -> set[int]:
    """The seats that the key of this request has filled."""
    body: m.BotCount = context.body
    if not body.key:
        return set()
    bots = _bots(context.path["table"])
    with context.runner.floor.store.reading() as reader:
        for count in range(1, len(bots) + 1):
            key = _bots_key(context, count)
            seats = {at for at, bot in bots.items() if reader.answer(bot, key) is not None}
            if seats and count != body.count:
                raise Refusal("key/used", "this key was used for other bots; make a new one", "key")
            if seats:
                return seats
    return set()


def _bots(table: str) -> dict[int, str]:
    return {number: bot_name(called, table) for number, called in enumerate(BOTS, 1)}


async def _seat_bots(
    runner: FloorRunner, name: str, count: int, key: str = "", seated: Collection[int] = ()
) -> None:
    """So many, or those who are missing of them."""
    table_writer, bots = runner.floor.table_writer(name), _bots(name)
    empty = [number for number, seat in enumerate(table_writer.table.seats, 1) if seat is None]
    for number in [at for at in empty if at not in seated][: count - len(seated)]:
        bot, chips = bots[number], buy_in(table_writer)
        runner.floor.books.fund(bot, chips)
        await runner.perform(Order(name, bot, c.Sit(bot, number, chips), key))


async def dismiss_bots(context: RequestContext) -> m.Done:
    name, runner = context.path["table"], context.runner
    table_writer = runner.floor.table_writer(name)
    People.require(context.who, Action.BOTS_SEAT, owner(context, name))
    for player in [seat.player for _, seat in table_writer.table.taken() if is_bot(seat.player)]:
        await runner.perform(Order(name, player, c.Leave(player)))
    return m.Done()


async def wait_for_seat(context: RequestContext) -> m.InLine:
    body: m.Chips = context.body
    name, who = context.path["table"], context.who
    People.require(who, Action.TABLE_SIT, who.name)
    house = context.runner.floor
    table_writer = house.table_writer(name)
    return await context.runner.alone(
        name, lambda: m.InLine(house.waiting.add(table_writer, who.name, body.chips))
    )


async def stop_waiting(context: RequestContext) -> m.Done:
    People.require(context.who, Action.TABLE_LEAVE, context.who.name)
    context.runner.floor.waiting.remove(context.path["table"], context.who.name)
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
    return Route(method, way, handler, summary, answer, body, kept=True, previous_answer=again)


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
        "POST",
        "/api/tables",
        open_table,
        "Open a table",
        Update,
        m.NewTable,
        previous_answer=opened_before,
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
