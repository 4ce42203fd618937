"""`python -m bench.attack.attacker PORT NUMBER SECONDS TOKEN`: one load, in its own process.

It comes from another address than the honest visitors.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys

from bench.attack.loads import LOADS, Load

FIRST = 2
"""The last number of the first network's address; visitors come from 127.0.0.1."""
SENT = 64 * 1024 * 1024
"""Bytes after which one connection has sent enough."""
HEAD_START = 0.3
"""Seconds for which it attacks before anybody measures."""
PAUSE = 0.01
"""Seconds until a connection that was closed is opened again."""


async def _connection(port: int, load: Load, number: int, token: str) -> None:
    first, again = (part.replace(b"{token}", token.encode()) for part in (load.first, load.again))
    source = (f"127.0.0.{FIRST + number % load.networks}", 0)
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source)
            if not load.reads:
                writer.transport.pause_reading()  # type: ignore[attr-defined]
            closed = asyncio.ensure_future(_read_all(reader))
            try:
                writer.write(first)
                await _send(writer, again, load.pause or PAUSE, closed)
            finally:
                closed.cancel()
                writer.transport.abort()
        await asyncio.sleep(PAUSE)


async def _read_all(reader: asyncio.StreamReader) -> None:
    """Read until the server closes the connection; nothing is kept."""
    with contextlib.suppress(OSError):
        while await reader.read(65_536):
            pass


async def _send(
    writer: asyncio.StreamWriter, again: bytes, pause: float, closed: asyncio.Future[None]
) -> None:
    """Send until the server closes the connection, or enough was sent."""
    sent = 0
    while not closed.done() and sent < SENT:
        if not again:
            await closed
        writer.write(again)
        await writer.drain()
        sent += len(again)
        await asyncio.sleep(pause)


async def attack(port: int, load: Load, seconds: float, token: str) -> None:
    """Keep the load up for some seconds."""
    tasks = [
        asyncio.create_task(_connection(port, load, number, token))
        for number in range(load.connections)
    ]
    await asyncio.sleep(HEAD_START)
    print("attacking", flush=True)
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    _, port, number, seconds, token = sys.argv
    asyncio.run(attack(int(port), LOADS[int(number)], float(seconds), token))
