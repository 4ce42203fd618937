"""A large heads file is thinned: it keeps every last head, and loses no new one."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from tests.ledger.waiting import PATIENCE, wait_until
from uth.ledger.journal.batch import Head
from uth.ledger.journal.heads import HeadsFile, print_head, read_heads


def head(stream: str, version: int) -> Head:
    return Head(stream, version, bytes(32))


def written(path: Path, count: int) -> str:
    """Write a file with this many heads; returns its text."""
    rows = [print_head(head("a", version)) for version in range(1, count + 1)]
    text = "".join(f"{row}\n" for row in rows)
    path.write_text(text)
    return text


class Still(HeadsFile):
    """A file that is thinned only by the test itself."""

    def _sync(self) -> None:
        """Do nothing in the thread."""


def thin(heads: HeadsFile, max_bytes: int) -> None:
    """Do what the thread does with a file above this size."""
    heads._max_bytes = max_bytes
    heads._sync_once()


def test_a_thinned_file_has_the_last_head_of_every_stream(folder: Path) -> None:
    """And the latest heads of all."""
    path = folder / "heads"
    heads = Still(path, recent=50)
    appended: list[Head] = []
    for version in range(1, 2_001):
        some = [Head(f"table/t{version % 3}", version, sha256(b"%d" % version).digest())]
        some += [head(f"cage/{version}", 1)] if version % 50 == 0 else []
        heads.append(some)
        appended += some
    thin(heads, 20_000)
    assert path.stat().st_size < 20_000
    heads.append([head("table/t0", 3_000)])
    heads.close()
    remaining = list(read_heads(path))
    assert len(remaining) < 300
    assert remaining[-1].version == 3_000
    assert set(remaining) <= {*appended, remaining[-1]}
    ends = {head.stream: head for head in appended}
    assert {stream: head for stream, head in ends.items() if head not in remaining} == {}
    assert appended[-50:] == remaining[-51:-1]
    assert os.listdir(folder) == ["heads"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_it_is_thinned_in_the_background(folder: Path) -> None:
    """By the thread that syncs it, if it is too large when it is opened."""
    path = folder / "heads"
    before = len(written(path, 99))
    heads = HeadsFile(path, interval=0, max_bytes=5_000, recent=5)
    wait_until(lambda: path.stat().st_size < before, "it is not thinned")
    heads.close()
    assert list(read_heads(path))[-5:] == [head("a", version) for version in range(95, 100)]


def test_a_small_file_is_not_thinned(folder: Path) -> None:
    path = folder / "heads"
    text = written(path, 99)
    heads = Still(path, recent=5)
    thin(heads, len(text))
    heads.close()
    assert path.read_text() == text


def test_what_is_appended_meanwhile_is_not_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By this process and another, between reading and replacing the file."""
    path = folder / "heads"
    written(path, 99)
    heads, other = Still(path, recent=5), Still(path, recent=5)
    replace = HeadsFile._replace

    def late(self: HeadsFile, source: os.stat_result, size: int, text: bytes) -> None:
        heads.append([head("a", 100)])
        other.append([head("b", 1)])
        replace(self, source, size, text)

    with monkeypatch.context() as patch:
        patch.setattr(HeadsFile, "_replace", late)
        thin(heads, 1_000)
    other.append([head("b", 2)])
    heads.append([head("a", 101)])
    for file in (heads, other):
        file.close()
    remaining = list(read_heads(path))
    assert remaining[-4:] == [head("a", 100), head("b", 1), head("b", 2), head("a", 101)]
    assert len(remaining) < 30


def test_a_row_that_is_still_being_written_is_left_for_later(folder: Path) -> None:
    path = folder / "heads"
    written(path, 99)
    heads = Still(path, recent=5)
    with path.open("a") as file:
        file.write(print_head(head("b", 1)))
    thin(heads, 1_000)
    assert path.read_text().endswith(print_head(head("b", 1))), "its newline is missing"
    with path.open("a") as file:
        file.write("\n")
    heads.close()
    assert list(read_heads(path))[-2:] == [head("a", 99), head("b", 1)]


def test_two_writers_of_one_file_lose_nothing_while_it_is_thinned(folder: Path) -> None:
    path = folder / "heads"
    both = [HeadsFile(path, interval=0, max_bytes=5_000, recent=20) for _ in range(2)]
    version, thinned = 0, False
    while not thinned:
        version += 1
        assert version < 400 + 100 * PATIENCE, "it is not thinned"
        for name, heads in zip("ab", both, strict=True):
            heads.append([head(name, version)])
        thinned = version >= 400 and len(list(read_heads(path))) < 2 * version
    for heads in both:
        heads.close()
    ends = {head.stream: head.version for head in read_heads(path)}
    assert ends == {"a": version, "b": version}


def test_a_file_that_another_process_has_replaced_is_not_overwritten(folder: Path) -> None:
    path, old = folder / "heads", folder / "old"
    old.touch()
    (folder / "heads.1-2.part").touch()
    heads = Still(path, recent=5)
    heads.append([head("a", 1)])
    heads._replace(old.stat(), 0, b"too late")
    heads.close()
    assert list(read_heads(path)) == [head("a", 1)]
    assert sorted(os.listdir(folder)) == ["heads", "old"]


def test_a_damaged_file_is_not_thinned(folder: Path) -> None:
    """The audit must find the damage; thinning must not hide it."""
    path = folder / "heads"
    text = written(path, 99).replace("a 51", "a 52")
    path.write_text(text)
    heads = Still(path, recent=5)
    thin(heads, 1_000)
    assert heads._max_bytes == 2_000, "it is not read again immediately"
    heads.close()
    assert path.read_text() == text


def test_a_full_disk_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, text: bytes) -> None:
        raise OSError(28, "No space left on device")

    path = folder / "heads"
    written(path, 99)
    heads = Still(path, recent=5)
    monkeypatch.setattr("uth.ledger.journal.heads._write", full)
    thin(heads, 1_000)
    assert heads._max_bytes == 2_000
    heads.append([head("a", 100)])
    heads.close()
    assert [head.version for head in read_heads(path)] == list(range(1, 101))
    assert os.listdir(folder) == ["heads"]
