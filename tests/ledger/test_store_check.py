"""Opening a large store checks what was written since the last check, and misses nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.ledger.house import House, balances
from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger.audit import store_check as checking
from uth.ledger.audit.audit import Auditor
from uth.ledger.audit.store_check import CheckpointTask
from uth.ledger.journal.batch import Head
from uth.ledger.journal.chain import snapshot_sum
from uth.ledger.opening import open_store
from uth.ledger.sql.reader import SqlReader
from uth.ledger.sql.store import SqlStore, transaction
from uth.table import commands as c


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a few rounds count as a large store."""
    monkeypatch.setattr(checking, "SMALL", 20)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of the events that were read."""
    versions: list[int] = []
    events = SqlReader.events

    def counted(self: SqlReader, stream: str, after: int = 0, until: int | None = None):  # type: ignore[no-untyped-def]
        for stored in events(self, stream, after, until):
            versions.append(stored.version)
            yield stored

    monkeypatch.setattr(SqlReader, "events", counted)
    return versions


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return str(folder / "house.db")
    address: str = request.getfixturevalue("postgres")
    return address


def play(address: str) -> None:
    store = open_store(address)
    house = House(store)
    if not house.tables:
        house.open("t1", "hollywood-pa")
        house.sit("t1", 3)
    house.play("t1", 2)
    house.bet("t1")
    house.do(
        "t1", c.VoidRound("floor", "exposed-card"), key="void" + str(house.versions["table/t1"])
    )
    house.issue("Ann", 500, key="ann" + str(house.version("cage")))
    store.close()


def all_events(store: SqlStore) -> int:
    with store.reading() as reader:
        return sum(row.version for row in reader.streams())


def test_only_what_is_new_is_read(address: str, read: list[int]) -> None:
    play(address)
    first = open_store(address)
    total = all_events(first)
    first.close()
    read.clear()
    open_store(address).close()
    assert read == []
    play(address)
    read.clear()
    store = open_store(address)
    assert 0 < len(read) == all_events(store) - total
    read.clear()
    open_store(address).close()
    assert read == []
    store.close()


def test_new_events_without_postings_advance_the_checkpoints(checked: Path) -> None:
    store = open_store(checked)
    House(store).open("t2")
    store.close()
    store = open_store(checked)
    assert _behind(store) == 0
    store.close()


def test_a_small_store_is_always_read_completely(
    folder: Path, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "SMALL", 10_000)
    play(str(folder / "house.db"))
    for _ in range(2):
        read.clear()
        store = open_store(folder / "house.db")
        assert len(read) == all_events(store)
        store.close()


@pytest.fixture
def checked(folder: Path) -> Path:
    """A store that was checked, was written to since, and was not opened again."""
    path = folder / "house.db"
    play(str(path))
    open_store(path).close()
    store = open_store(path)
    house = House(store)
    house.play("t1", 1)
    house.issue("Bob", 900, key="bob")
    store.close()
    return path


TAMPERING = {
    "a new event": "UPDATE events SET body = replace(CAST(body AS TEXT), '900', '901')"
    " WHERE stream = 'cage' AND version = (SELECT max(version) FROM events WHERE stream = 'cage')",
    "a new posting": "UPDATE postings SET amount = amount + 1 WHERE stream = 'cage'"
    " AND version = (SELECT max(version) FROM events WHERE stream = 'cage')",
    "a balance that has changed": "UPDATE accounts SET balance = balance + 1"
    " WHERE account = 'player/Bob'",
    "a balance that has not": "UPDATE accounts SET balance = balance + 1"
    " WHERE account = 'player/Ann'",
    "an account that was deleted": "DELETE FROM accounts WHERE account = 'player/Ann'",
    "a new answer": "DELETE FROM answers WHERE key = 'bob'",
    "the last event of a stream": "DELETE FROM events WHERE stream = 'meter/link'"
    " AND version = (SELECT version FROM streams WHERE stream = 'meter/link')",
    "the event of a checkpoint": "UPDATE events SET hash = zeroblob(32) WHERE stream ="
    " 'table/t1' AND version = (SELECT version FROM checkpoints WHERE stream = 'table/t1')",
    "a whole stream": "DELETE FROM streams WHERE stream = 'meter/link'",
}


def tamper(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    assert connection.execute(sql).rowcount
    connection.close()


@pytest.mark.parametrize("change", TAMPERING)
def test_tampering_since_the_last_check_is_found(checked: Path, change: str) -> None:
    tamper(checked, TAMPERING[change])
    with pytest.raises(Refusal):
        open_store(checked)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE checkpoints SET hash = zeroblob(32) WHERE stream = 'table/t1'",
        "UPDATE checkpoints SET version = version - 1 WHERE stream = 'table/t1'",
        "UPDATE checkpoints SET version = version + 1000 WHERE stream = 'cage'",
        "UPDATE checkpoints SET state = x'7b' WHERE stream = 'table/t1'",
        "UPDATE checkpoint_balances SET balance = balance + 1 WHERE account = 'player/Ann'",
        "DELETE FROM checkpoint_balances",
        "DELETE FROM checkpoints",
        "DELETE FROM checkpoints WHERE stream = 'cage'",
        "INSERT INTO checkpoints VALUES ('table/none', 5, zeroblob(32), x'')",
    ],
)
def test_wrong_checkpoints_cost_only_time(checked: Path, sql: str, read: list[int]) -> None:
    """They are not trusted: everything is checked again, and new ones are saved."""
    tamper(checked, sql)
    read.clear()
    store = open_store(checked)
    assert len(read) >= all_events(store)
    before = balances(store)
    store.close()
    read.clear()
    store = open_store(checked)
    assert read == []
    assert balances(store) == before
    store.close()


def test_a_store_that_can_not_be_written_is_opened_nevertheless(
    checked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*words: object, **named: object) -> bool:
        raise Refusal("store/unreachable", reason="the disk is full")

    monkeypatch.setattr(checking, "set_checkpoints", full)
    open_store(checked).close()


def _behind(store: SqlStore) -> int:
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        return reader.checkpoints().behind()


@pytest.fixture
def make_task(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[SqlStore], CheckpointTask]]:
    monkeypatch.setattr(checking, "REST", 0)
    tasks: list[CheckpointTask] = []

    def make(store: SqlStore) -> CheckpointTask:
        tasks.append(CheckpointTask(store, every=600, step=1))
        return tasks[-1]

    yield make
    for task in tasks:
        task.close()


def test_checkpoints_advance_while_a_house_is_served(
    address: str, read: list[int], make_task: Callable[[SqlStore], CheckpointTask]
) -> None:
    play(address)
    store = open_store(address)
    House(store).play("t1", 1)
    assert _behind(store) > 0
    one, other = make_task(store), make_task(store)
    assert one.advance()
    assert other.advance()
    assert _behind(store) == 0
    read.clear()
    open_store(address).close()
    assert read == []
    store.close()


def test_concurrent_checkpoints_do_not_mix(address: str) -> None:
    play(address)
    store = open_store(address)
    house = House(store)
    house.issue("Ann", 5)
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        late = checking._check_since(reader, reader.checkpoints())
    house.issue("Ann", 6)
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        checking._save_checkpoints(store, checking._check_since(reader, reader.checkpoints()))
    checking._save_checkpoints(store, late)
    assert _behind(store) == 0
    store.close()


def test_a_finding_while_a_store_is_served_is_logged(
    folder: Path, make_task: Callable[[SqlStore], CheckpointTask], caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / "house.db"
    play(str(path))
    store = open_store(path)
    House(store).issue("Ann", 5)
    with transaction(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("UPDATE accounts SET balance = 6 WHERE account = 'player/Ann'")
    assert not make_task(store).advance()
    assert "the store is not valid" in caplog.text
    store.close()


def test_an_account_below_zero_is_found() -> None:
    auditor = cast(Auditor, SimpleNamespace(moved={"player/Ann": -5}))
    (finding,) = checking._differences(auditor, {"player/Ann": (-5, -5)}, 0)
    assert finding.code == "ledger/overdrawn"


def test_a_snapshot_older_than_its_checkpoint_is_not_checked(
    checked: Path, read: list[int]
) -> None:
    connection = sqlite3.connect(checked, isolation_level=None)
    where = "FROM checkpoints WHERE stream = 'meter/link'"
    version, digest = connection.execute(f"SELECT version, hash {where}").fetchone()
    (body,) = connection.execute("SELECT body FROM snapshots").fetchone()
    checksum = snapshot_sum(Head("meter/link", version, digest), body)
    connection.execute("UPDATE snapshots SET version = ?, sum = ?", (version, checksum))
    connection.close()
    read.clear()
    open_store(checked).close()
    assert read


class _ScriptedTask(CheckpointTask):
    """Runs three times: it fails, succeeds, and then finds something wrong."""

    def __init__(self, store: SqlStore) -> None:
        self.runs = 0
        super().__init__(store, every=0.001)

    def advance(self) -> bool:
        self.runs += 1
        if self.runs == 1:
            raise Refusal("store/unreachable", reason="not now")
        return self.runs < 3


def test_the_background_check_runs_until_something_is_wrong(folder: Path) -> None:
    store = open_store(folder / "house.db")
    task = _ScriptedTask(store)
    task._thread.join(PATIENCE)
    assert task.runs == 3
    task.close()
    store.close()


def test_the_background_check_stops_when_the_store_is_closed(
    checked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "BURST", 1)
    store = open_store(checked)
    House(store).play("t1", 1)
    task = CheckpointTask(store, step=1)
    task._closing.set()
    with pytest.raises(Refusal, match="store/closed"):
        task._pause()
    monkeypatch.setattr(checking, "BURST", 10**9)
    assert task.advance(), "its result is no longer saved"
    task.close()
    store.close()
