"""A large store is opened by checking what came since it was checked last, and never less well."""

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
from uth.ledger.journal.store import Checkpoint
from uth.ledger.opening import open_store
from uth.ledger.sql.checkpoints import set_checkpoints
from uth.ledger.sql.reader import SqlReader
from uth.ledger.sql.store import SqlStore, asked
from uth.table import commands as c


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few rounds are a large store."""
    monkeypatch.setattr(checking, "SMALL", 20)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events each stream's check has read."""
    found: list[int] = []
    events = SqlReader.events

    def counted(self: SqlReader, stream: str, after: int = 0, until: int | None = None):  # type: ignore[no-untyped-def]
        for kept in events(self, stream, after, until):
            found.append(kept.version)
            yield kept

    monkeypatch.setattr(SqlReader, "events", counted)
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return str(folder / "house.db")
    found: str = request.getfixturevalue("postgres")
    return found


def play(address: str) -> None:
    store = open_store(address)
    house = House(store)
    if not house.tables:
        house.open("t1", "hollywood-pa")
        house.sit("t1", 3)
    house.play("t1", 2)
    house.bet("t1")
    house.do("t1", c.VoidRound("floor", "misdeal"), key="void" + str(house.versions["table/t1"]))
    house.issue("Ann", 500, key="ann" + str(house.version("cage")))
    store.close()


def whole(store: SqlStore) -> int:
    with store.reading() as reader:
        return sum(row.version for row in reader.streams())


def test_only_what_is_new_is_read(address: str, read: list[int]) -> None:
    play(address)
    first = open_store(address)
    total = whole(first)
    first.close()
    read.clear()
    open_store(address).close()
    assert read == []
    play(address)
    read.clear()
    store = open_store(address)
    assert 0 < len(read) == whole(store) - total
    read.clear()
    open_store(address).close()
    assert read == []
    store.close()


def test_a_small_store_is_read_whole_every_time(
    folder: Path, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "SMALL", 10_000)
    play(str(folder / "house.db"))
    for _ in range(2):
        read.clear()
        store = open_store(folder / "house.db")
        assert len(read) == whole(store)
        store.close()


@pytest.fixture
def marked(folder: Path) -> Path:
    """A store that was checked, has gone on since, and was not opened again."""
    path = folder / "house.db"
    play(str(path))
    open_store(path).close()
    store = open_store(path)
    house = House(store)
    house.play("t1", 1)
    house.issue("Bob", 900, key="bob")
    store.close()
    return path


HARMS = {
    "an event that came since": "UPDATE events SET body = replace(CAST(body AS TEXT), '900', '901')"
    " WHERE stream = 'cage' AND version = (SELECT max(version) FROM events WHERE stream = 'cage')",
    "a posting that came since": "UPDATE postings SET cents = cents + 1 WHERE stream = 'cage'"
    " AND version = (SELECT max(version) FROM events WHERE stream = 'cage')",
    "a balance that has changed since": "UPDATE accounts SET balance = balance + 1"
    " WHERE account = 'player/Bob'",
    "a balance that has not": "UPDATE accounts SET balance = balance + 1"
    " WHERE account = 'player/Ann'",
    "an account that is gone": "DELETE FROM accounts WHERE account = 'player/Ann'",
    "an answer that came since": "DELETE FROM answers WHERE key = 'bob'",
    "the last event of a stream": "DELETE FROM events WHERE stream = 'meter/link'"
    " AND version = (SELECT version FROM streams WHERE stream = 'meter/link')",
    "the event that a mark stands at": "UPDATE events SET hash = zeroblob(32) WHERE stream ="
    " 'table/t1' AND version = (SELECT version FROM marks WHERE stream = 'table/t1')",
    "a whole stream": "DELETE FROM streams WHERE stream = 'meter/link'",
}


def harmed(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    assert connection.execute(sql).rowcount
    connection.close()


@pytest.mark.parametrize("harm", HARMS)
def test_what_was_done_to_it_since_is_found(marked: Path, harm: str) -> None:
    harmed(marked, HARMS[harm])
    with pytest.raises(Refusal):
        open_store(marked)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE marks SET hash = zeroblob(32) WHERE stream = 'table/t1'",
        "UPDATE marks SET version = version - 1 WHERE stream = 'table/t1'",
        "UPDATE marks SET version = version + 1000 WHERE stream = 'cage'",
        "UPDATE marks SET state = x'7b' WHERE stream = 'table/t1'",
        "UPDATE marked_balances SET balance = balance + 1 WHERE account = 'player/Ann'",
        "DELETE FROM marked_balances",
        "DELETE FROM marks",
        "DELETE FROM marks WHERE stream = 'cage'",
        "INSERT INTO marks VALUES ('table/none', 5, zeroblob(32), x'')",
    ],
)
def test_wrong_marks_cost_time_and_nothing_else(marked: Path, sql: str, read: list[int]) -> None:
    """They are never taken at their word: all is read, found right, and marked anew."""
    harmed(marked, sql)
    read.clear()
    store = open_store(marked)
    assert len(read) >= whole(store)
    before = balances(store)
    store.close()
    read.clear()
    store = open_store(marked)
    assert read == []
    assert balances(store) == before
    store.close()


def test_a_store_that_can_not_be_written_is_opened_all_the_same(
    marked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*words: object, **named: object) -> bool:
        raise Refusal("store/unreachable", "the disk is full")

    monkeypatch.setattr(checking, "set_marks", full)
    open_store(marked).close()


def _waiting(store: SqlStore) -> int:
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        return reader.marks().behind()


@pytest.fixture
def marking(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[SqlStore], CheckpointTask]]:
    monkeypatch.setattr(checking, "REST", 0)
    made: list[CheckpointTask] = []

    def make(store: SqlStore) -> CheckpointTask:
        made.append(CheckpointTask(store, every=600, step=1))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_marks_move_on_while_a_house_is_served(
    address: str, read: list[int], marking: Callable[[SqlStore], CheckpointTask]
) -> None:
    play(address)
    store = open_store(address)
    House(store).play("t1", 1)
    assert _waiting(store) > 0
    one, other = marking(store), marking(store)
    assert one.go_on()
    assert other.go_on()
    assert _waiting(store) == 0
    read.clear()
    open_store(address).close()
    assert read == []
    store.close()


def test_two_who_mark_at_once_do_not_mix(address: str) -> None:
    play(address)
    store = open_store(address)
    house = House(store)
    house.issue("Ann", 5)
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        late = checking._since(reader, reader.marks())
    house.issue("Ann", 6)
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        checking._mark(store, checking._since(reader, reader.marks()))
    checking._mark(store, late)
    assert _waiting(store) == 0
    store.close()


def test_marks_are_set_where_no_balance_has_changed(sqlite_store: SqlStore) -> None:
    with asked(sqlite_store.engine.execution_options(uth_writes=True)) as connection:
        assert set_checkpoints(connection, 0, [Checkpoint("cage", 1)], {}, anew=True)
    with sqlite_store.reading() as reader:
        assert isinstance(reader, SqlReader)
        assert (reader.marks().turn, reader.marks().behind()) == (1, -1)


def test_what_goes_wrong_while_it_is_served_is_told(
    folder: Path, marking: Callable[[SqlStore], CheckpointTask], caplog: pytest.LogCaptureFixture
) -> None:
    path = folder / "house.db"
    play(str(path))
    store = open_store(path)
    House(store).issue("Ann", 5)
    with asked(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("UPDATE accounts SET balance = 6 WHERE account = 'player/Ann'")
    assert not marking(store).go_on()
    assert "the store is not right" in caplog.text
    store.close()


def test_an_account_below_zero_is_found() -> None:
    auditor = cast(Auditor, SimpleNamespace(moved={"player/Ann": -5}))
    (found,) = checking._differences(auditor, {"player/Ann": (-5, -5)}, 0)
    assert found.code == "ledger/overdrawn"


def test_a_snapshot_from_before_the_marks_is_left_alone(marked: Path, read: list[int]) -> None:
    connection = sqlite3.connect(marked, isolation_level=None)
    where = "FROM marks WHERE stream = 'cage'"
    version, digest = connection.execute(f"SELECT version, hash {where}").fetchone()
    (body,) = connection.execute("SELECT body FROM snapshots WHERE stream = 'cage'").fetchone()
    tied = snapshot_sum(Head("cage", version, digest), body)
    connection.execute(
        "UPDATE snapshots SET version = ?, sum = ? WHERE stream = 'cage'", (version, tied)
    )
    connection.close()
    read.clear()
    open_store(marked).close()
    assert read


class _Marking(CheckpointTask):
    """Looks three times: once in vain, once well, and then it finds something wrong."""

    def __init__(self, store: SqlStore) -> None:
        self.turns: list[str] = []
        super().__init__(store, every=0.001)

    def go_on(self) -> bool:
        self.turns.append("turn")
        if len(self.turns) == 1:
            raise Refusal("store/unreachable", "not now")
        return len(self.turns) < 3


def test_marking_goes_on_until_something_is_wrong(folder: Path) -> None:
    store = open_store(folder / "house.db")
    marking = _Marking(store)
    marking._thread.join(PATIENCE)
    assert len(marking.turns) == 3
    marking.close()
    store.close()


def test_marking_stops_when_the_store_is_closed(
    marked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "BURST", 1)
    store = open_store(marked)
    House(store).play("t1", 1)
    marking = CheckpointTask(store, step=1)
    marking._closing.set()
    with pytest.raises(Refusal, match="store/closed"):
        marking._breathe()
    monkeypatch.setattr(checking, "BURST", 10**9)
    assert marking.go_on(), "what it found is not written any more"
    marking.close()
    store.close()
