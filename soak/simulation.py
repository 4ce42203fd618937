"""Evenings of several nodes from seeds that were not run before, each checked when it is over."""

from __future__ import annotations

from collections.abc import Callable

from tests.reliability.simulation import Simulation, Told

from soak import record

FIRST = 10_000
"""The tests have those before it."""


def run(over: Callable[[], bool]) -> dict[str, int]:
    """Seeds go on where the last run stopped; one that fails is named, and becomes a test."""
    begun = FIRST + sum(
        entry["counts"]["seeds"] for entry in record.load() if entry["part"] == "simulation"
    )
    seed, together = begun, [0] * len(Told._fields)
    while not over():
        try:
            told = Simulation(seed).run().check()
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}: {wrong}") from wrong
        together = [sum(pair) for pair in zip(together, told, strict=True)]
        seed += 1
    return {"seeds": seed - begun, **dict(zip(Told._fields, together, strict=True))}
