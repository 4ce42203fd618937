"""The schema: created once, refused if it is older or newer, protected by the database."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.ledger.batches import ANN, moves
from tests.ledger.house import House, balances
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.opening import open_store
from uth.ledger.sql import schema
from uth.ledger.sql.migrate import MIGRATIONS, REVISIONS, migrate
from uth.ledger.sql.sqlite import sqlite_engine
from uth.ledger.sql.store import SqlStore, transaction


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'house.db'}"
    address: str = request.getfixturevalue("postgres")
    return address


@pytest.fixture
def store(address: str) -> Iterator[SqlStore]:
    store = open_store(address)
    yield store
    store.close()


def test_the_migrations_are_those_on_disk() -> None:
    script = ScriptDirectory(str(MIGRATIONS))
    on_disk = [step.revision for step in script.walk_revisions()]
    assert tuple(reversed(on_disk)) == REVISIONS


def test_the_migrations_make_what_the_statements_expect(store: SqlStore) -> None:
    from alembic.autogenerate import compare_metadata

    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []
        indices = {
            index["name"]
            for table in schema.metadata.tables
            for index in sa.inspect(connection).get_indexes(table)
        }
    assert indices == {
        "postings_source",
        "postings_target",
        "notes_name",
        "rounds_at",
        "rounds_of_table",
        "round_players_of_table",
        "answers_of_stream",
    }


def test_sqlite_stores_rows_by_their_key(folder: Path) -> None:
    """Without a row id; rulebooks are large and few."""
    store = open_store(folder / "house.db")
    with transaction(store.engine) as connection:
        made = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type='table'")
        with_row_id = {name for name, sql in made if "WITHOUT ROWID" not in sql}
    store.close()
    assert with_row_id == {"alembic_version", "rulebooks"}


def test_a_store_is_migrated_once(folder: Path) -> None:
    engine = sqlite_engine(folder / "house.db")
    assert migrate(engine)
    assert not migrate(engine)
    engine.dispose()


@pytest.mark.parametrize(
    ("revision", "refusal"),
    [
        (
            "9999",
            f"store/newer: this store has schema 9999; this program knows schemas up to "
            f"{REVISIONS[-1]}",
        ),
        (
            "0005",
            "store/older: this store was made before the first release and can't be used; "
            "start a new one",
        ),
    ],
)
def test_an_older_or_newer_store_is_refused_and_left_alone(
    store: SqlStore, address: str, revision: str, refusal: str
) -> None:
    House(store).issue("Ann", 5)
    with transaction(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    with pytest.raises(Refusal) as caught:
        open_store(address)
    assert str(caught.value) == refusal
    assert balances(store) == {"issued": -5, ANN: 5}


def test_a_schema_that_is_not_what_it_says_is_damaged(folder: Path) -> None:
    """It says that nothing was created, but a table exists."""
    store = open_store(folder / "house.db")
    with transaction(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("DELETE FROM alembic_version")
    store.close()
    with pytest.raises(Refusal, match="store/schema"):
        open_store(folder / "house.db")


def test_another_programs_database_is_left_alone(folder: Path) -> None:
    engine = sqlite_engine(folder / "other.db")
    with transaction(engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
    engine.dispose()
    with pytest.raises(Refusal, match="store/not_ours"):
        open_store(folder / "other.db")


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("mysql://localhost/uth", "store/unsupported"),
        ("://", "store/address"),
        ("sqlite://", "store/address"),
        ("postgresql://127.0.0.1:1/uth", "store/not_opened"),
        ("/nowhere/at/all/house.db", "store/not_opened"),
    ],
)
def test_addresses(address: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        open_store(address)
    assert caught.value.code == code


def test_whatever_goes_wrong_is_a_refusal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged file may make the driver itself fail."""

    def fail(*_: object) -> None:
        raise UnicodeDecodeError("utf-8", b"\xee", 0, 1, "invalid")

    monkeypatch.setattr("uth.ledger.opening.check_store", fail)
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
    """Not even with the database's password, unless the triggers are dropped first."""
    house = House(store)
    house.open("t1")
    house.sit("t1")
    house.bet("t1")
    house.deal("t1")
    house.issue("Ann", 5, key="k")
    with transaction(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("INSERT INTO redactions VALUES ('x', 1)")
    first = schema.metadata.tables[table].columns.keys()[0]
    statements = [f"UPDATE {table} SET {first} = {first}", f"DELETE FROM {table}"]
    if store.engine.dialect.name == "postgresql":
        statements.append(f"TRUNCATE {table} CASCADE")
    for statement in statements:
        with (
            pytest.raises(sa.exc.DBAPIError, match="append-only"),
            store.engine.execution_options(uth_writes=True).connect() as connection,
        ):
            connection.exec_driver_sql(statement)


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
    """If the program's own checks missed something, the database's would refuse it."""
    with transaction(store.engine.execution_options(uth_writes=True)) as connection:
        row = {"version": 0, "hash": bytes(32), "owner": "", "epoch": 0, "expires": 0}
        connection.execute(sa.insert(schema.streams), {"stream": "a", **row})
        event: dict[str, object] = dict.fromkeys(("body", "seal", "hash", "answered"), b"")
        event |= {"stream": "a", "version": 1, "at": 0, "kind": "Moved"}
        connection.execute(sa.insert(schema.events), event)
    batches = [
        Batch((moves("a", 0, ("issued", ANN, 1)),)),
        Batch((moves("b", 0, ("issued", ANN, 1)),)),
    ]
    first, second = store.commit_all(batches)
    assert isinstance(first, Refusal)
    assert first.code == "store/constraint"
    assert isinstance(second, Committed)
    assert balances(store) == {"issued": -1, ANN: 1}
