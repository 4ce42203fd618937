"""`uth audit` finds whatever somebody changes in the database file with an SQL tool.

Every column of every database table is altered, and rows are removed, added and exchanged. The
tables are read from the file, so a new one must be covered or listed as an exception.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.floor import driver
from tests.floor.evening import seat_bots
from tests.web.served_app import PASSWORD
from uth.cli.commands import run
from uth.floor.clock import system as clock
from uth.floor.fairness.randomness import system as source
from uth.floor.floor import Floor
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.ledger.audit.store_check import StoreCheck, _check_since, _save_checkpoints
from uth.ledger.journal.bookings import CorrectionRequested
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.opening import open_store
from uth.ledger.sql.reader import SqlReader
from uth.ledger.writer import Writer
from uth.rulebook.store import load_house
from uth.table import commands as c

pytestmark = pytest.mark.slow

Where = Callable[[list[tuple[object, ...]]], list[int]]
"""Which rows of a database table are altered."""
NOT_CHECKED = {
    "notes": "neither history nor money: an altered one has no effect",
    "checkpoints": "a checkpoint: what does not match is checked from the beginning",
    "checkpoint_balances": "as checkpoints",
    "postings.number": "it orders the postings of one event; another order is detected",
    "streams.owner": "a lease: it says who may write for the next seconds, not what was recording",
    "streams.epoch": "as owner",
    "streams.expires": "as owner",
}
"""What an audit does not check, and why it need not."""
MAY_BE_REMOVED = {"snapshots": "without it, the stream is replayed"}
TABLES = [
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
    """People, bookings and orders with keys, a meter, rounds, and a row in every database table."""
    path = tmp_path_factory.mktemp("columns") / "house.db"
    heads, store = Path(f"{path}.heads"), open_store(path)
    recording = Writer(store, HeadsFile(heads))
    people = People(recording, clock, source, Passwords(passes=1, memory_kib=64))
    for name, role in (("ann", Role.PLAYER), ("flo", Role.FLOOR)):
        people.make(name, PASSWORD, role)
        people.sessions.open(name)
    floor = Floor(recording, pace=Pace())
    floor.open_table("main", load_house("hollywood-pa"), "flo")
    floor.books.buy_in("ann", 100_000, "ann", "money")
    driver.perform(floor, Order("main", "ann", c.Sit("ann", 1, 50_000), "sit"))
    driver.perform(floor, Order("main", "ann", c.Leave("ann"), "leave"))
    seat_bots(floor, "main", 3)
    while floor.tables.writer("main").table.round < 3:
        assert driver.step(floor, "main")
    request = CorrectionRequested("main", 1, "house/table/main", "player/ann", 5, "short", "flo")
    floor.books.request_correction(request, "asked")
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        _save_checkpoints(store, StoreCheck(0, True, [], [], {}))
        check = _check_since(reader, reader.checkpoints())
    _save_checkpoints(store, check)
    recording.close()
    store.close()
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


def altered(value: object) -> object:
    """Another value of the column's type."""
    if isinstance(value, int):
        return value + 1_000_003
    if isinstance(value, bytes):
        return value[:-1] + bytes([value[-1] ^ 1]) if value else b"x"
    return f"{value}x"


def write(db: sqlite3.Connection, table: str, content: list[tuple[object, ...]]) -> None:
    """Write all rows of a database table."""
    db.execute(f"DELETE FROM {table}")
    if content:
        marks = ", ".join("?" * len(content[0]))
        db.executemany(f"INSERT INTO {table} VALUES ({marks})", content)


def first_finding(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The output of the command: lines with a code and a location; empty for a good store."""
    capsys.readouterr()
    code = run(["audit", "--db", str(path)])
    output = capsys.readouterr()
    assert "Traceback" not in output.out + output.err
    if code == 0:
        return ""
    assert code in (1, 2)
    lines = (output.out + output.err).strip().splitlines()
    assert lines
    assert all(": " in finding and "/" in finding.split(": ")[0] for finding in lines), lines
    return lines[0]


def test_these_are_all_the_tables(copy: Path) -> None:
    with sqlite3.connect(copy) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    db.close()
    assert sorted(name for (name,) in names) == TABLES


def several_rows(content: list[tuple[object, ...]]) -> list[int]:
    """The first, the last and a middle row."""
    return sorted({0, len(content) // 2, len(content) - 1}) if content else []


def one_row(content: list[tuple[object, ...]]) -> list[int]:
    return [len(content) // 2] if content else []


@pytest.mark.parametrize("table", TABLES)
def test_an_altered_column(table: str, copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _alter_columns(table, copy, capsys, one_row)


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
def test_an_altered_column_in_several_rows(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _alter_columns(table, copy, capsys, several_rows)


def _alter_columns(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str], where: Where
) -> None:
    assert first_finding(copy, capsys) == ""
    db = sqlite3.connect(copy, isolation_level=None)
    db.execute("PRAGMA ignore_check_constraints = ON")
    content = rows(db, table)
    assert content or table == "redactions"
    missed = []
    for number, column in enumerate(columns(db, table)):
        for index in where(content):
            row = list(content[index])
            row[number] = altered(row[number])
            write(db, table, [*content[:index], tuple(row), *content[index + 1 :]])
            if not first_finding(copy, capsys):
                missed.append(f"{table}.{column}")
            write(db, table, content)
    db.close()
    assert {one for one in missed if one not in NOT_CHECKED and table not in NOT_CHECKED} == set()


@pytest.mark.parametrize("table", [name for name in TABLES if name not in NOT_CHECKED])
def test_a_removed_row_and_two_exchanged_rows(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _take_and_exchange(table, copy, capsys, one_row)


@pytest.mark.nightly
@pytest.mark.parametrize("table", [name for name in TABLES if name not in NOT_CHECKED])
def test_a_removed_row_in_several_positions(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _take_and_exchange(table, copy, capsys, several_rows)


def _take_and_exchange(
    table: str, copy: Path, capsys: pytest.CaptureFixture[str], where: Where
) -> None:
    db = sqlite3.connect(copy, isolation_level=None)
    content, missed = rows(db, table), []
    for index in where(content) if table not in MAY_BE_REMOVED else ():
        write(db, table, [*content[:index], *content[index + 1 :]])
        harmless = table == "accounts" and content[index][1] == 0
        if not harmless and not first_finding(copy, capsys):
            missed.append(f"without {content[index][:3]}")
        write(db, table, content)
    for number in range(len(columns(db, table))):
        for one in range(len(content) - 1):
            if content[one][number] != content[one + 1][number]:
                first, second = list(content[one]), list(content[one + 1])
                first[number], second[number] = second[number], first[number]
                exchanged = [*content[:one], tuple(first), tuple(second), *content[one + 2 :]]
                if set(exchanged) == set(content):
                    continue
                try:
                    write(db, table, exchanged)
                    name = f"{table}.{columns(db, table)[number]}"
                    if name not in NOT_CHECKED and not first_finding(copy, capsys):
                        missed.append(f"{name} exchanged at {one}")
                except sqlite3.IntegrityError:
                    continue
                finally:
                    write(db, table, content)
                break
    db.close()
    assert missed == []


def test_removing_the_cards_of_a_settled_round_is_found(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup omits unfinished rounds, which are void when a floor continues from it."""
    db = sqlite3.connect(copy, isolation_level=None)
    first = "(SELECT min(version) FROM secrets WHERE stream = 'table/main')"
    db.execute(f"INSERT INTO redactions VALUES ('table/main', {first})")
    db.execute(f"DELETE FROM secrets WHERE stream = 'table/main' AND version = {first}")
    assert first_finding(copy, capsys).startswith("journal/settled_secret: ")
    db.close()
