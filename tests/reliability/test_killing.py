"""`kill -9` at random moments under load, restart, audit: on a file and on PostgreSQL."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tests.reliability.killing import House
from tests.reliability.nursery import Nursery
from uth.core.refusal import Refusal
from uth.ledger.opening import open_store

pytestmark = pytest.mark.slow
FEW, MANY = 4, 25


@pytest.fixture(params=["file", "postgres"])
def address(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "file":
        return str(folder / "house.db")
    found: str = request.getfixturevalue("postgres")
    return found


def test_killed_under_load(nursery: Nursery, address: str) -> None:
    """Nothing acknowledged is lost, nothing happens twice, the money adds up, after every kill."""
    killed(nursery, address, FEW)


@pytest.mark.nightly
def test_killed_25_times_under_load(nursery: Nursery, address: str) -> None:
    killed(nursery, address, MANY)


def killed(nursery: Nursery, address: str, times: int) -> None:
    house = House(nursery, address, 1)
    for _ in range(times):
        house.cycle()
    while not (told := house.check()).rounds:
        house.cycle()
    assert told.kills >= times
    assert told.acknowledged > times
    log = nursery.log.read_text()
    assert '"level":"error"' not in log
    assert "Traceback" not in log


def test_a_store_put_back_is_noticed(nursery: Nursery, folder: Path) -> None:
    """An older copy of the store lacks what was acknowledged since, and the heads file knows."""
    path, old = folder / "house.db", folder / "old.db"
    house = House(nursery, str(path), 2)
    house.cycle()
    shutil.copy(path, old)
    before = house.promises.acknowledged
    while house.promises.acknowledged < before + 10:
        house.cycle()
    house.check()
    with pytest.raises(Refusal, match="heads/lost_tail"):
        open_store(old, heads=Path(f"{path}.heads"))
    with (
        closing(open_store(old, check=False)) as store,
        pytest.raises(AssertionError, match="is lost"),
    ):
        house.promises.check(store)
