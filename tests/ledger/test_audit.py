"""Every kind of tampering with the journal is found and named."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.ledger.tampering import TABLE, Tampered, audited, cut, edit


def test_an_untouched_store_has_no_findings(played: tuple[Path, Path]) -> None:
    result = audited(*played)
    assert result.findings == ()
    assert (result.streams, result.rounds) == (4, 7)


def test_an_altered_record(tampered: Tampered) -> None:
    versions: list[int] = []
    result = tampered(lambda db: versions.append(edit(db, "Acted", seat=2)))
    assert str(result.findings[0]) == (
        f"journal/altered: the hash does not match the chain ({TABLE} event {versions[0]})"
    )


@pytest.mark.parametrize("column", ["at", "kind", "seal", "hash", "body"])
def test_any_altered_column(tampered: Tampered, column: str) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        new: object = {"at": 5, "kind": "DealerCall", "body": b"{}"}.get(column, b"x" * 32)
        db.execute(f"UPDATE events SET {column} = ? WHERE stream = ? AND version = 9", (new, TABLE))

    first = tampered(tamper, heads=False).findings[0]
    assert first.where == f"{TABLE} event 9"


def test_a_removed_record(tampered: Tampered) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM events WHERE stream = ? AND version = 12", (TABLE,))

    first = tampered(tamper, heads=False).findings[0]
    assert (first.code, first.where) == ("journal/missing", f"{TABLE} event 12")


def test_two_swapped_records(tampered: Tampered) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        for old, new in ((12, 99_999), (13, 12), (99_999, 13)):
            db.execute(
                "UPDATE events SET version = ? WHERE stream = ? AND version = ?", (new, TABLE, old)
            )

    first = tampered(tamper, heads=False).findings[0]
    assert (first.code, first.where) == ("journal/altered", f"{TABLE} event 12")


def test_a_record_of_another_stream(tampered: Tampered) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute(
            "UPDATE events SET stream = ?, version = 99 WHERE stream = 'cage' AND version = 2",
            ("table/t2",),
        )

    first = tampered(tamper, heads=False).findings[0]
    assert first.where == "cage event 2"


def test_a_lost_tail(tampered: Tampered) -> None:
    first = tampered(lambda db: cut(db, TABLE, 20), heads=False).findings[0]
    assert (first.code, first.where) == ("journal/head", f"{TABLE} event 21")
