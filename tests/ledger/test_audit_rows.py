"""Balances, secrets, answers and the index are compared with the journal."""

from __future__ import annotations

import sqlite3

import pytest

from tests.ledger.tampering import TABLE, Tampered, rechain
from uth.ledger.journal.chain import answer_sum


@pytest.mark.parametrize(
    ("sql", "code", "where"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE account = 'player/t1-P1'",
         "ledger/balance", "player/t1-P1"),
        ("INSERT INTO accounts VALUES ('player/Zed', -5)", "ledger/no_postings", "player/Zed"),
        ("DELETE FROM accounts WHERE account = 'issued'", "ledger/balance", "issued"),
        ("UPDATE rulebooks SET canonical = canonical || ' '", "rulebook/altered", ""),
        ("UPDATE streams SET version = version + 1 WHERE stream = 'cage'", "journal/head", "cage"),
        ("UPDATE streams SET hash = zeroblob(32) WHERE stream = 'cage'", "journal/head", "cage"),
        ("UPDATE secrets SET secret = CAST('{\"deck\":[]}' AS BLOB) WHERE stream = 'table/t1'",
         "journal/secret", "table/t1"),
        ("UPDATE secrets SET secret = 'text' WHERE stream = 'table/t1'",
         "journal/unreadable", "table/t1"),
        ("UPDATE secrets SET salt = zeroblob(32) WHERE stream = 'table/t2'",
         "journal/secret", "table/t2"),
        ("DELETE FROM secrets WHERE stream = 'meter/link'", "journal/secret", "meter/link"),
        ("UPDATE snapshots SET body = CAST('{}' AS BLOB)", "snapshot/altered", "meter/link"),
        ("UPDATE snapshots SET version = 9999", "snapshot/stray", "meter/link"),
        ("UPDATE answers SET answer = 'yes'", "answer/altered", "answer of"),
        ("DELETE FROM answers WHERE key = 'leave'", "answer/missing", TABLE),
        ("UPDATE answers SET version = version - 1 WHERE key = 'leave'", "answer/missing", TABLE),
        ("UPDATE answers SET version = version + 1 WHERE key = 'leave'", "answer/missing", TABLE),
        ("UPDATE answers SET stream = 'table/t2' WHERE key = 'leave'", "answer/missing", TABLE),
        ("UPDATE answers SET stream = 'table/t9' WHERE key = 'leave'", "answer/missing", TABLE),
        ("INSERT INTO answers SELECT actor, 'new', answer, 'table/t9', 1, sum FROM answers",
         "answer/altered", "answer of"),
        ("INSERT INTO postings SELECT 'table/t9', version, number, source, target, amount, round, "
         "wager, clauses, rulebook FROM postings WHERE stream = 'cage'",
         "journal/stray", "table/t9 event 1"),
        ("INSERT INTO secrets VALUES ('cage', 900, x'00', x'00')",
         "journal/stray", "cage event 900"),
        ("INSERT INTO redactions VALUES ('cage', 900)", "journal/stray", "cage event 900"),
        ("INSERT INTO rounds SELECT 'table/t9', round, version, at, void, body, sum FROM rounds "
         "WHERE stream = 'table/t2'",
         "journal/stray", "table/t9"),
        ("DELETE FROM rounds WHERE stream = 'table/t2' AND round = 2",
         "index/altered", "table/t2"),
        ("UPDATE rounds SET at = at + 1 WHERE stream = 'table/t2'", "index/altered", "table/t2"),
        ("UPDATE rounds SET void = 1 WHERE stream = 'table/t2'", "index/altered", "table/t2"),
        ("UPDATE rounds SET body = zeroblob(9) WHERE stream = 'table/t2'",
         "index/altered", "table/t2"),
        ("DELETE FROM round_players WHERE stream = 'table/t2'", "index/content", "table/t2"),
        ("UPDATE round_players SET player = 'Zed' WHERE stream = 'table/t2' AND round = 1 "
         "AND player = 't2-P1'", "index/content", "table/t2"),
        ("INSERT INTO round_players VALUES ('Zed', 1, 'table/t2', 99)",
         "index/stray", "table/t2"),
        ("INSERT INTO rounds VALUES ('table/t2', 99, 99, 1, 0, zeroblob(9), zeroblob(32))",
         "index/stray", "table/t2"),
    ],
)  # fmt: skip
def test_other_rows(tampered: Tampered, sql: str, code: str, where: str) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT INTO answers VALUES ('Ann', 'k', 'no', '', 0, zeroblob(32))"
            if "'yes'" in sql
            else "SELECT 1"
        )
        db.execute(sql)

    first = tampered(tamper).findings[0]
    assert first.code == code
    assert where in first.where


def test_an_answer_with_a_correct_checksum(tampered: Tampered) -> None:
    """Anybody can compute a checksum; only the chain shows which event it belongs to."""

    def forge(db: sqlite3.Connection) -> None:
        (actor,) = db.execute("SELECT actor FROM answers WHERE key = 'leave'").fetchone()
        db.execute(
            "UPDATE answers SET answer = x'31', sum = ? WHERE key = 'leave'",
            (answer_sum(actor, "leave", b"1"),),
        )

    def put_in(db: sqlite3.Connection) -> None:
        row = "'Zed', 'z', x'31', 'table/t1', 999, ?"
        db.execute(f"INSERT INTO answers VALUES ({row})", (answer_sum("Zed", "z", b"1"),))

    for tamper, event, code in ((forge, "", "answer/missing"), (put_in, "999", "answer/stray")):
        first = tampered(tamper).findings[0]
        assert first.code == code
        assert first.where.startswith(f"{TABLE} event {event}")


def test_a_table_in_the_index_that_can_not_be_read(tampered: Tampered) -> None:
    """Its checksum is correct, but it is not a table."""

    def tamper(db: sqlite3.Connection) -> None:
        db.execute("UPDATE rounds SET body = zeroblob(9) WHERE stream = ? AND round = 1", (TABLE,))
        rechain(db)

    first = tampered(tamper).findings[0]
    assert first.code == "index/unreadable"


def test_a_round_that_is_not_in_the_index(tampered: Tampered) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        for table in ("rounds", "round_players"):
            db.execute(f"DELETE FROM {table} WHERE stream = 'table/t2' AND round = 2")

    first = tampered(tamper).findings[0]
    assert first.code == "index/missing"
