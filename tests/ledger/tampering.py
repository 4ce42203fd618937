"""Tools to tamper with a store directly in its database, with full knowledge of its design."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from tests.ledger.house import House
from uth.ledger.audit.audit import Audit, audit
from uth.ledger.journal.batch import Head
from uth.ledger.journal.chain import link, snapshot_sum
from uth.ledger.journal.heads import HeadsFile, read_heads
from uth.ledger.opening import open_store
from uth.ledger.writer import Writer
from uth.table import commands as c

Tamper = Callable[[sqlite3.Connection], object]
TABLE, METER = "table/t1", "meter/link"


class Tampered(Protocol):
    """The audit of a store after tampering, with its heads file or without."""

    def __call__(self, tamper: Tamper, *, heads: bool = True) -> Audit: ...


def play(path: Path, heads: Path) -> None:
    """Two tables with a meter, one banked by players, a jackpot, and a void round."""
    store = open_store(path)
    writer = Writer(store, HeadsFile(heads))
    house = House(store, writer.commit)
    for name, kind in (("t1", "hollywood-pa"), ("t2", "california-bad-beat")):
        house.open(name, kind)
        house.sit(name, 3)
        house.play(name, 2)
    house.play_royal("t1")
    house.spoil("t1")
    house.bet("t1")
    house.deal("t1")
    house.do("t1", c.Leave("t1-P3"), key="leave", actor="t1-P3")
    house.finish("t1")
    house.issue("Vic", 700, key="vic")
    writer.close()
    store.close()


def audited(path: Path, heads: Path | None) -> Audit:
    store = open_store(path, check=False)
    try:
        return audit(store, read_heads(heads) if heads else ())
    finally:
        store.close()


def unguarded(path: Path) -> sqlite3.Connection:
    """A store's database with all triggers and checks disabled."""
    connection = sqlite3.connect(path, isolation_level=None)
    triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    for (name,) in triggers.fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("PRAGMA ignore_check_constraints=ON")
    return connection


def version_of(connection: sqlite3.Connection, kind: str, stream: str = TABLE) -> int:
    """The version of the first event of this kind."""
    row = connection.execute(
        "SELECT min(version) FROM events WHERE stream = ? AND kind = ?", (stream, kind)
    ).fetchone()
    return int(row[0])


def edit(connection: sqlite3.Connection, kind: str, stream: str = TABLE, **changes: object) -> int:
    """Change fields of an event's body; returns its version."""
    version = version_of(connection, kind, stream)
    where = (stream, version)
    (body,) = connection.execute(
        "SELECT body FROM events WHERE stream = ? AND version = ?", where
    ).fetchone()
    text = json.dumps({**json.loads(body), **changes}).encode()
    connection.execute(
        "UPDATE events SET body = ? WHERE stream = ? AND version = ?", (text, *where)
    )
    return version


def rechain(connection: sqlite3.Connection, stream: str = TABLE) -> None:
    """Recompute the hashes of a stream, and the checksums that depend on them."""
    connection.execute("DELETE FROM snapshots WHERE stream = ?", (stream,))
    before, hashes = bytes(32), {}
    rows = connection.execute(
        "SELECT version, at, kind, body, seal, answered FROM events WHERE stream = ? "
        "ORDER BY version",
        (stream,),
    ).fetchall()
    for version, *parts in rows:
        before = hashes[version] = link(before, stream, version, *parts)
        connection.execute(
            "UPDATE events SET hash = ? WHERE stream = ? AND version = ?", (before, stream, version)
        )
    connection.execute(
        "UPDATE streams SET version = ?, hash = ? WHERE stream = ?", (rows[-1][0], before, stream)
    )
    index = "SELECT round, version, body FROM rounds WHERE stream = ?"
    for number, version, body in connection.execute(index, (stream,)).fetchall():
        if version not in hashes:
            for table in ("rounds", "round_players"):
                delete = f"DELETE FROM {table} WHERE stream = ? AND round = ?"
                connection.execute(delete, (stream, number))
            continue
        checksum = snapshot_sum(Head(stream, version, hashes[version]), body)
        connection.execute(
            "UPDATE rounds SET sum = ? WHERE stream = ? AND round = ?", (checksum, stream, number)
        )


def cut(db: sqlite3.Connection, stream: str, keep: int) -> None:
    """Delete the events of a stream after a version, and their rows."""
    for table in ("secrets", "postings", "answers", "events"):
        db.execute(f"DELETE FROM {table} WHERE stream = ? AND version > ?", (stream, keep))


def recompute_balances(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM accounts")
    db.execute(
        "INSERT INTO accounts SELECT account, sum(amount) FROM ("
        "SELECT source AS account, -amount AS amount FROM postings UNION ALL "
        "SELECT target, amount FROM postings) GROUP BY account"
    )
