"""Random messages over a real socket cause no fault, and a refused one changes nothing."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Any

import pytest

from tests.guard.random_messages import (
    RandomSender,
    UnexpectedChange,
    open_main,
    send_random_messages,
    server_with_still_clock,
)
from tests.guard.scanned_server import Fault
from uth.core.refusal import Refusal
from uth.floor.order_queue import Done
from uth.floor.people.roles import Person
from uth.floor.runner import FloorRunner
from uth.floor.tables.orders import Answer, Order
from uth.table.commands import Leave
from uth.web.api import orders
from uth.web.requests import decode
from uth.web.sockets import slow_clients, table_socket

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def any_number_of_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the limits on messages, the one on frames is not what is tested here."""
    monkeypatch.setattr(slow_clients, "MOST_FRAMES", 1_000_000)
    monkeypatch.setattr(slow_clients, "MOST_MESSAGES", 1_000_000)


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
    sender = asyncio.run(send_random_messages(house, name, 600, 3))
    assert sender.codes["body/malformed"] > 60
    check_codes(sender, kinds=8, taken=3)


@pytest.mark.nightly
@PEOPLE
def test_twenty_thousand_random_messages_do_no_harm(house: str, name: str) -> None:
    sender = asyncio.run(send_random_messages(house, name, 5_000, 4))
    assert sender.codes["body/malformed"] > 500
    check_codes(sender, kinds=12, taken=20)


def check_codes(sender: RandomSender, kinds: int, taken: int) -> None:
    """Each message was answered, for many reasons; surveillance only watches."""
    assert sender.sent == sum(sender.codes.values())
    if sender.client.name == "sue":
        leaving = {"role/only_own", "seat/not_seated", "version/ahead"}
        watching = {"body/malformed", "role/not_allowed"}
        form = {"money/range"}  # a whole number that no amount can have is refused as it is read
        assert watching <= set(sender.codes) <= watching | leaving | form, "she only watches"
        return
    assert len(sender.codes) > kinds
    assert sender.codes["accepted"] > taken


def test_memory_is_steady_while_messages_are_refused() -> None:
    assert asyncio.run(_growth()) < 2_000


async def _growth() -> int:
    """How many blocks of memory two thousand refused messages leave allocated."""
    server, _ = server_with_still_clock()
    async with server.open():
        await open_main(server, "cardroom-25")
        sue = await server.staff("sue")
        sender = RandomSender(server, sue, "main", 4)
        await sender.send(1_000)
        gc.collect()
        before = sys.getallocatedblocks()
        await sender.send(2_000)
        gc.collect()
        after = sys.getallocatedblocks()
    return after - before


def test_a_change_by_a_refused_message_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orders.start_order

    def meddling(runner: FloorRunner, actor: Person, order: Order, done: Done) -> None:
        def meddle(outcome: Answer | Exception) -> None:
            if isinstance(outcome, Refusal):
                runner.floor.books.fund("nobody", 1)
            done(outcome)

        honest(runner, actor, order, meddle)

    monkeypatch.setattr(table_socket, "start_order", meddling)
    with pytest.raises(UnexpectedChange):
        asyncio.run(send_random_messages("cardroom-25", "pat", 500, 5))


def test_a_fault_behind_a_regular_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = orders.start_order

    def stumbling(runner: FloorRunner, actor: Person, order: Order, done: Done) -> None:
        if isinstance(order.command, Leave):
            raise KeyError("stumbled")
        honest(runner, actor, order, done)

    monkeypatch.setattr(table_socket, "start_order", stumbling)
    with pytest.raises(Fault):
        asyncio.run(send_random_messages("cardroom-25", "pat", 500, 6))


def test_a_memory_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    results: list[bytes] = []
    honest = decode

    def hoarding(decoder: Any, raw: bytes) -> Any:
        results.append(b"+" + raw)
        return honest(decoder, raw)

    monkeypatch.setattr(table_socket, "decode", hoarding)
    assert asyncio.run(_growth()) >= 1_500
