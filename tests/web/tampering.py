"""A store to tamper with, and what `uth audit` says about it."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from typing import Any

import pytest

from tests.floor import driver
from tests.floor.evening import seat_bots
from tests.floor.receipt_files import to_text
from uth.cli.commands import run
from uth.floor.floor import Floor
from uth.floor.records.hand_history import find_receipt
from uth.floor.tables.pace import Pace
from uth.ledger.locations import heads_path, open_heads
from uth.ledger.opening import open_store
from uth.ledger.writer import Writer
from uth.rulebook.store import load_house

FRED = "people/" + hashlib.sha256(b"fred").hexdigest()[:32]


PASSWORD = "correct horse battery"


def play(address: str, name: str = "main") -> str:
    """Let bots play some rounds; returns the receipt of the last but one."""
    store = open_store(address)
    writer = Writer(store, open_heads(heads_path(address, "north")))
    floor = Floor(writer, pace=Pace())
    floor.open_table(name, load_house("cardroom-25"), "flo")
    seat_bots(floor, name, 3)
    while floor.tables.writer(name).table.round < 4:
        assert driver.step(floor, name)
    with store.reading() as reader:
        receipt = to_text(find_receipt(reader, name, 2))
    writer.close()
    store.close()
    return receipt


def audit_report(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    capsys.readouterr()
    code = run(["audit", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def audit_text(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(["audit", *words]) == 0
    return capsys.readouterr().out


def cut(db: Any, stream: str, version: int, mark: str = "?") -> None:
    """Remove the end of a stream and all traces of it except the history of the balances."""
    moved = (
        f"SELECT source, target, amount FROM postings WHERE stream = {mark} AND version > {mark}"
    )
    changes: Counter[str] = Counter()
    for source, target, amount in db.execute(moved, (stream, version)).fetchall():
        changes[source] += amount
        changes[target] -= amount
    for account, change in changes.items():
        back = f"UPDATE accounts SET balance = balance + {mark} WHERE account = {mark}"
        db.execute(back, (change, account))
    for table in ("postings", "answers", "secrets", "events", "rounds", "snapshots"):
        gone = f"DELETE FROM {table} WHERE stream = {mark} AND version > {mark}"
        db.execute(gone, (stream, version))
    db.execute(
        "DELETE FROM round_players WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE "
        "rounds.stream = round_players.stream AND rounds.round = round_players.round)"
    )
    db.execute(
        f"UPDATE streams SET version = {mark}, hash = (SELECT hash FROM events "
        f"WHERE stream = {mark} AND version = {mark}) WHERE stream = {mark}",
        (version, stream, version, stream),
    )


def tampered(address: str) -> sqlite3.Connection:
    """A connection without any triggers or constraints."""
    db = sqlite3.connect(address, isolation_level=None)
    triggers = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        db.execute(f'DROP TRIGGER "{name}"')
    return db


def versions(db: Any, stream: str) -> int:
    (result,) = db.execute("SELECT version FROM streams WHERE stream = '" + stream + "'").fetchone()
    return int(result)
