"""The writer thread: groups, each caller's own answer, and what happens when something breaks."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.ledger.test_contract import ANN, BOB, moves
from uth.core.refusal import Refusal
from uth.ledger.batch import Batch, Head, Result
from uth.ledger.heads import Heads, parse_head, print_head, read_heads
from uth.ledger.memory import MemoryStore
from uth.ledger.store import Store
from uth.ledger.writer import Writer


class Slow(MemoryStore):
    """A store whose disk takes its time, so that others come meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[int] = []

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        time.sleep(0.01)
        self.groups.append(len(batches))
        return super().commit_all(batches)


class Broken(MemoryStore):
    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        raise MemoryError


def batch(number: int, cents: int = 1) -> Batch:
    return Batch((moves(f"s{number}", 0, ("issued", ANN, cents)),), "Ann", f"k{number}", b"yes")


def test_many_callers_share_a_transaction_and_each_gets_his_own_answer(folder: Path) -> None:
    store = Slow()
    writer = Writer(store, Heads(folder / "heads"), most=16)
    with ThreadPoolExecutor(40) as pool:
        wrong = [
            pool.submit(writer.commit, Batch((moves(f"w{number}", 0, (BOB, ANN, 1)),)))
            for number in range(10)
        ]
        right = [pool.submit(writer.commit, batch(number)) for number in range(60)]
    for future in wrong:
        with pytest.raises(Refusal, match="account/overdrawn"):
            future.result()
    assert all(future.result().answer == b"yes" for future in right)
    assert sum(store.groups) == 70
    assert max(store.groups) > 1
    assert max(store.groups) <= 16
    assert writer.groups == len(store.groups)
    assert writer.waiting == 0
    writer.close()
    assert {head.stream for head in read_heads(folder / "heads")} == {
        f"s{number}" for number in range(60)
    }


def test_closing_finishes_what_waits(memory_store: Store) -> None:
    writer = Writer(memory_store)
    futures = [writer.submit(batch(number)) for number in range(20)]
    writer.close()
    writer.close()
    assert all(future.result().answer == b"yes" for future in futures)
    with pytest.raises(Refusal, match="store/closed"):
        writer.submit(batch(99))


def test_a_store_that_fails_is_told_to_everybody() -> None:
    writer = Writer(Broken())
    for number in range(2):
        with pytest.raises(Refusal, match="store/failed"):
            writer.commit(batch(number))
    writer.close()


def test_without_its_heads_nothing_more_is_taken(memory_store: Store, folder: Path) -> None:
    """What was committed is answered; then the writer stops."""
    heads = Heads(folder / "heads")
    writer = Writer(memory_store, heads)
    os.close(heads._file)
    assert writer.commit(batch(1)).answer == b"yes"
    with pytest.raises(Refusal, match="heads/unwritable"):
        writer.commit(batch(2))
    heads._file = os.open(folder / "heads", os.O_RDWR)
    writer.close()


def test_heads_print_and_parse() -> None:
    head = Head("table/t1", 7, bytes(range(32)))
    assert parse_head(print_head(head)) == head
    line = print_head(head)
    for place in range(len(line)):
        other = line[:place] + ("0" if line[place] != "0" else "1") + line[place + 1 :]
        with pytest.raises(Refusal, match="heads/damaged"):
            parse_head(other)


def test_a_torn_line_is_dropped_and_a_damaged_one_told(folder: Path) -> None:
    path = folder / "heads"
    first, second = Head("a", 1, bytes(32)), Head("a", 2, bytes(32))
    heads = Heads(path)
    heads.append([first])
    heads.close()
    with path.open("a") as file:
        file.write(print_head(second)[:30])
    assert list(read_heads(path)) == [first]
    heads = Heads(path)
    heads.append([second])
    heads.append([])
    heads.close()
    assert list(read_heads(path)) == [first, second]
    path.write_bytes(path.read_bytes().replace(b"a 1", b"\xff 1"))
    with pytest.raises(Refusal, match=r"heads/damaged: .* \(heads line 1\)"):
        list(read_heads(path))


def test_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = Heads(folder / "heads")
    monkeypatch.setattr(os, "write", lambda file, text: len(text) - 1)
    with pytest.raises(OSError, match="only a part"):
        heads.append([Head("a", 1, bytes(32))])
    monkeypatch.undo()
    heads.close()


def test_a_disk_that_fails_is_told_at_the_next_append(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: int) -> None:
        raise OSError(5, "Input/output error")

    heads = Heads(folder / "heads", every=0.001)
    monkeypatch.setattr(os, "fsync", fail)
    heads.append([Head("a", 1, bytes(32))])
    for _ in range(200):
        time.sleep(0.002)
        if heads._failed:
            break
    with pytest.raises(OSError, match="Input/output"):
        heads.append([Head("a", 2, bytes(32))])
    monkeypatch.undo()
    heads.close()


def test_one_who_no_longer_waits_holds_up_nobody() -> None:
    writer = Writer(Slow())
    given_up = writer.submit(Batch((moves("a", 0, ("issued", ANN, 1)),)))
    assert given_up.cancel()
    waiting = writer.submit(Batch((moves("b", 0, ("issued", BOB, 1)),)))
    assert waiting.result().heads[0].stream == "b"
    before = writer.running
    writer.close()
    assert (before, writer.running) == (True, False)
    with writer.store.reading() as reader:
        assert reader.stream("a").version == 1, "what was handed over is written all the same"
