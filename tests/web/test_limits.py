"""Limits on strangers, shares of the sockets, and what answers tell about the house."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.floor.sources import Clock
from tests.ledger.memory import MemoryStore
from tests.web.raw_server import RawServer, parse, raw_server
from tests.web.served_app import ApiClient, ServedApp
from uth.core.refusal import Refusal
from uth.floor.people.people import People
from uth.floor.people.rate_limits import Rate
from uth.floor.people.roles import Person, Role
from uth.web import logs
from uth.web.edge import PLAIN, Edge
from uth.web.gate import Rates
from uth.web.responses import status_of
from uth.web.sockets.open_sockets import OpenSockets

HELD = ExitStack()
"""Sockets that stay open."""
HANDSHAKE = (
    b"GET /ws/main?token=secret-of-pat HTTP/1.1\r\nHost: localhost\r\n"
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
STRANGERS = Rate(burst=5, tokens=1)


@pytest.fixture(scope="module")
def strict() -> Iterator[ServedApp]:
    clock = Clock()
    with ServedApp(MemoryStore(clock), clock=clock, rates=Rates(strangers=STRANGERS)) as made:
        yield made


@pytest.mark.parametrize("token", ["", "Bearer " + "a" * 43, "Bearer short"])
def test_requests_without_a_session_are_limited_before_it_is_looked_up(
    strict: ServedApp, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    strict.app.runner.floor.clock.pass_s(60)  # type: ignore[attr-defined]
    pat = strict.staff("pat")
    pat.ask("GET", "/api/me")
    headers = {"authorization": token} if token else {}
    strict.client.cookies.clear()
    answers = [strict.client.get("/api/me", headers=headers) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    assert answers[-1].headers["retry-after"] == "1"
    with monkeypatch.context() as patch:
        patch.setattr(strict.app.people, "person", pytest.fail)
        assert strict.client.get("/api/me", headers=headers).status_code == 429
    pat.ask("GET", "/api/me")
    assert strict.client.get("/api/houses").status_code == 200, "what needs no session goes on"


def test_neighbors_do_not_use_up_what_somebody_may_read(strict: ServedApp) -> None:
    """Those without a session share what one address may read; each session has its own share."""
    strict.app.runner.floor.clock.pass_s(60)  # type: ignore[attr-defined]
    pat, sue = strict.staff("pat"), strict.staff("sue")
    strict.client.cookies.clear()
    path, share = "/api/session", Rates().session.burst
    read = [strict.client.get(path).status_code for _ in range(share + 1)]
    assert read == [200] * share + [429]
    pat.ask("GET", path)
    for _ in range(share - 1):
        pat.ask("GET", path)
    assert pat.ask("GET", path, 429)["code"] == "rate/too_many"
    sue.ask("GET", path)


class _Visit:
    """A context, as far as shares look at it."""

    def __init__(self, name: str, role: Role = Role.PLAYER, address: str = "") -> None:
        self.actor = Person(name, role)
        self.client_address = address


def _open_all(sockets: OpenSockets, visit: _Visit) -> int:
    """How many sockets somebody can open."""
    for count in range(10_000):
        try:
            keys = sockets._shares(cast(Any, visit))
        except Refusal:
            return count
        HELD.enter_context(sockets._counted(keys))
    raise AssertionError("without end")


def test_nobody_fills_the_sockets() -> None:
    sockets = OpenSockets(lambda: 100)
    taken = [_open_all(sockets, _Visit(f"player {number}")) for number in range(3)]
    assert taken == [20, 16, 13]
    assert _open_all(sockets, _Visit("another")) > 1


def test_guests_of_one_address_share_what_is_left() -> None:
    sockets = OpenSockets(lambda: 100)
    for number in range(1_000):
        _open_all(sockets, _Visit(f"guest-{number}", Role.GUEST, "here"))
    assert sockets.count == 50
    assert _open_all(sockets, _Visit("guest-x", Role.GUEST, "there")) > 1


def test_a_full_house_still_has_a_first_socket_for_who_is_seated() -> None:
    sockets = OpenSockets(lambda: 0)
    assert _open_all(sockets, _Visit("pat")) == 1


def test_signing_out_deletes_the_cookie(served: ServedApp, guest: ApiClient) -> None:
    response = served.client.post("/api/sign-out", headers=guest.headers)
    assert 'uth_session=""' in response.headers["set-cookie"]
    assert "max-age=0" in response.headers["set-cookie"].lower()


def test_a_refused_method_is_told_all_that_are_allowed(served: ServedApp) -> None:
    allowed = served.client.put("/api/users").headers["allow"]
    assert {method.strip() for method in allowed.split(",")} == {"GET", "HEAD", "POST"}
    allowed = served.client.put("/api/tables/main/bots").headers["allow"]
    assert {method.strip() for method in allowed.split(",")} == {"POST", "DELETE"}


def test_a_foreign_host_is_not_repeated(served: ServedApp) -> None:
    for path in ("/api/houses/", "/account/"):
        response = served.client.get(path, headers={"host": "evil.example"}, follow_redirects=False)
        assert response.status_code == 404
        assert "location" not in response.headers


def test_an_unknown_table_is_missing_on_every_path(served: ServedApp) -> None:
    flo = served.staff("flo")
    assert flo.ask("GET", "/api/tables/nowhere/corrections", 404)["code"] == "table/none"
    assert flo.ask("DELETE", "/api/tables/nowhere/line", 404)["code"] == "table/unknown"


def test_long_answers_are_compressed(served: ServedApp) -> None:
    plain = served.client.get("/api/clauses", headers={"accept-encoding": "identity"})
    short = served.client.get("/api/clauses", headers={"accept-encoding": "gzip"})
    assert plain.json() == short.json()
    assert "content-encoding" not in plain.headers
    assert short.headers["content-encoding"] == "gzip"
    assert int(short.headers["content-length"]) * 2 < int(plain.headers["content-length"])
    for refused in ("gzip;q=0", "br, gzip; q=0.0", "identity, xgzip", ""):
        answer = served.client.get("/api/clauses", headers={"accept-encoding": refused})
        assert "content-encoding" not in answer.headers, refused
    for allowed in ("br;q=1, gzip;q=0.5", "*", "GZIP"):
        answer = served.client.get("/api/clauses", headers={"accept-encoding": allowed})
        assert answer.headers["content-encoding"] == "gzip", allowed
    session = served.client.get("/api/session", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in session.headers


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", W/{}', "*"])
def test_a_page_is_not_sent_again(served: ServedApp, form: str) -> None:
    etag = served.client.get("/").headers["etag"]
    again = served.client.get("/", headers={"if-none-match": form.format(etag)})
    assert again.status_code == 304
    assert served.client.get("/", headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize("here", [True, False])
def test_a_socket_ends_with_its_session(served: ServedApp, guest: ApiClient, here: bool) -> None:
    """Ended by this process or by another one; nothing happens at the table meanwhile."""
    table = f"quiet-{here}".lower()
    served.staff("flo").ask("POST", "/api/tables", name=table, house="cardroom-25")
    with guest.socket(table) as socket:
        guest.receive(socket)
        other = People(served.app.runner.floor.store, served.app.runner.floor.clock, bytes)
        people = served.app.people if here else other
        people.sessions.end(guest.token)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert (closed.value.code, closed.value.reason) == (1008, "session/none")


def test_a_server_that_cannot_write_says_so(
    served: ServedApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert served.client.get("/health").status_code == 200
    monkeypatch.setattr(served.app.runner.writer, "_failing", True)
    response = served.client.get("/health")
    assert (response.status_code, response.text) == (503, "nothing can be written\n")
    assert int(response.headers["retry-after"]) > 0
    assert status_of("heads/unwritable") == 503


def test_a_token_in_the_query_of_a_socket_is_not_logged(capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    logs.set_up()
    try:
        with raw_server() as server:
            with server.connect() as client:
                client.sendall(HANDSHAKE)
                assert parse(client.recv(65_536))[0] == 401
            assert server.get("/health?token=secret-of-pat")[0] == 200
    finally:
        root.handlers[:], root.level = before, level
    assert "secret-of-pat" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (b"casino.example:8410", 200),
        (b"CASINO.example", 200),
        (b"127.0.0.1:8410", 200),
        (b"[::1]:8410", 200),
        (b"evil.example", 421),
        (b"casino.example.evil.example", 421),
        (b"casino.example\r\nHost: evil.example", 421),
    ],
)
def test_only_named_hosts_are_served(named: RawServer, host: bytes, status: int) -> None:
    head = b"GET /health HTTP/1.1\r\nConnection: close\r\nHost: " + host + b"\r\n\r\n"
    assert parse(named.ask(head))[0] == status


def test_a_request_without_a_name_is_not_served(named: RawServer) -> None:
    assert parse(named.ask(b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"))[0] == 421


@pytest.fixture(scope="module")
def named() -> Iterator[RawServer]:
    with raw_server(edge=Edge(hosts=("casino.example",))) as made:
        yield made


def test_a_server_on_loopback_serves_no_foreign_name() -> None:
    """A page of another site whose name leads to this machine can't use its visitor's house."""
    assert "localhost" in PLAIN.served_hosts("127.0.0.1")
    assert not PLAIN.served_hosts("0.0.0.0"), "all names"


def test_other_nodes_may_use_the_name_by_which_they_reach_this_one() -> None:
    edge = Edge(hosts=("casino.example",))
    assert "north" in edge.served_hosts("0.0.0.0", "https://North:8410/below")
    assert "" not in edge.served_hosts("0.0.0.0", "")


@pytest.mark.parametrize("proxies", [(), ("192.0.2.200",)])
def test_forwarded_headers_of_strangers_are_ignored(proxies: tuple[str, ...]) -> None:
    """By default nobody is believed to be a proxy; else nobody but who is named."""
    with raw_server(edge=Edge(proxies=proxies)) as server:
        for number in range(45):
            server.get("/api/houses", f"X-Forwarded-For: 192.0.2.{number}".encode())
        assert list(server.app._gate._read_rate._levels) == ["127.0.0.1"]


def test_tls() -> None:
    """The session's cookie is for https alone, and browsers are told to stay there."""
    folder = Path(__file__).parent / "tls"
    edge = Edge(str(folder / "certificate.pem"), str(folder / "key.pem"))
    with raw_server(edge=edge) as server:
        post = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        status, rest = parse(server.ask(post))
        assert status == 200
        cookie = next(line for line in rest.lower().split(b"\r\n") if b"set-cookie" in line)
        assert b"secure" in cookie
        assert b"strict-transport-security: max-age=31536000" in rest
        with server.connect() as client:
            client.sendall(HANDSHAKE)
            assert parse(client.recv(65_536))[0] == 401
