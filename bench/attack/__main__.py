"""`python -m bench.attack [SECONDS] [NUMBER…]`: each load in turn, and how honest visitors fare.

A run of all of them replaces the figures of `docs/reliability.md`.
Each load is measured next to a quiet moment before it. A machine that is busy with other things is
slow in both, so that their ratio shows what the load does.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import msgspec
from soak.record import commit, save_attack

from bench.attack.honest import PATIENCE, Probe, probe
from bench.attack.loads import LOADS, Load
from bench.crowd.run import Report, processor
from bench.load import served
from bench.measure import table
from uth.client import Client

PLAYERS, DESCRIPTORS = 200, 1_024
SECONDS = 6.0
GOAL = 250.0
"""Milliseconds within which 99 of 100 honest answers come, on a machine of its own."""
HEADS = (
    *("load", "connections", "99 % before", "99 %", "ratio", "longest", "failed"),
    *("of a core before", "of a core", "memory MiB"),
)


def measured(pid: int, port: int, token: str, seconds: float) -> tuple[Probe, float]:
    """What honest visitors measure, and the server's share of a core meanwhile."""
    used, began = processor(pid), time.monotonic()
    result = probe(port, token, seconds)
    return result, (processor(pid) - used) / (time.monotonic() - began)


def run_load(
    server: tuple[int, int], number: int, seconds: float, tokens: tuple[str, str]
) -> list[tuple[Probe, float]]:
    """What is measured before a load and under it."""
    load, (port, pid) = LOADS[number], server
    quiet = measured(pid, port, tokens[1], seconds / 2)
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
        return [quiet, measured(pid, port, tokens[1], seconds)]
    finally:
        attacker.terminate()
        attacker.wait(PATIENCE)


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


def main(seconds: float, numbers: list[int]) -> None:
    with served(DESCRIPTORS) as (port, pid):
        with Client(f"http://127.0.0.1:{port}") as client:
            tokens = (client.enter_as_guest().token, client.enter_as_guest().token)
        whole = str((1.5 * seconds + 3) * len(numbers))
        words = ["bench.crowd.run", str(port), str(PLAYERS), whole, "1.0", str(pid)]
        crowd = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE)
        try:
            time.sleep(25 + seconds)  # the crowd sits down
            rows, failures, before = [], [], gauge(port, "uth_tables")
            for number in numbers:
                (quiet, idle), (under, busy) = run_load((port, pid), number, seconds, tokens)
                load, ratio = LOADS[number], under.quantile(0.99) / quiet.quantile(0.99)
                failed = sum(under.failures.values())
                figures = (quiet.quantile(0.99), under.quantile(0.99), ratio, under.quantile(1.0))
                texts = (f"{figure:.1f}" for figure in figures)
                shares = (f"{idle:.0%}", f"{busy:.0%}", str(memory(pid)))
                row = (load.name, f"{load.connections:,}", *texts, str(failed), *shares)
                print(*row, *under.failures, sep=" · ", file=sys.stderr, flush=True)
                rows.append(row)
                failures += [f"{load.name}: {why}" for why in under.failures]
            lost = before - gauge(port, "uth_tables")
            faults = gauge(port, "uth_faults_total")
            report = msgspec.json.decode(crowd.communicate(timeout=600)[0], type=Report)
        finally:
            crowd.kill()
    summary = (
        f"Commit `{commit()}`: {report.players} players at {report.tables} tables, {DESCRIPTORS:,} "
        f"descriptors, each load for {seconds:g} seconds; the machine's load was "
        f"{os.getloadavg()[2]:.1f} on {os.cpu_count()} cores. Times in milliseconds; before a load "
        "and under it.",
        f"The players: {report.answers:,} answers, 99 % within {report.p99:.0f} ms, longest "
        f"{report.longest:.0f} ms, {report.lost} lost, {report.dropped} sockets dropped, "
        f"{lost} of {before} tables lost, {faults} faults.",
    )
    print(table("Hostile loads", HEADS, rows))
    print(*summary, *failures, sep="\n")
    if len(numbers) > len(LOADS) // 2:
        save_attack(HEADS, rows, summary)


if __name__ == "__main__":
    there = [n for n, load in enumerate(LOADS) if not load.command or shutil.which(load.command[0])]
    chosen = [int(word) for word in sys.argv[2:]] or there
    main(float(sys.argv[1]) if sys.argv[1:] else SECONDS, chosen)
