"""The writer thread: groups, the answer of each caller, and failures."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Event

import pytest

from tests.ledger.batches import ANN, BOB, moves
from tests.ledger.memory import MemoryStore
from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Head, Result
from uth.ledger.journal.heads import HeadsFile, read_heads
from uth.ledger.journal.store import Store
from uth.ledger.sql.store import StoreFailure
from uth.ledger.writer import Writer


class Held(MemoryStore):
    """A store that waits before it writes, so that more batches arrive."""

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


def test_what_is_no_batch_goes_to_the_store_itself(memory_store: Store) -> None:
    writer = Writer(memory_store)
    writer.commit(batch(1))
    stored = writer.answer("Ann", "k1")
    assert stored == memory_store.answer("Ann", "k1")
    assert stored is not None
    digest = writer.save_rulebook("{}")
    lease = writer.renew(writer.acquire("table/1", "north", 1_000), 60_000)
    with writer.reading() as reader:
        assert reader.rulebook(digest) == "{}"
        assert reader.stream("table/1").owner == "north"
    writer.release(lease)
    assert memory_store.acquire("table/1", "south", 1_000).epoch == lease.epoch + 1
    writer.close()


def test_a_cancelled_caller_affects_neither_their_batch_nor_others() -> None:
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
        assert reader.balance(ANN) == 2, "a submitted batch is written nevertheless"


def test_callers_share_a_transaction_and_each_gets_their_own_answer(folder: Path) -> None:
    store = Held()
    writer = Writer(store, HeadsFile(folder / "heads"), most=16)
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


def test_closing_commits_what_waits() -> None:
    """In one transaction, followed by the request to stop."""
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


def test_every_caller_learns_that_the_store_failed() -> None:
    writer = Writer(Broken())
    for number in range(2):
        with pytest.raises(Refusal, match="store/failed"):
            writer.commit(batch(number))
    assert not writer.running
    writer.close()


class Full(HeadsFile):
    full = True

    def append(self, heads: Iterable[Head]) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        super().append(heads)


def test_nothing_is_committed_until_the_heads_file_can_be_written_again(
    memory_store: Store, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The batch that was committed is answered; later ones are refused while the disk is full."""
    heads = Full(folder / "heads")
    writer = Writer(memory_store, heads, retry=PATIENCE)
    first = writer.commit(batch(1))
    assert first.answer == b"yes"
    for _ in range(2):
        with pytest.raises(Refusal, match=r"heads/unwritable: .*No space left"):
            writer.commit(batch(2))
    assert writer.running is False
    heads.full = False
    second = writer.commit(batch(2))
    assert bool(writer.running)
    writer.close()
    assert list(read_heads(folder / "heads")) == [*first.heads, *second.heads], "none is missing"
    said = [record.message for record in caplog.records]
    assert said == ["the heads file can't be written", "the heads file can be written again"]


def test_heads_are_written_again_although_nobody_commits(memory_store: Store, folder: Path) -> None:
    heads = Full(folder / "heads")
    writer = Writer(memory_store, heads, retry=0.01)
    first = writer.commit(batch(1))
    heads.full = False
    end = time.monotonic() + PATIENCE
    while not writer.running and time.monotonic() < end:
        time.sleep(0.01)
    assert list(read_heads(folder / "heads")) == list(first.heads)
    writer.close()


class SlowHeads(HeadsFile):
    """A file on a disk that takes its time."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.reached, self.go = Event(), Event()

    def append(self, heads: Iterable[Head]) -> None:
        self.reached.set()
        assert self.go.wait(PATIENCE)
        super().append(heads)


def test_a_writer_runs_while_heads_are_written(memory_store: Store, folder: Path) -> None:
    """Heads that are on their way are no heads that could not be written."""
    heads = SlowHeads(folder / "heads")
    writer = Writer(memory_store, heads)
    committing = writer.submit(batch(1))
    assert heads.reached.wait(PATIENCE)
    assert writer.running
    heads.go.set()
    committing.result(PATIENCE)
    writer.close()


class FullStore(MemoryStore):
    """A store on a disk that is full at first."""

    full = True

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        if self.full:
            return [StoreFailure(OSError("disk is full"))] * len(batches)
        return super().commit_all(batches)


def test_a_store_that_failed_is_tried_again_although_nobody_commits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = FullStore()
    writer = Writer(store, retry=0.01)
    with pytest.raises(Refusal, match="store/unreachable"):
        writer.commit(batch(1))
    assert writer.running is False
    store.full = False
    end = time.monotonic() + PATIENCE
    while not writer.running and time.monotonic() < end:
        time.sleep(0.01)
    assert bool(writer.running)
    writer.commit(batch(1))
    writer.close()
    said = [record.message for record in caplog.records]
    assert said == ["the store can't be written", "the store can be written again"]


def test_a_writer_returns_the_heads_it_recorded(memory_store: Store, folder: Path) -> None:
    writer = Writer(memory_store, HeadsFile(folder / "heads"))
    written = writer.commit(batch(1)).heads
    assert tuple(writer.recorded_heads()) == written
    os.unlink(folder / "heads")
    assert list(writer.recorded_heads()) == []
    writer.close()
    without = Writer(memory_store)
    assert list(without.recorded_heads()) == []
    without.close()


def test_a_writer_is_a_store_itself() -> None:
    """What needs no group goes to its store directly."""
    store = MemoryStore()
    writer = Writer(store)
    digest = writer.save_rulebook("a rulebook")
    lease = writer.renew(writer.acquire("table/1", "north", 60_000), 60_000)
    with pytest.raises(Refusal, match="lease/held"):
        writer.acquire("table/1", "south", 60_000)
    writer.release(lease)
    assert writer.acquire("table/1", "south", 60_000).epoch > lease.epoch
    writer.commit(batch(1))
    answered = writer.answer("Ann", "k1")
    assert answered is not None
    with writer.reading() as reader:
        assert reader.rulebook(digest) == "a rulebook"
        assert reader.balance(ANN) == 1
    writer.close()
