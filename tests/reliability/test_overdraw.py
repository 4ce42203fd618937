"""Two hundred orders at once on one balance, through the runner: it is never overdrawn."""

from __future__ import annotations

import asyncio

import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR
from tests.floor.sources import Bytes, Clock
from tests.reliability.promises import check_audit
from uth.core.refusal import Refusal
from uth.floor.floor import Floor
from uth.floor.metrics import Metrics
from uth.floor.runner import FloorRunner
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.ledger.journal.store import Store
from uth.ledger.writer import Writer
from uth.rulebook.store import load_house
from uth.table import commands as c

TABLES, ORDERS = 5, 200
SLOW = Pace(step=10**9, betting=10**9)
ROOM = 7_000
"""What Ann has at the cage, and in chips: enough for a few of the orders."""
STORES = ["memory_store", "sqlite_store", "postgres_store"]


async def at_once(runner: FloorRunner, orders: list[Order]) -> list[str]:
    """Send all orders at once; returns the code of each refusal, or an empty string."""

    async def one(order: Order) -> str:
        try:
            await runner.orders.perform(order)
        except Refusal as refusal:
            return refusal.code
        return ""

    return await asyncio.gather(*map(one, orders))


def conduct(store: Store, orders: list[Order]) -> list[str]:
    """Ann is seated at the first table, and has as much again at the cage."""
    writer = Writer(store)
    floor = Floor(writer, clock=Clock(), source=Bytes("overdraw"), pace=SLOW)
    for number in range(1, TABLES + 1):
        floor.open_table(f"t{number}", load_house("cardroom-25"), FLOOR)
    floor.books.buy_in("Ann", 2 * ROOM, FLOOR)
    driver.perform(floor, Order("t1", "Ann", c.Sit("Ann", 1, ROOM)))
    codes = asyncio.run(at_once(FloorRunner(floor, writer, Metrics()), orders))
    writer.close()
    return codes


@pytest.mark.parametrize("kind", STORES)
def test_wagers_never_exceed_the_chips(kind: str, request: pytest.FixtureRequest) -> None:
    """A wager replaces the one before, so one remains at the end."""
    store: Store = request.getfixturevalue(kind)
    stakes = [500 + 100 * (number % 60) for number in range(ORDERS)]
    orders = [
        Order("t1", "Ann", c.Wager("Ann", {"ante": amount, "blind": amount}), f"k{number}")
        for number, amount in enumerate(stakes)
    ]
    codes = conduct(store, orders)
    done = [amount for amount, code in zip(stakes, codes, strict=True) if not code]
    assert done
    assert len(done) < ORDERS
    assert max(2 * amount for amount in done) <= ROOM
    with store.reading() as reader:
        held = reader.balance("wager/table/t1/Ann")
        assert held == 2 * done[-1]
        assert reader.balance("chips/table/t1/Ann") == ROOM - held
    check_audit(store)


@pytest.mark.parametrize("kind", STORES)
def test_seats_and_chips_never_exceed_the_cage(kind: str, request: pytest.FixtureRequest) -> None:
    """At five tables at once, all from the same account."""
    store: Store = request.getfixturevalue(kind)
    orders = [
        Order("t1", "Ann", c.AddChips("Ann", 100), f"k{number}")
        if number % TABLES == 0
        else Order(f"t{1 + number % TABLES}", "Ann", c.Sit("Ann", 1, 2_000), f"k{number}")
        for number in range(ORDERS)
    ]
    codes = conduct(store, orders)
    assert {*codes} == {"", "account/overdrawn", "player/twice"}
    moved = sum(
        order.command.chips
        for order, code in zip(orders, codes, strict=True)
        if not code and isinstance(order.command, c.AddChips | c.Sit)
    )
    with store.reading() as reader:
        assert reader.balance("player/Ann") == ROOM - moved >= 0
    check_audit(store)
