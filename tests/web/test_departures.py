"""What departs from an approved house, over HTTP: refused with nothing written, or one's own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.floor.evening import FLOOR
from tests.floor.room import Room
from tests.floor.test_forged_rulebook import forged as forged
from tests.own_house import HEAD, own_house
from tests.rulebook.entry_values import paths, wrong_values
from tests.web.served_app import ServedApp, in_memory
from uth.rulebook.approval.guard import departure
from uth.rulebook.store import HOUSES, load_house

pytestmark = pytest.mark.clause("Q-29")


@pytest.mark.parametrize("house", HOUSES)
def test_q_29_a_table_that_departs_is_refused_and_nothing_is_written(house: str) -> None:
    rules = load_house(house)
    with in_memory() as served:
        flo = served.staff("flo")
        with served.store.reading() as reader:
            before = {row.stream: row.version for row in reader.streams()}
        for number, path in enumerate(paths(house)):
            section, field = path.split(".")
            value = wrong_values(rules, path)[number % 20]
            settings = {section: {field: value}}
            body = {"name": "wrong", "house": house, "settings": settings}
            answer = flo.ask("POST", "/api/tables", 422, **body)
            assert answer["where"].startswith(path), (path, value, answer)
        with served.store.reading() as reader:
            assert {row.stream: row.version for row in reader.streams()} == before
        assert flo.ask("GET", "/api/tables") == []


def test_q_29_limits_that_depart_are_refused_at_an_open_table() -> None:
    with in_memory() as served:
        flo = served.staff("flo")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        wrong = {"type": "SetLimits", "by": "flo", "minimum": 300, "maximum": 500_000}
        answer = flo.order("main", wrong, 422)
        assert (answer["code"], answer["clause"]) == ("house/departs", "CR-7")
        assert "Maximum bet is set at $25." in answer["sentence"]
        flo.order("main", {**wrong, "minimum": 500, "maximum": 2_500})


def test_q_29_a_house_of_ones_own_says_so_everywhere() -> None:
    with in_memory() as served:
        flo = served.staff("flo")
        text = own_house("cardroom-25", '[limits]\nmaximum = "100"\n')
        flo.ask("POST", "/api/tables", name="own", rulebook=text)
        settings = {**HEAD, "limits": {"maximum": "100"}}
        flo.ask("POST", "/api/tables", name="too", house="cardroom-25", settings=settings)
        flo.ask("POST", "/api/tables", name="plain", house="cardroom-25")
        lines = {line["name"]: line["approved"] for line in flo.ask("GET", "/api/tables")}
        assert lines == {"own": False, "too": False, "plain": True}
        for name in ("own", "too"):
            cloth = flo.ask("GET", f"/api/tables/{name}/cloth")
            card = flo.ask("GET", f"/api/tables/{name}/rules")["card"]
            for page in (cloth, card):
                assert page["approved"] is False
                (found,) = page["departures"]
                assert (found["id"], found["clauses"]) == ("limits.maximum", ["CR-7"])
                assert "Maximum bet is set at $25." in found["text"]
        design: dict[str, Any] = {"house": "cardroom-25", "entries": {"limits.maximum": "100"}}
        checked = flo.ask("POST", "/api/designer/check", **design)
        assert [one["id"] for one in checked["departures"]] == ["limits.maximum"]


def test_a_table_whose_record_is_refused_is_named_in_the_console() -> None:
    with in_memory() as served:
        flo = served.staff("flo")
        flo.ask("POST", "/api/tables", name="good", house="cardroom-25")
        refused = departure("limits.maximum", {"value": "25", "clause": "CR-7"}, "cardroom-25")
        served.app.runner.floor.tables.refused["bad"] = refused.refusal()
        report = flo.ask("GET", "/api/floor")
        assert [line["summary"]["name"] for line in report["tables"]] == ["good"]
        (one,) = report["refused"]
        assert (one["table"], one["refusal"]["code"]) == ("bad", "house/departs")
        order = {"type": "SetLimits", "by": "flo", "minimum": 500, "maximum": 2_500}
        assert flo.order("bad", order, 409)["code"] == "table/refused"


def test_a_server_starts_beside_a_forged_journal(forged: Room) -> None:
    forged.floor.open_table("t2", load_house("cardroom-25"), FLOOR)
    with ServedApp(forged.store) as served:
        flo = served.staff("flo")
        assert [line["name"] for line in flo.ask("GET", "/api/tables")] == ["t2"]
        assert [one["table"] for one in flo.ask("GET", "/api/floor")["refused"]] == ["t1"]
        assert flo.ask("GET", "/api/tables/t1", 409)["code"] == "table/refused"
        assert flo.ask("GET", "/api/hands") == []
        assert flo.ask("GET", "/ready") == "ready\n"
