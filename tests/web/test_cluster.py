"""Several nodes serve one floor: each serves any visitor, and a dead one is replaced."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.floor.evening import check_clean
from tests.ledger.memory import MemoryStore
from tests.web.cluster import LEASE, ServedNode, Visitor, leased_store, serving, until
from tests.web.served_app import HASTY, PATIENCE
from uth.core.refusal import Refusal
from uth.floor.cluster.nodes import Node, Nodes
from uth.web.edge import Edge
from uth.web.forwarding import Forwarder

pytestmark = pytest.mark.slow

TLS = Path(__file__).parent / "tls"

MINE: dict[str, Any] = {"name": "mine", "house": "cardroom-25"}


def hear(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(timeout=PATIENCE))


def test_any_node_serves_any_visitor() -> None:
    store, _ = leased_store()
    with serving(store, "one", "two", pace=HASTY) as (one, two):
        pat = Visitor(one.url)
        pat.ask(one, "POST", "/api/tables", **MINE)
        assert [row["name"] for row in pat.ask(two, "GET", "/api/tables")] == ["mine"]
        pat.sit(two, "mine", 1, 100_000)
        assert set(one.app.runner.floor.tables) == {"mine"}, "it stays where it is"
        with pat.socket(two, "mine") as far, pat.socket(one, "mine") as near:
            assert hear(far)["view"] == hear(near)["view"]
            order: dict[str, Any] = {
                "type": "order",
                "key": "w",
                "command": {
                    "type": "Wager",
                    "player": pat.name,
                    "wagers": {"ante": 500, "blind": 500},
                },
            }
            far.send(json.dumps(order))
            until(lambda: hear(far)["type"] == "answer")
            until(lambda: hear(near)["view"]["round"] == 2)
            far.send("nonsense")
            until(lambda: hear(far)["type"] == "refusal")
        refused = pat.ask(two, "POST", "/api/tables/mine/orders", 400, key="x")
        assert refused["code"] == "body/malformed"
        assert pat.ask(two, "GET", "/api/tables/none", 404)["code"] == "table/unknown"
        pat.ask(two, "POST", "/api/tables/mine/close")
        assert pat.ask(two, "GET", "/api/tables") == []
        metrics = httpx2.get(f"{two.url}/metrics", timeout=PATIENCE).text
        assert int(re.findall(r"^uth_forwarded_total (\d+)", metrics, re.MULTILINE)[0]) == 3
        assert {node.name for node in one.app.runner.nodes.all()} == {"one", "two"}
    check_clean(store)


def test_when_a_node_dies_the_player_continues_at_another() -> None:
    store, clock = leased_store()
    with serving(store, "one", "two") as (one, two):
        pat = Visitor(one.url)
        pat.ask(one, "POST", "/api/tables", **MINE)
        pat.sit(one, "mine", 1, 100_000)
        with pat.socket(two, "mine") as socket:
            seen = hear(socket)
            assert seen["view"]["seats"][0]["chips"] == 100_000
            one.app.runner.draining = True  # it no longer renews leases
            one.fall_silent()
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    hear(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        assert not two.app.runner.floor.tables, "a lease is held until it runs out"
        clock.pass_ms(LEASE)
        until(lambda: two.app.runner.floor.tables)
        with pat.socket(two, "mine") as socket:
            assert hear(socket)["view"]["seats"][0]["chips"] == 100_000
            pat.order(two, "mine", type="Leave")
            until(lambda: hear(socket)["view"]["seats"][0] is None)
    check_clean(store)


def test_nodes_reach_each_other_by_tls() -> None:
    """With a certificate of one's own, which the file of `--cafile` names."""
    store, _ = leased_store()
    certificate, key = (str(TLS / name) for name in ("certificate.pem", "key.pem"))
    edge = Edge(certificate, key, cafile=certificate)
    trusted = ssl.create_default_context(cafile=certificate)
    with serving(store, "one", "two", edge=edge) as (one, two):
        token = one.app.people.guest()[0]
        headers = {"authorization": f"Bearer {token}"}
        with httpx2.Client(verify=trusted, headers=headers, timeout=PATIENCE) as client:
            client.post(f"{one.url}/api/tables", json=MINE).raise_for_status()
            assert client.get(f"{two.url}/api/tables/mine").json()["view"]["round"] == 1
        address = f"{two.url.replace('http', 'ws')}/ws/mine"
        with connect(address, ssl=trusted, additional_headers=headers, proxy=None) as socket:
            assert hear(socket)["view"]["round"] == 1
        stranger = Forwarder("three")
        with pytest.raises(Refusal, match=r"node|reach"):
            asyncio.run(_ask(stranger, one.url))


async def _ask(forwarder: Forwarder, url: str) -> None:
    """A node that does not know the certificate sends no token."""
    forwarder.start()
    scope = {"type": "http", "method": "GET", "path": "/api/me", "query_string": b"", "headers": []}
    try:
        await forwarder.request(Request(scope), url, "token", b"")
    finally:
        await forwarder.close()


def test_a_table_that_moves_closes_its_sockets_and_is_found_again() -> None:
    store, _ = leased_store()
    with serving(store, "one", "two") as (one, two):
        pat = Visitor(one.url)
        pat.ask(one, "POST", "/api/tables", **MINE)
        with pat.socket(one, "mine") as socket:
            hear(socket)
            one.app.runner.draining = True  # it does not take the table over again
            one.call(lambda: one.app.runner.floor.tables.release("mine"))
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    hear(socket)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.reason == "table/left"
        until(lambda: "mine" in two.app.runner.floor.tables)
        until(lambda: one.app.runner.nodes.owner_of("mine"))
        with pat.socket(one, "mine") as socket:
            assert hear(socket)["table"] == "mine", "handed on to the other"


def test_a_request_is_forwarded_only_once() -> None:
    store, _ = leased_store()
    with serving(store, "one", "two") as (one, two):
        pat = Visitor(one.url)
        pat.ask(one, "POST", "/api/tables", **MINE)
        headers = {**pat.headers, "x-uth-forwarded": "one"}
        response = httpx2.get(f"{two.url}/api/tables/mine", headers=headers, timeout=PATIENCE)
        assert (response.status_code, response.json()["code"]) == (503, "lease/elsewhere")
        assert response.json()["where"] == one.url


def test_a_forwarded_handshake_is_refused_as_the_owner_refuses_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving(leased_store()[0], "one", "two") as (one, two):
        pat = Visitor(one.url)
        pat.ask(one, "POST", "/api/tables", **MINE)
        one.app.runner.capacity = 0
        assert _denied(pat, two) == (503, "service/full")
        nowhere = Node("one", "http://127.0.0.1:9", 0)
        monkeypatch.setattr(two.app.runner.nodes, "owner_of", lambda table: nowhere)
        assert _denied(pat, two) == (503, "lease/node_lost")


def _denied(visitor: Visitor, node: ServedNode) -> tuple[int, str]:
    with pytest.raises(InvalidStatus) as refused:
        visitor.socket(node, "mine")
    answer = refused.value.response
    assert answer.body is not None
    return answer.status_code, json.loads(answer.body)["code"]


def test_a_node_says_where_it_is() -> None:
    store = MemoryStore()
    nodes = Nodes(store, lambda: 1_000, "one", "http://127.0.0.1:1")
    nodes.announce({"t1": b"{}"})
    nodes.announce({"t1": b"{}"})
    assert nodes.tables() == {"t1": ("one", b"{}")}
    nodes.forget("t1")
    assert nodes.tables() == {}
    assert nodes.owner_of("t1") is None
    store.acquire("table/t1", "two", 60_000)
    node = nodes.owner_of("t1")
    assert node is not None
    assert (node.name, node.url) == ("two", "")
    with pytest.raises(Refusal, match="stream/name"):
        Nodes(store, lambda: 1, "one\r\nx: y")
    assert [one.name for one in nodes.all()] == ["one"]
    later = Nodes(store, lambda: 100_000, "two")
    assert later.all() == []
