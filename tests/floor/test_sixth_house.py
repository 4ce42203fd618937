"""A wager that only a sixth house has runs on the floor, in the ledger and in the audit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.floor import sixth_house_round
from tests.table.sixth_house import WAGER, copy_with_sixth_house

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a round on a SQLite file came to."""
    folder = copy_with_sixth_house(tmp_path_factory.mktemp("sixth"))
    script, path = Path(sixth_house_round.__file__), folder / "house.db"
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    run = subprocess.run(
        [sys.executable, str(script), str(path)], capture_output=True, text=True, env=environment
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_it_is_posted_and_audited_like_any_other(played: dict[str, Any]) -> None:
    assert (played["rounds"], played["good"]) == (1, [])
    assert played["postings"] == [
        ["wager/table/t1/P2", "chips/table/t1/P2", 100],
        ["house/table/t1", "chips/table/t1/P2", 1_000],
        ["wager/table/t1/P1", "chips/table/t1/P1", 100],
        ["house/table/t1", "chips/table/t1/P1", 100_000],
    ]


def test_it_is_exported(played: dict[str, Any]) -> None:
    record = played["record"]["hand"]
    stakes = [player["wagers"][WAGER] for player in record["wagers"]]
    assert stakes == [100, 100]
    paid = {row["player"]: row["paid"] for row in record["settlement"] if row["what"] == WAGER}
    assert sorted(paid.values()) == [1_000, 100_000]
    assert played["row"] == [2 * 1_100, 101_000, 1_000]


def test_a_statement_counts_it(played: dict[str, Any]) -> None:
    assert played["statements"] == {"P1": [100_000, 0], "P2": [1_000, 1_000]}


def test_the_audit_finds_an_altered_payout(played: dict[str, Any]) -> None:
    """Event, postings, chain and balances agree with each other, but not with the pay table."""
    assert played["altered"] == ["settle/cents", "table/t1"]
