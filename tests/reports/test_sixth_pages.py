"""A new side bet is on the house's card, its rules page and in the designer without their code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.reports import sixth_pages
from tests.table.sixth_house import WAGER, copy_with_sixth_house


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = copy_with_sixth_house(tmp_path_factory.mktemp("sixth"))
    run = subprocess.run(
        [sys.executable, str(Path(sixth_pages.__file__))],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_the_card_and_the_rules_page_have_it(pages: dict[str, Any]) -> None:
    assert pages["bonus_bets"] == ["trips", WAGER]
    assert pages["step"].endswith("Trips, Hole Card Bonus are optional")
    assert pages["rule"] == [
        "Hole Card Bonus",
        100,
        ["ante", "blind"],
        ["win", "lose", "fold_win", "fold_lose"],
    ]
    assert pages["pays"][:2] == [["AA", "1,000 to 1", "AA"], ["AA", "30 to 1", ""]]
    assert f"tables.{WAGER}" in pages["entries"]


def test_the_designer_has_it_and_can_add_it_to_another_house(pages: dict[str, Any]) -> None:
    offered = f"wagers.{WAGER}"
    assert pages["fields"] == {
        offered: "",
        f"tables.{WAGER}": offered,
        f"{WAGER}.pays": offered,
    }
    assert set(pages["elsewhere"]) == set(pages["fields"])
    assert pages["defects"] == []
    assert pages["circles"][-1] == "Hole Card Bonus"
