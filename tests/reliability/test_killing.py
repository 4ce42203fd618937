"""`kill -9` at random moments under load, restart, audit: on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tests.reliability.kill_run import KillRun
from tests.reliability.servers import Servers
from uth.core.refusal import Refusal
from uth.ledger.opening import open_store

pytestmark = pytest.mark.slow
FEW, MANY = 4, 25


@pytest.fixture(params=["file", "postgres"])
def address(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "file":
        return str(folder / "house.db")
    uri: str = request.getfixturevalue("postgres")
    return uri


def test_killed_under_load(servers: Servers, address: str) -> None:
    """After every kill nothing acknowledged is lost or doubled, and the money adds up."""
    killed(servers, address, FEW)


@pytest.mark.nightly
def test_killed_25_times_under_load(servers: Servers, address: str) -> None:
    killed(servers, address, MANY)


def killed(servers: Servers, address: str, times: int) -> None:
    kill_run = KillRun(servers, address, 1)
    for _ in range(times):
        kill_run.cycle()
    while not (counts := kill_run.check()).rounds:
        kill_run.cycle()
    assert counts.kills >= times
    assert counts.acknowledged > times
    log = servers.log.read_text()
    assert '"level":"error"' not in log
    assert "Traceback" not in log


def test_an_older_copy_of_the_store_is_detected(servers: Servers, folder: Path) -> None:
    """It lacks what was acknowledged since, and the heads file shows that."""
    path, old = folder / "house.db", folder / "old.db"
    kill_run = KillRun(servers, str(path), 2)
    kill_run.cycle()
    shutil.copy(path, old)
    before = kill_run.promises.acknowledged
    while kill_run.promises.acknowledged < before + 10:
        kill_run.cycle()
    kill_run.check()
    with pytest.raises(Refusal, match="heads/lost_tail"):
        open_store(old, heads=Path(f"{path}.heads"))
    with (
        closing(open_store(old, check=False)) as store,
        pytest.raises(AssertionError, match="is lost"),
    ):
        kill_run.promises.check(store)
