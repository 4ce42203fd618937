"""`python -m bench.attack [--seconds N] [--only NAME…]`: each load, and how honest visitors fare.

A run of all of them replaces the figures of `docs/reliability.md`; it exits with 1 if one load does
not hold. Each load is measured next to a quiet moment before it. How late the machine wakes the
measuring process itself shows whether it has processors enough for attackers, players and server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from soak.record import commit, save_attack

from bench.attack.honest import PATIENCE, Probe, probe, quantile
from bench.attack.loads import LOADS, Load
from bench.crowd.run import Report, processor
from bench.load import LOG, served
from bench.measure import table
from uth.client import Client

PLAYERS, DESCRIPTORS = 200, 1_024
SECONDS = 5.0
QUIET = 1.5
"""Seconds for which it is measured before each load."""
GOAL = 250.0
"""Milliseconds within which 99 of 100 honest answers come, on a machine of its own."""
GROWTH = 256
"""MiB by which the server may grow over all loads."""
LONGEST = 1_500.0
"""Seconds after which the players stop by themselves."""
HEADS = (
    *("load", "connections", "99 % before", "99 %", "longest", "failed", "players 99 %"),
    *("sockets dropped", "woken late", "of a core before", "of a core", "memory MiB"),
)


class Measured(msgspec.Struct, frozen=True):
    """A load, what honest visitors measured before it and under it, and the server's work."""

    load: Load
    quiet: Probe
    under: Probe
    cores: tuple[float, float]
    began: float
    ended: float
    memory: int

    def row(self, report: Report) -> tuple[str, ...]:
        """A row of the table, with what the players measured meanwhile."""
        players, dropped = self.players(report), len(self.dropped(report))
        times = (quantile(self.quiet.took, 0.99), quantile(self.under.took, 0.99))
        figures = (*times, quantile(self.under.took, 1.0))
        return (
            *(self.load.name, f"{self.load.connections:,}", *(f"{time:.1f}" for time in figures)),
            *(str(self.under.failures.total()), f"{players:.1f}", str(dropped)),
            *(f"{quantile(self.under.late, 0.99):.1f}", *(f"{core:.0%}" for core in self.cores)),
            str(self.memory),
        )

    def players(self, report: Report) -> float:
        """Milliseconds within which 99 of 100 answers to players came meanwhile."""
        within = (1_000 * took for at, took in report.answered if self.began <= at <= self.ended)
        return quantile(sorted(within), 0.99)

    def dropped(self, report: Report) -> list[str]:
        return [drop.reason for drop in report.dropped if self.began <= drop.at <= self.ended]

    def defects(self, report: Report) -> list[str]:
        """Why it does not hold."""
        slow = max(quantile(self.under.took, 0.99), self.players(report))
        reasons = [*self.under.failures, *self.dropped(report)]
        if slow >= GOAL:
            reasons.append(f"99 % of the answers within {slow:.0f} ms, not {GOAL:.0f}")
        return [f"{self.load.name}: {count} times {why}" for why, count in Counter(reasons).items()]


def measured(pid: int, port: int, token: str, seconds: float) -> tuple[Probe, float]:
    """What honest visitors measure, and the server's share of a core meanwhile."""
    used, began = processor(pid), time.monotonic()
    result = probe(port, token, seconds)
    return result, (processor(pid) - used) / (time.monotonic() - began)


def run_load(
    server: tuple[int, int], number: int, seconds: float, tokens: tuple[str, str]
) -> Measured:
    """What is measured before a load and under it."""
    load, (port, pid), began = LOADS[number], server, time.monotonic()
    quiet, idle = measured(pid, port, tokens[1], QUIET)
    attacker = subprocess.Popen(
        _command(load, port, number, seconds, tokens[0]),
        stdout=subprocess.PIPE if not load.command else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=os.environ.get("TMPDIR", "/tmp") if load.command else None,
    )
    try:
        if attacker.stdout is not None:
            attacker.stdout.readline()
        else:
            time.sleep(seconds / 2)
        under, busy = measured(pid, port, tokens[1], seconds)
    finally:
        attacker.terminate()
        attacker.wait(PATIENCE)
    ended, cores = time.monotonic(), (idle, busy)
    return Measured(load, quiet, under, cores, began, ended, memory(pid))


def _command(load: Load, port: int, number: int, seconds: float, token: str) -> list[str]:
    if load.command:
        facts = {"port": str(port), "seconds": str(round(2 * seconds)), "token": token}
        return [word.format(**facts) for word in load.command]
    words = [str(port), str(number), str(seconds), token]
    return [sys.executable, "-m", "bench.attack.attacker", *words]


def memory(pid: int) -> int:
    """The resident memory of a process in MiB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) // 1_024


def gauge(port: int, name: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    match = re.search(rf"^{name} (\d+)", text, re.MULTILINE)
    return int(match[1]) if match else 0


def wait_until_seated(port: int) -> None:
    wait_until(lambda: gauge(port, "uth_seated") >= PLAYERS, "the players do not sit down")


def wait_until(true: Callable[[], bool], otherwise: str) -> None:
    for _ in range(300):
        if true():
            return
        time.sleep(1)
    raise RuntimeError(otherwise)


def run(seconds: float, numbers: list[int]) -> tuple[list[Measured], Report, list[str]]:
    """Every load, what the players measured, and what the server lost or used."""
    loads: list[Measured] = []
    server = served(DESCRIPTORS, "attacked")
    with tempfile.TemporaryDirectory() as folder, server as (port, pid):
        with Client(f"http://127.0.0.1:{port}") as client:
            tokens = (client.enter_as_guest().token, client.enter_as_guest().token)
        file = Path(folder) / "players.json"
        facts = (port, PLAYERS, LONGEST, 1.0, pid, file)
        words = [sys.executable, "-m", "bench.crowd.run", *map(str, facts)]
        crowd = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        try:
            wait_until_seated(port)
            wait_until(file.exists, "the players do not measure")
            warm = memory(pid)
            for number in numbers:
                loads.append(run_load((port, pid), number, seconds, tokens))
                _show(loads[-1])
                if crowd.poll() is not None:
                    break
            faults, alive = gauge(port, "uth_faults_total"), crowd.poll() is None
            crowd.terminate()
            crowd.wait(PATIENCE)
        finally:
            crowd.kill()
            crowd.wait(PATIENCE)
        report = msgspec.json.decode(file.read_bytes(), type=Report)
    left = sum("table/left" in drop.reason for drop in report.dropped)
    grown = max(load.memory for load in loads) - warm
    defects = [f"the players' process ended with {crowd.returncode}"] * (not alive)
    defects += [f"{left} sockets lost because their table's lease was lost"] * bool(left)
    defects += [f"{faults} faults"] * bool(faults)
    defects += [f"{grown} MiB more memory, not {GROWTH}"] * (grown > GROWTH)
    defects += [f"{report.lost} orders without an answer"] * bool(report.lost)
    return loads, report, [*defects, *errors(LOG)]


def errors(log: Path) -> list[str]:
    """What the server has logged as an error, each message once."""
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    grave = Counter(line for line in map(_grave, lines) if line)
    return [f"logged {count} times: {line}" for line, count in grave.items()]


def _grave(line: str) -> str:
    """What is wrong by a line of the log: it is an error, or no entry at all."""
    try:
        entry = json.loads(line)
    except ValueError:
        return line[:120]
    grave = entry["level"] in ("error", "critical")
    return f"{entry['logger']}: {entry['message'][:120]}" if grave else ""


def _show(load: Measured) -> None:
    facts = (quantile(load.under.took, 0.99), quantile(load.under.late, 0.99))
    row = (load.load.name, *(f"{fact:.1f} ms" for fact in facts), load.memory)
    print(*row, *load.under.failures, sep=" · ", file=sys.stderr, flush=True)


def main(seconds: float, numbers: list[int]) -> int:
    loads, report, defects = run(seconds, numbers)
    rows = [load.row(report) for load in loads]
    defects += [why for load in loads for why in load.defects(report)]
    slow = [load for load in loads if quantile(load.under.took, 0.99) >= GOAL]
    summary = (
        f"Commit `{commit()}`, {datetime.now(UTC):%Y-%m-%d}: {report.players} players at "
        f"{report.tables} tables, {DESCRIPTORS:,} descriptors, each load for {seconds:g} seconds. "
        f"Server, players, attackers and the measuring process share {os.cpu_count()} cores; the "
        f"machine's load was {os.getloadavg()[2]:.1f}. Times in milliseconds; before a load and "
        "under it. `woken late` is the machine's part: how late the measuring process was woken.",
        f"The players: {report.answers:,} answers, 99 % within {report.p99:.0f} ms, longest "
        f"{report.longest:.0f} ms, {report.lost} lost, {len(report.dropped)} sockets dropped. "
        f"{len(loads) - len(slow)} of {len(loads)} loads are within {GOAL:.0f} ms for visitors.",
        *(f"- does not hold: {defect}" for defect in defects),
    )
    print(table("Hostile loads", HEADS, rows))
    print(*summary, sep="\n")
    if len(numbers) > len(LOADS) // 2:
        save_attack(HEADS, rows, summary)
    return int(bool(defects))


def chosen_loads(names: list[str]) -> list[int]:
    """The loads of these names; without names, all whose program is installed."""
    unknown = set(names) - {load.name for load in LOADS}
    if unknown:
        sys.exit(f"no such loads: {', '.join(sorted(unknown))}")
    there = [n for n, load in enumerate(LOADS) if not load.command or shutil.which(load.command[0])]
    return [n for n, load in enumerate(LOADS) if load.name in names] or there


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m bench.attack")
    options.add_argument("--seconds", type=float, default=SECONDS)
    options.add_argument("--only", nargs="+", default=[], metavar="NAME")
    given = options.parse_args()
    sys.exit(main(given.seconds, chosen_loads(given.only)))
