"""The audit finds postings without an event, and overdrawn accounts."""

from __future__ import annotations

import json
import sqlite3

import pytest

from tests.ledger.tampering import TABLE, Tampered, rechain, recompute_balances, version_of


def test_a_posting_that_no_event_implies(tampered: Tampered) -> None:
    """Ann gets money from nowhere."""

    def tamper(db: sqlite3.Connection) -> None:
        version = version_of(db, "BoardTurned")
        db.execute(
            "INSERT INTO postings VALUES (?, ?, 99, 'issued', 'player/Ann', 500, 1, '', '', NULL)",
            (TABLE, version),
        )
        db.execute("INSERT INTO accounts VALUES ('player/Ann', 500)")

    first = tampered(tamper).findings[0]
    assert first.code == "ledger/posting"


@pytest.mark.parametrize(
    "change",
    [
        "amount = amount + 1",
        "target = 'player/Zed'",
        "source = 'house/table/t2'",
        "round = round + 1",
        "wager = 'trips'",
        "clauses = 'CR-1'",
        "rulebook = NULL",
    ],
)
def test_any_altered_posting(tampered: Tampered, change: str) -> None:
    versions: list[int] = []

    def tamper(db: sqlite3.Connection) -> None:
        versions.append(version_of(db, "WagersPlaced"))
        db.execute(
            f"UPDATE postings SET {change} WHERE stream = ? AND version = ?", (TABLE, versions[0])
        )

    first = tampered(tamper).findings[0]
    assert (first.code, first.where) == ("ledger/posting", f"{TABLE} event {versions[0]}")


def test_a_removed_posting_and_one_without_an_event(tampered: Tampered) -> None:
    first = tampered(lambda db: db.execute("DELETE FROM postings WHERE stream = 'cage'")).findings[
        0
    ]
    assert (first.code, first.where) == ("ledger/posting", "cage event 1")

    def orphan(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT INTO postings VALUES ('cage', 500, 0, 'issued', 'player/A', 5, 0, '', '', NULL)"
        )

    first = tampered(orphan).findings[0]
    assert (first.code, first.where) == ("ledger/stray_posting", "cage event 500")


def test_an_account_below_zero(tampered: Tampered) -> None:
    """Event, posting, chain and balance agree, but the money never existed."""

    def tamper(db: sqlite3.Connection) -> None:
        (last,) = db.execute("SELECT max(version) FROM events WHERE stream = 'cage'").fetchone()
        move = {"source": "player/Yan", "target": "player/Zed", "amount": 5}
        body = json.dumps({"type": "Given", "moves": [move]}).encode()
        db.execute(
            "INSERT INTO events VALUES ('cage', ?, 0, 'Given', ?, x'', x'', x'')", (last + 1, body)
        )
        db.execute(
            "INSERT INTO postings VALUES "
            "('cage', ?, 0, 'player/Yan', 'player/Zed', 5, 0, '', '', NULL)",
            (last + 1,),
        )
        rechain(db, "cage")
        recompute_balances(db)

    first = tampered(tamper, heads=False).findings[0]
    assert (first.code, first.where) == ("ledger/overdrawn", "player/Yan")
