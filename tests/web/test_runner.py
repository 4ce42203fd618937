"""What happens to an order when its sender has disconnected."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import Any

import pytest
from msgspec.structs import replace

from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from tests.patience import PATIENCE
from uth.core.refusal import Refusal
from uth.floor import order_queue
from uth.floor.dealers import Dealers
from uth.floor.floor import Floor
from uth.floor.metrics import Metrics
from uth.floor.order_queue import TableQueue
from uth.floor.runner import FloorRunner, Viewer
from uth.floor.tables.orders import Answer, Order
from uth.floor.tables.pace import Pace
from uth.floor.tables.updates import Broadcast
from uth.ledger.writer import Writer
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import events as e

SLOW = Pace(step=10**9, betting=10**9)


@pytest.fixture(scope="module", autouse=True)
def nothing_is_written_on_the_event_loop() -> None:
    """The tests of this file write to the store themselves, on the loop of the runner."""


async def give_and_go(order: Order, alter: Any = None) -> list[str]:
    """Send an order, cancel waiting for it, and let it finish; returns asyncio's complaints."""
    complaints: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, text: complaints.append(text["message"]))
    writer = Writer(MemoryStore())
    floor = Floor(writer, clock=Clock(), source=Bytes("gone"), pace=SLOW)
    floor.open_table("t1", load_house("cardroom-25"), "flo")
    runner = FloorRunner(floor, writer, Metrics())
    if alter is not None:
        floor.prepare = alter  # type: ignore[method-assign]
    async with runner.orders.alone("t1"):
        waiting = asyncio.create_task(runner.orders.perform(order))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    await runner.orders.finish_all()
    gc.collect()
    await runner.stop()
    return complaints


def test_a_refusal_that_nobody_awaits_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    ahead = Order("t1", "Ann", c.Sit("Ann", 1, 100), version=99)
    assert asyncio.run(give_and_go(ahead)) == []
    assert not caplog.records


def test_a_fault_that_nobody_awaits_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def fail(order: Order) -> Answer:
        raise ZeroDivisionError(order.table)

    caplog.set_level(logging.ERROR)
    assert asyncio.run(give_and_go(Order("t1", "Ann", c.Leave("Ann")), fail)) == []
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_a_listener_that_fails_changes_neither_the_answer_nor_what_others_hear(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The order is stored by then: its sender must not be told that it failed."""

    async def go() -> tuple[Answer, list[int], dict[str, Any]]:
        writer = Writer(MemoryStore())
        floor = Floor(writer, clock=Clock(), source=Bytes("listener"), pace=SLOW)
        floor.open_table("t1", load_house("cardroom-25"), "flo")
        floor.books.buy_in("Ann", 10_000, "flo")
        runner = FloorRunner(floor, writer, Metrics())
        heard: list[int] = []

        def fail(broadcast: Broadcast) -> None:
            raise ZeroDivisionError

        failing = Viewer(fail, lambda: None)
        hearing = Viewer(lambda broadcast: heard.append(broadcast.update("").version), print)
        with runner.following("t1", failing), runner.following("t1", hearing):
            answer = await runner.orders.perform(Order("t1", "Ann", c.Sit("Ann", 1, 10_000)))
        left = dict(runner.viewers)
        await runner.stop()
        return answer, heard, left

    caplog.set_level(logging.ERROR)
    answer, heard, left = asyncio.run(go())
    assert heard == [answer.version]
    assert [record.message for record in caplog.records] == ["a listener failed"]
    assert left == {}, "nothing is left of who has gone"


@pytest.mark.parametrize(
    ("turn", "events", "looks"),
    [
        (3, (e.Acted("Ann", 1, -1, 0),), False),
        (5, (e.Acted("Ann", 1, -1, 0),), True),
        (3, (e.PlayerReconnected("Ann"),), True),
        (3, (), True),
    ],
    ids=["others are still to act", "the next street", "another event", "a table loaded again"],
)
def test_the_dealer_looks_again_when_what_is_due_may_have_changed(
    turn: int, events: tuple[e.Event, ...], looks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(Dealers, "wake", lambda _, name: woken.append(name))
    floor = Floor(MemoryStore(), clock=Clock(), source=Bytes("looks"), pace=SLOW)
    news = floor.open_table("t1", load_house("cardroom-25"), "flo").news(0)
    progress = replace(news.progress, version=5, turn=turn)
    Dealers.hear(Dealers.__new__(Dealers), replace(news, progress=progress, events=events))
    assert woken == ["t1"] * looks


def test_orders_to_tables_that_never_were_leave_nothing_behind() -> None:
    async def go() -> int:
        writer = Writer(MemoryStore())
        floor = Floor(writer, clock=Clock(), source=Bytes("nowhere"), pace=SLOW)
        runner = FloorRunner(floor, writer, Metrics())
        for number in range(3):
            with pytest.raises(Refusal, match="table/unknown"):
                await runner.orders.perform(Order(f"t{number}", "Ann", c.Leave("Ann")))
            async with runner.orders.alone(f"t{number}"):
                pass
        left = len(runner.orders.tables)
        await runner.stop()
        return left

    assert asyncio.run(go()) == 0


def test_whoever_waits_for_a_table_in_vain_delays_nobody() -> None:
    """Cancelled before their turn, or in the moment in which it has come."""

    async def go() -> list[str]:
        queue, began = TableQueue(), []

        async def work(name: str) -> None:
            async with queue.alone():
                began.append(name)

        queue.run(lambda: None)
        tasks = {name: asyncio.create_task(work(name)) for name in ("early", "late", "patient")}
        await asyncio.sleep(0)
        tasks["early"].cancel()
        queue.end()
        while len(queue._waiting) > 1:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        tasks["late"].cancel()
        await asyncio.wait(tasks.values())
        assert tasks["late"].cancelled()
        assert not queue.busy
        return began

    assert asyncio.run(go()) == ["patient"]


def test_orders_that_come_soon_after_a_transaction_share_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pause has no end until they have all come, however slow the machine is."""
    monkeypatch.setattr(order_queue, "PAUSE", PATIENCE)
    monkeypatch.setattr(order_queue, "LONGEST_PAUSE", PATIENCE)

    async def go() -> list[int]:
        writer = Writer(MemoryStore())
        floor = Floor(writer, clock=Clock(), source=Bytes("together"), pace=SLOW)
        orders = []
        for number in range(5):
            floor.open_table(f"t{number}", load_house("cardroom-25"), "flo")
            floor.books.buy_in(f"Ann {number}", 10_000, "flo")
            sit = c.Sit(f"Ann {number}", 1, 10_000)
            orders.append(Order(f"t{number}", f"Ann {number}", sit))
        runner = FloorRunner(floor, writer, Metrics())
        groups = [writer.groups]
        await runner.orders.perform(orders[0])
        groups.append(writer.groups)
        tasks = []
        for order in orders[1:]:
            tasks.append(asyncio.create_task(runner.orders.perform(order)))
            await asyncio.sleep(0.01)
        assert not any(task.done() for task in tasks)
        runner.orders._hand_over()
        await asyncio.gather(*tasks)
        groups.append(writer.groups)
        await runner.stop()
        return groups

    before, after_one, after_all = asyncio.run(go())
    assert (after_one - before, after_all - after_one) == (1, 1)
