"""Counters in Prometheus's text form; names and labels only, never a person or a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

HELP = {
    "uth_requests_total": "HTTP requests by route and status",
    "uth_orders_total": "orders by outcome",
    "uth_commits_total": "commits published",
    "uth_rounds_total": "rounds closed",
    "uth_faults_total": "unexpected errors",
    "uth_sockets": "open sockets",
    "uth_tables": "open tables",
    "uth_waiting_batches": "batches that wait for the disk",
    "uth_waiting_work": "solves and reports that wait for the worker",
}


class Metrics:
    """Counts up, and reads gauges when asked."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        self.gauges: dict[str, Callable[[], int]] = {}

    def count(self, name: str, **labels: str) -> None:
        self._counts[name, tuple(sorted(labels.items()))] += 1

    def text(self) -> str:
        lines: list[str] = []
        for name in sorted({name for name, _ in self._counts}):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} counter"]
            for (found, labels), value in sorted(self._counts.items()):
                if found == name:
                    lines.append(f"{name}{_labels(labels)} {value}")
        for name, read in sorted(self.gauges.items()):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} gauge", f"{name} {read()}"]
        return "\n".join(lines) + "\n"


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    inner = ",".join(f'{name}="{value}"' for name, value in labels)
    return f"{{{inner}}}" if inner else ""
