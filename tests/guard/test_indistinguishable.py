"""Two floors that differ only in cards that nobody has seen answer every request alike.

Whatever a response reveals of a hidden card, in whatever encoding, would be a different byte.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from tests.floor import driver
from tests.floor.sources import Bytes
from tests.floor.stacked import stack
from tests.ledger.memory import MemoryStore
from tests.web.served_app import PASSWORD, STAFF
from uth.core.cards import DECK
from uth.floor.floor import Floor
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.web import app as web
from uth.web.routes import Route
from uth.web.server import make_app

pytestmark = pytest.mark.slow

NOW = 1_750_000_000_000
OWN = "9c 9d"
HIDDEN = (("2c 3d", "Qh Jh Th 4s 6d"), ("Ks Kd", "2h 2s 7d 8c As"))
"""Two deals of dealer and board."""
PARAMETERS = {
    "table": "main",
    "player": "pat",
    "round": "1",
    "house": "cardroom-25",
    "clause": "PA-1",
}
SLOW = ("/api/tables/{table}/advice", "/api/tables/{table}/starting-hands")
"""Computed in another process, which gets only the rules, the player's own cards and the board."""
CHEAP = Passwords(passes=1, memory_kib=64)


def dealt(dealer: str, board: str) -> MemoryStore:
    """A store in the middle of its first hand; pat has seen their cards."""
    store, source = MemoryStore(lambda: NOW), Bytes()
    floor = Floor(store, clock=lambda: NOW, source=source, pace=Pace())
    people = People(store, lambda: NOW, source, CHEAP)
    for name, role in STAFF.items():
        people.make(name, PASSWORD, role)
    floor.open_table("main", load_house("cardroom-25"), "flo")
    floor.books.buy_in("pat", 100_000, "pat")
    driver.perform(floor, Order("main", "pat", c.Sit("pat", 1, 50_000)))
    driver.perform(floor, Order("main", "pat", c.Wager("pat", {"ante": 500, "blind": 500})))
    stack(floor.tables.writer("main"), {1: OWN}, dealer, board)
    while floor.tables.writer("main").table.phase != "preflop":
        assert driver.step(floor, "main")
    return store


def read_routes() -> list[Route]:
    """All routes that change nothing; the audit reads everything."""
    looks = [route for route in web.ROUTES if route.method == "GET" or route.path == "/api/audit"]
    return [route for route in looks if route.path not in SLOW]


def all_responses(
    store: MemoryStore, routes: list[Route]
) -> dict[tuple[str, str], tuple[int, bytes]]:
    """The response of every route to every role."""
    pace = Pace(timed=False)
    app = make_app(store, clock=lambda: NOW, source=Bytes(), pace=pace, passwords=CHEAP)
    app.runner.metrics.gauges["process_resident_memory_bytes"] = lambda: 0
    responses = {}
    with TestClient(app.build(), raise_server_exceptions=False) as client:
        for name in STAFF:
            signed = client.post("/api/sign-in", json={"name": name, "password": PASSWORD})
            headers = {"authorization": f"Bearer {signed.json()['token']}"}
            client.cookies.clear()
            for route in routes:
                path = route.path.format_map(PARAMETERS)
                response = client.request(route.method, path, headers=headers)
                content = (response.status_code, response.content)
                responses[name, f"{route.method} {path}"] = content
    return responses


def differences(routes: list[Route]) -> list[tuple[str, str]]:
    one, other = (all_responses(dealt(*cards), routes) for cards in HIDDEN)
    assert one.keys() == other.keys()
    return [request for request in one if one[request] != other[request]]


def test_hidden_cards_change_no_answer() -> None:
    assert differences(read_routes()) == []


def _planted(patch: pytest.MonkeyPatch, path: str, change: Any) -> None:
    (old,) = (route for route in web.ROUTES if route.path == path and route in read_routes())

    async def leaky(context: Any) -> Any:
        hidden = context.runner.floor.tables.writer("main").table.hands[0][0]
        return change(await old.handler(context), DECK.index(hidden))

    routes = (replace(route, handler=leaky) if route is old else route for route in web.ROUTES)
    patch.setattr(web, "ROUTES", tuple(routes))


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("/api/tables", lambda rows, n: [replace(row, waiting=n) for row in rows]),
        ("/api/me", lambda me, n: replace(me, at_cage=n)),
        ("/api/audit", lambda audit, n: replace(audit, postings=n)),
        ("/api/shift", lambda shift, n: replace(shift, variance=n % 13)),
    ],
)
def test_a_card_leaked_as_a_number_is_found(
    path: str, change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _planted(monkeypatch, path, change)
    routes = [route for route in read_routes() if route.path in (path, "/api/session")]
    different = differences(routes)
    assert different
    assert {request.split(" ")[1] for _, request in different} == {path}, "the other is as before"
