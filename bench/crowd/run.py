"""`python -m bench.crowd.run PORT PLAYERS SECONDS PACE PID [FILE]`: the crowd, in its own process.

SIGTERM ends it early, with its report. A file gets the report so far every few seconds, so that it
is not lost with the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx2
import msgspec
import uvloop

from bench.crowd.player import Drop, Measurements, Player
from bench.crowd.server import FLOOR, PASSWORD
from uth.client import Client
from uth.rulebook.store import HOUSES

SEATS = 5
"""Players per table."""
ARRIVING = 10
"""Players who arrive within a tenth of a second."""
GRACE = 5.0
"""Seconds after which a missing answer counts as lost."""
SAVING = 3.0
"""Seconds between two reports in the file."""
AT_ONCE = 12
"""Tables that are made at once: each waits for the disk several times."""
MONEY = 900_000
"""On top of a guest's first thousand dollars: the most that they may take."""


class Report(msgspec.Struct, frozen=True):
    """The result; times in milliseconds."""

    players: int
    tables: int
    answers: int
    per_second: float
    median: float
    p99: float
    longest: float
    unanswered: int
    lost: int
    dropped: list[Drop]
    turned_away: int
    refused: dict[str, int]
    processor: float
    """Milliseconds of processor time that the server used per answer."""
    answered: list[tuple[float, float]]
    """When each answer came by `time.monotonic`, and how many seconds it took."""
    stolen: float
    """The share of processor time that this machine's host gave to others meanwhile."""


def make_players(port: int, players: int, pace: float, measured: Measurements) -> list[Player]:
    """Open the tables and create the players, each with money at the cage; some at once."""
    address, own = f"http://127.0.0.1:{port}", threading.local()

    def sign_in() -> None:
        own.floor = Client(address, timeout=60)
        own.floor.sign_in(FLOOR, PASSWORD)

    def make_table(number: int) -> list[Player]:
        table = own.floor.open_table(f"t{number}", HOUSES[number % len(HOUSES)])
        seats = range(1, min(SEATS, players - number * SEATS) + 1)
        with _visitors(address, number) as guests:
            return [make_player(guests, table.name, seat) for seat in seats]

    def make_player(guests: Client, table: str, seat: int) -> Player:
        guest = guests.enter_as_guest()
        guests.take_play_money(MONEY)
        return Player(
            address,
            token=guest.token,
            name=guest.name,
            table=table,
            seat=seat,
            measured=measured,
            pace=pace,
        )

    with ThreadPoolExecutor(AT_ONCE, initializer=sign_in) as pool:
        tables = pool.map(make_table, range(-(-players // SEATS)))
        return [player for table in tables for player in table]


def _visitors(address: str, number: int) -> Client:
    """A client with a network of its own: the server bounds what one network may ask."""
    source = f"127.1.{number // 250}.{number % 250 + 1}"
    return Client(address, timeout=60, transport=httpx2.HTTPTransport(local_address=source))


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def ticks() -> tuple[int, int]:
    """Processor time of all processors: measured by the host, and in total."""
    fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return fields[7], sum(fields)


class Meter:
    """Reports what the crowd has measured since it began."""

    def __init__(self, crowd: list[Player], measured: Measurements, pid: int) -> None:
        self._crowd = crowd
        self._measured = measured
        self._pid = pid
        self._began = time.monotonic()
        self._used, self._ticks = processor(pid), ticks()

    def report(self) -> Report:
        measured, took = self._measured, time.monotonic() - self._began
        times, now = sorted(seconds for _, seconds in measured.seconds), ticks()
        used = processor(self._pid) - self._used
        stolen, passed = (after - before for after, before in zip(now, self._ticks, strict=True))
        return Report(
            players=len(self._crowd),
            tables=-(-len(self._crowd) // SEATS),
            answers=len(times),
            per_second=round(len(times) / took, 1),
            median=_quantile(times, 0.5),
            p99=_quantile(times, 0.99),
            longest=_quantile(times, 1),
            unanswered=sum(len(player.sent_before(GRACE)) for player in self._crowd),
            lost=measured.lost,
            dropped=measured.dropped,
            answered=measured.seconds,
            turned_away=measured.turned_away,
            refused=dict(measured.refused),
            processor=round(used * 1_000 / max(len(times), 1), 2),
            stolen=round(stolen / max(passed, 1), 3),
        )


async def measure(
    crowd: list[Player],
    seconds: float,
    pace: float,
    measured: Measurements,
    pid: int,
    file: Path | None = None,
) -> Report:
    """Let the players sit down and begin, then measure."""
    tasks = []
    for number, player in enumerate(crowd):
        tasks.append(asyncio.create_task(player.play()))
        if number % ARRIVING == ARRIVING - 1:
            await asyncio.sleep(0.1)
    await asyncio.sleep(20 * pace + 5)
    measured.clear()
    meter = Meter(crowd, measured, pid)
    await _stopped(seconds, partial(save, meter, file) if file else None)
    report = meter.report()
    await asyncio.sleep(GRACE)
    unanswered = sum(len(player.sent_before(GRACE)) for player in crowd)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return msgspec.structs.replace(report, unanswered=unanswered)


def save(meter: Meter, file: Path) -> None:
    """Replace the report in a file; whoever reads it meanwhile gets a whole one."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(meter.report()))
    fresh.replace(file)


async def _stopped(seconds: float, each: Callable[[], None] | None) -> None:
    """Wait until SIGTERM, at most for some seconds; call something now and then."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    end = loop.time() + seconds
    while not stop.is_set() and loop.time() < end:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), min(SAVING, end - loop.time()))
        if each is not None:
            each()


def _quantile(times: list[float], share: float) -> float:
    if not times:
        return 0.0
    return round(times[min(int(len(times) * share), len(times) - 1)] * 1_000, 1)


def main() -> None:
    port, players = int(sys.argv[1]), int(sys.argv[2])
    seconds, pace, pid = float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
    file = Path(sys.argv[6]) if sys.argv[6:] else None
    measured = Measurements()
    crowd = make_players(port, players, pace, measured)
    gc.disable()  # garbage collection over thousands of sockets would count as the server's
    report = uvloop.run(measure(crowd, seconds, pace, measured, pid, file))
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n")


if __name__ == "__main__":
    main()
