"""What costs much is done once, and what the machine is short of is answered as such."""

from __future__ import annotations

import asyncio
import gzip
import os
import threading
from collections.abc import Iterator
from errno import EACCES, EMFILE, ENOSPC
from typing import Any

import pytest

from tests.web.raw_server import HOST, RawServer, raw_server, read_all
from tests.web.served_app import PATIENCE, ServedApp
from uth.core.texts import catalog, languages
from uth.floor.metrics import Metrics
from uth.web import app as web_app
from uth.web.connections.http_connection import HttpConnection
from uth.web.responses import refusal_of, status_of


def never(*args: Any, **options: Any) -> Any:
    raise AssertionError("this is done once")


def test_no_folder_is_listed_for_a_request(
    served: ServedApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without descriptors that would fail, and it takes time from everybody."""
    assert [catalog(language).texts for language in languages()], "read before"
    monkeypatch.setattr(os, "listdir", never)
    answer = served.client.get("/api/tables/none", headers={"accept-language": "es"})
    assert "sesión" in answer.json()["sentence"]


@pytest.mark.parametrize("path", ["/openapi.json", "/asyncapi.json"])
def test_a_document_is_compressed_once(
    served: ServedApp, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    compressed = {"accept-encoding": "gzip"}
    first = served.client.get(path, headers=compressed)
    monkeypatch.setattr(gzip, "compress", never)
    again = served.client.get(path, headers=compressed)
    assert (again.headers["content-encoding"], again.json()) == ("gzip", first.json())
    known = served.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert known.status_code == 304


def test_figures_are_collected_once_a_second(
    served: ServedApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "METRICS_AGE", 0.0)
    first = served.client.get("/metrics").text
    served.client.get("/api/clauses")
    monkeypatch.setattr(web_app, "METRICS_AGE", float(PATIENCE))
    assert served.client.get("/metrics").text == first
    monkeypatch.setattr(web_app, "METRICS_AGE", 0.0)
    assert served.client.get("/metrics").text != first


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(EMFILE, "Too many open files"), "service/shortage"),
        (OSError(ENOSPC, "No space left on device"), "service/shortage"),
        (OSError(EACCES, "Permission denied"), "service/fault"),
        (ValueError(EMFILE), "service/fault"),
    ],
)
def test_a_shortage_is_answered_as_one(error: Exception, code: str) -> None:
    metrics = Metrics()
    assert refusal_of(error, metrics, "/api/tables").code == code
    assert status_of(code) == (503 if code == "service/shortage" else 500)
    assert "uth_faults_total 1.0" in metrics.text(), "it is the house's fault all the same"


def test_what_is_cancelled_when_the_server_stops_is_refused(
    served: ServedApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cancelled(*args: Any) -> Any:
        raise asyncio.CancelledError

    monkeypatch.setattr(served.app, "_answer", cancelled)
    answer = served.client.get("/api/houses")
    assert (answer.status_code, answer.json()["code"]) == (503, "service/draining")


@pytest.fixture(scope="module")
def server() -> Iterator[RawServer]:
    with raw_server() as made:
        yield made


def test_a_pipeline_whose_client_has_left_is_not_answered(
    server: RawServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is written to the closed connection, which would be an error in the log."""
    guest, complete = server.app.people.guest, HttpConnection.on_message_complete
    begun, gone, answered = threading.Event(), threading.Event(), threading.Event()
    connections: list[HttpConnection] = []

    def slow_guest() -> Any:
        begun.set()
        assert gone.wait(PATIENCE)
        return guest()

    def completing(connection: HttpConnection) -> None:
        complete(connection)
        connections.append(connection)

    def lose() -> None:
        connections[0].transport.abort()
        connections[0].loop.call_later(0.1, gone.set)

    def observe(name: str, seconds: float) -> None:
        answered.set()

    monkeypatch.setattr(server.app.people, "guest", slow_guest)
    monkeypatch.setattr(HttpConnection, "on_message_complete", completing)
    monkeypatch.setattr(server.app.runner.metrics, "observe", observe)
    with caplog.at_level("WARNING"):
        with server.connect() as client:
            client.sendall((b"POST /api/guest HTTP/1.1\r\n" + HOST + b"\r\n") * 3)
            assert begun.wait(PATIENCE)
            connections[0].loop.call_soon_threadsafe(lose)
            assert read_all(client) == b""
        assert answered.wait(PATIENCE)
        monkeypatch.undo()
        assert server.get("/health")[0] == 200
    assert caplog.messages == []
