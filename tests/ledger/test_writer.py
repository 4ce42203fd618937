"""The writer thread: groups, each caller's own answer, and what happens when something breaks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Event

import pytest

from tests.ledger.batches import ANN, BOB, moves
from tests.ledger.memory import MemoryStore
from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Head, Result
from uth.ledger.journal.heads import Heads, read_heads
from uth.ledger.journal.store import Store
from uth.ledger.writer import Writer


class Held(MemoryStore):
    """A store that writes when it is let go, so that others come meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[int] = []
        self.reached, self.go = Event(), Event()

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        self.reached.set()
        assert self.go.wait(PATIENCE)
        self.groups.append(len(batches))
        return super().commit_all(batches)


class Broken(MemoryStore):
    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        raise MemoryError


def batch(number: int, amount: int = 1) -> Batch:
    return Batch((moves(f"s{number}", 0, ("issued", ANN, amount)),), "Ann", f"k{number}", b"yes")


def test_one_who_stops_waiting_does_not_stop_his_batch_nor_his_neighbours() -> None:
    store = Held()
    writer = Writer(store)
    gone, stays = writer.submit(batch(1)), writer.submit(batch(2))
    assert gone.cancel()
    store.go.set()
    assert stays.result(PATIENCE).answer == b"yes"
    before = writer.running
    writer.close()
    assert (before, writer.running) == (True, False)
    with store.reading() as reader:
        assert reader.balance(ANN) == 2, "what was handed over is written all the same"


def test_many_callers_share_a_transaction_and_each_gets_his_own_answer(folder: Path) -> None:
    store = Held()
    writer = Writer(store, Heads(folder / "heads"), most=16)
    first = writer.submit(batch(0))
    assert store.reached.wait(PATIENCE)
    wrong = [writer.submit(Batch((moves(f"w{number}", 0, (BOB, ANN, 1)),))) for number in range(10)]
    right = [first, *(writer.submit(batch(number)) for number in range(1, 60))]
    assert writer.waiting == 69
    store.go.set()
    for future in wrong:
        with pytest.raises(Refusal, match="account/overdrawn"):
            future.result(PATIENCE)
    assert all(future.result(PATIENCE).answer == b"yes" for future in right)
    assert store.groups == [1, 16, 16, 16, 16, 5]
    assert writer.groups == len(store.groups)
    assert writer.waiting == 0
    writer.close()
    assert {head.stream for head in read_heads(folder / "heads")} == {
        f"s{number}" for number in range(60)
    }


def test_closing_finishes_what_waits() -> None:
    """All of it is written in one go, with the word to stop behind it."""
    store = Held()
    writer = Writer(store)
    futures = [writer.submit(batch(0))]
    assert store.reached.wait(PATIENCE)
    futures += [writer.submit(batch(number)) for number in range(1, 20)]
    writer._queue.put(None)
    store.go.set()
    writer.close()
    writer.close()
    assert all(future.result(PATIENCE).answer == b"yes" for future in futures)
    assert store.groups == [1, 19]
    with pytest.raises(Refusal, match="store/closed"):
        writer.submit(batch(99))


def test_a_store_that_fails_is_told_to_everybody() -> None:
    writer = Writer(Broken())
    for number in range(2):
        with pytest.raises(Refusal, match="store/failed"):
            writer.commit(batch(number))
    assert not writer.running
    writer.close()


class Full(Heads):
    def append(self, heads: Iterable[Head]) -> None:
        raise OSError(28, "No space left on device")


def test_without_its_heads_nothing_more_is_taken(memory_store: Store, folder: Path) -> None:
    """What was committed is answered; then the writer stops."""
    writer = Writer(memory_store, Full(folder / "heads"))
    assert writer.commit(batch(1)).answer == b"yes"
    with pytest.raises(Refusal, match=r"heads/unwritable: .*No space left"):
        writer.commit(batch(2))
    assert not writer.running
    writer.close()


def test_a_writer_knows_the_heads_that_it_wrote(memory_store: Store, folder: Path) -> None:
    writer = Writer(memory_store, Heads(folder / "heads"))
    written = writer.commit(batch(1)).heads
    assert tuple(writer.known()) == written
    os.unlink(folder / "heads")
    assert list(writer.known()) == []
    writer.close()
    without = Writer(memory_store)
    assert list(without.known()) == []
    without.close()
