"""`python -m bench.crowd.run PORT PLAYERS SECONDS PACE PID`: the crowd, in its own process.

SIGTERM ends it early, with its report.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
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
    """Open the tables and create the players, each with money at the cage."""
    address = f"127.0.0.1:{port}"
    crowd: list[Player] = []
    with Client(f"http://{address}", timeout=60) as floor:
        floor.sign_in(FLOOR, PASSWORD)
        for number in range(-(-players // SEATS)):
            table = floor.open_table(f"t{number}", HOUSES[number % len(HOUSES)])
            with _visitors(address, number) as guests:
                for seat in range(1, min(SEATS, players - len(crowd)) + 1):
                    guest = guests.enter_as_guest()
                    guests.take_play_money(MONEY)
                    crowd.append(
                        Player(
                            address,
                            token=guest.token,
                            name=guest.name,
                            table=table.name,
                            seat=seat,
                            measured=measured,
                            pace=pace,
                        )
                    )
    return crowd


def _visitors(address: str, number: int) -> Client:
    """A client with a network of its own: the server bounds what one network may ask."""
    source = f"127.1.{number // 250}.{number % 250 + 1}"
    return Client(
        f"http://{address}", timeout=60, transport=httpx2.HTTPTransport(local_address=source)
    )


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def ticks() -> tuple[int, int]:
    """Processor time of all processors: measured by the host, and in total."""
    fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return fields[7], sum(fields)


async def measure(
    crowd: list[Player], seconds: float, pace: float, measured: Measurements, pid: int
) -> Report:
    """Let the players sit down and begin, then measure."""
    tasks = []
    for number, player in enumerate(crowd):
        tasks.append(asyncio.create_task(player.play()))
        if number % ARRIVING == ARRIVING - 1:
            await asyncio.sleep(0.1)
    await asyncio.sleep(20 * pace + 5)
    measured.clear()
    used, begun = processor(pid), ticks()
    took = await _stopped(seconds)
    used, ended = processor(pid) - used, ticks()
    times = sorted(seconds for _, seconds in measured.seconds)
    await asyncio.sleep(GRACE)
    unanswered = sum(len(player.sent_before(GRACE)) for player in crowd)
    lost = measured.lost
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Report(
        players=len(crowd),
        tables=-(-len(crowd) // SEATS),
        answers=len(times),
        per_second=round(len(times) / took, 1),
        median=_quantile(times, 0.5),
        p99=_quantile(times, 0.99),
        longest=_quantile(times, 1),
        unanswered=unanswered,
        lost=lost,
        dropped=measured.dropped,
        answered=measured.seconds,
        turned_away=measured.turned_away,
        refused=dict(measured.refused),
        processor=round(used * 1_000 / max(len(times), 1), 2),
        stolen=round((ended[0] - begun[0]) / (ended[1] - begun[1]), 3),
    )


async def _stopped(seconds: float) -> float:
    """Wait until SIGTERM, at most for some seconds; returns for how long."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    began = loop.time()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
    return loop.time() - began


def _quantile(times: list[float], share: float) -> float:
    if not times:
        return 0.0
    return round(times[min(int(len(times) * share), len(times) - 1)] * 1_000, 1)


def main() -> None:
    port, players = int(sys.argv[1]), int(sys.argv[2])
    seconds, pace, pid = float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
    measured = Measurements()
    crowd = make_players(port, players, pace, measured)
    gc.disable()  # garbage collection over thousands of sockets would count as the server's
    report = uvloop.run(measure(crowd, seconds, pace, measured, pid))
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n")


if __name__ == "__main__":
    main()
