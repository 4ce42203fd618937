"""Commands and the terminal serve a house with a new side bet without any change of theirs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.table import sixth_round
from tests.table.sixth_house import HOUSE, WAGER, copy_with_sixth_house

ROUND = {
    "house": HOUSE,
    "options": {WAGER: "1"},
    "board": "2c 7d 9s Js Td",
    "dealer": "Ac As",
    "seats": [
        {
            "seat": 1,
            "cards": "Ah Ad",
            "play": 4,
            "wagers": {"ante": "5", "blind": "5", WAGER: "1"},
        }
    ],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_with_sixth_house(tmp_path_factory.mktemp("sixth"))


def python(folder: Path, *words: str, entered: str = "") -> str:
    run = subprocess.run(
        [sys.executable, *words],
        input=entered,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"},
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def uth(folder: Path, *words: str, entered: str = "") -> str:
    return python(folder, "-m", "uth", *words, entered=entered)


def test_a_round_is_settled(folder: Path) -> None:
    answer = json.loads(uth(folder, "settle", entered=json.dumps(ROUND)))
    row = next(row for row in answer["seats"][0]["wagers"] if row["wager"] == WAGER)
    assert (row["outcome"], row["paid"], row["clause"]) == ("win", "1000.00", "HC-2")


def test_its_options_are_refused_where_it_is_not_offered(folder: Path) -> None:
    elsewhere = json.dumps({**ROUND, "house": "cardroom-25"})
    with pytest.raises(AssertionError, match="options/not_offered: cardroom-25 has no Hole Card"):
        uth(folder, "settle", entered=elsewhere)


def test_the_house_shows_its_pay_table(folder: Path) -> None:
    shown = uth(folder, "houses", "show", HOUSE)
    assert "Pay table 1 for Hole Card Bonus (in force; HC-2)" in shown
    assert "AA and dealer AA" in shown
    assert "Trips, Hole Card Bonus" in uth(folder, "houses")


def test_it_is_played_in_the_terminal(folder: Path) -> None:
    options = ("--house", HOUSE, "--seat", "1", "--bots", "0", "--chips", "500", "--seed", "1")
    entered = "10 hole 5\n4\n10 h5 t5\n4\nq\n"
    shown = uth(folder, "play", "--terminal", *options, entered=entered)
    assert "You bet Ante $10, Blind $10, Hole Card Bonus $5." in shown
    assert "You bet Ante $10, Blind $10, Trips $5, Hole Card Bonus $5." in shown
    assert "HC-2" in shown


def test_a_recorded_round_is_replayed(folder: Path) -> None:
    played = json.loads(python(folder, str(Path(sixth_round.__file__))))
    shown = uth(folder, "replay", entered=played["record"])
    assert WAGER in shown or "Hole Card Bonus" in shown
    assert "1000.00" in shown
