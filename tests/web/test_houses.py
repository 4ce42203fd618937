"""House cards, rules pages and clauses say what the rulebook says."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.web.served_app import ServedApp
from uth.core.hands import CATEGORY_BY_NAME
from uth.core.money import parse_dollars
from uth.reports.houses.model import HouseEdge
from uth.rulebook import store
from uth.rulebook.canonical import digest
from uth.web.api.houses import read_edge, solve_job

pytestmark = pytest.mark.slow

SOON = 900


def _get(served: ServedApp, path: str, status: int = 200) -> Any:
    response = served.client.get(path)
    assert response.status_code == status, response.text
    return response.json()


def _named(value: Any) -> set[str]:
    """Every clause id anywhere in an answer."""
    if isinstance(value, dict):
        own = {*value.get("clauses", ())} if isinstance(value.get("clauses"), list) else set()
        own |= {value["clause"]} if isinstance(value.get("clause"), str) else set()
        for ends in (value.get("endings") or {}).values():
            own |= set(ends)
        return own.union(*(_named(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(_named(part) for part in value))
    return set()


def test_every_house_has_a_card_whose_edge_is_what_the_solver_finds(served: ServedApp) -> None:
    """At once, before anything is solved; `python -m bench.house_edges` writes what is known."""
    first = _get(served, "/api/houses")
    assert [card["id"] for card in first] == list(store.HOUSES)
    assert all(card["edge"] for card in first), "an approved house's edge is known beforehand"
    cards = {card["id"]: card for card in first}
    for house in store.HOUSES:
        job = solve_job(store.load_house(house))
        solved = read_edge(served.app.runner.jobs.ask("test", job).result(SOON))
        assert msgspec.convert(cards[house]["edge"], HouseEdge) == solved
    for house, card in cards.items():
        rules = store.load_house(house)
        assert card["digest"] == digest(rules)
        assert (card["minimum"], card["maximum"]) == (rules.limits.minimum, rules.limits.maximum)
        assert card["edge"]["house_edge_exact"] == "50643648973/2317817502000"
        assert round(card["edge"]["element_of_risk"], 8) == 0.00526214
    banks = {house: card["bank"] for house, card in cards.items()}
    assert banks["california"] == banks["california-bad-beat"] == "player-dealer"
    assert banks["cardroom-25"] == banks["hollywood-pa"] == "house"
    facts = {house: {fact["id"] for fact in card["apart"]} for house, card in cards.items()}
    assert "approval" in facts["cardroom-25"]
    assert "progressive" in facts["hollywood-pa"]
    assert "collection" in facts["california-bad-beat"]
    assert "collection" not in facts["california"]
    assert "back_line" in facts["california"]
    assert "maximum" not in facts["california"]


@pytest.mark.parametrize("house", store.HOUSES)
def test_a_rules_page_is_complete(served: ServedApp, house: str) -> None:
    page, rules = _get(served, f"/api/houses/{house}/rules"), store.load_house(house)
    known = store.clause_list()
    assert _named(page) <= page["clauses"].keys() <= known.keys()
    assert all(
        page["clauses"][name]["wording"].startswith(known[name]["wording"])
        for name in page["clauses"]
    )
    assert {entry["path"] for entry in page["entries"]} == set(rules.sources)
    assert page["circles"] == list(rules.layout.circles)
    steps = [step["id"] for step in page["steps"]]
    order = ["wagers", "closed", "deal", "preflop", "flop", "river", "dealer", "settlement"]
    assert [step for step in steps if step in order] == order
    assert ("bank" in steps) == rules.player_dealer
    assert {step["id"] for step in page["steps"] if not step["clauses"]} <= {"closed"}
    offered = {wager["id"] for wager in page["wagers"]}
    assert offered == set(page["settlement_order"])
    assert ("progressive" in offered) == ("envy" in offered) == rules.progressive.offered
    assert page["notice"] == {
        "id": "notice",
        "text": "Gambling problem? Call 1-800-GAMBLER",
        "clauses": ["PA-14"],
    }
    assert "whole deck" in page["published"]["text"]
    assert {reading["id"] for reading in page["readings"]} == {
        name for name in page["clauses"] if name.startswith("Q-")
    }


@pytest.mark.parametrize("house", store.HOUSES)
def test_the_pay_tables_in_force_are_those_that_pay(served: ServedApp, house: str) -> None:
    page, rules = _get(served, f"/api/houses/{house}/rules"), store.load_house(house)
    tables = {table["kind"]: table for table in page["pay_tables"] if table["in_force"]}
    for kind in ("blind", "trips", "bad_beat"):
        if kind in tables:
            paid = {row["hand"]: row["pays"] for row in tables[kind]["lines"]}
            pays = rules.pays.by_category(kind)
            assert paid == {category.name.lower(): str(odds) for category, odds in pays.items()}
    assert ("bad_beat" in tables) == rules.offers("bad_beat")
    assert ("ultimate_pairs" in tables) == rules.offers("ultimate_pairs")
    if rules.offers("ultimate_pairs"):
        lines = tables["ultimate_pairs"]["lines"]
        assert [row["pays"] for row in lines] == [
            str(row.pays) for row in rules.pays.by_holding("ultimate_pairs")
        ]
    if rules.progressive.offered:
        envy = {row["hand"]: row["pays"] for row in tables["envy"]["lines"]}
        assert envy == {"royal_flush": "$5,000", "straight_flush": "$1,500"}
    for table in tables.values():
        ranks = [CATEGORY_BY_NAME[row["hand"]].value for row in table["lines"]
                 if table["kind"] != "ultimate_pairs"]  # fmt: skip
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize(
    ("house", "own"),
    [
        ("california", ("CA-",)),
        ("california-bad-beat", ("CB-",)),
        ("cardroom-25", ("Q-",)),
        ("hollywood-pa", ("PA-",)),
        ("light-and-wonder", ("LW-", "Q-")),
    ],
)
def test_a_pay_table_cites_the_house_s_own_document(
    served: ServedApp, house: str, own: tuple[str, ...]
) -> None:
    page = _get(served, f"/api/houses/{house}/rules")
    for table in page["pay_tables"]:
        assert table["clauses"]
        assert all(clause.startswith(own) for clause in table["clauses"]), table


def test_a_house_states_its_maximum_win_and_its_options(served: ServedApp) -> None:
    apart = {
        card["id"]: {fact["id"]: fact["text"] for fact in card["apart"]}
        for card in _get(served, "/api/houses")
    }
    assert apart["hollywood-pa"]["maximum"] == (
        "A player wins at most $50,000 in a round, on Ante, Play, Blind and Ultimate Pairs together"
    )
    assert "tables" not in apart["hollywood-pa"]
    assert apart["light-and-wonder"]["tables"].endswith("Ultimate Pairs table 1 or 2")


def test_fees_are_listed_by_band(served: ServedApp) -> None:
    assert _get(served, "/api/houses/hollywood-pa/rules")["fees"] is None
    fees = _get(served, "/api/houses/california-bad-beat/rules")["fees"]
    printed = store.data("schedules.toml")
    assert fees["schedule"] == 1
    assert fees["schedules"].keys() == printed.keys()
    assert fees["action"] == [
        {"start": parse_dollars(band["from"]), "fee": parse_dollars(band["fee"])}
        for band in printed["1"]["bands"]
    ]
    steps = [s["id"] for s in _get(served, "/api/houses/california-bad-beat/rules")["steps"]]
    assert steps.index("closed") + 1 == steps.index("fee") == steps.index("deal") - 1


def test_reading_has_a_higher_rate_than_signing_in(served: ServedApp) -> None:
    assert {served.client.get("/api/clauses/Q-1").status_code for _ in range(60)} == {200}


def test_clauses(served: ServedApp) -> None:
    every = _get(served, "/api/clauses")
    assert [clause["id"] for clause in every] == list(store.clause_list())
    one = _get(served, "/api/clauses/CA-1.1")
    assert one["house"] == "california"
    assert _get(served, "/api/clauses/XX-1", 404)["code"] == "clause/unknown"
    assert _get(served, "/api/houses/nowhere/rules", 404)["code"] == "house/unknown"


def test_option_sheets_of_houses_and_tables(served: ServedApp) -> None:
    sheet = _get(served, "/api/houses/california/options")
    assert {option["entry"] for option in sheet["options"]} >= {
        "wagers.back_line",
        "tables.paytable",
    }
    assert _get(served, "/api/houses/cardroom-25/options", 404)["code"] == "options/none"
    assert _get(served, "/api/houses/nowhere/options", 404)["code"] == "house/unknown"
    flo = served.staff("flo")
    flo.ask("POST", "/api/tables", name="options", house="california-bad-beat")
    limits = {"type": "SetLimits", "by": "flo", "minimum": 1_000, "maximum": 20_000}
    flo.order("options", limits)
    of_table = flo.ask("GET", "/api/tables/options/options")
    trips = next(row for row in of_table["limits"] if row["wager"] == "trips")
    assert (of_table["table"], trips["minimum"], trips["maximum"]) == ("options", 1_000, 20_000)


def test_a_clause_says_what_it_means_and_what_it_refers_to(served: ServedApp) -> None:
    base = _get(served, "/api/clauses/CR-14")
    same = _get(served, "/api/clauses/LW-15")
    assert same["meaning"] == base["meaning"]
    assert same["wording"] == f"The base game: as CR-14 [CR-14: {base['wording']}]"
    both = _get(served, "/api/clauses/Q-15")["wording"]
    assert "[LW-3: " in both
    assert "[LW-4: " in both
    response = served.client.get("/api/clauses/CR-7", headers={"accept-language": "es"})
    assert response.json()["meaning"] == "La apuesta máxima es de $25"
