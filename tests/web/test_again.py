"""A key that was answered gets the same answer again, whatever has come between."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from tests.web.nodes import Visitor, leased_store, serving
from tests.web.served import Caller, Served, in_memory, on_disk, play_round
from uth.floor.cluster.nodes import Node
from uth.floor.people.roles import Role
from uth.web.app import ROUTES
from uth.web.messages.tables import NewTable

OPEN: dict[str, Any] = {"name": "main", "house": "cardroom-25"}
ANOTHER = "/api/tables/main/corrections/999/withdraw"
SIT = {"type": "Sit", "player": "pat", "seat": 1, "chips": 50_000}
Change = Callable[[Served], object]


class Day:
    """A house where one thing of each kind has happened, with what was asked and answered."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.callers = {name: served.staff(name) for name in ("flo", "gus", "pat")}
        self.done: dict[str, tuple[Caller, str, dict[str, Any], Any]] = {}
        flo = self.callers["flo"]
        for name in ("main", "side"):
            flo.ask("POST", "/api/tables", **{**OPEN, "name": name, "tray": 1_000})
        self.do("pat", "/api/me/play-money", amount=990_000)
        self.do("pat", "/api/tables/main/orders", command=SIT)
        play_round(self.callers["pat"], "main", 1)
        self.do("flo", "/api/cage/buy-in", player="pat", amount=777)
        self.do("flo", "/api/cage/cash-out", player="pat", amount=776)
        self.do("flo", "/api/tables/main/count", counted=5)
        accounts = {"source": "house/table/main", "target": "player/pat"}
        asked = {"round": 1, **accounts, "amount": 5, "reason": "paid short"}
        number = self.do("flo", "/api/tables/main/corrections", **asked)["number"]
        self.do("flo", f"/api/tables/main/corrections/{number}/withdraw")
        number = self.do("flo", "/api/tables/main/corrections", **asked)["number"]
        self.do("gus", f"/api/tables/main/corrections/{number}", amount=5)
        self.do("flo", "/api/tables/side/bots", count=2)
        self.do("flo", "/api/tables/side/close", tray=900)

    def do(self, name: str, path: str, **body: Any) -> Any:
        caller = self.callers[name]
        body = {**body, "key": f"once-{len(self.done)}"}
        answer = caller.ask("POST", path, **body)
        self.done[path] = (caller, path, body, answer)
        return answer

    def check(self) -> None:
        """Everything once more: the same answers, and not a cent has moved."""
        before = _balances(self.served)
        for caller, path, body, answer in self.done.values():
            assert caller.ask("POST", path, **body) == answer, path
        assert _balances(self.served) == before


def _balances(served: Served) -> dict[str, int]:
    with served.store.reading() as reader:
        return reader.balances()


@pytest.fixture
def day() -> Iterator[Day]:
    with in_memory() as served:
        yield Day(served)


def _ways(path: str) -> str:
    return "/".join(
        "{}" if part in ("main", "side") or part.isdigit() else part for part in path.split("/")
    )


def test_every_way_in_with_a_key_is_tried_here(day: Day) -> None:
    """A new one is found by its body, and must say how it is answered again.

    An opening is not among them: it is answered with the table, which is not as it was.
    """
    keyed = [
        route
        for route in ROUTES
        if route.body not in (None, NewTable)
        and any(field.name == "key" for field in fields(route.body))
    ]
    assert all(route.previous_answer is not None for route in keyed)
    names = ("{table}", "{number}")
    told = {
        "/".join("{}" if part in names else part for part in route.path.split("/"))
        for route in keyed
    }
    assert {_ways(path) for path in day.done} == told


def _close(served: Served) -> None:
    served.staff("flo").ask("POST", "/api/tables/main/close")


def _leave(served: Served) -> None:
    served.staff("pat").order("main", {"type": "Leave", "player": "pat"})


def _limits(served: Served) -> None:
    served.staff("pat").ask("POST", "/api/me/limits", loss=100, minutes=1)


def _drop(served: Served) -> None:
    served.app.runner.floor.tables.release("main")


def _drain(served: Served) -> None:
    served.app.runner.draining = True


def _other_roles(served: Served) -> None:
    """Nobody is what he was; the sessions of before go on."""
    accounts = served.app.people.accounts
    for name in ("flo", "gus", "pat"):
        found = accounts.get(name)
        assert found is not None
        accounts.put(type(found)(found.name, Role.SURVEILLANCE, found.password))


CHANGES: dict[str, Change] = {
    "nothing": lambda served: None,
    "he has enough and more": lambda served: served.staff("flo").ask(
        "POST", "/api/cage/buy-in", player="pat", amount=10**9, key="more"
    ),
    "he has left the table": _leave,
    "the table was closed": _close,
    "another round was played": lambda served: play_round(served.staff("pat"), "main", 1),
    "he has set limits": _limits,
    "the node keeps the table no longer": _drop,
    "a closed table was opened again": lambda served: served.staff("gus").ask(
        "POST", "/api/tables", **{**OPEN, "name": "side"}
    ),
    "the house closes": _drain,
    "they have other roles": _other_roles,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_happened_is_answered_as_before(day: Day, change: str) -> None:
    CHANGES[change](day.served)
    day.check()


def test_a_key_is_not_good_for_anything_else(day: Day) -> None:
    for caller, path, body, _ in day.done.values():
        other = dict(body)
        for name in ("amount", "count", "counted", "tray"):
            if name in other:
                other[name] += 1
        if "command" in other:
            other["command"] = {**SIT, "chips": 1}
        where = ANOTHER if path.endswith("/withdraw") else path
        assert caller.ask("POST", where, 409, **other)["code"] == "key/used", path
    flo, _, body, _ = day.done["/api/cage/buy-in"]
    told = flo.ask("POST", "/api/cage/buy-in", 409, **{**body, "player": "gus"})
    assert told["code"] == "key/used"


def test_a_repeated_closing_closes_nothing_that_was_opened_since(day: Day) -> None:
    flo, path, body, answer = day.done["/api/tables/side/close"]
    assert (answer["tray"], answer["expected"]) == (900, 1_000)
    flo.ask("POST", "/api/tables", **{**OPEN, "name": "side"})
    assert flo.ask("POST", path, **body) == answer
    assert "side" in [line["name"] for line in flo.ask("GET", "/api/tables")]
    (line,) = [one for one in flo.ask("GET", "/api/shift")["tables"] if one["table"] == "side"]
    told = [(one["what"], one["variance"]) for one in line["sittings"]]
    assert told == [("opened", 0), ("closed", -100), ("opened", 0)], "it was counted once"
    flo.ask("POST", path, tray=1)
    assert flo.ask("POST", path, 404, tray=1)["code"] == "table/unknown", "there was no key"


def test_a_repeated_opening_tells_of_the_table_and_opens_none(day: Day) -> None:
    flo, gus = day.callers["flo"], day.callers["gus"]
    body: dict[str, Any] = {**OPEN, "name": "new", "tray": 500, "bots": 2, "key": "open"}
    first, second = (flo.ask("POST", "/api/tables", **body) for _ in range(2))
    assert first["table"] == second["table"] == "new"
    taken = [seat for seat in second["view"]["seats"] if seat is not None]
    assert len(taken) == 2, "and no more bots"
    for other in ({"tray": 501}, {"house": "hollywood-pa"}, {"name": "newer"}):
        assert flo.ask("POST", "/api/tables", 409, **{**body, **other})["code"] == "key/used"
    assert gus.ask("POST", "/api/tables", 422, **body)["code"] == "table/open"
    flo.ask("POST", "/api/tables/new/close", tray=500, key="close")
    assert flo.ask("POST", "/api/tables", 404, **body)["code"] == "table/unknown"
    names = [line["name"] for line in flo.ask("GET", "/api/tables")]
    assert "new" not in names


def test_what_did_not_happen_stays_refused(day: Day) -> None:
    pat = day.callers["pat"]
    body = {"amount": 10**6, "key": "never"}
    for _ in range(2):
        assert pat.ask("POST", "/api/me/play-money", 422, **body)["code"] == "money/enough"


def test_the_same_after_a_restart_and_by_socket(tmp_path: Path) -> None:
    with on_disk(tmp_path / "house.db") as served:
        day = Day(served)
        _, _, body, answer = day.done["/api/tables/main/orders"]
    with on_disk(tmp_path / "house.db") as served:
        pat = served.staff("pat")
        again = [
            pat.ask("POST", path, **sent)
            for who, path, sent, _ in day.done.values()
            if who.name == "pat"
        ]
        assert again == [told for who, _, _, told in day.done.values() if who.name == "pat"]
        with pat.socket("main") as socket:
            pat.hear(socket)
            served.app.runner.draining = True
            socket.send_text(json.dumps({"type": "order", **body}))
            while (told := pat.hear(socket))["type"] == "update":
                pass
            assert told["answer"] == answer


@pytest.mark.slow
def test_any_node_tells_what_another_has_done() -> None:
    """The node that keeps the table does not answer; the one that is asked knows all the same."""
    with serving(leased_store()[0], "north", "south") as (north, south):
        pat = Visitor(north.url)
        pat.ask(north, "POST", "/api/tables", **OPEN)
        pat.ask(north, "POST", "/api/me/play-money", amount=50_000, key="money")
        body: dict[str, Any] = {"key": "sit", "command": {**SIT, "player": pat.name}}
        path = "/api/tables/main/orders"
        answer = pat.ask(north, "POST", path, **body)
        assert pat.ask(south, "POST", path, **body) == answer
        south.app.runner.nodes.owner_of = _silent  # type: ignore[method-assign]
        assert pat.ask(south, "POST", path, **body) == answer
        told = pat.ask(south, "POST", path, 503, **{**body, "key": "another"})
        assert told["code"] == "lease/elsewhere"


def _silent(table: str) -> Node:
    return Node("north", "http://127.0.0.1:9", 0)
