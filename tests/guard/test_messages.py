"""Random messages over a real socket: never a fault, never a change by what is refused."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Any

import pytest

from tests.guard.messages import Changed, Sender, open_main, send, still_world
from tests.guard.world import Fault
from uth.core.refusal import Refusal
from uth.floor.people.roles import Person
from uth.floor.runner import FloorRunner
from uth.floor.tables.orders import Answer, Order
from uth.table.commands import Leave
from uth.web.api import orders
from uth.web.sockets import table_socket

pytestmark = pytest.mark.slow

PEOPLE = pytest.mark.parametrize(
    ("house", "name"),
    [
        ("california", "guest"),
        ("hollywood-pa", "pat"),
        ("cardroom-25", "flo"),
        ("light-and-wonder", "sue"),
    ],
)


@pytest.mark.slow
@PEOPLE
def test_random_messages_do_no_harm(house: str, name: str) -> None:
    sender = asyncio.run(send(house, name, 600, 3))
    assert sender.codes["body/malformed"] > 60
    check_codes(sender, kinds=8, taken=3)


@pytest.mark.nightly
@PEOPLE
def test_twenty_thousand_random_messages_do_no_harm(house: str, name: str) -> None:
    sender = asyncio.run(send(house, name, 5_000, 4))
    assert sender.codes["body/malformed"] > 500
    check_codes(sender, kinds=12, taken=20)


def check_codes(sender: Sender, kinds: int, taken: int) -> None:
    """Each message was answered, for many reasons; one who only watches changes nothing."""
    assert sender.sent == sum(sender.codes.values())
    if sender.client.name == "sue":
        leaving = {"role/only_own", "seat/not_seated", "version/ahead"}
        watching = {"body/malformed", "role/not_allowed"}
        assert watching <= set(sender.codes) <= watching | leaving, "she only watches"
        return
    assert len(sender.codes) > kinds
    assert sender.codes["taken"] > taken


def test_memory_is_steady_while_messages_are_refused() -> None:
    assert asyncio.run(_growth()) < 2_000


async def _growth() -> int:
    """How many blocks of memory two thousand refused messages leave behind."""
    world, _ = still_world()
    async with world.open():
        await open_main(world, "cardroom-25")
        sue = await world.staff("sue")
        sender = Sender(world, sue, "main", 4)
        await sender.send(1_000)
        gc.collect()
        before = sys.getallocatedblocks()
        await sender.send(2_000)
        gc.collect()
        after = sys.getallocatedblocks()
    return after - before


def test_a_change_by_what_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orders.give_order

    async def meddling(runner: FloorRunner, actor: Person, order: Order) -> Answer:
        try:
            return await honest(runner, actor, order)
        except Refusal:
            runner.floor.books.fund("nobody", 1)
            raise

    monkeypatch.setattr(table_socket, "give_order", meddling)
    with pytest.raises(Changed):
        asyncio.run(send("cardroom-25", "pat", 500, 5))


def test_a_fault_behind_a_tidy_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orders.give_order

    async def stumbling(runner: FloorRunner, actor: Person, order: Order) -> Answer:
        if isinstance(order.command, Leave):
            raise KeyError("stumbled")
        return await honest(runner, actor, order)

    monkeypatch.setattr(table_socket, "give_order", stumbling)
    with pytest.raises(Fault):
        asyncio.run(send("cardroom-25", "pat", 500, 6))


def test_what_is_kept_of_every_message_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bytes] = []
    honest = table_socket.decode

    def hoarding(decoder: Any, raw: bytes) -> Any:
        kept.append(b"+" + raw)
        return honest(decoder, raw)

    monkeypatch.setattr(table_socket, "decode", hoarding)
    assert asyncio.run(_growth()) >= 1_500
