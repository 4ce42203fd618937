"""The heads file: complete rows, by one process or several, synced to disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Head
from uth.ledger.journal.heads import HeadsFile, _write, parse_head, print_head, read_heads


def head(stream: str, version: int) -> Head:
    return Head(stream, version, bytes(32))


def test_heads_print_and_parse() -> None:
    head = Head("table/t1", 7, bytes(range(32)))
    assert parse_head(print_head(head)) == head
    row = print_head(head)
    for index in range(len(row)):
        other = row[:index] + ("0" if row[index] != "0" else "1") + row[index + 1 :]
        with pytest.raises(Refusal, match="heads/damaged"):
            parse_head(other)


def test_an_incomplete_row_is_dropped_and_a_damaged_one_refused(folder: Path) -> None:
    path = folder / "heads"
    heads = HeadsFile(path)
    heads.append([head("a", 1)])
    heads.close()
    with path.open("a") as file:
        file.write(print_head(head("a", 2))[:30])
    assert list(read_heads(path)) == [head("a", 1)]
    heads = HeadsFile(path)
    heads.append([head("a", 2)])
    heads.append([])
    heads.close()
    assert list(read_heads(path)) == [head("a", 1), head("a", 2)]
    path.write_bytes(path.read_bytes().replace(b"a 1", b"\xff 1"))
    with pytest.raises(Refusal, match=r"heads/damaged: .* \(heads line 1\)"):
        list(read_heads(path))


def test_an_incomplete_row_of_another_process_damages_no_other(folder: Path) -> None:
    """Two write to one file; one of them fails in the middle of a row."""
    path = folder / "heads"
    server, command = HeadsFile(path), HeadsFile(path)
    server.append([head("a", 1)])
    with path.open("a") as file:
        file.write(print_head(head("b", 1))[:20])
    command.append([head("c", 1)])
    server.append([head("a", 2)])
    for heads in (server, command):
        heads.close()
    assert list(read_heads(path)) == [head("a", 1), head("c", 1), head("a", 2)]


APPENDING = """
import sys
from pathlib import Path
from uth.ledger.journal.batch import Head
from uth.ledger.journal.heads import HeadsFile
heads = HeadsFile(Path(sys.argv[1]))
for version in range(1, 301):
    heads.append([Head(f"{sys.argv[2]}{n}", version, bytes(32)) for n in range(3)])
heads.close()
"""


@pytest.mark.slow
def test_concurrent_processes_damage_no_row(folder: Path) -> None:
    path = folder / "heads"
    words = [sys.executable, "-c", APPENDING, str(path)]
    both = [subprocess.Popen([*words, name]) for name in "ab"]
    assert [process.wait(PATIENCE) for process in both] == [0, 0]
    heads = list(read_heads(path))
    assert len(heads) == 1_800
    assert {(head.stream, head.version) for head in heads} == {
        (f"{name}{n}", version) for name in "ab" for n in range(3) for version in range(1, 301)
    }


def test_a_heads_file_that_was_removed_is_created_again(folder: Path) -> None:
    path = folder / "heads"
    heads = HeadsFile(path)
    path.unlink()
    heads.append([head("table/t1", 1)])
    heads.close()
    assert list(read_heads(path)) == [head("table/t1", 1)]


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Set when a file was synced."""
    done, fsync = Event(), os.fsync

    def noted(file: int) -> None:
        fsync(file)
        done.set()

    monkeypatch.setattr(os, "fsync", noted)
    return done


def test_heads_are_synced_in_the_background(folder: Path, synced: Event) -> None:
    heads = HeadsFile(folder / "heads", interval=0)
    for version in (1, 2):
        synced.clear()
        heads.append([head("a", version)])
        assert synced.wait(PATIENCE)
    heads.close()


def test_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = HeadsFile(folder / "heads")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda file, text: len(text) - 1)
        with pytest.raises(OSError, match="only a part"):
            heads.append([head("a", 1)])
    heads.close()


def test_a_failed_sync_is_raised_by_the_next_append(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: int) -> None:
        raise OSError(5, "Input/output error")

    heads = HeadsFile(folder / "heads")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        heads._sync_once()
    with pytest.raises(OSError, match="Input/output"):
        heads.append([head("a", 2)])
    heads.append([head("a", 2)])
    heads.close()
    assert list(read_heads(folder / "heads")) == [head("a", 2)], "the disk works again"


def test_a_partial_write_is_an_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = os.open(folder / "part", os.O_RDWR | os.O_CREAT)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda file, text: len(text) - 1)
        with pytest.raises(OSError, match="only a part"):
            _write(file, b"text")
    os.close(file)


def test_the_file_may_be_replaced_while_it_is_synced(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that appends switches to the file of another process."""
    heads, fsync = HeadsFile(folder / "heads"), os.fsync

    def late(file: int) -> None:
        heads._reopen()
        fsync(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", late)
        assert heads._sync_to_disk() == 0
    heads.append([head("a", 1)])
    heads.close()
    assert list(read_heads(folder / "heads")) == [head("a", 1)]
