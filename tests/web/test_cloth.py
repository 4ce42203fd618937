"""A table's cloth shows what its rulebook says, and its time limits."""

from __future__ import annotations

import pytest

from tests.web.served_app import ServedApp
from uth.rulebook.store import HOUSES, load_house


@pytest.mark.parametrize("house", HOUSES)
def test_the_cloth_has_the_house_s_circles_and_pay_tables(served: ServedApp, house: str) -> None:
    rules = load_house(house)
    pat = served.guest()
    pat.ask("POST", "/api/tables", name=f"cloth-{house}", house=house)
    answer = pat.ask("GET", f"/api/tables/cloth-{house}/cloth")
    assert [circle["name"] for circle in answer["circles"]] == list(rules.layout.circles)
    assert answer["inscription"] == (rules.layout.inscription or "")
    assert answer["procedure"] == rules.dealing.procedure
    assert tuple(answer["order"]) == rules.settlement.order
    assert all(table["in_force"] for table in answer["pays"])
    assert {"blind", "trips"} <= {table["kind"] for table in answer["pays"]}
    assert answer["yours"] is True
    assert served.guest().ask("GET", f"/api/tables/cloth-{house}/cloth")["yours"] is False


def test_every_chip_is_a_multiple_of_the_smallest_and_no_larger_than_a_bet(
    served: ServedApp,
) -> None:
    pat = served.guest()
    settings = {"limits": {"chip": "2.50", "minimum": "5", "maximum": "100"}}
    pat.ask("POST", "/api/tables", name="chips", house="california", settings=settings)
    chips = pat.ask("GET", "/api/tables/chips/cloth")["chips"]
    assert chips == [250, 500, 2_500, 10_000]


def test_a_practice_table_may_have_no_time_limits(served: ServedApp) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="slow", house="cardroom-25", timed=False)
    times = pat.ask("GET", "/api/tables/slow/cloth")["times"]
    assert times == {"betting": None, "acting": None, "offering": None}


def test_a_circle_has_its_amounts(served: ServedApp) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="amounts", house="hollywood-pa")
    answer = pat.ask("GET", "/api/tables/amounts/cloth")["circles"]
    circles = {circle["wager"]: circle for circle in answer}
    assert circles["progressive"]["fixed"] == 500
    assert circles["ante"]["minimum"] == 1_500
    assert circles["trips"]["minimum"] == 100
    assert circles["play"]["minimum"] is None
    assert [name for name, circle in circles.items() if circle["base"]] == [
        "ante",
        "blind",
        "play",
    ]
    assert [name for name, circle in circles.items() if not circle["placed"]] == ["play"]


@pytest.mark.parametrize("needs", [True, False])
def test_a_circle_says_which_wager_it_needs(served: ServedApp, needs: bool) -> None:
    pat = served.guest()
    settings = {"wagers": {"bad_beat_needs_trips": needs}}
    pat.ask(
        "POST", "/api/tables", name=f"needs-{needs}".lower(), house="california", settings=settings
    )
    circles = pat.ask("GET", f"/api/tables/needs-{needs}/cloth".lower())["circles"]
    needed = {circle["wager"]: circle["needs"] for circle in circles}
    assert needed.pop("bad_beat") == ("trips" if needs else "")
    assert not any(needed.values())


def test_a_circle_says_whether_others_may_bet_behind_it(served: ServedApp) -> None:
    pat = served.guest()
    for house, backed in (("california", ["ante", "blind", "trips"]), ("hollywood-pa", [])):
        pat.ask("POST", "/api/tables", name=f"behind-{house}", house=house)
        circles = pat.ask("GET", f"/api/tables/behind-{house}/cloth")["circles"]
        assert [circle["wager"] for circle in circles if circle["back_line"]] == backed


def test_a_table_lists_its_changes_from_its_house(served: ServedApp) -> None:
    pat = served.guest()
    settings = {"limits": {"minimum": "10"}, "tables": {"paytable": "UTH-03"}}
    pat.ask("POST", "/api/tables", name="changed", house="california", settings=settings)
    answer = pat.ask("GET", "/api/tables/changed/cloth")
    assert (answer["base"], answer["base_name"]) == ("california", "California cardroom")
    changes = {one["entry"]: (one["was"], one["now"]) for one in answer["changes"]}
    assert changes == {"limits.minimum": ("$5", "$10"), "tables.paytable": ("UTH-01", "UTH-03")}


def test_a_schedule_where_the_house_has_none(served: ServedApp) -> None:
    """California has no schedule by default; a clause permits one (Q-22)."""
    pat = served.guest()
    settings = {"collection": {"schedule": 3}}
    pat.ask("POST", "/api/tables", name="collecting", house="california", settings=settings)
    (change,) = pat.ask("GET", "/api/tables/collecting/cloth")["changes"]
    assert (change["entry"], change["was"], change["now"]) == ("collection.schedule", "", "3")


def test_an_approved_house_has_no_changes(served: ServedApp) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="approved", house="hollywood-pa")
    answer = pat.ask("GET", "/api/tables/approved/cloth")
    assert (answer["base"], answer["changes"]) == ("hollywood-pa", [])


def test_a_jackpots_prizes_are_in_the_order_of_hands(served: ServedApp) -> None:
    """In a house, and in a copy of it, whose rulebook sorts its entries by name."""
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="prizes", house="hollywood-pa")
    settings = {"limits": {"minimum": "25"}}
    pat.ask("POST", "/api/tables", name="prizes-own", house="hollywood-pa", settings=settings)
    for table in ("prizes", "prizes-own"):
        pays = pat.ask("GET", f"/api/tables/{table}/cloth")["pays"]
        lines = {table["kind"]: [row["hand"] for row in table["lines"]] for table in pays}
        assert lines["progressive"][:3] == ["royal_flush", "straight_flush", "four_of_a_kind"]
        assert lines["envy"] == ["royal_flush", "straight_flush"]
        assert lines["blind"][0] == "royal_flush"
