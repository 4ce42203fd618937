"""Copies of a store and its write-ahead log, truncated or with flipped bits, at many offsets.

Opening one yields a prefix of the acknowledged history or a clear refusal, never a wrong balance.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.ledger.house import House, balances
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store
from uth.ledger.opening import open_store
from uth.ledger.sql.store import transaction
from uth.ledger.writer import Writer

DENSE = 240
"""Controls how densely the first bytes are covered."""


class Played(NamedTuple):
    """A store's files, and the balances after each acknowledged commit."""

    files: dict[str, bytes]
    history: list[dict[str, int]]
    heads: Path


def play(folder: Path, closed: bool) -> Played:
    """Play a few rounds; they are in the file if it is closed, otherwise in the write-ahead log."""
    folder.mkdir()
    path, heads = folder / "house.db", folder / "house.heads"
    store: Store = open_store(path)
    writer = Writer(store, HeadsFile(heads))
    history = [balances(store)]

    def commit(batch: Batch) -> Committed:
        done = writer.commit(batch)
        history.append(balances(store))
        return done

    house = House(store, commit)
    house.open("t1", "california")
    house.sit("t1", 3)
    house.play("t1", 3)
    if closed:
        writer.close()
        store.close()
    files = {file.name: file.read_bytes() for file in sorted(folder.glob("house.db*"))}
    files.pop("house.db-shm", None)
    if not closed:
        writer.close()
        store.close()
    return Played(files, history, heads)


@pytest.fixture(scope="module", params=["closed", "open"])
def played(quick_root: Path, request: pytest.FixtureRequest) -> Iterator[Played]:
    folder = quick_root / f"damaged-{request.param}"
    yield play(folder, request.param == "closed")
    shutil.rmtree(folder)


def damaged(files: dict[str, bytes], name: str, offset: int, bit: int | None) -> dict[str, bytes]:
    """The files, one of them truncated at an offset or with a bit flipped there."""
    data = files[name]
    if bit is None:
        return {**files, name: data[:offset]}
    return {**files, name: data[:offset] + bytes([data[offset] ^ 1 << bit]) + data[offset + 1 :]}


def opened(folder: Path, files: dict[str, bytes], heads: Path | None) -> dict[str, int] | str:
    """The balances of a damaged store, or the code of the refusal to open it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    try:
        store = open_store(folder / "house.db", heads=heads)
    except Refusal as refusal:
        return refusal.code
    try:
        assert audit(store).findings == ()
        return balances(store)
    finally:
        store.close()


def offsets(size: int, count: int, seed: int) -> list[int]:
    """Offsets spread over the file, more densely among its first bytes."""
    chance, step = random.Random(seed), DENSE // count + 1
    return sorted(
        {*range(0, min(size, 120), step), *(chance.randrange(size) for _ in range(count))}
    )


def cases(played: Played, flips: int, cuts: int) -> Iterator[tuple[str, int, int | None]]:
    for name, data in played.files.items():
        for offset in offsets(len(data), flips, 1):
            yield name, offset, offset % 8
        for offset in offsets(len(data), cuts, 2):
            yield name, offset, None


def check(played: Played, folder: Path, flips: int, cuts: int) -> dict[str, int]:
    """How many copies had each outcome."""
    counts: dict[str, int] = {}
    for name, offset, bit in cases(played, flips, cuts):
        files = damaged(played.files, name, offset, bit)
        result = opened(folder / "copy", files, None)
        if isinstance(result, str):
            kind = result
        else:
            assert result in played.history, f"{name} at {offset}, bit {bit}: a wrong balance"
            kind = "whole" if result == played.history[-1] else "prefix"
            if kind == "prefix":
                again = opened(folder / "copy", files, played.heads)
                assert again == "heads/lost_tail", f"{name} at {offset}: the heads know more"
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def test_an_undamaged_copy_is_complete(played: Played, folder: Path) -> None:
    assert opened(folder / "copy", played.files, played.heads) == played.history[-1]


@pytest.mark.slow
def test_damage_is_refused_or_harmless(played: Played, folder: Path) -> None:
    counts = check(played, folder, flips=12, cuts=8)
    assert counts.keys() & {"store/damaged", "prefix"}


@pytest.mark.nightly
@pytest.mark.untraced
def test_damage_at_hundreds_of_offsets(played: Played, folder: Path) -> None:
    counts = check(played, folder, flips=300, cuts=50)
    assert counts.keys() & {"store/damaged", "prefix"}


def test_a_damaged_note_is_ignored(folder: Path) -> None:
    store = open_store(folder / "house.db")
    for key in "abc":
        store.commit(Batch(notes=(NoteWrite(Note("session", key, "Ann", 1, b"1")),)))
    with transaction(store.engine.execution_options(uth_writes=True)) as connection:
        connection.exec_driver_sql("UPDATE notes SET name = 'Bob' WHERE key = 'a'")
        connection.exec_driver_sql("UPDATE notes SET body = 5 WHERE key = 'b'")
    with store.reading() as reader:
        assert [note.key for note in reader.notes("session")] == ["c"]
        assert reader.note("session", "a") is None
    store.close()
