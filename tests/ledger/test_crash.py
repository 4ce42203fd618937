"""A process that dies at any durable write: after restart and retry the money is the same."""

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
    """The balances that the last run found, after its audit."""
    found: dict[str, int] = json.loads((folder / "balances.json").read_text())
    return found


@pytest.fixture(scope="module")
def uncrashed(quick_root: Path) -> tuple[dict[str, int], int]:
    """The balances of a run without a crash, and how many commits it takes."""
    folder = quick_root / "uncrashed"
    folder.mkdir()
    seen: list[str] = []
    money = play_script(folder, seen.append)
    assert set(seen) == {*POINTS, *RULEBOOK, "heads/before", "answered"}
    return money, seen.count("commit/before")


@pytest.fixture
def template(folder: Path) -> Path:
    """An empty, migrated store to begin with."""
    path = folder / "template.db"
    open_store(path).close()
    return path


def conducted(deed: str, template: Path, folder: Path, cases: list[str]) -> list[str]:
    """One process that forks a child a case, so that a case costs no start-up."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.ledger.crashing", deed, str(template), str(folder)],
        input="\n".join(cases),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        capture_output=True,
        check=True,
    )
    return run.stdout.splitlines()


@pytest.mark.slow
def test_one_crash_after_another(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    """Every commit of the script dies at each point: before it is durable the process gets past
    the one that killed its forerunner and dies in the next, after it the script goes on."""
    expected, commits = uncrashed
    cases = [f"{point} {2 if point in NOT_DURABLE else 1}" for point in POINTS]
    told = conducted("succeed", template, folder, cases)
    deaths = [commits - 1 if point in NOT_DURABLE else commits for point in POINTS]
    assert told == [f"{case} {count} 0" for case, count in zip(cases, deaths, strict=True)]
    for place, case in enumerate(cases):
        assert final(folder / str(place)) == expected, case


@pytest.mark.slow
def test_a_crash_while_a_rulebook_is_kept(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    recovered(uncrashed[0], template, folder, [f"{point} 1" for point in RULEBOOK])


@pytest.mark.nightly
def test_a_crash_at_every_point_of_every_commit(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    """Each crash on its own: one dies there, its successor does all that is left."""
    expected, commits = uncrashed
    cases = [f"{point} {number}" for point, number in product(POINTS, range(1, commits + 1))]
    recovered(expected, template, folder, cases)


def recovered(expected: dict[str, int], template: Path, folder: Path, cases: list[str]) -> None:
    told = conducted("conduct", template, folder, cases)
    assert told == [f"{case} died and recovered" for case in cases]
    for place, case in enumerate(cases):
        assert final(folder / str(place)) == expected, case


@pytest.mark.slow
def test_killed_at_25_random_moments(
    uncrashed: tuple[dict[str, int], int], template: Path, folder: Path
) -> None:
    assert conducted("kill", template, folder, []) == [f"{KILLS} 0"]
    assert final(folder) == uncrashed[0]
