"""Connections that send too much, too slowly, or nothing, and too many of them."""

from __future__ import annotations

import contextlib
import http.cookies
import resource
import socket
import time
from collections.abc import Iterator
from typing import Any, cast

import pytest

from tests.web.raw_server import HOST, RawServer, parse, raw_server, read_all
from tests.web.served_app import PATIENCE
from uth.core.refusal import Refusal
from uth.floor.people.addresses import network_of
from uth.floor.people.rate_limits import LONGEST_DELAY, Pacing
from uth.web.connections.connection_pool import BOUNDS, ConnectionPool, HttpBounds
from uth.web.connections.descriptors import connection_limits, raise_limit
from uth.web.connections.http_connection import HttpConnection
from uth.web.edge import Edge

LIMIT = 8
HASTY = HttpBounds(head_seconds=0.2, body_seconds=0.2)
PATIENT = HttpBounds(head_seconds=PATIENCE, body_seconds=PATIENCE)
"""For requests that must be answered, however slow the machine is."""
GET = b"GET /health HTTP/1.1\r\n" + HOST


@pytest.fixture(scope="module")
def server() -> Iterator[RawServer]:
    with raw_server() as made:
        yield made


@pytest.fixture(scope="module")
def hasty() -> Iterator[RawServer]:
    """A server with little time for each request."""
    with raw_server(bounds=HASTY) as made:
        yield made


@pytest.fixture(scope="module")
def small() -> Iterator[RawServer]:
    """A server for few connections, with much time for each request."""
    with raw_server(LIMIT, PATIENT) as made:
        yield made


@pytest.mark.parametrize(
    ("request_head", "status", "code"),
    [
        (GET + b"X: " + b"a" * BOUNDS.head, 431, b"request/head"),
        (GET + b"a" * BOUNDS.head, 431, b"request/head"),
        (GET + b"a: b\r\n" * BOUNDS.headers + b"\r\n", 431, b"request/headers"),
        (b"GET /" + b"a" * BOUNDS.url + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414, b"request/url"),
        (b"\x16\x03\x01 nonsense\r\n\r\n", 400, b"request/malformed"),
        (b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n" * 40, 429, b"rate/too_many"),
    ],
    ids=["value", "name", "count", "url", "malformed", "pipelined"],
)
def test_a_head_is_bounded_before_it_is_parsed(
    server: RawServer, request_head: bytes, status: int, code: bytes
) -> None:
    answer = server.ask(request_head)
    if status == 429:  # some of the pipelined requests may have been answered before
        assert code in answer
        return
    assert parse(answer)[0] == status
    assert code in answer
    assert b"connection: close" in answer


def test_an_endless_header_is_cut_off(server: RawServer) -> None:
    """However much is sent, no more than a head is read of it."""
    with server.connect() as client, pytest.raises(OSError, match=r"Broken pipe|reset"):
        client.sendall(GET + b"X: " + b"a" * 100_000_000)
    assert server.get("/health")[0] == 200


def test_a_large_head_within_the_bounds_is_read(server: RawServer) -> None:
    padding = b"X: " + b"a" * (BOUNDS.head - 200)
    assert server.get("/health", padding)[0] == 200
    assert server.get("/health", *[b"a: b"] * (BOUNDS.headers - 2))[0] == 200


def test_a_head_in_many_pieces_is_read(server: RawServer) -> None:
    request = GET + b"Connection: close\r\n\r\n"
    assert parse(server.ask(*(request[i : i + 1] for i in range(len(request)))))[0] == 200


def test_a_body_is_refused_by_its_length_alone(server: RawServer) -> None:
    head = b"POST /api/sign-in HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999\r\n\r\n"
    with server.connect() as client:
        client.sendall(head)
        answer = _read_until(client, b"body/too_large")
        assert parse(answer)[0] == 413, "before any of it was sent"
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            client.sendall(b"a" * 50_000_000)


def test_endless_framing_of_a_body_is_cut_off(server: RawServer) -> None:
    head = b"POST /api/sign-in HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    with server.connect() as client:
        client.sendall(head)
        with pytest.raises(OSError, match=r"Broken pipe|reset"):
            client.sendall(b"1;" + b"a" * 50_000_000)


def test_a_cookie_is_never_unquoted(server: RawServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard library takes seconds for a long one."""
    monkeypatch.setattr(http.cookies, "_unquote", pytest.fail)
    token = server.app.people.guest()[0]
    long = b'a="' + b"\\012" * 3_000 + b'"; uth_session='
    status, rest = server.get("/api/session", b"Cookie: " + long + token.encode())
    assert (status, b"guest-" in rest) == (200, True)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", 0),
        (b"\r\n", 0),
        (b"GET /health HT", 408),
        (GET + b"X: ", 408),
        (b"POST /api/sign-in HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\n{", 408),
    ],
    ids=["nothing", "blank", "line", "header", "body"],
)
def test_a_slow_request_ends(hasty: RawServer, sent: bytes, status: int) -> None:
    faults = hasty.app.runner.metrics.text().count("uth_faults_total 0")
    assert parse(hasty.ask(sent))[0] == status
    assert hasty.app.runner.metrics.text().count("uth_faults_total 0") == faults == 1


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        (GET + b"\r\n", b"GET /", 408),
        (GET + b"Content-Length: 9\r\n\r\n{", b"", 0),
    ],
    ids=["a second request", "an unread body"],
)
def test_what_is_slow_after_an_answer_ends(
    server: RawServer, first: bytes, second: bytes, status: int
) -> None:
    """The time is short only when the first request has been answered."""
    with server.connect() as client:
        connection = _connection_of(server, client)
        connection._bounds = PATIENT
        client.sendall(first)
        assert parse(_read_until(client, b"ok\n"))[0] == 200
        connection._bounds = HASTY
        if not second:
            connection.loop.call_soon_threadsafe(connection._arm, HASTY.body_seconds)
        client.sendall(second)
        assert parse(read_all(client))[0] == status


def _read_until(client: socket.socket, end: bytes) -> bytes:
    """An answer whose head and body may come one after the other."""
    answer = b""
    while end not in answer:
        piece = client.recv(65_536)
        assert piece, answer
        answer += piece
    return answer


def _connection_of(server: RawServer, client: socket.socket) -> HttpConnection:
    """The server's side of a connection."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        waiting = cast(list[HttpConnection], [*server.pool._waiting.get("127.0.0.1", ())])
        for connection in waiting:
            if connection.client == client.getsockname():
                return connection
        time.sleep(0.01)
    raise AssertionError("the server does not accept")


@pytest.mark.parametrize("way", ["_refuse", "cut_off"])
def test_nothing_is_written_to_a_connection_that_was_closed_meanwhile(
    server: RawServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    """The answer under way ends quietly, without a line in the log."""
    close, quiet = getattr(HttpConnection, way), []

    def closing(connection: HttpConnection, *why: Refusal) -> None:
        if way == "cut_off":
            close(connection)
        else:
            close(connection, *why)
        quiet.append(connection.cycle.disconnected)

    monkeypatch.setattr(HttpConnection, "_refuse", closing)
    request = b"POST /api/guest HTTP/1.1\r\n" + HOST + b"\r\n"  # done in another thread
    with caplog.at_level("WARNING"):
        for _ in range(3):
            server.ask(request + b"\x00 no request\r\n\r\n")
        assert server.get("/health")[0] == 200
    assert (quiet, caplog.messages) == ([True] * 3, [])


def test_a_client_that_leaves_is_no_fault_of_the_house(server: RawServer) -> None:
    metrics = server.app.runner.metrics
    with server.connect() as client:
        client.sendall(b"POST /api/sign-in HTTP/1.1\r\n" + HOST + b"Content-Length: 9\r\n\r\n{")
    end = time.monotonic() + PATIENCE
    while 'code="request/incomplete"' not in metrics.text() and time.monotonic() < end:
        time.sleep(0.01)
    assert 'code="request/incomplete"' in metrics.text()
    assert "uth_faults_total 0.0" in metrics.text()


def test_silent_connections_make_room_for_others(small: RawServer) -> None:
    """More than may be open at once, and each request is answered."""
    silent: list[socket.socket] = []
    try:
        for _ in range(3 * LIMIT):
            silent.append(small.connect())
            silent[-1].sendall(GET)
            assert small.get("/health")[0] == 200
        assert read_all(silent[0]) == b"", "the oldest was closed"
    finally:
        for client in silent:
            client.close()


def test_no_room_among_those_who_are_served(small: RawServer) -> None:
    pool = small.pool
    limit, pool.limit = pool.limit, 0
    try:
        status, rest = parse(small.ask(b""))
    finally:
        pool.limit = limit
    assert (status, b"retry-after: 5" in rest) == (503, True)


class Silent:
    """A connection that waits for its client."""

    def __init__(self, pool: ConnectionPool, network: str) -> None:
        self.pool = cast(Any, pool)
        self.network = network
        self.pool.wait(self)

    def drop(self) -> None:
        self.pool.work(self)


def test_the_network_with_most_silent_connections_makes_room() -> None:
    """A stranger with one connection keeps it, however old it is."""
    pool = ConnectionPool(3)
    honest = Silent(pool, "192.0.2.1")
    many = [Silent(pool, "192.0.2.2") for _ in range(3)]
    waiting: Any = pool._waiting
    assert pool.make_room(3)
    assert sum(map(len, waiting.values())) == 4, "there was room"
    assert pool.make_room(4)
    assert list(waiting["192.0.2.2"]) == many[1:]
    assert honest in waiting["192.0.2.1"]


def test_more_requests_than_one_network_may_send_are_read_later() -> None:
    """Nobody is refused; whoever sends too much waits, and others don't."""
    pacing = Pacing(requests=10, burst=20)
    assert [pacing.delay("a", 5.0) for _ in range(20)] == [0.0] * 20, "at once"
    assert [round(pacing.delay("a", 5.0), 6) for _ in range(3)] == [0.1, 0.2, 0.3]
    assert pacing.delay("b", 5.0) == 0.0, "another network"
    assert round(pacing.delay("a", 5.3), 6) == 0.1, "after a while"
    delays = [pacing.delay("a", 5.3) for _ in range(1_000)]
    assert max(delays) == LONGEST_DELAY
    assert pacing.delay("a", 5.3 + LONGEST_DELAY + 2.0) == 0.0, "soon after it has stopped"


def test_a_flood_of_requests_is_slowed_down() -> None:
    bounds = HttpBounds(requests=5, burst=3)
    with raw_server(bounds=bounds) as flooded:
        with contextlib.ExitStack() as connected:
            for _ in range(500):
                if "paced" not in flooded.app.runner.metrics.text():
                    connected.enter_context(flooded.connect())
        assert "paced" in flooded.app.runner.metrics.text()
        with flooded.connect() as client:
            client.sendall((GET + b"\r\n") * 3 + GET + b"Connection: close\r\n\r\n")
            assert read_all(client).count(b" 200 OK") == 4, "all are answered"
    with raw_server(bounds=bounds, edge=Edge(proxies=("127.0.0.0/8",))) as proxied:
        for _ in range(10):
            assert proxied.get("/health")[0] == 200
        assert "paced" not in proxied.app.runner.metrics.text(), "it stands for many visitors"


def test_connections_fit_the_descriptors() -> None:
    assert connection_limits(5_000, 20_000) == (5_512, 5_000)
    assert connection_limits(5_000, 1_024) == (832, 624)
    assert connection_limits(100, 1_024) == (612, 100)
    assert connection_limits(5_000, 256) == (192, 144)


def test_the_soft_limit_of_descriptors_is_raised() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
    try:
        assert raise_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_networks(address: str, network: str) -> None:
    assert network_of(address) == network
