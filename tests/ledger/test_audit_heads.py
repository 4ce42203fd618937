"""Tampering that leaves no trace in the database is found by the recorded heads."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tests.ledger.batches import ANN, moves
from tests.ledger.tampering import TABLE, Tampered, cut, edit, rechain, recompute_balances
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Head
from uth.ledger.journal.heads import read_heads
from uth.ledger.journal.store import Store
from uth.ledger.opening import open_store


def test_reordered_records_with_a_new_chain(tampered: Tampered) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        for old, new in ((12, 99_999), (13, 12), (99_999, 13)):
            for table in ("events", "postings"):
                db.execute(
                    f"UPDATE {table} SET version = ? WHERE stream = ? AND version = ?",
                    (new, TABLE, old),
                )
        rechain(db)

    result = tampered(tamper)
    assert "heads/rewritten" in [finding.code for finding in result.findings]


def test_a_lost_tail_that_leaves_no_trace_in_the_database(tampered: Tampered) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        last = db.execute("SELECT max(version) FROM events WHERE stream = 'cage'").fetchone()[0]
        cut(db, "cage", last - 1)
        rechain(db, "cage")
        recompute_balances(db)

    result = tampered(tamper)
    assert [finding.code for finding in result.findings] == ["heads/lost_tail"]


def test_a_rewritten_tail_that_leaves_no_trace_in_the_database(
    tampered: Tampered,
) -> None:
    versions: list[int] = []

    def tamper(db: sqlite3.Connection) -> None:
        versions.append(edit(db, "DealerCall", call="nothing to see"))
        rechain(db)

    assert tampered(tamper, heads=False).findings == ()
    result = tampered(tamper)
    assert [finding.code for finding in result.findings] == ["heads/rewritten"]
    assert result.findings[0].where.startswith(TABLE)


def test_damaged_heads_are_named(folder: Path) -> None:
    heads = folder / "damaged.heads"
    heads.write_text("table/t1 5 abc 00000000\n")
    store = open_store(folder / "new.db")
    result = audit(store, read_heads(heads))
    store.close()
    assert str(result.findings[0]) == (
        "heads/damaged: a line of the heads file is damaged (damaged.heads line 1)"
    )


def test_the_heads_of_another_house(memory_store: Store) -> None:
    result = audit(memory_store, [Head("table/x", 3, bytes(32))])
    assert result.findings[0].code == "heads/lost_tail"


def test_two_heads_of_one_version_can_not_both_be_right(played: tuple[Path, Path]) -> None:
    """Events were removed and play continued: the newer head exists, the older does not."""
    store = open_store(played[0], check=False)
    with store.reading() as reader:
        end = reader.stream(TABLE).head
    for heads in ([Head(TABLE, end.version, bytes(32)), end], [end, Head(TABLE, 3, bytes(32))]):
        assert [finding.code for finding in audit(store, heads).findings] == ["heads/rewritten"]
    store.close()


def test_it_counts_the_heads_and_the_chains_beyond_them(
    played: tuple[Path, Path], folder: Path
) -> None:
    store = open_store(shutil.copy(played[0], folder / "copy.db"), check=False)
    with store.reading() as reader:
        ends = [row.head for row in reader.streams()]
    results = (audit(store, ends), audit(store, ends[1:]))
    counts = [(result.heads, result.beyond) for result in results]
    nothing = audit(store)
    store.acquire("table/not-begun", "one", 1)
    again = audit(store, ends)
    store.close()
    assert counts == [(4, 0), (3, 1)]
    assert (nothing.heads, nothing.beyond) == (0, 4)
    assert (again.heads, again.beyond) == (4, 0), "a stream without events has no head"


def test_a_commit_while_heads_are_read_is_not_a_finding(memory_store: Store) -> None:
    """The heads file of a running house may be ahead of an earlier state of the store."""

    def heads() -> Iterator[Head]:
        yield memory_store.commit(Batch((moves("floor/a", 0, ("issued", ANN, 5)),))).heads[0]

    result = audit(memory_store, heads())
    assert (result.heads, result.beyond) == (1, 0)
    assert not any(finding.code.startswith("heads/") for finding in result.findings)
