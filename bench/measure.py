"""Timing that survives a noisy machine: interleaved runs, medians, ratios."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def interleaved(runs: int, **contenders: Callable[[], object]) -> dict[str, float]:
    """The median time of each contender in seconds, measured turn by turn."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(runs):
        for name, contender in contenders.items():
            start = time.perf_counter()
            contender()
            times[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) for name, taken in times.items()}


def table(title: str, header: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table under a title."""
    lines = [f"## {title}", "", f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines, ""])
