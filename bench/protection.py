"""The speed of game protection: exposed cards, searches and shared hands beside a plain solve."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from bench.measure import interleaved, table
from uth.compute.chunks import run_chunks
from uth.exact.collusion.sampled_tables import CHUNK_TABLES, sampled_chunk
from uth.exact.exposure.exposure import added, empty_sums, exposure_chunk, finished
from uth.exact.exposure.seen_cards import Seen, chunks
from uth.exact.search.blind_grid import BlindGrid, ValueBand
from uth.exact.search.blind_planes import lines_that_matter, shared_boards, solved_plane
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.solve import solve

GOALS = {
    Seen(dealer=1): 60,
    Seen(dealer=2): 60,
    Seen(flop=1): 240,
    Seen(flop=2): 240,
    Seen(flop=3): 240,
    Seen(later=1): 240,
    Seen(dealer=1, flop=1): 240,
    Seen(dealer=1, later=1): 240,
}
"""Seconds on two cores."""
PUBLISHED = {Seen(dealer=1): "13.5922", Seen(dealer=2): "38.5816"}
"""The player's edge in percent."""


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def exposed() -> str:
    """Every combination, as the command computes it."""
    solve(STANDARD, endings=False)
    plain = interleaved(5, plain=lambda: solve(STANDARD, endings=False))["plain"]
    rows: list[tuple[str, ...]] = []
    for seen, goal in GOALS.items():

        def chunk(number: int, seen: Seen = seen) -> tuple[int, ...]:
            return exposure_chunk(STANDARD, seen, number)

        start = time.perf_counter()
        run = run_chunks(chunk, chunks=len(chunks(seen)), start=empty_sums(seen), combine=added)
        seconds = time.perf_counter() - start
        edge = f"{float(finished(STANDARD, seen, run.value).ev) * 100:.4f}"
        assert edge == PUBLISHED.get(seen, edge)
        name = ", ".join(f"{part}={count}" for part, count in seen.counts.items() if count)
        rows.append(
            (name, f"{edge} %", f"{seconds:.1f} s", f"{goal} s", f"{seconds / plain:.0f} ×")
        )
    return table(
        "Exposed cards", ("seen", "player's edge", "time", "goal", "of a plain solve"), rows
    )


def searched() -> str:
    """A grid of pay tables, without any known result."""
    steps = tuple(Fraction(step, 4) for step in range(4, 13))
    grid = BlindGrid(
        (
            tuple(map(Fraction, range(100, 501, 50))),
            tuple(map(Fraction, range(20, 61, 10))),
            tuple(map(Fraction, (8, 10, 12))),
            steps,
            steps,
            tuple(Fraction(step, 4) for step in range(9)),
        )
    )
    boards = shared_boards()

    def search() -> None:
        matters = lines_that_matter(STANDARD, boards)
        planes = {
            base: solved_plane(replace(STANDARD, blind=base), boards)
            for base in grid.bases(matters)
        }
        grid.fitting(planes, matters, ValueBand(Fraction(3, 200), Fraction(1, 40)), None)

    seconds = timed(search)
    return table(
        "Searching Blind pay tables",
        ("tables", "time", "a minute", "goal"),
        [(f"{grid.size:,}", f"{seconds:.1f} s", f"{grid.size / seconds * 60:,.0f}", "thousands")],
    )


def shared() -> str:
    """Deals of six hands, each valued exactly."""
    sampled_chunk(STANDARD, 6, 1, 0)
    seconds = timed(lambda: sampled_chunk(STANDARD, 6, 1, 1))
    return table(
        "Shared hands of six players, one core",
        ("deals valued", "a second"),
        [(str(CHUNK_TABLES), f"{CHUNK_TABLES / seconds:.1f}")],
    )


def measure() -> str:
    return "\n".join((exposed(), searched(), shared()))
