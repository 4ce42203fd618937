"""Counters, histograms and gauges in the Prometheus text format, without personal data."""

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
    "uth_forwarded_total": "requests and sockets forwarded to another node",
    "uth_faults_total": "unexpected errors",
    "uth_request_seconds": "duration of HTTP requests",
    "uth_order_seconds": "time until an order was durable or refused",
    "uth_sockets": "open sockets",
    "uth_capacity": "number of sockets at which newcomers are refused",
    "uth_tables": "tables that this node runs",
    "uth_seated": "people and bots seated at them",
    "uth_in_line": "people on waiting lists",
    "uth_approvals": "payouts that wait for approval",
    "uth_meters_unreachable": "linked meters that can't be reached",
    "uth_waiting_batches": "batches waiting for the disk",
    "uth_waiting_work": "jobs waiting for the worker",
    "uth_groups": "transactions of the writer",
    "uth_hurried": "1 while the floor is overloaded and newcomers are refused",
    "uth_draining": "1 while the server shuts down",
    "process_resident_memory_bytes": "memory in use",
}
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper bounds of the histogram buckets, in seconds."""
Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counts events and durations; gauges are read for each scrape."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, Labels]] = Counter()
        self._buckets: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], int]] = {"process_resident_memory_bytes": memory}

    def count(self, name: str, **labels: str) -> None:
        self._counts[name, tuple(sorted(labels.items()))] += 1

    def took(self, name: str, seconds: float) -> None:
        """Add a duration to its bucket."""
        buckets = self._buckets.setdefault(name, [0] * (len(BOUNDS) + 1))
        buckets[bisect_left(BOUNDS, seconds)] += 1
        self._sums[name] += round(seconds * 1_000_000)

    def text(self) -> str:
        lines: list[str] = []
        for name in sorted({name for name, _ in self._counts}):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} counter"]
            for (counter, labels), value in sorted(self._counts.items()):
                if counter == name:
                    lines.append(f"{name}{_labels(labels)} {value}")
        for name in sorted(self._buckets):
            lines += self._histogram(name)
        for name, read in sorted(self.gauges.items()):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} gauge", f"{name} {read()}"]
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str) -> list[str]:
        lines = [f"# HELP {name} {HELP[name]}", f"# TYPE {name} histogram"]
        below = 0
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), self._buckets[name], strict=True):
            below += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {below}')
        seconds, micros = divmod(self._sums[name], 1_000_000)
        return [*lines, f"{name}_sum {seconds}.{micros:06d}", f"{name}_count {below}"]


def _labels(labels: Labels) -> str:
    inner = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{{{inner}}}" if inner else ""


def memory() -> int:
    """Resident memory of this process in bytes; 0 if the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
