"""A server under a crowd on sockets, while one visitor solves pay tables."""

from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.crowd.run import Report
from bench.measure import table

CROWDS = (
    ("200 tables, required pace", 1_000, 1.0),
    ("600 tables", 3_000, 1.0),
    ("800 tables", 4_000, 1.0),
    ("200 tables in a hurry", 1_000, 0.15),
)
"""Each load's name, its players, and their time to think as a share of about ten seconds."""
SECONDS = 30.0
LOG = Path(tempfile.gettempdir()) / "uth-bench.log"
"""What the last server has logged."""
BUSY = ("processor per answer", "of a core", "taken by the host")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def served(descriptors: int = 0, node: str = "") -> Iterator[tuple[int, int]]:
    """A server on a new store: its port and its process.

    It may be given few descriptors, and a node's name: then it holds leases as one of several.
    """
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        words = ["bench.crowd.server", folder, str(port), str(descriptors), node]
        command = [sys.executable, "-m", *words]
        with LOG.open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
            try:
                _wait_until_ready(port)
                yield port, process.pid
            finally:
                process.terminate()
                process.wait(30)


def _wait_until_ready(port: int) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/ready")
            if connection.getresponse().status == 200:
                return
        time.sleep(0.1)
    raise RuntimeError("the server does not start")


def run_crowd(players: int, pace: float, seconds: float = SECONDS) -> Report:
    """The result of one crowd."""
    with served() as (port, pid):
        visitor = subprocess.Popen([sys.executable, "-m", "bench.crowd.visitor", str(port)])
        try:
            words = ["bench.crowd.run", str(port), str(players), str(seconds), str(pace), str(pid)]
            done = subprocess.run(
                [sys.executable, "-m", *words], check=True, capture_output=True, timeout=900
            )
        finally:
            visitor.terminate()
            visitor.wait(30)
    return msgspec.json.decode(done.stdout, type=Report)


def measure() -> str:
    rows: list[tuple[str, ...]] = []
    for name, players, pace in CROWDS:
        report = run_crowd(players, pace)
        busy = report.processor * report.per_second / 1_000
        rows.append(
            (
                f"{name}: {players:,} players",
                f"{report.per_second:,.0f}",
                f"{report.median:.0f} ms",
                f"{report.p99:.0f} ms",
                f"{report.longest:.0f} ms",
                str(report.unanswered + report.lost),
                f"{report.processor:.1f} ms",
                f"{busy:.0%}",
                f"{report.stolen:.0%}",
            )
        )
    header = ("crowd", "answers per second", "median", "99 %", "longest", "lost", *BUSY)
    title = "Load: sockets, SQLite, one process; a visitor solves meanwhile (99 % under 150 ms)"
    return table(title, header, rows)


if __name__ == "__main__":
    sys.stdout.write(measure())
