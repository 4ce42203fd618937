"""Metrics: valid Prometheus text, one registry per server, and no series but our own."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from uth.floor.metrics import BUCKETS, COUNTERS, GAUGES, HISTOGRAMS, Metrics


def _samples(metrics: Metrics) -> dict[str, float]:
    families = text_string_to_metric_families(metrics.text())
    return {
        sample.name + "".join(f" {value}" for _, value in sorted(sample.labels.items())): (
            sample.value
        )
        for family in families
        for sample in family.samples
    }


def test_counts_durations_and_gauges() -> None:
    metrics = Metrics()
    metrics.gauges["uth_tables"] = lambda: 7
    metrics.count("uth_orders_total", "done")
    metrics.count("uth_orders_total", "done")
    metrics.count("uth_orders_total", "refused")
    metrics.count("uth_commits_total")
    metrics.observe("uth_order_seconds", 0.003)
    metrics.observe("uth_order_seconds", 60.0)
    samples = _samples(metrics)
    assert samples["uth_orders_total done"] == 2
    assert samples["uth_orders_total refused"] == 1
    assert samples["uth_commits_total"] == 1
    assert samples["uth_faults_total"] == 0
    assert samples["uth_tables"] == 7
    assert samples["uth_order_seconds_bucket 0.0025"] == 0
    assert samples["uth_order_seconds_bucket 0.005"] == 1
    assert samples[f"uth_order_seconds_bucket {BUCKETS[-1]}"] == 1
    assert samples["uth_order_seconds_bucket +Inf"] == samples["uth_order_seconds_count"] == 2
    assert samples["uth_order_seconds_sum"] == pytest.approx(60.003)


def test_each_server_counts_for_itself() -> None:
    one, other = Metrics(), Metrics()
    one.count("uth_rounds_total")
    assert _samples(one)["uth_rounds_total"] == 1
    assert _samples(other)["uth_rounds_total"] == 0


def test_there_are_no_series_but_our_own() -> None:
    """No times of creation, and nothing about the process but its memory."""
    metrics = Metrics()
    metrics.count("uth_requests_total", "/api/me", "GET", "200")
    families = {family.name for family in text_string_to_metric_families(metrics.text())}
    own = {name.removesuffix("_total") for name in COUNTERS} | HISTOGRAMS.keys() | GAUGES.keys()
    assert families <= own
    assert "process_resident_memory_bytes" in families
    assert "_created" not in metrics.text()


def test_a_metric_that_nobody_declared_is_an_error() -> None:
    with pytest.raises(KeyError):
        Metrics().count("uth_unknown_total")
