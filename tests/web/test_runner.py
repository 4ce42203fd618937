"""What happens to an order when its sender has disconnected."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import Any

import pytest

from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.floor.floor import Floor
from uth.floor.metrics import Metrics
from uth.floor.runner import FloorRunner
from uth.floor.tables.orders import Answer, Order
from uth.floor.tables.pace import Pace
from uth.ledger.recording_store import RecordingStore
from uth.ledger.writer import Writer
from uth.rulebook.store import load_house
from uth.table import commands as c

SLOW = Pace(step=10**9, betting=10**9)


async def give_and_go(order: Order, alter: Any = None) -> list[str]:
    """Send an order, cancel waiting for it, and let it finish; returns asyncio's complaints."""
    complaints: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, text: complaints.append(text["message"]))
    writer = Writer(MemoryStore())
    floor = Floor(RecordingStore(writer), clock=Clock(), source=Bytes("gone"), pace=SLOW)
    floor.open_table("t1", load_house("cardroom-25"), "flo")
    runner = FloorRunner(floor, writer, Metrics())
    if alter is not None:
        runner._perform = alter  # type: ignore[method-assign]
    async with runner._locks["t1"]:
        waiting = asyncio.create_task(runner.perform(order))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    while runner._working:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    gc.collect()
    await runner.stop()
    return complaints


def test_a_refusal_that_nobody_awaits_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    ahead = Order("t1", "Ann", c.Sit("Ann", 1, 100), version=99)
    assert asyncio.run(give_and_go(ahead)) == []
    assert not caplog.records


def test_a_fault_that_nobody_awaits_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(order: Order) -> Answer:
        await asyncio.sleep(0.01)
        raise ZeroDivisionError(order.table)

    caplog.set_level(logging.ERROR)
    assert asyncio.run(give_and_go(Order("t1", "Ann", c.Leave("Ann")), fail)) == []
    assert [record.levelname for record in caplog.records] == ["ERROR"]
