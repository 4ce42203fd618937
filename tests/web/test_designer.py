"""Solver and designer: exact figures, files that `uth houses check` accepts, PAR sheets."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.web.served_app import ApiClient, ServedApp
from uth.cli.commands import run
from uth.exact.bets.house_bets import house_bets
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.solve import solve
from uth.reports.designer.design import check
from uth.reports.designer.model import Design
from uth.rulebook import store
from uth.rulebook.canonical import digest
from uth.rulebook.check import SECTIONS, TABLE_KINDS

pytestmark = pytest.mark.slow

EVEN_FLUSH = {
    "royal_flush": "500 to 1",
    "straight_flush": "50 to 1",
    "four_of_a_kind": "10 to 1",
    "full_house": "3 to 1",
    "flush": "1 to 1",
    "straight": "1 to 1",
}


def test_a_house_is_solved_exactly(guest: ApiClient) -> None:
    answer = guest.ask("POST", "/api/solve", house="hollywood-pa")
    rules = store.load_house("hollywood-pa")
    own = solve(game_rules(rules))
    assert answer["digest"] == digest(rules)
    assert Fraction(answer["ev"]) == own.ev
    assert answer["house_edge"] == float(own.house_edge)
    assert sum(row["count"] for row in answer["net"]) == answer["deals"]
    mean = sum(Fraction(row["net_exact"]) * row["count"] for row in answer["net"])
    assert mean / answer["deals"] == own.ev
    assert len(answer["starting_hands"]) == 169
    hands = {hand["name"]: hand for hand in answer["starting_hands"]}
    assert (hands["AA"]["best"], hands["72o"]["best"]) == ("4x", "check")
    assert sum(hand["holdings"] for hand in hands.values()) == 1326
    bets = {bet.name: bet.returns for bet in house_bets(rules, own)}
    assert {bet["name"]: Fraction(bet["edge_exact"]) for bet in answer["side_bets"]} == {
        name: returns.edge for name, returns in bets.items()
    }
    assert abs(sum(answer["actions"].values()) - 1) < 1e-12


def test_a_change_changes_the_edge(guest: ApiClient) -> None:
    entries: dict[str, Any] = {"paytable.blind": EVEN_FLUSH}
    changed = guest.ask("POST", "/api/solve", house="california", entries=entries)
    assert changed["id"] == "california-own"
    assert round(changed["element_of_risk"], 5) == 0.00836
    assert found_bets(changed) == {"trips", "bad_beat"}
    bare = guest.ask(
        "POST",
        "/api/solve",
        house="california",
        entries={**entries, "wagers.trips": False, "wagers.bad_beat": False},
    )
    assert found_bets(bare) == set()
    assert bare["ev"] == changed["ev"]


def test_other_multiples_have_their_own_figures(guest: ApiClient) -> None:
    entries = {"play.preflop": [5, 3], "play.flop": [3], "play.river": [1, 2]}
    answer = guest.ask("POST", "/api/solve", house="california", entries=entries)
    checked = guest.ask("POST", "/api/designer/check", house="california", entries=entries)
    rules = store.load_text(checked["toml"])
    own = solve(game_rules(rules))
    assert Fraction(answer["ev"]) == own.ev
    assert set(answer["actions"]) == {"5x", "3x", "2x", "1x", "fold"}
    hands = {hand["name"]: hand for hand in answer["starting_hands"]}
    assert (hands["AA"]["best"], hands["72o"]["best"]) == ("5x", "check")
    assert answer["ev"] != guest.ask("POST", "/api/solve", house="california")["ev"]
    par = guest.ask(
        "POST", "/api/designer/par", design={"house": "california", "entries": entries}, form="json"
    )
    sheet = json.loads(par["text"])
    assert Fraction(sheet["base_game"]["ev"]) == own.ev


def found_bets(solved: dict[str, Any]) -> set[str]:
    return {bet["name"] for bet in solved["side_bets"]}


def test_what_can_not_be_solved_is_refused(guest: ApiClient) -> None:
    fine = {"paytable.blind": {**EVEN_FLUSH, "flush": "99989 to 99991", "straight": "1 to 99989"}}
    answer = guest.ask("POST", "/api/solve", 422, house="california", entries=fine)
    assert answer["code"] == "solve/blind_too_fine"
    answer = guest.ask("POST", "/api/solve", 422, house="california", entries={"play.preflop": []})
    assert answer["code"] == "rulebook/type"
    assert answer["where"] == "play.preflop"
    assert guest.ask("POST", "/api/solve", 422, house="nowhere")["code"] == "house/unknown"
    answer = guest.ask("POST", "/api/solve", 422, rulebook="extends = 1")
    assert answer["code"] == "rulebook/extends"


DESIGNS: dict[str, dict[str, Any]] = {
    "a name alone": {"house": "california", "name": "Ours"},
    "every bonus": {
        "house": "cardroom-25",
        "entries": {
            "wagers.bad_beat": True,
            "wagers.ultimate_pairs": True,
            "progressive.offered": True,
            "limits.maximum": "20",
        },
    },
    "own tables": {
        "house": "light-and-wonder",
        "id": "our-room",
        "entries": {
            "play.preflop": [4],
            "play.qualify": "none",
            "tables.paytable": "UTH-03",
            "paytable.blind": EVEN_FLUSH,
            "bad_beat.pays": {
                "straight_flush": "5,000 to 1",
                "four_of_a_kind": "500 to 1",
                "full_house": "50 to 1",
                "flush": "30 to 1",
                "straight": "20 to 1",
                "three_of_a_kind": "9 to 1",
            },
            "ultimate_pairs.pays": [
                {"hands": ["AA"], "pays": "50 to 1", "dealer": ["AA"]},
                {"hands": ["AA"], "pays": "25 to 1"},
            ],
        },
    },
    "fees": {
        "house": "california",
        "entries": {"collection.player": [{"from": "1", "fee": "1"}, {"from": "50", "fee": "2"}]},
    },
    "another bonus in California": {
        "house": "california",
        "entries": {"wagers.ultimate_pairs": True, "tables.ultimate_pairs": "2"},
    },
}


@pytest.mark.parametrize("name", DESIGNS)
def test_a_good_design_is_a_file_that_the_check_accepts(
    guest: ApiClient, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = guest.ask("POST", "/api/designer/check", **DESIGNS[name])
    assert answer["ok"], answer["defects"]
    path = tmp_path / "own.toml"
    path.write_text(answer["toml"], encoding="utf-8")
    assert run(["houses", "check", str(path), "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["id"], output["name"]) == (answer["id"], answer["name"])
    assert output["differs_in"] == answer["differs_in"]
    assert digest(store.load_text(answer["toml"])) == answer["digest"]
    again = guest.ask("POST", "/api/designer/check", rulebook=answer["toml"])
    assert again == answer


def test_a_bonus_brings_its_circle_and_its_clauses(guest: ApiClient) -> None:
    answer = guest.ask("POST", "/api/designer/check", **DESIGNS["every bonus"])
    rules = store.load_text(answer["toml"])
    assert {"Bad Beat", "Ultimate Pairs", "Five Card Progressive"} <= set(rules.layout.circles)
    assert rules.cite("ultimate_pairs.win")
    assert rules.cite("envy.win")


def test_every_defect_has_its_path_and_clause(guest: ApiClient) -> None:
    answer = guest.ask(
        "POST",
        "/api/designer/check",
        house="cardroom-25",
        entries={
            "limits.maximum": "-30",
            "wagers.trips": "maybe",
            "bank.colour": "red",
            "paytable.trips": {"flush": "7 for"},
        },
    )
    defects = {defect["where"]: defect for defect in answer["defects"]}
    assert not answer["ok"]
    assert defects["limits.maximum"]["clause"] == "CR-7"
    assert defects["wagers.trips"]["code"] == "rulebook/type"
    assert defects["bank.colour"]["code"] == "rulebook/unknown_field"
    assert defects["paytable.own.trips.flush"]["code"] == "odds/malformed"
    for entries in ({"limits": 1}, {"no.such": 1}, {"limits.minimum": 1.5}, {"play.flop": None}):
        answer = guest.ask("POST", "/api/designer/check", house="california", entries=entries)
        assert not answer["ok"]
        assert answer["toml"] == ""
    deep: Any = []
    for _ in range(50):
        deep = [deep]
    for value in (deep, 10**400):
        answer = guest.ask(
            "POST", "/api/designer/check", house="california", entries={"play.flop": value}
        )
        assert answer["defects"][0]["code"] == "rulebook/type"


WORDS = ["flush", "royal_flush", "", "\u2028", "a.b", "AA", "AhAh", "5 to 1", "5 for 1", "0 to 1"]
WORDS += ["\x7f\n", '"', "own", "UTH-02", "5", "1%", "CA-1.1", "my-room"]
PATHS = [f"{section}.{field}" for section, kind in SECTIONS.items() for field in kind.readers]
PATHS += [f"{kind}.{part}" for kind, parts in TABLE_KINDS.items() for part in parts] * 2
PATHS += ["a", "a.b", "limits.", "limits.x.y", "cites.ante", "tables.zz"]


def _anything(dice: random.Random, depth: int = 0) -> Any:
    kind = dice.randrange(9)
    if kind < 4 or depth > 5:
        return dice.choice(WORDS)
    if kind == 4:
        return dice.choice([True, False, 0, -5, 3, 10**14, 10**16, 1.5, None])
    if kind == 5:
        return [_anything(dice, depth + 1) for _ in range(dice.randrange(4))]
    if kind == 6:
        return {"value": _anything(dice, depth + 1), "clause": dice.choice(WORDS)}
    return {dice.choice(WORDS): _anything(dice, depth + 1) for _ in range(dice.randrange(4))}


def test_every_design_is_a_valid_file_or_has_defects() -> None:
    dice = random.Random(7)
    good = 0
    for _ in range(600):
        entries = {dice.choice(PATHS): _anything(dice) for _ in range(dice.randrange(4))}
        house = dice.choice([*store.HOUSES, "nowhere"])
        design = Design(house, dice.choice(["", *WORDS]), dice.choice(["", *WORDS]), entries)
        result = check(design)
        assert result.ok != bool(result.defects)
        if result.ok:
            good += 1
            assert digest(store.load_text(result.toml)) == result.digest
    assert 5 < good < 300


def test_a_table_opens_with_a_design(guest: ApiClient) -> None:
    answer = guest.ask("POST", "/api/designer/check", **DESIGNS["own tables"])
    made = guest.ask("POST", "/api/tables", name="ours", rulebook=answer["toml"])
    assert made["view"]["house"] == "our-room"
    page = guest.ask("GET", "/api/tables/ours/rules")
    assert page["card"]["id"] == "our-room"
    assert page["card"]["digest"] == answer["digest"]
    tables = {table["kind"]: table for table in page["pay_tables"] if table["in_force"]}
    assert {row["hand"]: row["pays"] for row in tables["blind"]["lines"]} == EVEN_FLUSH
    assert [row["dealer"] for row in tables["ultimate_pairs"]["lines"]] == ["AA", ""]
    assert guest.ask("GET", "/api/tables/none/rules", 404)["code"] == "table/unknown"


@pytest.mark.parametrize(
    ("form", "media", "part"),
    [
        ("html", "text/html", "<svg"),
        ("markdown", "text/markdown", "# "),
        ("json", "application/json", '"base_game"'),
    ],
)
def test_a_par_sheet_of_a_design(guest: ApiClient, form: str, media: str, part: str) -> None:
    design = {"house": "california", "name": "Ours", "entries": {"paytable.blind": EVEN_FLUSH}}
    answer = guest.ask("POST", "/api/designer/par", design=design, form=form, ante=1_000)
    assert answer["media"] == media
    assert answer["name"].startswith("california-own.par.")
    assert part in answer["text"]
    assert "Ours" in answer["text"]
    if form == "json":
        assert json.loads(answer["text"])["ante"] == "10.00"


def test_an_ante_that_the_house_does_not_accept(guest: ApiClient) -> None:
    design = {"house": "california"}
    assert guest.ask("POST", "/api/designer/par", 422, design=design, ante=1)["code"] == "par/ante"
    answer = guest.ask("POST", "/api/designer/par", 422, design=design, ante=1_050)
    assert answer["code"] == "par/chip"


def test_the_solver_needs_a_session(served: ServedApp) -> None:
    served.client.cookies.clear()
    for path in ("/api/solve", "/api/designer/check", "/api/designer/par"):
        assert served.client.post(path, json={}).json()["code"] == "session/none"
