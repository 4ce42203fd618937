"""The schema: migrated from any earlier step, refused when newer, guarded by itself."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.ledger.house import House, balances
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.opening import open_store
from uth.ledger.sql import schema
from uth.ledger.sql.migrate import REVISIONS, _folder, _upgrade, migrate, revision
from uth.ledger.sql.sqlite import sqlite_engine
from uth.ledger.sql.store import SqlStore, asked
from uth.table import commands as c


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'house.db'}"
    found: str = request.getfixturevalue("postgres")
    return found


@pytest.fixture
def store(address: str) -> Iterator[SqlStore]:
    store = open_store(address)
    yield store
    store.close()


def test_the_steps_are_those_on_disk() -> None:
    script = ScriptDirectory(str(_folder()))
    on_disk = [step.revision for step in script.walk_revisions()]
    assert tuple(reversed(on_disk)) == REVISIONS


def test_the_steps_make_what_the_statements_expect(store: SqlStore) -> None:
    from alembic.autogenerate import compare_metadata

    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        found = compare_metadata(context, schema.metadata)
    changes = [change for change in found if change[0] != "remove_index"]
    assert changes == []
    assert {change[1].name for change in found} == {
        "postings_source",
        "postings_target",
        "notes_name",
        "rounds_at",
        "rounds_of_table",
        "round_players_of_table",
        "answers_of_stream",
    }


def test_an_old_store_is_migrated_with_what_it_holds(folder: Path) -> None:
    path = folder / "old.db"
    engine = sqlite_engine(path)
    with asked(engine.execution_options(uth_writes=True)) as connection:
        _upgrade(connection, REVISIONS[0])
    with asked(engine) as connection:
        assert revision(connection) == REVISIONS[0]
        connection.exec_driver_sql("SELECT 1")
    assert migrate(engine)
    assert not migrate(engine)
    engine.dispose()
    store = open_store(path)
    House(store).issue("Ann", 100)
    assert audit(store).findings == ()
    store.close()


def test_a_newer_store_is_refused(store: SqlStore, address: str) -> None:
    with asked(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refusal) as caught:
        open_store(address)
    assert str(caught.value) == (
        f"store/newer: this store has schema 9999; this program knows up to {REVISIONS[-1]}"
    )


def test_a_store_whose_schema_is_not_what_it_says_is_refused(folder: Path) -> None:
    """The step that seems to be missing was taken before, and can't be taken again."""
    store = open_store(folder / "house.db")
    with asked(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'")
    store.close()
    with pytest.raises(Refusal, match="store/damaged: its schema says 0003, and it is not so"):
        open_store(folder / "house.db")


def test_another_programs_database_is_left_alone(folder: Path) -> None:
    engine = sqlite_engine(folder / "other.db")
    with asked(engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
    engine.dispose()
    with pytest.raises(Refusal, match="store/not_ours"):
        open_store(folder / "other.db")


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("mysql://localhost/uth", "store/address"),
        ("://", "store/address"),
        ("sqlite://", "store/address"),
        ("postgresql://127.0.0.1:1/uth", "store/unreachable"),
        ("/nowhere/at/all/house.db", "store/unreachable"),
    ],
)
def test_addresses(address: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        open_store(address)
    assert caught.value.code == code


def test_whatever_goes_wrong_is_a_refusal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged file may make the driver itself stumble over what it reads."""

    def stumble(*_: object) -> None:
        raise UnicodeDecodeError("utf-8", b"\xee", 0, 1, "invalid")

    monkeypatch.setattr("uth.ledger.opening.look", stumble)
    with pytest.raises(Refusal, match="store/damaged"):
        open_store(folder / "house.db")


def test_two_nodes_that_start_at_once_migrate_once(postgres_server: str) -> None:
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE uth_at_once")
    address = postgres_server.replace("/postgres?", "/uth_at_once?")
    with ThreadPoolExecutor(4) as pool:
        for store in pool.map(lambda _: open_store(address), range(4)):
            store.close()


@pytest.mark.parametrize("table", schema.APPEND_ONLY)
def test_nothing_is_changed_or_removed(store: SqlStore, table: str) -> None:
    """Not even by one who has the database's password, unless he takes the guard away first."""
    house = House(store)
    house.open("t1")
    house.sit("t1")
    house.bet("t1")
    house.deal("t1")
    house.issue("Ann", 5, key="k")
    with asked(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("INSERT INTO redactions VALUES ('x', 1)")
    first = schema.metadata.tables[table].columns.keys()[0]
    deeds = [f"UPDATE {table} SET {first} = {first}", f"DELETE FROM {table}"]
    if store.engine.dialect.name == "postgresql":
        deeds.append(f"TRUNCATE {table} CASCADE")
    for deed in deeds:
        with (
            pytest.raises(sa.exc.DBAPIError, match="append-only"),
            store.engine.execution_options(uth_writes=True).connect() as connection,
        ):
            connection.exec_driver_sql(deed)


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO accounts VALUES ('player/Zed', -1)",
        "UPDATE accounts SET balance = -1 WHERE account = 'player/Ann'",
        "INSERT INTO accounts VALUES ('drop/table/1', -1)",
        "INSERT INTO accounts VALUES ('wager/table/1/Ann', -1)",
        "INSERT INTO accounts VALUES ('bank/table/1', -1)",
        "INSERT INTO accounts VALUES ('meter/link/main', -1)",
        "INSERT INTO postings VALUES ('cage', 1, 9, 'issued', 'player/A', 0, 0, '', '', NULL)",
        "INSERT INTO postings VALUES ('cage', 1, 9, 'issued', 'issued', 5, 0, '', '', NULL)",
        "INSERT INTO postings VALUES ('cage', 7, 9, 'issued', 'player/A', 5, 0, '', '', NULL)",
        "INSERT INTO postings VALUES ('cage', 1, 9, 'issued', 'player/A', 5, 0, '', '', 'f00')",
    ],
)
def test_the_database_refuses_it_too(store: SqlStore, statement: str) -> None:
    House(store).issue("Ann", 5)
    writing = store.engine.execution_options(uth_writes=True)
    with pytest.raises(sa.exc.IntegrityError), writing.connect() as connection:
        connection.exec_driver_sql(statement)
    assert balances(store) == {"issued": -5, "player/Ann": 5}


def test_a_constraint_is_a_refusal_and_leaves_the_others(store: SqlStore) -> None:
    """Were our own checks to miss something, the database's would still keep it out."""
    from tests.ledger.batches import ANN, moves
    from uth.ledger.journal.batch import Batch, Committed

    with asked(store.engine.execution_options(uth_writes=True)) as connection:
        row = {"version": 0, "hash": bytes(32), "owner": "", "epoch": 0, "expires": 0}
        connection.execute(sa.insert(schema.streams), {"stream": "a", **row})
        event = {"at": 0, "kind": "Moved", "body": b"", "seal": b"", "hash": b""}
        connection.execute(sa.insert(schema.events), {"stream": "a", "version": 1, **event})
    batches = [
        Batch((moves("a", 0, ("issued", ANN, 1)),)),
        Batch((moves("b", 0, ("issued", ANN, 1)),)),
    ]
    first, second = store.commit_all(batches)
    assert isinstance(first, Refusal)
    assert first.code == "store/constraint"
    assert isinstance(second, Committed)
    assert balances(store) == {"issued": -1, ANN: 1}


def test_the_index_of_rounds_is_made_from_an_old_journal(store: SqlStore, address: str) -> None:
    house = House(store)
    for name, kind in (("t1", "california"), ("t2", "hollywood-pa")):
        house.open(name, kind)
        house.sit(name, 3)
        house.play(name, 2)
    house.open("t3")
    house.bet("t2")
    house.do("t2", c.VoidRound("floor", "spilled drink"))
    with store.reading() as reader:
        before = {name: list(reader.indexed(f"table/{name}")) for name in ("t1", "t2", "t3")}
    assert [len(rows) for rows in before.values()] == [2, 3, 0]
    with asked(store.engine.execution_options(uth_writes=True)) as connection:
        for table in ("rounds", "round_players", "marks", "marked_balances"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
        connection.exec_driver_sql("DROP INDEX answers_of_stream")
        connection.exec_driver_sql("ALTER TABLE events DROP COLUMN answered")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'")
    again = open_store(address)
    with again.reading() as reader:
        for name, rows in before.items():
            assert list(reader.indexed(f"table/{name}")) == rows
    assert audit(again).findings == ()
    again.close()
