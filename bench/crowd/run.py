"""`python -m bench.crowd.run PORT PLAYERS SECONDS PACE HOUSE`: the crowd, in its own process."""

from __future__ import annotations

import asyncio
import gc
import http.client
import sys
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from bench.crowd.house import FLOOR, PASSWORD
from bench.crowd.player import Player, Taken
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
    a_second: float
    median: float
    p99: float
    most: float
    unanswered: int
    lost: int
    dropped: int
    turned_away: int
    refused: dict[str, int]
    processor: float
    """Milliseconds of processor time that the server used per answer."""
    stolen: float
    """The share of processor time that this machine's host gave to others meanwhile."""


class Desk:
    """One keep-alive connection for the requests before the crowd sits down."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, body: object, token: str = "") -> Any:
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        self._connection.request("POST", path, msgspec.json.encode(body), headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {text.decode()}")
        return msgspec.json.decode(text)


def seat_all(port: int, players: int, pace: float, taken: Taken) -> list[Player]:
    """Open the tables and create the players, each with money at the cage."""
    desk = Desk(port)
    floor = desk.post("/api/sign-in", {"name": FLOOR, "password": PASSWORD})["token"]
    crowd: list[Player] = []
    for number in range(-(-players // SEATS)):
        house = HOUSES[number % len(HOUSES)]
        desk.post("/api/tables", {"name": f"t{number}", "house": house}, floor)
        for seat in range(1, SEATS + 1):
            if len(crowd) == players:
                break
            came = desk.post("/api/guest", {})
            money = {"amount": MONEY, "key": "first"}
            desk.post("/api/me/play-money", money, came["token"])
            address = f"127.0.0.1:{port}"
            crowd.append(
                Player(address, came["token"], came["name"], f"t{number}", seat, taken, pace)
            )
    return crowd


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def ticks() -> tuple[int, int]:
    """Processor time of all processors: taken by the host, and in total."""
    messages = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return messages[7], sum(messages)


async def watch(
    crowd: list[Player], seconds: float, pace: float, taken: Taken, house: int
) -> Report:
    """Let the players sit down and begin, then measure."""
    tasks = []
    for number, player in enumerate(crowd):
        tasks.append(asyncio.create_task(player.play()))
        if number % ARRIVING == ARRIVING - 1:
            await asyncio.sleep(0.1)
    await asyncio.sleep(20 * pace + 5)
    taken.clear()
    used, begun = processor(house), ticks()
    await asyncio.sleep(seconds)
    used, ended = processor(house) - used, ticks()
    times = sorted(taken.seconds)
    await asyncio.sleep(GRACE)
    unanswered = sum(len(player.sent_before(GRACE)) for player in crowd)
    lost = taken.lost
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Report(
        len(crowd),
        -(-len(crowd) // SEATS),
        len(times),
        round(len(times) / seconds, 1),
        _quantile(times, 0.5),
        _quantile(times, 0.99),
        _quantile(times, 1),
        unanswered,
        lost,
        taken.dropped,
        taken.turned_away,
        dict(taken.refused),
        round(used * 1_000 / max(len(times), 1), 2),
        round((ended[0] - begun[0]) / (ended[1] - begun[1]), 3),
    )


def _quantile(times: list[float], part: float) -> float:
    if not times:
        return 0.0
    return round(times[min(int(len(times) * part), len(times) - 1)] * 1_000, 1)


def main() -> None:
    port, players = int(sys.argv[1]), int(sys.argv[2])
    seconds, pace, house = float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5])
    taken = Taken()
    crowd = seat_all(port, players, pace, taken)
    gc.disable()  # garbage collection over thousands of sockets would count as the server's
    report = uvloop.run(watch(crowd, seconds, pace, taken, house))
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n")


if __name__ == "__main__":
    main()
