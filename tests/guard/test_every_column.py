"""Somebody with the file and a database's own tool: whatever he alters, `uth audit` finds it.

Every column of every table is altered, every table loses a row, gets one and has two exchanged; the
tables are those of the file itself, so that a new one must be covered or say why it need not be.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.floor import driver
from tests.floor.evening import seat_bots
from tests.web.served import PASSWORD
from uth.cli.commands import run
from uth.floor.cage import bookings as cage
from uth.floor.clock import system as clock
from uth.floor.fairness.randomness import system as source
from uth.floor.floor import Floor
from uth.floor.people.passwords import Cost, Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.ledger.audit.store_check import StoreCheck, _check_since, _save_checkpoints
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.opening import open_store
from uth.ledger.recording_store import RecordingStore
from uth.ledger.sql.reader import SqlReader
from uth.ledger.writer import Writer
from uth.rulebook.store import load_house
from uth.table import commands as c

pytestmark = pytest.mark.slow

Where = Callable[[list[tuple[object, ...]]], list[int]]
"""Which rows of a table are altered."""
NEED_NOT = {
    "notes": "neither history nor money: one that was altered is as if it had never been",
    "checkpoints": "they save time: what does not match them is checked from the beginning",
    "checkpoint_balances": "as checkpoints",
    "postings.number": "it orders the postings of one event, and another order is found",
    "streams.owner": "a lease: it says who may write for the next seconds, not what was written",
    "streams.epoch": "as owner",
    "streams.expires": "as owner",
}
"""What an audit does not look at, and why it need not."""
MAY_GO = {"snapshots": "without one a stream is replayed"}
LISTED = [
    "accounts",
    "alembic_version",
    "answers",
    "checkpoint_balances",
    "checkpoints",
    "events",
    "notes",
    "postings",
    "redactions",
    "round_players",
    "rounds",
    "rulebooks",
    "secrets",
    "snapshots",
    "streams",
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """People, bookings with keys, orders with keys, a meter, rounds, and a row in every table."""
    path = tmp_path_factory.mktemp("columns") / "house.db"
    heads, store = Path(f"{path}.heads"), open_store(path)
    written = RecordingStore(Writer(store, HeadsFile(heads)))
    people = People(written, clock, source, Passwords(Cost(passes=1, memory_kib=64)))
    for name, role in (("ann", Role.PLAYER), ("flo", Role.FLOOR)):
        people.make(name, PASSWORD, role)
        people.sessions.open(name)
    house = Floor(written, pace=Pace())
    house.open_table("main", load_house("hollywood-pa"), "flo")
    house.books.buy_in("ann", 100_000, "ann", "money")
    driver.perform(house, Order("main", "ann", c.Sit("ann", 1, 50_000), "sit"))
    driver.perform(house, Order("main", "ann", c.Leave("ann"), "leave"))
    seat_bots(house, "main", 3)
    while house.table_writer("main").table.round < 3:
        assert driver.step(house, "main")
    asked = cage.CorrectionRequested("main", 1, "house/table/main", "player/ann", 5, "short", "flo")
    house.books.request_correction(asked, "asked")
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        _save_checkpoints(store, StoreCheck(0, replace_all=True))
        found = _check_since(reader, reader.checkpoints())
    _save_checkpoints(store, found)
    written.close()
    db = sqlite3.connect(path)
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    db.commit()
    db.close()
    return path


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    for end in ("", ".heads"):
        shutil.copy(f"{played}{end}", tmp_path / f"house.db{end}")
    return tmp_path / "house.db"


def columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def rows(db: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    return db.execute(f"SELECT * FROM {table}").fetchall()


def other(value: object) -> object:
    """Something else that a column of this kind could hold."""
    if isinstance(value, int):
        return value + 1_000_003
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
    return f"{value}x"


def put(db: sqlite3.Connection, table: str, held: list[tuple[object, ...]]) -> None:
    """A whole table as given."""
    db.execute(f"DELETE FROM {table}")
    if held:
        places = ", ".join("?" * len(held[0]))
        db.executemany(f"INSERT INTO {table} VALUES ({places})", held)


def audited(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says of a wrong store: lines with a code and a place; empty where good."""
    capsys.readouterr()
    code = run(["audit", "--db", str(path)])
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    if code == 0:
        return ""
    assert code in (1, 2)
    lines = (told.out + told.err).strip().splitlines()
    assert lines
    assert all(": " in line and "/" in line.split(": ")[0] for line in lines), lines
    return lines[0]


def test_these_are_all_the_tables(copy: Path) -> None:
    with sqlite3.connect(copy) as db:
        found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    db.close()
    assert sorted(name for (name,) in found) == LISTED


def places(held: list[tuple[object, ...]]) -> list[int]:
    """The first, the last and one in between."""
    return sorted({0, len(held) // 2, len(held) - 1}) if held else []


def one_place(held: list[tuple[object, ...]]) -> list[int]:
    return [len(held) // 2] if held else []


@pytest.mark.parametrize("table", LISTED)
def test_an_altered_column(table: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _alter_columns(table, copy, capsys, one_place)


@pytest.mark.nightly
@pytest.mark.parametrize("table", LISTED)
def test_an_altered_column_at_several_places(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _alter_columns(table, copy, capsys, places)


def _alter_columns(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str], where: Where
) -> None:
    assert audited(copy, capsys) == ""
    db = sqlite3.connect(copy, isolation_level=None)
    db.execute("PRAGMA ignore_check_constraints = ON")
    held = rows(db, table)
    assert held or table == "redactions"
    missed = []
    for number, column in enumerate(columns(db, table)):
        for place in where(held):
            row = list(held[place])
            row[number] = other(row[number])
            put(db, table, [*held[:place], tuple(row), *held[place + 1 :]])
            if not audited(copy, capsys):
                missed.append(f"{table}.{column}")
            put(db, table, held)
    db.close()
    assert {one for one in missed if one not in NEED_NOT and table not in NEED_NOT} == set()


@pytest.mark.parametrize("table", [name for name in LISTED if name not in NEED_NOT])
def test_a_row_less_and_two_exchanged(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _take_and_exchange(table, copy, capsys, one_place)


@pytest.mark.nightly
@pytest.mark.parametrize("table", [name for name in LISTED if name not in NEED_NOT])
def test_a_row_less_at_several_places(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _take_and_exchange(table, copy, capsys, places)


def _take_and_exchange(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str], where: Where
) -> None:
    db = sqlite3.connect(copy, isolation_level=None)
    held, missed = rows(db, table), []
    for place in where(held) if table not in MAY_GO else ():
        put(db, table, [*held[:place], *held[place + 1 :]])
        harmless = table == "accounts" and held[place][1] == 0
        if not harmless and not audited(copy, capsys):
            missed.append(f"without {held[place][:3]}")
        put(db, table, held)
    for number in range(len(columns(db, table))):
        for one in range(len(held) - 1):
            if held[one][number] != held[one + 1][number]:
                first, second = list(held[one]), list(held[one + 1])
                first[number], second[number] = second[number], first[number]
                exchanged = [*held[:one], tuple(first), tuple(second), *held[one + 2 :]]
                if set(exchanged) == set(held):
                    continue
                try:
                    put(db, table, exchanged)
                    name = f"{table}.{columns(db, table)[number]}"
                    if name not in NEED_NOT and not audited(copy, capsys):
                        missed.append(f"{name} exchanged at {one}")
                except sqlite3.IntegrityError:
                    continue
                finally:
                    put(db, table, held)
                break
    db.close()
    assert missed == []


def test_cards_of_a_settled_round_taken_away_as_if_for_a_backup(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup leaves out what is not settled, and such a round is void when a house goes on."""
    db = sqlite3.connect(copy, isolation_level=None)
    first = "(SELECT min(version) FROM secrets WHERE stream = 'table/main')"
    db.execute(f"INSERT INTO redactions VALUES ('table/main', {first})")
    db.execute(f"DELETE FROM secrets WHERE stream = 'table/main' AND version = {first}")
    assert audited(copy, capsys).startswith("journal/secret: ")
    db.close()
