"""Rulebooks that visitors write are read by another process, whatever they hold."""

from __future__ import annotations

import sys
from concurrent.futures import Future
from typing import Any

import pytest

from tests.web.served_app import PATIENCE, ApiClient, ServedApp
from uth.core.refusal import Refusal
from uth.floor.jobs.job_messages import CheckJob, Job
from uth.floor.jobs.job_queue import JobQueue
from uth.rulebook import data_files, store

OWN = """
id = "riverside"
extends = "cardroom-25"
name = "Riverside Club"
document = "House rules, 2026"
limits.minimum = "10"
"""
SETTINGS = {"limits": {"minimum": "5"}}
DEEP = '{"settings":' + '{"a":' * 300 + "1" + "}" * 301
REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("/api/tables", {"name": "r1", "rulebook": OWN, "key": "r1"}),
    ("/api/tables", {"name": "r2", "house": "cardroom-25", "settings": SETTINGS}),
    ("/api/designer/check", {"rulebook": OWN}),
    ("/api/designer/check", {"house": "cardroom-25", "entries": {"limits.minimum": "10"}}),
    ("/api/designer/form", {"rulebook": OWN}),
]


@pytest.mark.parametrize(("path", "body"), REQUESTS)
def test_nothing_that_visitors_write_is_read_by_the_server(
    served: ServedApp, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any]
) -> None:
    """Also when the same request comes again with its key."""
    for module, name in ((data_files, "parse_toml"), (store, "parse_toml"), (store, "load_text")):
        monkeypatch.setattr(module, name, pytest.fail)
    monkeypatch.setattr("uth.web.api.tables.with_settings", pytest.fail)
    guest = served.guest()
    first = guest.ask("POST", path, **body)
    if "key" in body:
        assert guest.ask("POST", path, **body)["view"] == first["view"]
        other = {**body, "rulebook": OWN.replace("10", "15")}
        assert guest.ask("POST", path, 409, **other)["code"] == "key/used"


def test_a_text_that_takes_too_long_is_given_up_and_the_next_is_read() -> None:
    """Once, not twice: the process is ended, and another one reads what comes next."""
    stuck = (sys.executable, "-c", "import time; time.sleep(1_000)")
    queue = JobQueue(stuck, 0.1, needed=())
    try:
        with pytest.raises(Refusal, match="service/worker"):
            _ask(queue, CheckJob(b"{}", "en")).result(PATIENCE)
        queue._command = (sys.executable, "-m", "uth.floor.jobs.design_worker")
        queue._longest = PATIENCE
        assert b'"ok":false' in _ask(queue, CheckJob(b'{"rulebook": "x"}', "en")).result(PATIENCE)
    finally:
        queue.close()


def _ask(queue: JobQueue, job: Job) -> Future[bytes]:
    return queue.ask("ann", job)


def test_settings_and_entries_of_any_depth_are_refused(guest: ApiClient) -> None:
    for path, body in (
        ("/api/tables", '{"name": "deep", "house": "cardroom-25", ' + DEEP[1:]),
        (
            "/api/designer/check",
            '{"house": "cardroom-25", ' + DEEP[1:].replace("settings", "entries"),
        ),
    ):
        answer = guest.served.client.post(path, content=body, headers=guest.headers)
        assert answer.status_code in (200, 400, 422), answer.text
        if answer.status_code == 200:
            assert not answer.json()["ok"]
    assert "uth_faults_total 0" in guest.served.client.get("/metrics").text
