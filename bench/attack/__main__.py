"""`python -m bench.attack [SECONDS] [NUMBER…]`: each load in turn, and how honest visitors fare."""

from __future__ import annotations

import http.client
import subprocess
import sys
import time

import msgspec

from bench.attack.loads import LOADS, Load
from bench.crowd.run import Report
from bench.load import served
from bench.measure import table
from uth.client import Client

PLAYERS, DESCRIPTORS = 200, 1_024
SECONDS = 6.0
PROBE = 0.05
"""Seconds between two requests of an honest visitor."""
PATIENCE = 30.0


def probe(port: int, token: str, seconds: float) -> tuple[list[float], int]:
    """How long an honest visitor's requests take, in milliseconds, and how many fail."""
    took, failed, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for path, headers in (("/health", {}), ("/api/me", {"authorization": f"Bearer {token}"})):
            began = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            try:
                connection.request("GET", path, headers=headers)
                answer = connection.getresponse()
                answer.read()
                failed += answer.status != 200
            except OSError:
                failed += 1
            finally:
                connection.close()
            took.append((time.perf_counter() - began) * 1_000)
        time.sleep(PROBE)
    return sorted(took), failed


def run_load(port: int, number: int, seconds: float, tokens: tuple[str, str]) -> tuple[str, ...]:
    """One row: the load, and what an honest visitor measured meanwhile."""
    load: Load = LOADS[number]
    words = [str(port), str(number), str(seconds), tokens[0]]
    attacker = subprocess.Popen([sys.executable, "-m", "bench.attack.attacker", *words])
    try:
        took, failed = probe(port, tokens[1], seconds)
    finally:
        attacker.terminate()
        attacker.wait(PATIENCE)
    row = (load.name, f"{load.connections:,}", str(len(took)), str(failed))
    return (*row, *(f"{took[int(share * (len(took) - 1))]:.1f}" for share in (0.5, 0.99, 1.0)))


def main(seconds: float, numbers: list[int]) -> None:
    with served(DESCRIPTORS) as (port, pid):
        with Client(f"http://127.0.0.1:{port}") as client:
            tokens = (client.enter_as_guest().token, client.enter_as_guest().token)
        whole = str((seconds + 2) * len(numbers))
        words = ["bench.crowd.run", str(port), str(PLAYERS), whole, "1.0", str(pid)]
        crowd = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE)
        try:
            time.sleep(seconds)  # the crowd sits down
            rows = [run_load(port, number, seconds, tokens) for number in numbers]
            report = msgspec.json.decode(crowd.communicate(timeout=300)[0], type=Report)
        finally:
            crowd.kill()
    heads = ("load", "connections", "requests", "failed", "median ms", "99 % ms", "longest ms")
    print(table(f"{PLAYERS} players, {DESCRIPTORS} descriptors", heads, rows))
    print(
        f"{report.players} players: {report.answers:,} answers, 99 % within {report.p99:.0f} ms, "
        f"longest {report.longest:.0f} ms, {report.lost} lost, {report.dropped} sockets dropped"
    )


if __name__ == "__main__":
    chosen = [int(word) for word in sys.argv[2:]] or list(range(len(LOADS)))
    main(float(sys.argv[1]) if sys.argv[1:] else SECONDS, chosen)
