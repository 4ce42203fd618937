"""The writer thread: groups, each caller's own answer, and what happens when something breaks."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Event

import pytest

from tests.ledger.batches import ANN, BOB, moves
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Head, Result
from uth.ledger.journal.heads import Heads, _write, parse_head, print_head, read_heads
from uth.ledger.journal.store import Store
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


def batch(number: int, amount: int = 1) -> Batch:
    return Batch((moves(f"s{number}", 0, ("issued", ANN, amount)),), "Ann", f"k{number}", b"yes")


def test_one_who_stops_waiting_does_not_stop_his_batch_nor_his_neighbours() -> None:
    store = MemoryStore()
    held = Event()
    writer = Writer(store)
    reaching = store.commit_all

    def wait(batches: Sequence[Batch]) -> list[Result]:
        held.wait(30)
        return reaching(batches)

    store.commit_all = wait  # type: ignore[method-assign]
    gone, stays = writer.submit(batch(1)), writer.submit(batch(2))
    assert gone.cancel()
    held.set()
    assert stays.result(30).answer == b"yes"
    writer.close()
    with store.reading() as reader:
        assert reader.balance(ANN) == 2


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
    assert not writer.running
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


def test_a_line_torn_by_another_spoils_nobody_s(folder: Path) -> None:
    """Two write to one file; one of them fails in the middle of a line."""
    path = folder / "heads"
    server, command = Heads(path), Heads(path)
    server.append([Head("a", 1, bytes(32))])
    with path.open("a") as file:
        file.write(print_head(Head("b", 1, bytes(32)))[:20])
    command.append([Head("c", 1, bytes(32))])
    server.append([Head("a", 2, bytes(32))])
    for heads in (server, command):
        heads.close()
    assert [(head.stream, head.version) for head in read_heads(path)] == [
        ("a", 1),
        ("c", 1),
        ("a", 2),
    ]


APPENDING = """
import sys
from pathlib import Path
from uth.ledger.batch import Head
from uth.ledger.heads import Heads
heads = Heads(Path(sys.argv[1]))
for version in range(1, 301):
    heads.append([Head(f"{sys.argv[2]}{n}", version, bytes(32)) for n in range(3)])
heads.close()
"""


def test_processes_that_append_together_tear_no_line(folder: Path) -> None:
    path = folder / "heads"
    words = [sys.executable, "-c", APPENDING, str(path)]
    both = [subprocess.Popen([*words, name]) for name in "ab"]
    assert [process.wait(60) for process in both] == [0, 0]
    found = list(read_heads(path))
    assert len(found) == 1_800
    assert {(head.stream, head.version) for head in found} == {
        (f"{name}{n}", version) for name in "ab" for n in range(3) for version in range(1, 301)
    }


def test_a_writer_knows_the_heads_that_it_wrote(memory_store: Store, folder: Path) -> None:
    writer = Writer(memory_store, Heads(folder / "heads"))
    written = writer.commit(batch(1)).heads
    assert tuple(writer.known()) == written
    (folder / "heads").unlink()
    assert list(writer.known()) == []
    writer.close()
    without = Writer(memory_store)
    assert list(without.known()) == []
    without.close()


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


def test_a_long_file_is_thinned_and_still_knows_every_end(folder: Path) -> None:
    """The last head of every stream stays, and so do the latest of all."""
    path = folder / "heads"
    heads = Heads(path, every=0.001, most=20_000, recent=50)
    written: list[Head] = []
    for version in range(1, 2_001):
        some = [Head(f"table/t{version % 3}", version, sha256(b"%d" % version).digest())]
        some += [Head(f"cage/{version}", 1, bytes(32))] if version % 50 == 0 else []
        heads.append(some)
        written += some
    for _ in range(1_000):
        if path.stat().st_size < 20_000:
            break
        time.sleep(0.002)
        heads.append([])
        heads._new.set()
    heads.append([Head("table/t0", 3_000, bytes(32))])
    heads.close()
    found = list(read_heads(path))
    assert len(found) < 300
    assert found[-1].version == 3_000
    assert set(found) <= {*written, found[-1]}
    ends = {head.stream: head for head in written}
    assert {stream: head for stream, head in ends.items() if head not in found} == {}
    assert written[-50:] == found[-51:-1]
    assert [found.name for found in folder.iterdir()] == ["heads"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_two_who_append_to_one_file_lose_nothing_while_it_is_thinned(folder: Path) -> None:
    path = folder / "heads"
    both = [Heads(path, every=0, most=5_000, recent=20) for _ in range(2)]
    version = 0
    while version < 400 or len(list(read_heads(path))) == 2 * version:
        version += 1
        for name, heads in zip("ab", both, strict=True):
            heads.append([Head(name, version, bytes(32))])
    for heads in both:
        heads.close()
    ends = {head.stream: head.version for head in read_heads(path)}
    assert ends == {"a": version, "b": version}


def test_one_who_thins_a_file_that_another_has_replaced_leaves_that(folder: Path) -> None:
    path, old = folder / "heads", folder / "old"
    old.touch()
    (folder / "heads.1-2.part").touch()
    heads = Heads(path)
    heads.append([Head("a", 1, bytes(32))])
    heads._replace(old.stat(), 0, b"too late")
    heads.close()
    assert list(read_heads(path)) == [Head("a", 1, bytes(32))]
    assert sorted(os.listdir(folder)) == ["heads", "old"]


def test_a_damaged_file_is_left_as_it_is(folder: Path) -> None:
    """What it lacks is for the audit to tell, not for the thinning to hide."""
    path = folder / "heads"
    lines = [print_head(Head("a", version, bytes(32))) for version in range(1, 100)]
    lines[50] = lines[50].replace("a 51", "a 52")
    text = "".join(f"{line}\n" for line in lines)
    path.write_text(text)
    heads = Heads(path, every=0, most=1_000, recent=5)
    for _ in range(3):
        heads._new.set()
        time.sleep(0.005)
    heads.close()
    assert path.read_text() == text


def test_a_disk_too_full_for_thinning_keeps_the_old_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "heads"
    lines = [print_head(Head("a", version, bytes(32))) for version in range(1, 100)]
    path.write_text("".join(f"{line}\n" for line in lines))
    monkeypatch.setattr("uth.ledger.journal.heads._write", _full)
    heads = Heads(path, every=0, most=1_000, recent=5)
    while heads._most == 1_000:
        time.sleep(0.002)
    heads.append([Head("a", 100, bytes(32))])
    heads.close()
    assert [head.version for head in read_heads(path)] == list(range(1, 101))


def _full(file: int, text: bytes) -> None:
    raise OSError(28, "No space left on device")


def test_a_heads_file_that_was_taken_away_is_begun_anew(folder: Path) -> None:
    path = folder / "heads"
    heads = Heads(path)
    path.unlink()
    heads.append([Head("table/t1", 1, bytes(32))])
    heads.close()
    assert [head.version for head in read_heads(path)] == [1]


def test_a_disk_that_takes_only_a_part_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = os.open(folder / "part", os.O_RDWR | os.O_CREAT)
    monkeypatch.setattr("uth.ledger.journal.heads.os.write", lambda file, text: len(text) - 1)
    with pytest.raises(OSError, match="only a part"):
        _write(file, b"text")
    os.close(file)
