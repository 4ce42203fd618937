"""Durable batches per second, compared with raw `sqlite3` commits of the same size."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

import msgspec

from bench.measure import interleaved, table
from uth.core.cards import DECK
from uth.ledger.journal.accounts import ISSUED, at_cage
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.bookings import Move, booking_append
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.journal.table_streams import table_append
from uth.ledger.opening import open_store
from uth.ledger.writer import Writer
from uth.rulebook.canonical import canonical
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table.decide import opening, transitions

TABLES, CHIPS, RUNS = 50, 10**8, 15


class Issued(msgspec.Struct, frozen=True, tag=True):
    moves: tuple[Move, ...]


def round_at(name: str) -> list[Batch]:
    """The batches of a table, one per command, from its opening to the end of its first round."""
    rules = load_house("cardroom-25")
    players = [f"{name}-P{seat}" for seat in (1, 2)]
    wagers = {"ante": 500, "blind": 500, "trips": 500}
    commands: list[c.Command] = [
        *(c.Sit(player, seat, CHIPS) for seat, player in enumerate(players, 1)),
        *(c.Wager(player, wagers) for player in players),
        c.CloseBets(),
        c.Deal(DECK),
        *(c.Act(player, "check") for player in players),
        *(c.Act(player, "2x") for player in players),
    ]
    issued = [Issued((Move(ISSUED, at_cage(player), CHIPS),)) for player in players]
    batches = [Batch((booking_append(f"cage/{name}", issued, expected=0, at=0),))]
    steps = opening(rules)
    batches.append(Batch((table_append(name, None, steps, expected=0, at=0),)))
    version, state = len(steps), steps[-1].table
    for number, command in enumerate(commands):
        steps = transitions(state, command, rules)
        append = table_append(name, state, steps, expected=version, at=number, salt=bytes(32))
        batches.append(Batch((append,), "player", f"{name}-{number}", b"x" * 200))
        version, state = append.version, steps[-1].table
    return batches


def size(batch: Batch) -> int:
    """The number of bytes that a batch has to store."""
    return len(batch.answer) + sum(
        sum(len(entry.body) + len(entry.secret) for entry in append.entries)
        + sum(len(f"{posting}") for posting in append.postings) // 2
        for append in batch.appends
    )


class Raw:
    """One row per commit, as durable as a batch, and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("CREATE TABLE rows (body BLOB)")

    def commit(self, body: bytes) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("INSERT INTO rows VALUES (?)", (body,))
        self.connection.execute("COMMIT")


def _many(writer: Writer, tables: Sequence[list[Batch]]) -> None:
    """Every table sends its next batch as soon as the previous one is durable."""
    waiting: dict[int, Future[Committed]] = {}
    sent = [0] * len(tables)
    while True:
        for number, batches in enumerate(tables):
            if number in waiting and waiting[number].done():
                waiting.pop(number).result()
            if number not in waiting and sent[number] < len(batches):
                waiting[number] = writer.submit(batches[sent[number]])
                sent[number] += 1
        if not waiting:
            return
        next(iter(waiting.values())).exception()


def measure() -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        raw = Raw(folder)
        store = open_store(folder / "house.db")
        store.save_rulebook(canonical(load_house("cardroom-25")))
        writer = Writer(store, HeadsFile(folder / "house.heads"))
        one = [round_at(f"one{run}") for run in range(RUNS)]
        many = [[round_at(f"t{run}-{number}") for number in range(TABLES)] for run in range(RUNS)]
        sizes = [size(batch) for batch in one[0]]

        def rows() -> None:
            for length in sizes:
                raw.commit(bytes(length))

        def alone() -> None:
            for batch in one.pop():
                writer.commit(batch)

        contenders: dict[str, Callable[[], object]] = {
            "raw": rows,
            "alone": alone,
            "many": lambda: _many(writer, many.pop()),
        }
        seconds = interleaved(RUNS, **contenders)
        writer.close()
        store.close()
    count = len(sizes)
    base = count / seconds["raw"]
    rates = {"alone": count / seconds["alone"], "many": count * TABLES / seconds["many"]}
    return table(
        "The ledger: durable batches on SQLite (at least a third of raw commits)",
        ("writer", "a second", "ratio"),
        [
            (f"raw `sqlite3`, {sum(sizes) // count} bytes a commit", f"{base:,.0f}", "1.00"),
            ("one table", f"{rates['alone']:,.0f}", f"{rates['alone'] / base:.2f}"),
            (f"{TABLES} tables at once", f"{rates['many']:,.0f}", f"{rates['many'] / base:.2f}"),
        ],
    )
