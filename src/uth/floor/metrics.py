"""Metrics in Prometheus's text format; they name routes and codes, never a person or a card."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

COUNTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "uth_requests_total": ("HTTP requests by route and status", ("route", "method", "status")),
    "uth_orders_total": ("orders by outcome", ("outcome",)),
    "uth_refusals_total": ("refusals by code", ("code",)),
    "uth_commits_total": ("commits published", ()),
    "uth_rounds_total": ("rounds closed", ()),
    "uth_forwarded_total": ("requests and sockets forwarded to another node", ()),
    "uth_faults_total": ("unexpected errors", ()),
}
"""Each counter's help text and labels."""
HISTOGRAMS = {
    "uth_request_seconds": "duration of HTTP requests",
    "uth_order_seconds": "time until an order was durable or refused",
}
GAUGES = {
    "uth_sockets": "open sockets",
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
    """The metrics of one floor in a registry of their own; gauges are read when asked for."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._counters = {
            name: Counter(name, text, labels, registry=self._registry)
            for name, (text, labels) in COUNTERS.items()
        }
        self._series: dict[tuple[object, ...], Counter] = {}
        """Counters by name and labels, so that the library does not look them up each time."""
        self._histograms = {
            name: Histogram(name, text, buckets=BUCKETS, registry=self._registry)
            for name, text in HISTOGRAMS.items()
        }
        self.gauges: dict[str, Callable[[], int]] = {
            "process_resident_memory_bytes": resident_memory
        }

    def count(self, name: str, **labels: str) -> None:
        series = self._series.get((name, *labels.items()))
        if series is None:
            counter = self._counters[name]
            series = counter.labels(**labels) if labels else counter
            self._series[(name, *labels.items())] = series
        series.inc()

    def observe(self, name: str, seconds: float) -> None:
        self._histograms[name].observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """All metrics, without the `_created` times that the library adds to each series."""
        for family in self._registry.collect():
            samples = family.samples
            family.samples = [one for one in samples if not one.name.endswith("_created")]
            yield family
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
