"""`uth audit` finds what somebody changed in the database file."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.floor import driver
from tests.floor.evening import seat_bots
from uth.cli.commands import run
from uth.floor.floor import Floor
from uth.floor.tables.pace import Pace
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.opening import open_store
from uth.ledger.writer import Writer
from uth.rulebook.store import load_house

Harm = Callable[[sqlite3.Connection], object]
LAST = "(SELECT max(version) FROM events WHERE stream = 'table/main')"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store where bots have played some rounds, with its heads file."""
    path = tmp_path_factory.mktemp("house") / "house.db"
    heads = Path(f"{path}.heads")
    store = open_store(path, heads=heads)
    writer = Writer(store, HeadsFile(heads))
    floor = Floor(writer, pace=Pace())
    floor.open_table("main", load_house("cardroom-25"), "flo")
    seat_bots(floor, "main", 3)
    while floor.tables.writer("main").table.round < 4:
        assert driver.step(floor, "main")
    writer.close()
    store.close()
    return path


HARMS: dict[str, Harm] = {
    "altered": lambda db: db.execute(
        "UPDATE events SET body = replace(CAST(body AS TEXT), '500', '600') "
        "WHERE stream = 'table/main' AND kind = 'WagersPlaced'"
    ),
    "removed": lambda db: db.execute(
        "DELETE FROM events WHERE stream = 'table/main' AND version = 9"
    ),
    "swapped": lambda db: db.executescript(
        "UPDATE events SET version = 9009 WHERE stream = 'table/main' AND version = 9;"
        "UPDATE events SET version = 9 WHERE stream = 'table/main' AND version = 10;"
        "UPDATE events SET version = 10 WHERE stream = 'table/main' AND version = 9009;"
    ),
    "another deck": lambda db: db.execute(
        "UPDATE secrets SET secret = replace(replace(replace(CAST(secret AS TEXT), 'Ah', '??'), "
        "'2c', 'Ah'), '??', '2c') WHERE stream = 'table/main'"
    ),
    "a posting more": lambda db: db.execute("UPDATE postings SET amount = amount + 1"),
    "a balance": lambda db: db.execute(
        "UPDATE accounts SET balance = balance + 100 WHERE account = 'house/table/main'"
    ),
    "a lost tail": lambda db: db.executescript(
        f"DELETE FROM postings WHERE stream = 'table/main' AND version = {LAST};"
        f"DELETE FROM secrets WHERE stream = 'table/main' AND version = {LAST};"
        "DELETE FROM events WHERE stream = 'table/main' AND version = "
        "(SELECT version FROM streams WHERE stream = 'table/main');"
        "UPDATE streams SET version = version - 1, hash = (SELECT hash FROM events WHERE "
        f"stream = 'table/main' AND version = {LAST}) WHERE stream = 'table/main';"
    ),
}


@pytest.mark.parametrize("harm", HARMS)
def test_changes_to_the_file_are_found(
    harm: str, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.db"
    for end in ("", ".heads"):
        shutil.copy(f"{played}{end}", f"{path}{end}")
    assert run(["audit", "--db", str(path)]) == 0
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA foreign_keys = OFF")
    names = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in names:
        db.execute(f'DROP TRIGGER "{name}"')
    HARMS[harm](db)
    db.close()
    capsys.readouterr()
    assert run(["audit", "--db", str(path)]) in (1, 2)
    output = capsys.readouterr()
    assert ": " in output.out + output.err
    assert "Traceback" not in output.out + output.err
