"""Counters in Prometheus's text form; names and labels only, never a person or a card."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

HELP = {
    "uth_requests_total": "HTTP requests by route and status",
    "uth_orders_total": "orders by outcome",
    "uth_refusals_total": "refusals by code",
    "uth_commits_total": "commits published",
    "uth_rounds_total": "rounds closed",
    "uth_forwarded_total": "requests and sockets handed on to another node",
    "uth_faults_total": "unexpected errors",
    "uth_request_seconds": "how long HTTP requests took",
    "uth_order_seconds": "how long orders took until they were durable, or refused",
    "uth_sockets": "open sockets",
    "uth_capacity": "sockets from which on newcomers are refused",
    "uth_tables": "tables kept here",
    "uth_seated": "people and bots who sit at them",
    "uth_in_line": "people who wait for a seat",
    "uth_approvals": "payouts that wait for the floor",
    "uth_meters_unreachable": "linked meters that can't be asked",
    "uth_waiting_batches": "batches that wait for the disk",
    "uth_waiting_work": "solves and reports that wait for the worker",
    "uth_groups": "transactions of the writer so far",
    "uth_hurried": "1 while answers come late and newcomers are refused",
    "uth_draining": "1 while the house closes",
    "process_resident_memory_bytes": "memory in use",
}
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper bounds of the classes that durations are counted in, in seconds."""
Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counts up, sorts durations, and reads gauges when asked."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, Labels]] = Counter()
        self._classes: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], int]] = {"process_resident_memory_bytes": memory}

    def count(self, name: str, **labels: str) -> None:
        self._counts[name, tuple(sorted(labels.items()))] += 1

    def took(self, name: str, seconds: float) -> None:
        """Sort a duration into its class."""
        classes = self._classes.setdefault(name, [0] * (len(BOUNDS) + 1))
        classes[bisect_left(BOUNDS, seconds)] += 1
        self._sums[name] += round(seconds * 1_000_000)

    def text(self) -> str:
        lines: list[str] = []
        for name in sorted({name for name, _ in self._counts}):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} counter"]
            for (found, labels), value in sorted(self._counts.items()):
                if found == name:
                    lines.append(f"{name}{_labels(labels)} {value}")
        for name in sorted(self._classes):
            lines += self._histogram(name)
        for name, read in sorted(self.gauges.items()):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} gauge", f"{name} {read()}"]
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str) -> list[str]:
        lines = [f"# HELP {name} {HELP[name]}", f"# TYPE {name} histogram"]
        below = 0
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), self._classes[name], strict=True):
            below += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {below}')
        seconds, micros = divmod(self._sums[name], 1_000_000)
        return [*lines, f"{name}_sum {seconds}.{micros:06d}", f"{name}_count {below}"]


def _labels(labels: Labels) -> str:
    inner = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{{{inner}}}" if inner else ""


def memory() -> int:
    """Bytes that this process holds in memory; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
