"""A retry with the same key gets the same answer, whatever has happened since."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from tests.floor.stacked import stack
from tests.web.cluster import Visitor, leased_store, serving
from tests.web.served_app import ApiClient, ServedApp, in_memory, on_disk, play_round
from uth.floor.cluster.nodes import Node
from uth.floor.people.roles import Role
from uth.web.api.tables import NewTable
from uth.web.app import ROUTES

OPEN: dict[str, Any] = {"name": "main", "house": "cardroom-25"}
NAMES = ("main", "side", "own", "link", "three-card-poker")
ANOTHER = "/api/tables/main/corrections/999/withdraw"
SIT = {"type": "Sit", "player": "pat", "seat": 1, "chips": 50_000}
Change = Callable[[ServedApp], object]


class Day:
    """A server where one booking of each kind was made, with its requests and answers."""

    def __init__(self, served: ServedApp) -> None:
        self.served = served
        self.callers = {name: served.staff(name) for name in ("flo", "gus", "pat")}
        self.done: dict[str, tuple[ApiClient, str, dict[str, Any], Any]] = {}
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
        correction = {"round": 1, **accounts, "amount": 5, "reason": "paid short"}
        number = self.do("flo", "/api/tables/main/corrections", **correction)["number"]
        self.do("flo", f"/api/tables/main/corrections/{number}/withdraw")
        number = self.do("flo", "/api/tables/main/corrections", **correction)["number"]
        self.do("gus", f"/api/tables/main/corrections/{number}", amount=5)
        self.do("flo", "/api/tables/side/bots", count=2)
        flo.ask("POST", "/api/tables", name="pa", house="hollywood-pa")
        self.do("flo", "/api/meters/link/games/three-card-poker/rounds", seats=2, rounds=1)
        self.do("flo", "/api/tables/side/close", tray=900)
        self._approve_practice()

    def _approve_practice(self) -> None:
        """A payout at pat's own table waits for approval, and pat approves it."""
        pat = self.callers["pat"]
        pat.ask("POST", "/api/tables", name="own", house="cardroom-25", timed=False)
        pat.order("own", {**SIT, "chips": 100_000})
        writer = self.served.app.runner.floor.tables.writer("own")
        stack(writer, {1: "Ah Kh"}, "2c 3d", "Qh Jh Th 4s 6d")
        wagers = {"ante": 2_500, "blind": 2_500}
        pat.order("own", {"type": "Wager", "player": "pat", "wagers": wagers})
        pat.until("own", lambda view: view["phase"] == "preflop")
        pat.order("own", {"type": "Act", "player": "pat", "action": "4x"})
        (pending,) = self.served.staff("sue").ask("GET", "/api/approvals")
        path = "/api/tables/own/practice-approval"
        self.do("pat", path, amount=pending["amount"], version=pending["version"])

    def do(self, name: str, path: str, **body: Any) -> Any:
        caller = self.callers[name]
        body = {**body, "key": f"once-{len(self.done)}"}
        answer = caller.ask("POST", path, **body)
        self.done[path] = (caller, path, body, answer)
        return answer

    def check(self) -> None:
        """Send every request again: the answers are the same, and no money moves."""
        before = _balances(self.served)
        for caller, path, body, answer in self.done.values():
            assert caller.ask("POST", path, **body) == answer, path
        assert _balances(self.served) == before


def _balances(served: ServedApp) -> dict[str, int]:
    with served.store.reading() as reader:
        return reader.balances()


@pytest.fixture
def day() -> Iterator[Day]:
    with in_memory() as served:
        yield Day(served)


def _ways(path: str) -> str:
    return "/".join("{}" if part in NAMES or part.isdigit() else part for part in path.split("/"))


def test_every_route_with_a_key_is_covered(day: Day) -> None:
    """A new route with a key is detected by its body, and must have a previous answer.

    Opening a table is not among them: its answer is the table as it is now.
    """
    keyed = [
        route
        for route in ROUTES
        if route.body not in (None, NewTable)
        and any(field.name == "key" for field in fields(route.body))
    ]
    assert all(route.previous_answer is not None for route in keyed)
    with_key = {re.sub(r"{\w+}", "{}", route.path) for route in keyed}
    assert {_ways(path) for path in day.done} == with_key


def _close(served: ServedApp) -> None:
    served.staff("flo").ask("POST", "/api/tables/main/close")


def _leave(served: ServedApp) -> None:
    served.staff("pat").order("main", {"type": "Leave", "player": "pat"})


def _limits(served: ServedApp) -> None:
    served.staff("pat").ask("POST", "/api/me/limits", loss=100, minutes=1)


def _drop(served: ServedApp) -> None:
    served.app.runner.floor.tables.release("main")


def _drain(served: ServedApp) -> None:
    served.app.runner.draining = True


def _other_roles(served: ServedApp) -> None:
    """Change everybody's role; their sessions stay valid."""
    accounts = served.app.people.accounts
    for name in ("flo", "gus", "pat"):
        account = accounts.get(name)
        assert account is not None
        accounts.put(type(account)(account.name, Role.SURVEILLANCE, account.password))


CHANGES: dict[str, Change] = {
    "nothing": lambda served: None,
    "the player has too much money": lambda served: served.staff("flo").ask(
        "POST", "/api/cage/buy-in", player="pat", amount=10**9, key="more"
    ),
    "the player has left the table": _leave,
    "the table was closed": _close,
    "another round was played": lambda served: play_round(served.staff("pat"), "main", 1),
    "the player has set limits": _limits,
    "the node keeps the table no longer": _drop,
    "a closed table was opened again": lambda served: served.staff("gus").ask(
        "POST", "/api/tables", **{**OPEN, "name": "side"}
    ),
    "the floor is closing": _drain,
    "they have other roles": _other_roles,
}


@pytest.mark.parametrize("change", CHANGES)
def test_retries_are_answered_as_before(day: Day, change: str) -> None:
    CHANGES[change](day.served)
    day.check()


def test_a_key_can_not_be_used_for_another_request(day: Day) -> None:
    for caller, path, body, _ in day.done.values():
        other = dict(body)
        for name in ("amount", "count", "counted", "rounds", "tray"):
            if name in other:
                other[name] += 1
        if "command" in other:
            other["command"] = {**SIT, "chips": 1}
        where = ANOTHER if path.endswith("/withdraw") else path
        assert caller.ask("POST", where, 409, **other)["code"] == "key/used", path
    flo, _, body, _ = day.done["/api/cage/buy-in"]
    answer = flo.ask("POST", "/api/cage/buy-in", 409, **{**body, "player": "gus"})
    assert answer["code"] == "key/used"


def test_a_retried_closing_closes_no_table_opened_since(day: Day) -> None:
    flo, path, body, answer = day.done["/api/tables/side/close"]
    assert (answer["tray"], answer["expected"]) == (900, 1_000)
    flo.ask("POST", "/api/tables", **{**OPEN, "name": "side"})
    assert flo.ask("POST", path, **body) == answer
    assert "side" in [row["name"] for row in flo.ask("GET", "/api/tables")]
    (row,) = [one for one in flo.ask("GET", "/api/shift")["tables"] if one["table"] == "side"]
    sittings = [(one["what"], one["variance"]) for one in row["sittings"]]
    assert sittings == [("opened", 0), ("closed", -100), ("opened", 0)], "it was counted once"
    flo.ask("POST", path, tray=1)
    assert flo.ask("POST", path, 404, tray=1)["code"] == "table/unknown", "there was no key"


def test_a_retried_opening_returns_the_table_and_opens_none(day: Day) -> None:
    flo, gus = day.callers["flo"], day.callers["gus"]
    body: dict[str, Any] = {**OPEN, "name": "new", "tray": 500, "bots": 2, "key": "open"}
    first, second = (flo.ask("POST", "/api/tables", **body) for _ in range(2))
    assert first["table"] == second["table"] == "new"
    taken = [seat for seat in second["view"]["seats"] if seat is not None]
    assert len(taken) == 2, "and no more bots"
    for other in ({"tray": 501}, {"bots": 3}, {"house": "hollywood-pa"}, {"name": "newer"}):
        assert flo.ask("POST", "/api/tables", 409, **{**body, **other})["code"] == "key/used"
    assert gus.ask("POST", "/api/tables", 422, **body)["code"] == "table/open"
    flo.ask("POST", "/api/tables/new/close", tray=500, key="close")
    assert flo.ask("POST", "/api/tables", 404, **body)["code"] == "table/closed_since"
    names = [row["name"] for row in flo.ask("GET", "/api/tables")]
    assert "new" not in names


def test_a_request_that_was_refused_stays_refused(day: Day) -> None:
    pat = day.callers["pat"]
    body = {"amount": 10**6, "key": "never"}
    for _ in range(2):
        assert pat.ask("POST", "/api/me/play-money", 422, **body)["code"] == "money/enough"


def test_retries_after_a_restart_and_by_socket(tmp_path: Path) -> None:
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
        assert again == [item for who, _, _, item in day.done.values() if who.name == "pat"]
        with pat.socket("main") as socket:
            pat.receive(socket)
            served.app.runner.draining = True
            socket.send_text(json.dumps({"type": "order", **body}))
            while (item := pat.receive(socket))["type"] == "update":
                pass
            assert item["answer"] == answer


@pytest.mark.slow
def test_any_node_answers_retries_of_another() -> None:
    """The node that owns the table does not answer; another node knows the answer all the same."""
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
        answer = pat.ask(south, "POST", path, 503, **{**body, "key": "another"})
        assert answer["code"] == "lease/node_lost"


def _silent(table: str) -> Node:
    return Node("north", "http://127.0.0.1:9", 0)
