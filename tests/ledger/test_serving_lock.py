"""A process that serves a house holds its lock, alone or with other nodes, until it ends."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger import serving_lock as module
from uth.ledger.opening import open_store
from uth.ledger.serving_lock import _retry, serving

HOLD = """
import sys, time
from uth.ledger.serving_lock import serving
with serving(*sys.argv[1:]):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.1)


@pytest.fixture
def patiently(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine it takes a while until a killed process is gone."""
    monkeypatch.setattr(module, "PATIENCE", PATIENCE)


def refused(message: str, address: str | Path, node: str = "") -> None:
    with pytest.raises(Refusal, match=message), serving(address, node):
        raise AssertionError("two serve it")


@contextmanager
def another(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that serves a house, killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, *words], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "held\n"
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()


def test_a_file_is_served_by_one(folder: Path, brief: None) -> None:
    path = folder / "house.db"
    (folder / "other.db").symlink_to(path)
    with serving(path):
        for name in ("house.db", "other.db"):
            refused("store/in_use: another process serves this store", str(folder / name))
        with serving(folder / "third.db"):
            pass
    with serving(path):
        pass
    assert [file.name for file in folder.iterdir()] == ["other.db"], "no lock file is left behind"


@pytest.mark.slow
@pytest.mark.usefixtures("patiently")
def test_a_killed_process_holds_nothing(folder: Path) -> None:
    path = str(folder / "house.db")
    with another(path) as process:
        process.send_signal(signal.SIGKILL)
        with serving(path):
            pass


@pytest.mark.slow
def test_another_process_is_refused(folder: Path, brief: None) -> None:
    path = str(folder / "house.db")
    with another(path):
        refused(r"store/in_use: .*house\.db\)", path)


def test_it_is_retried_until_it_is_free_or_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PATIENCE", PATIENCE)
    answers = iter((False, False, True))
    _retry(lambda: next(answers), "here")
    assert next(answers, None) is None
    monkeypatch.setattr(module, "PATIENCE", -1)
    with pytest.raises(Refusal, match="store/in_use"):
        _retry(lambda: False, "here")


def test_a_lock_file_that_is_removed_while_it_is_locked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The previous process has just ended, and removed the file that this one opened."""
    lock, flock, times = folder / "house.db.lock", fcntl.flock, iter(range(9))

    def late(file: int, how: int) -> None:
        turn = next(times)
        if turn == 0:
            lock.unlink()
        elif turn == 1:
            lock.unlink()
            lock.touch()
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with serving(folder / "house.db"):
        assert next(times) == 3
        lock.unlink()


def test_a_folder_that_does_not_exist(folder: Path) -> None:
    refused(
        r"store/not_opened: the store can't be opened \(No such file", folder / "none" / "house.db"
    )


def test_nodes_need_a_server(folder: Path) -> None:
    refused(r"node/sqlite: .* \(--node\)", folder / "house.db", "north")
    assert os.listdir(folder) == []


def test_nodes_share_the_lock_and_a_process_without_a_name_does_not(
    postgres: str, brief: None
) -> None:
    with ExitStack() as nodes:
        for name in ("north", "south"):
            nodes.enter_context(serving(postgres, name))
        refused(r"store/in_use: another .* \(uth_\d+\)", postgres)
    with serving(postgres):
        for name in ("", "north"):
            refused("store/in_use", postgres, name)


@pytest.mark.slow
@pytest.mark.usefixtures("patiently")
def test_a_killed_process_holds_nothing_on_a_server_either(postgres: str) -> None:
    with another(postgres) as process:
        process.send_signal(signal.SIGKILL)
        with serving(postgres):
            pass


def test_a_server_that_does_not_answer() -> None:
    refused("store/not_opened: the store can't be opened", "postgresql://nobody@127.0.0.1:1/none")


def test_leases_in_a_file_can_be_ended(folder: Path) -> None:
    store = open_store(folder / "house.db")
    store.acquire("table/main", "north", 600_000)
    store.free_leases()
    with store.reading() as reader:
        row = reader.stream("table/main")
    store.close()
    assert (row.owner, row.epoch, row.expires) == ("", 0, 0)
