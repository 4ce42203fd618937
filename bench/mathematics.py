"""The speed of the exact mathematics: solving, advice, evaluation."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
from tests.exact.reference_solver import reference_solve

from bench.measure import interleaved, table
from uth.core.cards import DECK
from uth.exact.advice import Spot, SpotSolver, advise
from uth.exact.solver.game_rules import STANDARD, GameRules
from uth.exact.solver.solve import solve

RUNS = 7


def random_table(draw: Random) -> GameRules:
    """A random Blind pay table."""
    return GameRules(
        tuple(
            Fraction(draw.randrange(1, most * 4), draw.choice((1, 2, 3, 4)))
            for most in (500, 60, 20, 6, 3, 2)
        )
    )


PARENT = """
import os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
assert status == 0
print(time.perf_counter() - start, usage.ru_maxrss / 1024)
"""
"""A small parent process: a child's peak memory includes what its parent held when it forked."""


def command(*words: str, **environment: str) -> tuple[float, float]:
    """Run a command; returns its seconds and its peak memory in MiB."""
    uth = Path(sys.executable).with_name("uth")
    process = subprocess.run(
        [sys.executable, "-c", PARENT, str(uth), *words],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, **environment},
    )
    seconds, memory = process.stdout.split()
    return float(seconds), float(memory)


def solving() -> str:
    draw = Random()
    solve(STANDARD)
    taken = interleaved(
        RUNS,
        value=lambda: solve(random_table(draw), endings=False),
        full=lambda: solve(random_table(draw)),
    )
    start = time.perf_counter()
    rules = random_table(draw)
    reference_solve(rules)
    reference = time.perf_counter() - start

    def solved() -> tuple[float, float]:
        blind = ",".join(str(odds) for odds in random_table(draw).blind)
        return command("solve", "--json", "--blind", blind)

    runs = [solved() for _ in range(RUNS)]
    whole = statistics.median(seconds for seconds, _ in runs)
    memory = max(held for _, held in runs)
    with tempfile.TemporaryDirectory() as nowhere:
        first, _ = command("solve", "--json", HOME=nowhere, XDG_CACHE_HOME=nowhere)
    rows = [
        ("value and strategy", taken["value"], "0.7 s"),
        ("with the distribution and 169 hands", taken["full"], "1.5 s"),
        ("`uth solve --json`, whole command", whole, "3 s"),
        ("first run ever, compiling included", first, "30 s"),
        ("reference solver, one thread (value and strategy)", reference, "–"),
    ]
    solved_table = table(
        "Solving, on random Blind pay tables",
        ("what", "median", "goal", "reference solver takes"),
        [
            (name, f"{seconds:.2f} s", goal, f"{reference / seconds:.0f} × as long")
            for name, seconds, goal in rows
        ],
    )
    return f"{solved_table}\nThe command holds {memory:.0f} MiB at most (goal: 1,024).\n"


def advising() -> str:
    draw = Random(1)

    def median_of(cards: int, runs: int) -> float:
        times = []
        for _ in range(runs):
            dealt = draw.sample(DECK, 2 + cards)
            work = SpotSolver(STANDARD, Spot(tuple(dealt[:2]), tuple(dealt[2:])))
            kernel = work.run_river if cards == 5 else work.run_flop
            kernel()
            start = time.perf_counter()
            kernel()
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    return table(
        "Advice, kernel time",
        ("street", "median", "goal"),
        [
            ("river", f"{median_of(5, 300) * 1e6:.1f} µs", "100 µs"),
            ("flop", f"{median_of(3, 100) * 1e3:.2f} ms", "5 ms"),
            ("before the flop, from the solution", f"{book_time() * 1e6:.1f} µs", "at once"),
            ("before the flop, with a dead card", f"{dead_time():.1f} s", "about 30 s"),
        ],
    )


def book_time() -> float:
    """The seconds for one pre-flop action of the strategy."""
    strategy = solve(STANDARD).strategy
    draw = Random(2)
    holes = [draw.sample(DECK, 2) for _ in range(1_000)]
    start = time.perf_counter()
    for hole in holes:
        strategy.preflop(hole)
    return (time.perf_counter() - start) / len(holes)


def dead_time() -> float:
    """The seconds for pre-flop advice with one dead card."""
    hole, dead = (DECK[50], DECK[9]), (DECK[0],)
    start = time.perf_counter()
    advise(STANDARD, spot=Spot(hole, (), dead))
    return time.perf_counter() - start


def evaluating() -> str:
    import eval7  # type: ignore[import-untyped, unused-ignore]
    from phevaluator._pheval import evaluate_7cards  # type: ignore[import-untyped, unused-ignore]

    from uth.exact.solver.evaluator import evaluator

    count = 1_000_000
    rows = np.random.default_rng().permuted(
        np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1
    )
    hands = np.ascontiguousarray(rows[:, :7])
    few = 20_000
    theirs = [[eval7.Card(DECK[card].text) for card in row] for row in hands[:few]]
    numbers = [tuple(row) for row in hands[:few].tolist()]
    ours = evaluator()
    ours.strength_indices(hands[:10])
    taken = interleaved(
        RUNS,
        uth=lambda: ours.strength_indices(hands),
        eval7=lambda: [eval7.evaluate(hand) for hand in theirs],
        phevaluator=lambda: [evaluate_7cards(*hand) for hand in numbers],
    )
    speeds = {
        "uth, batch": count / taken["uth"],
        "eval7": few / taken["eval7"],
        "phevaluator": few / taken["phevaluator"],
    }
    return table(
        "Seven-card hands at random, one core",
        ("evaluator", "million hands per second", "goal"),
        [
            (name, f"{speed / 1e6:.1f}", "100" if "batch" in name else "–")
            for name, speed in speeds.items()
        ],
    )


def measure() -> str:
    return "\n".join((solving(), advising(), evaluating()))
