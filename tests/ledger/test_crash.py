"""A process dies at any durable write: after a restart and retries the money is the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tests.ledger.crashing import KILLS, POINTS, RULEBOOK, play_script
from uth.ledger.opening import open_store

NOT_DURABLE = ("commit/before", "commit/written")
ROOT = Path(__file__).parents[2]


def final(folder: Path) -> dict[str, int]:
    """The audited balances of the last run."""
    balances: dict[str, int] = json.loads((folder / "balances.json").read_text())
    return balances


@pytest.fixture(scope="module")
def uncrashed(quick_root: Path) -> tuple[dict[str, int], int]:
    """The balances of a run without a crash, and its number of commits."""
    folder = quick_root / "uncrashed"
    folder.mkdir()
    seen: list[str] = []
    money = play_script(folder, seen.append)
    assert set(seen) == {*POINTS, *RULEBOOK, "heads/before", "answered"}
    return money, seen.count("commit/before")


@pytest.fixture
def template(folder: Path) -> Path:
    """An empty, migrated store."""
    path = folder / "template.db"
    open_store(path).close()
    return path


def outcomes(mode: str, template: Path, folder: Path, cases: list[str]) -> list[str]:
    """Run one process that forks a child per case, which saves the start-up."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.ledger.crashing", mode, str(template), str(folder)],
        input="\n".join(cases),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), *filter(None, sys.path)))},
        text=True,
        capture_output=True,
        check=True,
    )
    return run.stdout.splitlines()


@pytest.mark.slow
def test_one_crash_after_another(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    """Each process dies in its second commit if that is not durable yet, otherwise in its first:
    so every commit of the script crashes once at each point."""
    expected, commits = uncrashed
    cases = [f"{point} {2 if point in NOT_DURABLE else 1}" for point in POINTS]
    lines = outcomes("successive", template, folder, cases)
    deaths = [commits - 1 if point in NOT_DURABLE else commits for point in POINTS]
    assert lines == [f"{case} {count} 0" for case, count in zip(cases, deaths, strict=True)]
    for index, case in enumerate(cases):
        assert final(folder / str(index)) == expected, case


@pytest.mark.slow
def test_a_crash_while_a_rulebook_is_saved(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    check_recovery(uncrashed[0], template, folder, [f"{point} 1" for point in RULEBOOK])


@pytest.mark.nightly
def test_a_crash_at_every_point_of_every_commit(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    """Each crash separately: one process dies, its successor does the rest."""
    expected, commits = uncrashed
    cases = [f"{point} {number}" for point, number in product(POINTS, range(1, commits + 1))]
    check_recovery(expected, template, folder, cases)


def check_recovery(
    expected: dict[str, int], template: Path, folder: Path, cases: list[str]
) -> None:
    """Each case crashes, and ends with the expected balances."""
    lines = outcomes("each", template, folder, cases)
    assert lines == [f"{case} died and recovered" for case in cases]
    for index, case in enumerate(cases):
        assert final(folder / str(index)) == expected, case


@pytest.mark.slow
def test_killed_at_25_random_moments(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    assert outcomes("kill", template, folder, []) == [f"{KILLS} 0"]
    assert final(folder) == uncrashed[0]
