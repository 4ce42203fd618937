"""Metrics in Prometheus's text format; they name routes and codes, never a person or a card."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

COUNTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "uth_requests_total": ("HTTP requests by route and status", ("route", "method", "status")),
    "uth_orders_total": ("orders by outcome", ("outcome",)),
    "uth_refusals_total": ("refusals by code", ("code",)),
    "uth_commits_total": ("commits published", ()),
    "uth_rounds_total": ("rounds closed", ()),
    "uth_forwarded_total": ("requests and sockets forwarded to another node", ()),
    "uth_connections_refused_total": ("connections closed before or in a request", ("reason",)),
    "uth_faults_total": ("unexpected errors", ()),
}
"""Each counter's help text and labels."""
HISTOGRAMS = {
    "uth_request_seconds": "duration of HTTP requests",
    "uth_order_seconds": "time until an order was durable or refused",
}
GAUGES = {
    "uth_sockets": "open sockets",
    "uth_connection_limit": "connections that the process's file descriptors allow",
    "uth_capacity": "number of open sockets at which newcomers are refused",
    "uth_tables": "tables on this node",
    "uth_seated": "people and bots seated at them",
    "uth_in_line": "people waiting for a seat",
    "uth_approvals": "payouts waiting for the floor's approval",
    "uth_meters_unreachable": "linked meters that do not answer",
    "uth_waiting_batches": "batches waiting to be written",
    "uth_waiting_work": "solves and reports waiting for the worker",
    "uth_groups": "transactions of the writer so far",
    "uth_hurried": "1 while answers are late and newcomers are refused",
    "uth_draining": "1 while the floor closes",
    "process_resident_memory_bytes": "memory in use",
}
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the histograms' buckets, in seconds."""


class Metrics(Collector):
    """The metrics of one floor: counts and durations so far; gauges are read when asked for."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[tuple[str, ...], int]] = {
            name: {} if labels else {(): 0} for name, (_, labels) in COUNTERS.items()
        }
        """By name, and by the values of the labels."""
        self._durations = {name: [0] * (len(BUCKETS) + 1) for name in HISTOGRAMS}
        """How many fell into each bucket; the last has no upper bound."""
        self._sums = dict.fromkeys(HISTOGRAMS, 0.0)
        self.gauges: dict[str, Callable[[], int]] = {
            "process_resident_memory_bytes": resident_memory
        }

    def count(self, name: str, *labels: str) -> None:
        """Count once more, under the values of its labels."""
        counts = self._counts[name]
        counts[labels] = counts.get(labels, 0) + 1

    def observe(self, name: str, seconds: float) -> None:
        self._durations[name][bisect_left(BUCKETS, seconds)] += 1
        self._sums[name] += seconds

    def collect(self) -> Iterator[Metric]:
        for name, (text, labels) in COUNTERS.items():
            counter = CounterMetricFamily(name, text, labels=labels)
            for values, count in list(self._counts[name].items()):
                counter.add_metric(values, count)
            yield counter
        for name, text in HISTOGRAMS.items():
            counts = accumulate(self._durations[name])
            bounds = (*map(str, BUCKETS), "+Inf")
            buckets = list(zip(bounds, counts, strict=True))
            yield HistogramMetricFamily(name, text, buckets, self._sums[name])
        for name, read in sorted(self.gauges.items()):
            yield GaugeMetricFamily(name, GAUGES[name], read())

    def text(self) -> str:
        return generate_latest(self).decode()


def resident_memory() -> int:
    """Bytes of memory that this process uses; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
