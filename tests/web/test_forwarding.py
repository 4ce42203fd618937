"""Forwarding to another node: what is sent on, what comes back, and a node that fails."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from starlette.requests import Request
from starlette.responses import Response

from uth.core.refusal import Refusal
from uth.web import forwarding
from uth.web.forwarding import Forwarder

NODE = "http://node.test:8000/below"
Handler = Callable[[httpx2.Request], httpx2.Response]


def _request(
    method: str = "POST", path: str = "/api/tables/é/orders", query: str = "a=1"
) -> Request:
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"cookie", b"uth_session=visitor"), (b"host", b"here.test")],
        "server": ("here.test", 80),
        "scheme": "http",
    }
    return Request(scope)


def _forward(handler: Handler, *requests: Request, body: bytes = b"{}") -> list[Response]:
    async def run() -> list[Response]:
        forwarder = Forwarder("one")
        forwarder.start()
        client = forwarder._client
        assert client is not None
        client._transport = httpx2.MockTransport(handler)
        client._mounts = {}
        try:
            return [await forwarder.request(one, NODE, "token", body) for one in requests]
        finally:
            await forwarder.close()

    return asyncio.run(run())


def test_a_request_is_sent_on_as_it_came() -> None:
    received: list[httpx2.Request] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        received.append(request)
        return httpx2.Response(422, content=b"no", headers={"content-type": "text/plain"})

    (response,) = _forward(handler, _request(), body=b'{"key":"k"}')
    (request,) = received
    assert (request.method, request.content) == ("POST", b'{"key":"k"}')
    assert str(request.url) == "http://node.test:8000/below/api/tables/%C3%A9/orders?a=1"
    assert request.headers["authorization"] == "Bearer token"
    assert request.headers["x-uth-forwarded"] == "one"
    assert (response.status_code, response.body) == (422, b"no")
    assert response.headers["content-type"].startswith("text/plain")


def test_no_cookie_is_kept_or_sent() -> None:
    received: list[httpx2.Request] = []

    def handler(request: httpx2.Request) -> httpx2.Response:
        received.append(request)
        return httpx2.Response(200, headers={"set-cookie": "uth_session=another"})

    _forward(handler, _request(), _request())
    assert len(received) == 2
    assert all("cookie" not in request.headers for request in received)


def _too_large(request: httpx2.Request) -> httpx2.Response:
    return httpx2.Response(200, content=b"x" * 1_001)


def _unreachable(request: httpx2.Request) -> httpx2.Response:
    raise httpx2.ConnectError("refused")


def _cut_off(request: httpx2.Request) -> httpx2.Response:
    raise httpx2.RemoteProtocolError("closed")


@pytest.mark.parametrize("handler", [_too_large, _unreachable, _cut_off])
def test_a_node_that_fails_is_refused(handler: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "MAX_ANSWER", 1_000)
    with pytest.raises(Refusal, match="lease/node_lost"):
        _forward(handler, _request())


def test_a_node_that_does_not_answer_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "TIMEOUT", 0.05)

    async def run(url: str) -> None:
        forwarder = Forwarder("one")
        forwarder.start()
        try:
            await forwarder.request(_request(), url, "token", b"{}")
        finally:
            await forwarder.close()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(Refusal, match="lease/node_lost"):
            asyncio.run(run(f"http://127.0.0.1:{port}"))
