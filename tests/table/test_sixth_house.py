"""A new side bet in a new house takes a few files, and the engine does the rest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.table import sixth_round
from tests.table.sixth_house import FILES, HOUSE, WAGER, copy_with_sixth_house
from uth.rulebook import canonical, store
from uth.table.wagers import DependsOn

MOST_FILES = 8


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the round at the sixth house came to."""
    folder = copy_with_sixth_house(tmp_path_factory.mktemp("sixth"))
    script = Path(sixth_round.__file__)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    run = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_it_takes_a_few_files_and_none_of_an_edge() -> None:
    assert len(FILES) <= MOST_FILES
    assert {name.split("/")[0] for name in FILES} == {"core", "rulebook", "table"}


def test_the_house_is_whole_and_passes_the_check_of_a_file(played: dict[str, Any]) -> None:
    assert played["own"]
    assert played["circles"] == []
    assert played["bonuses"] == ["trips", WAGER]


def test_the_other_houses_stay_as_they_are(played: dict[str, Any]) -> None:
    del played["digests"][HOUSE]
    digests = {house: canonical.digest(store.load_house(house)) for house in store.HOUSES}
    assert played["digests"] == digests


def test_it_is_placed_and_settled_by_the_cards(played: dict[str, Any]) -> None:
    assert played["refused"] == "wager/not_offered"
    assert played["settled"] == [
        [3, WAGER, "lose", 0, 100, ["HC-2", "HC-3"]],
        [2, WAGER, "win", 1_000, 0, ["HC-2", "HC-3"]],
        [1, WAGER, "win", 100_000, 0, ["HC-2"]],
    ]
    assert played["conserved"] == 0


def test_its_events_and_its_notation_lead_to_the_same_table(played: dict[str, Any]) -> None:
    assert played["same_events"]
    assert played["replayed"]
    settled = [line.strip() for line in played["notation"] if "win" in line or "lose" in line]
    assert settled == [
        f'"p3 {WAGER} 1 lose taken 1 HC-2 HC-3",  # P3',
        f'"p2 {WAGER} 1 win paid 10 returned 1 HC-2 HC-3",  # P2',
        f'"p1 {WAGER} 1 win paid 1000 returned 1 HC-2",  # P1',
    ]


def test_a_finished_round_is_settled_alike(played: dict[str, Any]) -> None:
    rows = {
        seat["seat"]: next(row for row in seat["wagers"] if row["wager"] == WAGER)
        for seat in played["answer"]["seats"]
    }
    assert {seat: (row["outcome"], row["paid"]) for seat, row in rows.items()} == {
        1: ("win", "1000.00"),
        2: ("win", "10.00"),
        3: ("lose", "0.00"),
    }


def test_its_price_can_be_counted_without_naming_it(played: dict[str, Any]) -> None:
    """With the ace of hearts: three aces beside any dealer; the king of hearts beside KK or QQ."""
    assert played["depends_on"] == DependsOn.FOUR_CARDS
    assert played["winning"] == 3 * 1225 + (3 + 6)
