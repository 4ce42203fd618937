"""Tables over HTTP: list, open, watch, order, close; bots and the line."""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.floor.actions import Action
from uth.floor.cage import Closed, Opened, floor_stream
from uth.floor.dealer import buy_in
from uth.floor.orders import BOT, Answer, MixSeed, Order, check_actor, is_bot
from uth.floor.people import People
from uth.floor.roles import Person, action_of, matrix
from uth.floor.updates import Update
from uth.rulebook.store import HOUSES, load_house, load_text
from uth.table import commands as c
from uth.table.decide import refusal
from uth.web import messages as m
from uth.web.routes import Asked, Route, told

MOST_OWN = 2
"""How many tables of his own somebody may have open."""
BOTS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")


async def list_tables(asked: Asked) -> list[m.TableLine]:
    house = asked.service.house
    return [
        m.TableLine(
            name,
            keeper.table.house,
            keeper.table.phase,
            keeper.table.round,
            keeper.table.minimum,
            keeper.table.maximum,
            sum(1 for _ in keeper.table.taken()),
            keeper.rules.layout.places,
            len(house.waiting.line(name)),
            keeper.link.view() if keeper.link else None,
        )
        for name, keeper in sorted(house.tables.items())
    ]


async def open_table(asked: Asked) -> Update:
    """The floor opens tables of the house; others make practice tables of their own."""
    body: m.NewTable = asked.body
    who, house = asked.who, asked.service.house
    if matrix().why_not(who, Action.TABLE_OPEN):
        People.require(who, Action.TABLE_MAKE, who.name)
        own = [name for name in house.tables if owner(asked, name) == who.name]
        if len(own) >= MOST_OWN:
            raise Refusal("table/too_many", f"you have {len(own)} tables open; close one", "name")
    if bool(body.house) == bool(body.rulebook):
        raise Refusal("table/rules", "name a house, or give a rulebook", "house")
    if body.house and body.house not in HOUSES:
        raise Refusal("house/unknown", "there is no such house", "house")
    rules = load_house(body.house) if body.house else load_text(body.rulebook)
    link = "link" if body.house else f"own.{body.name}"[:40]
    keeper = await asked.service.alone(
        body.name, lambda: house.open_table(body.name, rules, who.name, link)
    )
    return keeper.news(house.clock()).update(who.name)


def owner(asked: Asked, name: str) -> str:
    found = ""
    for _, _, entry in asked.service.house.books.entries(floor_stream(name)):
        if isinstance(entry, Opened):
            found = entry.by
    return found


async def see_table(asked: Asked) -> Update:
    house = asked.service.house
    People.require(asked.who, Action.TABLE_WATCH, asked.who.name)
    return house.keeper(asked.path["table"]).news(house.clock()).update(asked.who.name)


async def close_table(asked: Asked) -> Closed:
    name, who = asked.path["table"], asked.who
    asked.service.house.keeper(name)
    People.require(who, Action.TABLE_CLOSE, owner(asked, name))
    house = asked.service.house
    return await asked.service.alone(name, lambda: house.close_table(name, who.name))


async def order(asked: Asked) -> Answer:
    body: m.OrderBody = asked.body
    name = asked.path["table"]
    return await give_order(asked, asked.who, name, body.command, body.key, body.version)


async def give_order(
    asked: Asked, who: Person, name: str, command: c.Command, key: str, version: int
) -> Answer:
    """Check who asks, then let the table decide."""
    service = asked.service
    if service.draining:
        raise Refusal("service/draining", "the house closes; hands in progress are finished")
    table = service.house.keeper(name).table
    action = Action.SEED_MIX if isinstance(command, MixSeed) else action_of(command)
    if isinstance(command, c.Approve):
        concerned = [table.due[0].player] if table.asked else [""]
    elif isinstance(command, c.VoidRound):
        concerned = [seat.player for _, seat in table.in_play()]
        concerned += [table.seat(table.bank.seat).player] if table.bank.seat else [""]
    else:
        concerned = [getattr(command, "player", who.name)]
    People.require(who, action, *concerned)
    try:
        answer = await service.perform(Order(name, who.name, command, key, version))
    except Refusal:
        service.metrics.count("uth_orders_total", outcome="refused")
        raise
    service.metrics.count("uth_orders_total", outcome="done")
    return answer


async def try_order(asked: Asked) -> m.Tried:
    """Whether the table would take a stake, and if not, why; nothing happens."""
    command = asked.body.command
    name, who = asked.path["table"], asked.who
    check_actor(Order(name, who.name, command))
    keeper = asked.service.house.keeper(name)
    no = refusal(keeper.table, command, keeper.rules)
    return m.Tried(told(no) if no else None)


async def seat_bots(asked: Asked) -> m.Done:
    body: m.BotCount = asked.body
    name, service = asked.path["table"], asked.service
    keeper = service.house.keeper(name)
    People.require(asked.who, Action.BOTS_SEAT, owner(asked, name))
    free = [number for number, seat in enumerate(keeper.table.seats, 1) if seat is None]
    for number in free[: body.count]:
        bot = f"{BOTS[number - 1]} {name}{BOT}"[-40:]
        chips = buy_in(keeper)
        service.house.books.fund(bot, chips)
        await service.perform(Order(name, bot, c.Sit(bot, number, chips)))
    return m.Done()


async def dismiss_bots(asked: Asked) -> m.Done:
    name, service = asked.path["table"], asked.service
    keeper = service.house.keeper(name)
    People.require(asked.who, Action.BOTS_SEAT, owner(asked, name))
    for player in [seat.player for _, seat in keeper.table.taken() if is_bot(seat.player)]:
        await service.perform(Order(name, player, c.Leave(player)))
    return m.Done()


async def wait_for_seat(asked: Asked) -> m.InLine:
    body: m.Chips = asked.body
    name, who = asked.path["table"], asked.who
    People.require(who, Action.TABLE_SIT, who.name)
    house = asked.service.house
    keeper = house.keeper(name)
    return await asked.service.alone(
        name, lambda: m.InLine(house.waiting.add(keeper, who.name, body.chips))
    )


async def stop_waiting(asked: Asked) -> m.Done:
    asked.service.house.waiting.remove(asked.path["table"], asked.who.name)
    return m.Done()


ROUTES = (
    Route(
        "GET",
        "/api/tables",
        list_tables,
        "The open tables",
        list[m.TableLine],
        signed_in=False,
    ),
    Route("POST", "/api/tables", open_table, "Open a table", Update, m.NewTable),
    Route("GET", "/api/tables/{table}", see_table, "A table as you may see it", Update),
    Route("POST", "/api/tables/{table}/close", close_table, "Close a table", Closed),
    Route("POST", "/api/tables/{table}/orders", order, "Send a command", Answer, m.OrderBody),
    Route("POST", "/api/tables/{table}/try", try_order, "Ask first", m.Tried, m.TryBody),
    Route("POST", "/api/tables/{table}/bots", seat_bots, "Seat bots", m.Done, m.BotCount),
    Route("DELETE", "/api/tables/{table}/bots", dismiss_bots, "Send the bots away", m.Done),
    Route("POST", "/api/tables/{table}/line", wait_for_seat, "Wait", m.InLine, m.Chips),
    Route("DELETE", "/api/tables/{table}/line", stop_waiting, "Wait no longer", m.Done),
)
