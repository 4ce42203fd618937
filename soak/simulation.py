"""Evenings of several nodes from new seeds, each checked at the end."""

from __future__ import annotations

from collections.abc import Callable

from tests.reliability.simulation import Counts, Simulation

from soak import record

FIRST = 10_000
"""The tests use the seeds before it."""


def run(over: Callable[[], bool]) -> dict[str, int]:
    """Continue with the seeds where the last run stopped; a failure names its seed."""
    begun = FIRST + sum(
        entry["counts"]["seeds"] for entry in record.load() if entry["part"] == "simulation"
    )
    seed, together = begun, [0] * len(Counts._fields)
    while not over():
        try:
            counts = Simulation(seed).run().check()
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}: {wrong}") from wrong
        together = [sum(pair) for pair in zip(together, counts, strict=True)]
        seed += 1
    return {"seeds": seed - begun, **dict(zip(Counts._fields, together, strict=True))}
