"""Two houses alike in all but the cards that nobody has seen: they answer everybody alike.

Whatever an answer lets out of a hidden card, as text, as a number or in any other way, is another
byte in one of the two.
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
from tests.web.served import PASSWORD, STAFF
from uth.core.cards import DECK
from uth.floor.floor import Floor
from uth.floor.people.passwords import Cost, Passwords
from uth.floor.people.people import People
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.web import app as web
from uth.web.routes import Route
from uth.web.server import make_app

pytestmark = pytest.mark.slow

NOW = 1_700_000_000_000
OWN = "9c 9d"
HIDDEN = (("2c 3d", "Qh Jh Th 4s 6d"), ("Ks Kd", "2h 2s 7d 8c As"))
"""Dealer and board, dealt one way and the other."""
PLACES = {"table": "main", "player": "pat", "round": "1", "house": "cardroom-25", "clause": "PA-1"}
SLOW = ("/api/tables/{table}/advice", "/api/tables/{table}/starting-hands")
"""Worked out in another process, which is told the rules, one's own cards and the board only."""
CHEAP = Passwords(Cost(passes=1, memory_kib=64))


def dealt(dealer: str, board: str) -> MemoryStore:
    """A house in the middle of its first hand; pat has looked at his cards."""
    store, source = MemoryStore(lambda: NOW), Bytes()
    house = Floor(store, clock=lambda: NOW, source=source, pace=Pace())
    people = People(store, lambda: NOW, source, CHEAP)
    for name, role in STAFF.items():
        people.make(name, PASSWORD, role)
    house.open_table("main", load_house("cardroom-25"), "flo")
    house.books.buy_in("pat", 100_000, "pat")
    driver.perform(house, Order("main", "pat", c.Sit("pat", 1, 50_000)))
    driver.perform(house, Order("main", "pat", c.Wager("pat", {"ante": 500, "blind": 500})))
    stack(house.table_writer("main"), {1: OWN}, dealer, board)
    while house.table_writer("main").table.phase != "preflop":
        assert driver.step(house, "main")
    return store


def ways() -> list[Route]:
    """All that only looks; the audit looks at everything."""
    looks = [route for route in web.ROUTES if route.method == "GET" or route.path == "/api/audit"]
    return [route for route in looks if route.path not in SLOW]


def answers(store: MemoryStore) -> dict[tuple[str, str], tuple[int, bytes]]:
    """What everybody is answered everywhere."""
    pace = Pace(timed=False)
    app = make_app(store, clock=lambda: NOW, source=Bytes(), pace=pace, passwords=CHEAP)
    app.runner.metrics.gauges["process_resident_memory_bytes"] = lambda: 0
    found = {}
    with TestClient(app.build(), raise_server_exceptions=False) as client:
        for name in STAFF:
            signed = client.post("/api/sign-in", json={"name": name, "password": PASSWORD})
            headers = {"authorization": f"Bearer {signed.json()['token']}"}
            client.cookies.clear()
            for route in ways():
                path = route.path.format_map(PLACES)
                told = client.request(route.method, path, headers=headers)
                found[name, f"{route.method} {path}"] = (told.status_code, told.content)
    return found


def differences() -> list[tuple[str, str]]:
    one, other = (answers(dealt(*cards)) for cards in HIDDEN)
    assert one.keys() == other.keys()
    return [way for way in one if one[way] != other[way]]


def test_nobody_is_answered_otherwise() -> None:
    assert differences() == []


def _planted(patch: pytest.MonkeyPatch, path: str, change: Any) -> None:
    (old,) = (route for route in web.ROUTES if route.path == path and route in ways())

    async def leaky(asked: Any) -> Any:
        hidden = asked.runner.floor.table_writer("main").table.hands[0][0]
        return change(await old.handler(asked), DECK.index(hidden))

    routes = (replace(route, handler=leaky) if route is old else route for route in web.ROUTES)
    patch.setattr(web, "ROUTES", tuple(routes))


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("/api/tables", lambda lines, n: [replace(line, waiting=n) for line in lines]),
        ("/api/me", lambda me, n: replace(me, at_cage=n)),
        ("/api/audit", lambda audit, n: replace(audit, postings=n)),
        ("/api/shift", lambda shift, n: replace(shift, variance=n % 13)),
    ],
)
def test_a_card_told_as_a_plain_number_is_found(
    path: str, change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _planted(monkeypatch, path, change)
    found = differences()
    assert found
    assert {way.split(" ")[1] for _, way in found} == {path}
