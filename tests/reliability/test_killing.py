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

KILLS = 25


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_killed_25_times_under_load(
    kind: str, nursery: Nursery, folder: Path, request: pytest.FixtureRequest
) -> None:
    """Nothing acknowledged is lost, nothing happens twice, the money adds up, after every kill."""
    address = str(folder / "house.db")
    if kind == "postgres":
        address = request.getfixturevalue("postgres")
    house = House(nursery, address, 1)
    for _ in range(KILLS):
        house.cycle()
    told = house.check()
    assert told.kills == KILLS
    assert told.rounds
    assert told.acknowledged > 4 * KILLS
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
