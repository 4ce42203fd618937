"""A new side bet in a new house is described, played, settled and solved over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.table.sixth_house import copy_with_sixth_house
from tests.web.sixth_floor import HOUSE, STAKES, WAGER

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a server that has the sixth house answered in one round."""
    folder = copy_with_sixth_house(tmp_path_factory.mktemp("sixth"))
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "tests.web.sixth_floor"]
    run = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_its_card_and_its_rules_page_describe_it(answers: dict[str, Any]) -> None:
    (card,) = [card for card in answers["houses"] if card["id"] == HOUSE]
    assert card["bonus_bets"] == ["trips", WAGER]
    (rule,) = [rule for rule in answers["rules"]["wagers"] if rule["id"] == WAGER]
    assert (rule["name"], rule["endings"]["win"]) == ("Hole Card Bonus", ["HC-2"])
    tables = answers["rules"]["pay_tables"]
    (table,) = [table for table in tables if table["kind"] == WAGER]
    assert table["lines"][0] == {"hand": "AA", "pays": "1,000 to 1", "dealer": "AA"}
    steps = {step["id"]: step["text"] for step in answers["rules"]["steps"]}
    assert "Hole Card Bonus" in steps["wagers"]
    assert steps["settlement"].endswith("Blind, Trips, Hole Card Bonus")


def test_the_felt_has_its_circle_and_its_pay_table(answers: dict[str, Any]) -> None:
    cloth = answers["cloth"]
    assert cloth["circles"][-1] == {
        "wager": WAGER,
        "name": "Hole Card Bonus",
        "base": False,
        "placed": True,
        "minimum": 100,
        "fixed": None,
        "needs": "",
        "back_line": False,
    }
    assert cloth["order"].index(WAGER) == 4
    assert [table["kind"] for table in cloth["pays"]] == ["blind", "trips", WAGER]
    assert (cloth["base"], cloth["changes"]) == (HOUSE, [])


def test_it_is_placed_by_its_own_rules(answers: dict[str, Any]) -> None:
    assert (answers["refused"]["code"], answers["refused"]["where"]) == ("wager/chip", WAGER)
    assert answers["other"]["code"] == "wager/not_offered"
    assert answers["accepted"] is None


def test_a_round_is_settled_recorded_and_audited(answers: dict[str, Any]) -> None:
    settled = {
        event["wager"]: (event["outcome"], event["paid"], event["clauses"])
        for event in answers["replay"]["events"]
        if event["type"] == "Settled"
    }
    assert settled[WAGER] == ("win", 1_000 * STAKES[WAGER], ["HC-2"])
    assert [settled[wager][0] for wager in ("ante", "play", "blind")] == ["push"] * 3
    assert f"p1 {WAGER} 1 win paid 1000 returned 1 HC-2" in answers["notation"]
    assert answers["statement"]["won"] == 1_000 * STAKES[WAGER]
    assert (answers["audit"]["rounds"], answers["audit"]["findings"]) == (1, [])


def test_the_coach_the_solver_and_the_designer_know_the_house(answers: dict[str, Any]) -> None:
    assert answers["advice on the flop"]["best"] == "2x"
    assert answers["advice on the river"]["best"] == "1x"
    solved = answers["solved"]
    assert solved["ev"] == "-50643648973/2317817502000"
    bets = {bet["name"]: bet["edge_exact"] for bet in solved["side_bets"]}
    assert bets == {"trips": "301629/33446140", WAGER: "191049/270725"}
    fields = {field["path"] for group in answers["form"]["groups"] for field in group["fields"]}
    assert {f"wagers.{WAGER}", f"tables.{WAGER}", f"{WAGER}.pays"} <= fields
