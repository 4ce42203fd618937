"""Every kind of tampering, planted behind the ledger's back, is found and named."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ledger.house import House
from tests.ledger.test_contract import ANN, moves
from uth.ledger.audit import Audit, audit
from uth.ledger.batch import Batch, Head
from uth.ledger.chain import answer_sum, link, snapshot_sum
from uth.ledger.heads import Heads, read_heads
from uth.ledger.opening import open_store
from uth.ledger.store import Store
from uth.ledger.writer import Writer
from uth.table import commands as c

Tamper = Callable[[sqlite3.Connection], None]
TABLE, METER = "table/t1", "meter/link"


def play(path: Path, heads: Path) -> None:
    """Two tables of a house with meters, a bank's table, a jackpot, a void round."""
    store = open_store(path)
    writer = Writer(store, Heads(heads))
    house = House(store, writer.commit)
    for name, kind in (("t1", "hollywood-pa"), ("t2", "california-bad-beat")):
        house.open(name, kind)
        house.sit(name, 3)
        house.play(name, 2)
    house.bet("t1")
    house.deal("t1", house.royal("t1"))
    house.finish("t1")
    house.bet("t1")
    house.deal("t1")
    house.do("t1", c.VoidRound("floor", "misdeal"))
    house.bet("t1")
    house.deal("t1")
    house.do("t1", c.Leave("t1-P3"), key="leave", actor="t1-P3")
    house.finish("t1")
    house.issue("Vic", 700, key="vic")
    writer.close()
    store.close()


@pytest.fixture(scope="module")
def played(quick_root: Path) -> tuple[Path, Path]:
    path, heads = quick_root / "audited.db", quick_root / "audited.heads"
    play(path, heads)
    return path, heads


def looked_at(path: Path, heads: Path | None) -> Audit:
    store = open_store(path, check=False)
    try:
        return audit(store, read_heads(heads) if heads else ())
    finally:
        store.close()


@pytest.fixture
def tampered(played: tuple[Path, Path], folder: Path) -> Callable[..., Audit]:
    """The audit of a copy after somebody was at it, with every guard taken away."""

    def audit_after(tamper: Tamper, *, heads: bool = True) -> Audit:
        path = folder / "copy.db"
        shutil.copy(played[0], path)
        connection = sqlite3.connect(path, isolation_level=None)
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA ignore_check_constraints=ON")
        tamper(connection)
        connection.close()
        return looked_at(path, played[1] if heads else None)

    return audit_after


def test_an_untouched_store_is_right(played: tuple[Path, Path]) -> None:
    found = looked_at(*played)
    assert found.findings == ()
    assert found.first is None
    assert (found.streams, found.rounds) == (4, 7)
    found.raise_first()


def version_of(connection: sqlite3.Connection, kind: str, stream: str = TABLE) -> int:
    """An event of this kind, not the last one."""
    row = connection.execute(
        "SELECT min(version) FROM events WHERE stream = ? AND kind = ?", (stream, kind)
    ).fetchone()
    return int(row[0])


def rechain(connection: sqlite3.Connection, stream: str = TABLE) -> None:
    """Make the chain whole again, as one would who knows how it is made."""
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
                gone = f"DELETE FROM {table} WHERE stream = ? AND round = ?"
                connection.execute(gone, (stream, number))
            continue
        tied = snapshot_sum(Head(stream, version, hashes[version]), body)
        connection.execute(
            "UPDATE rounds SET sum = ? WHERE stream = ? AND round = ?", (tied, stream, number)
        )


def edit(connection: sqlite3.Connection, kind: str, stream: str = TABLE, **changes: object) -> int:
    """Change fields of an event's body."""
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


def test_an_altered_record(tampered: Callable[..., Audit]) -> None:
    versions: list[int] = []
    found = tampered(lambda db: versions.append(edit(db, "Acted", seat=2)))
    assert found.first is not None
    assert str(found.first) == (
        f"journal/altered: the event does not follow in the chain ({TABLE} event {versions[0]})"
    )
    with pytest.raises(Exception, match="journal/altered"):
        found.raise_first()


@pytest.mark.parametrize("column", ["at", "kind", "seal", "hash", "body"])
def test_any_altered_column(tampered: Callable[..., Audit], column: str) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        new: object = {"at": 5, "kind": "Called", "body": b"{}"}.get(column, b"x" * 32)
        db.execute(f"UPDATE events SET {column} = ? WHERE stream = ? AND version = 9", (new, TABLE))

    first = tampered(tamper, heads=False).first
    assert first is not None
    assert first.where == f"{TABLE} event 9"


def test_a_removed_record(tampered: Callable[..., Audit]) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM events WHERE stream = ? AND version = 12", (TABLE,))

    first = tampered(tamper, heads=False).first
    assert first is not None
    assert (first.code, first.where) == ("journal/missing", f"{TABLE} event 12")


def test_two_swapped_records(tampered: Callable[..., Audit]) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        for old, new in ((12, 99_999), (13, 12), (99_999, 13)):
            db.execute(
                "UPDATE events SET version = ? WHERE stream = ? AND version = ?", (new, TABLE, old)
            )

    first = tampered(tamper, heads=False).first
    assert first is not None
    assert (first.code, first.where) == ("journal/altered", f"{TABLE} event 12")


def test_reordered_records_with_a_chain_made_anew(tampered: Callable[..., Audit]) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        for old, new in ((12, 99_999), (13, 12), (99_999, 13)):
            for table in ("events", "postings"):
                db.execute(
                    f"UPDATE {table} SET version = ? WHERE stream = ? AND version = ?",
                    (new, TABLE, old),
                )
        rechain(db)

    found = tampered(tamper)
    assert "heads/rewritten" in [finding.code for finding in found.findings]


def test_a_record_of_another_stream(tampered: Callable[..., Audit]) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute(
            "UPDATE events SET stream = ?, version = 99 WHERE stream = 'cage' AND version = 2",
            ("table/t2",),
        )

    first = tampered(tamper, heads=False).first
    assert first is not None
    assert first.where == "cage event 2"


def cut(db: sqlite3.Connection, stream: str, keep: int) -> None:
    for table in ("secrets", "postings", "answers", "events"):
        db.execute(f"DELETE FROM {table} WHERE stream = ? AND version > ?", (stream, keep))


def test_a_lost_tail(tampered: Callable[..., Audit]) -> None:
    first = tampered(lambda db: cut(db, TABLE, 20), heads=False).first
    assert first is not None
    assert (first.code, first.where) == ("journal/head", f"{TABLE} event 21")


def balance_anew(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM accounts")
    db.execute(
        "INSERT INTO accounts SELECT account, sum(cents) FROM ("
        "SELECT source AS account, -cents AS cents FROM postings UNION ALL "
        "SELECT target, cents FROM postings) GROUP BY account"
    )


def test_a_lost_tail_that_leaves_no_trace_in_the_database(tampered: Callable[..., Audit]) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        last = db.execute("SELECT max(version) FROM events WHERE stream = 'cage'").fetchone()[0]
        cut(db, "cage", last - 1)
        rechain(db, "cage")
        balance_anew(db)

    found = tampered(tamper)
    assert [finding.code for finding in found.findings] == ["heads/lost_tail"]


def test_a_rewritten_tail_that_leaves_no_trace_in_the_database(
    tampered: Callable[..., Audit],
) -> None:
    versions: list[int] = []

    def tamper(db: sqlite3.Connection) -> None:
        versions.append(edit(db, "Called", text="nothing to see"))
        rechain(db)

    assert tampered(tamper, heads=False).findings == ()
    found = tampered(tamper)
    assert [finding.code for finding in found.findings] == ["heads/rewritten"]
    assert found.findings[0].where.startswith(TABLE)


def test_an_unbalanced_posting_behind_our_back(tampered: Callable[..., Audit]) -> None:
    """Cents from nowhere into Ann's pocket: no event implies them."""

    def tamper(db: sqlite3.Connection) -> None:
        version = version_of(db, "BoardTurned")
        db.execute(
            "INSERT INTO postings VALUES (?, ?, 99, 'issued', 'player/Ann', 500, 1, '', '', NULL)",
            (TABLE, version),
        )
        db.execute("INSERT INTO accounts VALUES ('player/Ann', 500)")

    first = tampered(tamper).first
    assert first is not None
    assert first.code == "ledger/posting"


@pytest.mark.parametrize(
    "change",
    [
        "cents = cents + 1",
        "target = 'player/Zed'",
        "source = 'house/table/t2'",
        "round = round + 1",
        "wager = 'trips'",
        "clauses = 'CR-1'",
        "rulebook = NULL",
    ],
)
def test_any_altered_posting(tampered: Callable[..., Audit], change: str) -> None:
    versions: list[int] = []

    def tamper(db: sqlite3.Connection) -> None:
        versions.append(version_of(db, "WagersPlaced"))
        db.execute(
            f"UPDATE postings SET {change} WHERE stream = ? AND version = ?", (TABLE, versions[0])
        )

    first = tampered(tamper).first
    assert first is not None
    assert (first.code, first.where) == ("ledger/posting", f"{TABLE} event {versions[0]}")


def test_a_removed_posting_and_one_of_no_event(tampered: Callable[..., Audit]) -> None:
    first = tampered(lambda db: db.execute("DELETE FROM postings WHERE stream = 'cage'")).first
    assert first is not None
    assert (first.code, first.where) == ("ledger/posting", "cage event 1")

    def orphan(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT INTO postings VALUES ('cage', 500, 0, 'issued', 'player/A', 5, 0, '', '', NULL)"
        )

    first = tampered(orphan).first
    assert first is not None
    assert (first.code, first.where) == ("ledger/posting", "cage event 500")


@pytest.mark.parametrize(
    ("sql", "code", "where"),
    [
        ("UPDATE accounts SET balance = balance + 1 WHERE account = 'player/t1-P1'",
         "ledger/balance", "player/t1-P1"),
        ("INSERT INTO accounts VALUES ('player/Zed', -5)", "ledger/balance", "player/Zed"),
        ("DELETE FROM accounts WHERE account = 'issued'", "ledger/balance", "issued"),
        ("UPDATE rulebooks SET canonical = canonical || ' '", "rulebook/altered", ""),
        ("UPDATE streams SET version = version + 1 WHERE stream = 'cage'", "journal/head", "cage"),
        ("UPDATE streams SET hash = zeroblob(32) WHERE stream = 'cage'", "journal/head", "cage"),
        ("UPDATE secrets SET secret = CAST('{\"deck\":[]}' AS BLOB) WHERE stream = 'table/t1'",
         "journal/secret", "table/t1"),
        ("UPDATE secrets SET secret = 'text' WHERE stream = 'table/t1'",
         "journal/altered", "table/t1"),
        ("UPDATE secrets SET salt = zeroblob(32) WHERE stream = 'table/t2'",
         "journal/secret", "table/t2"),
        ("DELETE FROM secrets WHERE stream = 'meter/link'", "journal/secret", "meter/link"),
        ("UPDATE snapshots SET body = CAST('{}' AS BLOB) WHERE stream = 'table/t2'",
         "snapshot/altered", "table/t2"),
        ("UPDATE snapshots SET version = 9999 WHERE stream = 'table/t2'",
         "snapshot/altered", "table/t2"),
        ("UPDATE answers SET answer = 'yes'", "answer/altered", "answer of"),
        ("DELETE FROM answers WHERE key = 'leave'", "answer/altered", TABLE),
        ("UPDATE answers SET version = version - 1 WHERE key = 'leave'", "answer/altered", TABLE),
        ("UPDATE answers SET version = version + 1 WHERE key = 'leave'", "answer/altered", TABLE),
        ("UPDATE answers SET stream = 'table/t2' WHERE key = 'leave'", "answer/altered", TABLE),
        ("UPDATE answers SET stream = 'table/t9' WHERE key = 'leave'", "answer/altered", TABLE),
        ("INSERT INTO answers SELECT actor, 'new', answer, 'table/t9', 1, sum FROM answers",
         "answer/altered", "answer of"),
        ("INSERT INTO postings SELECT 'table/t9', version, line, source, target, cents, round, "
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
        ("DELETE FROM round_players WHERE stream = 'table/t2'", "index/altered", "table/t2"),
        ("UPDATE round_players SET player = 'Zed' WHERE stream = 'table/t2' AND round = 1 "
         "AND player = 't2-P1'", "index/altered", "table/t2"),
        ("INSERT INTO round_players VALUES ('Zed', 1, 'table/t2', 99)",
         "index/altered", "table/t2"),
        ("INSERT INTO rounds VALUES ('table/t2', 99, 99, 1, 0, zeroblob(9), zeroblob(32))",
         "index/altered", "table/t2"),
    ],
)  # fmt: skip
def test_other_rows(tampered: Callable[..., Audit], sql: str, code: str, where: str) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT INTO answers VALUES ('Ann', 'k', 'no', '', 0, zeroblob(32))"
            if "'yes'" in sql
            else "SELECT 1"
        )
        db.execute(sql)

    first = tampered(tamper).first
    assert first is not None
    assert first.code == code
    assert where in first.where


def test_an_answer_with_its_own_right_sum(tampered: Callable[..., Audit]) -> None:
    """The sum anybody can make; that it came with this event only the chain can tell."""

    def forge(db: sqlite3.Connection) -> None:
        (actor,) = db.execute("SELECT actor FROM answers WHERE key = 'leave'").fetchone()
        db.execute(
            "UPDATE answers SET answer = x'31', sum = ? WHERE key = 'leave'",
            (answer_sum(actor, "leave", b"1"),),
        )

    def put_in(db: sqlite3.Connection) -> None:
        told = answer_sum("Zed", "z", b"1")
        db.execute("INSERT INTO answers VALUES ('Zed', 'z', x'31', 'table/t1', 999, ?)", (told,))

    for tamper, event in ((forge, ""), (put_in, "999")):
        first = tampered(tamper).first
        assert first is not None
        assert first.code == "answer/altered"
        assert first.where.startswith(f"{TABLE} event {event}")


@pytest.mark.parametrize(
    ("kind", "changes", "code"),
    [
        ("Settled", {"paid": 10_000_000}, "settle/cents"),
        ("SettlementBegun", {"due": []}, "settle/cents"),
        ("BoardTurned", {"cards": ["2c", "2d", "2h"]}, "settle/cards"),
        ("DealerTurned", {"cards": ["2c", "2d"]}, "settle/cards"),
        ("Acted", {"amount": 1}, "settle/play"),
        ("BetsClosed", {"round": 7}, "settle/round"),
        ("RoundClosed", {"round": 7}, "settle/round"),
        ("TableOpened", {"minimum": 1}, "replay/opening"),
        ("PlayerSeated", {"chips": -5_000_000_000}, "replay/overdrawn"),
        ("WagersPlaced", {"player": "Nobody"}, "replay/overdrawn"),
        ("MysteryWon", {"seat": 9}, ""),
        ("JackpotsClaimed", {"seats": [2]}, "settle/claims"),
        ("Reversed", {"amount": 1}, "settle/void"),
        ("Forfeited", {"amount": 1}, "settle/forfeit"),
        ("PlayerLeft", {"chips": 1}, "settle/left"),
        ("PlayerSeated", {"seat": 0}, ""),
        ("HandRanked", {"seat": 6}, "replay/broken"),
    ],
)
def test_a_record_that_the_rules_do_not_give(
    tampered: Callable[..., Audit], kind: str, changes: dict[str, object], code: str
) -> None:
    """Even with chain and postings made to fit, the round does not settle to other cents."""
    versions: list[int] = []

    def tamper(db: sqlite3.Connection) -> None:
        versions.append(edit(db, kind, TABLE, **changes))
        rechain(db)

    first = tampered(tamper, heads=False).first
    assert first is not None
    if code:
        assert (first.code, first.where) == (code, f"{TABLE} event {versions[0]}")


@pytest.mark.parametrize(
    ("kind", "changes", "code"),
    [
        ("FeeTaken", {"amount": 1}, "settle/fee"),
        ("FeesDropped", {"amount": 1}, "settle/fee"),
        ("BankSettled", {"amount": 1}, "settle/bank"),
    ],
)
def test_a_bank_and_its_fee(
    tampered: Callable[..., Audit], kind: str, changes: dict[str, object], code: str
) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        edit(db, kind, "table/t2", **changes)
        rechain(db, "table/t2")

    first = tampered(tamper, heads=False).first
    assert first is not None
    assert first.code == code


@pytest.mark.parametrize(
    ("kind", "changes", "code"),
    [
        ("MeterOpened", {"main": 5}, "meter/wrong"),
        ("MeterFed", {"main": 5}, "meter/wrong"),
        ("MeterFed", {"seat": 6}, "meter/differs"),
        ("MysteryHit", {"amount": 5}, "meter/wrong"),
        ("MysteryHit", {"seat": 6}, "meter/differs"),
        ("JackpotsGiven", {"awards": [[1, 5, 0, True]]}, "meter/wrong"),
        ("JackpotsGiven", {"round": 99}, "meter/differs"),
        ("FeedTakenBack", {"seat": 6}, "meter/wrong"),
    ],
)
def test_a_meter_is_its_contributions_less_its_awards(
    tampered: Callable[..., Audit], kind: str, changes: dict[str, object], code: str
) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        version = edit(db, kind, METER, **changes)
        rechain(db, METER)
        if "round" in changes:
            db.execute(
                "UPDATE postings SET round = 99 WHERE stream = ? AND version = ?", (METER, version)
            )

    first = tampered(tamper, heads=False).first
    assert first is not None
    assert first.code == code


def test_an_account_below_zero(tampered: Callable[..., Audit]) -> None:
    """Event, posting, chain and balance agree; the money was never there."""

    def tamper(db: sqlite3.Connection) -> None:
        (last,) = db.execute("SELECT max(version) FROM events WHERE stream = 'cage'").fetchone()
        move = {"source": "player/Yan", "target": "player/Zed", "cents": 5}
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
        balance_anew(db)

    first = tampered(tamper, heads=False).first
    assert first is not None
    assert (first.code, first.where) == ("ledger/overdrawn", "player/Yan")


def test_damaged_heads_are_named(tampered: Callable[..., Audit], folder: Path) -> None:
    heads = folder / "damaged.heads"
    heads.write_text("table/t1 5 abc 00000000\n")
    store = open_store(folder / "new.db")
    found = audit(store, read_heads(heads))
    store.close()
    assert str(found.first) == (
        "heads/damaged: a line of the heads file is damaged (damaged.heads line 1)"
    )


def test_the_heads_of_another_house(memory_store: Store) -> None:
    found = audit(memory_store, [Head("table/x", 3, bytes(32))])
    assert found.first is not None
    assert found.first.code == "heads/lost_tail"


def test_two_heads_of_one_place_can_not_both_be_right(played: tuple[Path, Path]) -> None:
    """A tail was cut and the house went on: the newer head is there, the older one is not."""
    store = open_store(played[0], check=False)
    with store.reading() as reader:
        end = reader.stream(TABLE).head
    for heads in ([Head(TABLE, end.version, bytes(32)), end], [end, Head(TABLE, 3, bytes(32))]):
        assert [one.code for one in audit(store, heads).findings] == ["heads/rewritten"]
    store.close()


def test_it_tells_against_how_many_heads_and_which_ends_are_none_of_them(
    played: tuple[Path, Path], folder: Path
) -> None:
    store = open_store(shutil.copy(played[0], folder / "copy.db"), check=False)
    with store.reading() as reader:
        ends = [row.head for row in reader.streams()]
    counts = [(found.heads, found.beyond) for found in (audit(store, ends), audit(store, ends[1:]))]
    nothing = audit(store)
    store.acquire("table/not-begun", "one", 1)
    again = audit(store, ends)
    store.close()
    assert counts == [(4, 0), (3, 1)]
    assert (nothing.heads, nothing.beyond) == (0, 4)
    assert (again.heads, again.beyond) == (4, 0), "what has no event has no end"


def test_what_is_committed_while_heads_are_read_is_no_finding(memory_store: Store) -> None:
    """The heads file of a running house may know more than the moment that is looked at."""

    def heads() -> Iterator[Head]:
        yield memory_store.commit(Batch((moves("floor/a", 0, ("issued", ANN, 5)),))).heads[0]

    found = audit(memory_store, heads())
    assert (found.heads, found.beyond) == (1, 0)
    assert not any(finding.code.startswith("heads/") for finding in found.findings)


def test_a_table_in_the_index_that_can_not_be_read(tampered: Callable[..., Audit]) -> None:
    """Tied to its head by one who knows how: it is still not the table."""

    def tamper(db: sqlite3.Connection) -> None:
        db.execute("UPDATE rounds SET body = zeroblob(9) WHERE stream = ? AND round = 1", (TABLE,))
        rechain(db)

    first = tampered(tamper).first
    assert first is not None
    assert (first.code, first.sentence) == (
        "index/altered",
        "the table after a round can't be read",
    )


def test_a_round_that_is_not_in_the_index(tampered: Callable[..., Audit]) -> None:
    def tamper(db: sqlite3.Connection) -> None:
        for table in ("rounds", "round_players"):
            db.execute(f"DELETE FROM {table} WHERE stream = 'table/t2' AND round = 2")

    first = tampered(tamper).first
    assert first is not None
    assert first.code == "index/missing"
