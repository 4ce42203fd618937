"""What a table's cloth shows is what its rulebook says, and when time runs."""

from __future__ import annotations

import pytest

from tests.web.served import Served
from uth.reports.houses.table_rules import circle_wager
from uth.rulebook.store import HOUSES, load_house


@pytest.mark.parametrize("house", HOUSES)
def test_the_cloth_has_the_house_s_circles_and_pay_tables(served: Served, house: str) -> None:
    rules = load_house(house)
    pat = served.guest()
    pat.ask("POST", "/api/tables", name=f"cloth-{house}", house=house)
    found = pat.ask("GET", f"/api/tables/cloth-{house}/cloth")
    assert [circle["name"] for circle in found["circles"]] == list(rules.layout.circles)
    assert found["inscription"] == (rules.layout.inscription or "")
    assert found["procedure"] == rules.dealing.procedure
    assert tuple(found["order"]) == rules.settlement.order
    assert all(table["in_force"] for table in found["pays"])
    assert {"blind", "trips"} <= {table["kind"] for table in found["pays"]}
    assert found["yours"] is True
    assert served.guest().ask("GET", f"/api/tables/cloth-{house}/cloth")["yours"] is False


def test_every_chip_is_a_multiple_of_the_smallest_and_no_larger_than_a_bet(served: Served) -> None:
    pat = served.guest()
    settings = {"limits": {"chip": "2.50", "minimum": "5", "maximum": "100"}}
    pat.ask("POST", "/api/tables", name="chips", house="california", settings=settings)
    chips = pat.ask("GET", "/api/tables/chips/cloth")["chips"]
    assert chips == [250, 500, 2_500, 10_000]


def test_a_table_for_practice_may_go_without_time_limits(served: Served) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="slow", house="cardroom-25", timed=False)
    times = pat.ask("GET", "/api/tables/slow/cloth")["times"]
    assert times == {"betting": None, "acting": None, "offering": None}


def test_a_wager_s_circle_tells_its_amounts(served: Served) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="amounts", house="hollywood-pa")
    found = pat.ask("GET", "/api/tables/amounts/cloth")["circles"]
    circles = {circle["wager"]: circle for circle in found}
    assert circles["progressive"]["fixed"] == 500
    assert circles["ante"]["minimum"] == 1_500
    assert circles["trips"]["minimum"] == 100
    assert circles["play"]["minimum"] is None
    assert circle_wager("Bad Beat") == "bad_beat"


def test_a_table_tells_what_it_decides_otherwise_than_its_house(served: Served) -> None:
    pat = served.guest()
    settings = {"limits": {"minimum": "10"}, "tables": {"paytable": "UTH-03"}}
    pat.ask("POST", "/api/tables", name="changed", house="california", settings=settings)
    found = pat.ask("GET", "/api/tables/changed/cloth")
    assert (found["base"], found["base_name"]) == ("california", "California cardroom")
    changes = {one["entry"]: (one["was"], one["now"]) for one in found["changes"]}
    assert changes == {"limits.minimum": ("$5", "$10"), "tables.paytable": ("UTH-01", "UTH-03")}


def test_a_schedule_where_the_house_has_none(served: Served) -> None:
    """California takes none unless one is set, and then it is taken by a clause (Q-22)."""
    pat = served.guest()
    settings = {"collection": {"schedule": 3}}
    pat.ask("POST", "/api/tables", name="collecting", house="california", settings=settings)
    (change,) = pat.ask("GET", "/api/tables/collecting/cloth")["changes"]
    assert (change["entry"], change["was"], change["now"]) == ("collection.schedule", "", "3")


def test_an_approved_house_changes_nothing(served: Served) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="approved", house="hollywood-pa")
    found = pat.ask("GET", "/api/tables/approved/cloth")
    assert (found["base"], found["changes"]) == ("hollywood-pa", [])


def test_a_jackpot_s_prizes_lie_in_the_order_of_hands(served: Served) -> None:
    """Of a house and of a copy of it, whose rulebook has its entries by name."""
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="prizes", house="hollywood-pa")
    settings = {"limits": {"minimum": "25"}}
    pat.ask("POST", "/api/tables", name="prizes-own", house="hollywood-pa", settings=settings)
    for table in ("prizes", "prizes-own"):
        pays = pat.ask("GET", f"/api/tables/{table}/cloth")["pays"]
        lines = {table["kind"]: [line["hand"] for line in table["lines"]] for table in pays}
        assert lines["progressive"][:3] == ["royal_flush", "straight_flush", "four_of_a_kind"]
        assert lines["envy"] == ["royal_flush", "straight_flush"]
        assert lines["blind"][0] == "royal_flush"
