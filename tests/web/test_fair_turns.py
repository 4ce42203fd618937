"""Taking turns: whoever sends very much at once delays itself, not others."""

from __future__ import annotations

import asyncio
from typing import Any

from uth.web.fair_turns import FairReading, FairTurns


class Transport:
    """Records whether it is read."""

    def __init__(self) -> None:
        self.reading = True
        self.closing = False
        self.protocol: Any = None

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing

    def get_protocol(self) -> Any:
        return self.protocol


class Handled(list[tuple[str, bytes]]):
    """What was handled, in its order: whose it was, and what."""


class Reader(FairReading):
    """Handles ten bytes at once, and notes them with its network."""

    def __init__(self, turns: FairTurns, network: str, handled: Handled) -> None:
        self.turns, self.network, self.handled = turns, network, handled
        self.transport: Any = Transport()
        self.transport.protocol = self
        self.ready = True

    def piece(self, data: bytes) -> int:
        return 10

    def may_read(self) -> bool:
        return self.ready

    def handle_piece(self, data: bytes) -> None:
        self.handled.append((self.network, data))


def test_networks_take_turns() -> None:
    """Of two that wait, the one that sent little is handled before the rest of the other."""

    async def go() -> tuple[list[tuple[str, bytes]], list[tuple[str, bytes]]]:
        turns, handled = FairTurns(2), Handled()
        many, one = Reader(turns, "many", handled), Reader(turns, "one", handled)
        many.data_received(b"0123456789" * 5)
        one.data_received(b"hello")
        at_once = list(handled)
        assert many.behind
        assert one.behind
        assert (many.transport.reading, one.transport.reading) == (False, False)
        for _ in range(10):
            await asyncio.sleep(0)
        assert (many.transport.reading, one.transport.reading) == (True, True)
        return at_once, handled

    at_once, handled = asyncio.run(go())
    assert [network for network, _ in at_once] == ["many", "many"]
    assert [network for network, _ in handled] == ["many", "many", "many", "one", "many", "many"]
    assert b"".join(data for network, data in handled if network == "many") == b"0123456789" * 5


def test_what_arrives_meanwhile_waits_behind_the_rest() -> None:
    async def go() -> None:
        turns, handled = FairTurns(1), Handled()
        reader = Reader(turns, "a", handled)
        reader.data_received(b"0123456789abc")
        reader.transport.resume_reading()  # as the server does when it has read a body
        reader.data_received(b"def")
        assert not reader.transport.reading
        for _ in range(5):
            await asyncio.sleep(0)
        assert [data for _, data in handled] == [b"0123456789", b"abcdef"]

    asyncio.run(go())


def test_a_closed_connection_has_no_turn_and_a_paused_one_stays_paused() -> None:
    async def go() -> None:
        turns, handled = FairTurns(1), Handled()
        closed, paused = Reader(turns, "a", handled), Reader(turns, "b", handled)
        for reader in (closed, paused):
            reader.data_received(b"x" * 15)
        closed.transport.closing, paused.ready = True, False
        for _ in range(5):
            await asyncio.sleep(0)
        assert [(network, len(data)) for network, data in handled] == [
            *(("a", 10), ("b", 10), ("b", 5)),
        ]
        assert not paused.transport.reading

    asyncio.run(go())
