"""A long heads file is thinned: it still knows every end, and nothing that was appended is lost."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from tests.ledger.waiting import PATIENCE, wait_until
from uth.ledger.journal.batch import Head
from uth.ledger.journal.heads import Heads, print_head, read_heads


def head(stream: str, version: int) -> Head:
    return Head(stream, version, bytes(32))


def written(path: Path, count: int) -> str:
    lines = [print_head(head("a", version)) for version in range(1, count + 1)]
    text = "".join(f"{line}\n" for line in lines)
    path.write_text(text)
    return text


class Still(Heads):
    """Thinned only when the test says so."""

    def _sync(self) -> None:
        """The thread does nothing."""


def thin(heads: Heads, most: int) -> None:
    """What the thread does with a file that is longer than that."""
    heads._most = most
    heads._settle()


def test_a_long_file_is_thinned_and_still_knows_every_end(folder: Path) -> None:
    """The last head of every stream stays, and so do the latest of all."""
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
    found = list(read_heads(path))
    assert len(found) < 300
    assert found[-1].version == 3_000
    assert set(found) <= {*appended, found[-1]}
    ends = {head.stream: head for head in appended}
    assert {stream: head for stream, head in ends.items() if head not in found} == {}
    assert appended[-50:] == found[-51:-1]
    assert [found.name for found in folder.iterdir()] == ["heads"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_it_is_thinned_beside_the_work(folder: Path) -> None:
    """By the thread that brings it to disk, and when it was too long from the beginning."""
    path = folder / "heads"
    before = len(written(path, 99))
    heads = Heads(path, every=0, most=5_000, recent=5)
    wait_until(lambda: path.stat().st_size < before, "it is not thinned")
    heads.close()
    assert list(read_heads(path))[-5:] == [head("a", version) for version in range(95, 100)]


def test_what_is_short_stays_as_it_is(folder: Path) -> None:
    path = folder / "heads"
    text = written(path, 99)
    heads = Still(path, recent=5)
    thin(heads, len(text))
    heads.close()
    assert path.read_text() == text


def test_what_is_appended_meanwhile_is_taken_over(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By this process and by another one, after the file was read and before it is replaced."""
    path = folder / "heads"
    written(path, 99)
    heads, other = Still(path, recent=5), Still(path, recent=5)
    replace = Heads._replace

    def late(self: Heads, this: os.stat_result, size: int, text: bytes) -> None:
        heads.append([head("a", 100)])
        other.append([head("b", 1)])
        replace(self, this, size, text)

    with monkeypatch.context() as patch:
        patch.setattr(Heads, "_replace", late)
        thin(heads, 1_000)
    other.append([head("b", 2)])
    heads.append([head("a", 101)])
    for one in (heads, other):
        one.close()
    found = list(read_heads(path))
    assert found[-4:] == [head("a", 100), head("b", 1), head("b", 2), head("a", 101)]
    assert len(found) < 30


def test_a_line_that_is_still_on_its_way_is_left_for_later(folder: Path) -> None:
    path = folder / "heads"
    written(path, 99)
    heads = Still(path, recent=5)
    with path.open("a") as file:
        file.write(print_head(head("b", 1)))
    thin(heads, 1_000)
    assert path.read_text().endswith(print_head(head("b", 1))), "it came without its end"
    with path.open("a") as file:
        file.write("\n")
    heads.close()
    assert list(read_heads(path))[-2:] == [head("a", 99), head("b", 1)]


def test_two_who_append_to_one_file_lose_nothing_while_it_is_thinned(folder: Path) -> None:
    path = folder / "heads"
    both = [Heads(path, every=0, most=5_000, recent=20) for _ in range(2)]
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


def test_one_who_thins_a_file_that_another_has_replaced_leaves_that(folder: Path) -> None:
    path, old = folder / "heads", folder / "old"
    old.touch()
    (folder / "heads.1-2.part").touch()
    heads = Still(path, recent=5)
    heads.append([head("a", 1)])
    heads._replace(old.stat(), 0, b"too late")
    heads.close()
    assert list(read_heads(path)) == [head("a", 1)]
    assert sorted(os.listdir(folder)) == ["heads", "old"]


def test_a_damaged_file_is_left_as_it_is(folder: Path) -> None:
    """What it lacks is for the audit to tell, not for the thinning to hide."""
    path = folder / "heads"
    text = written(path, 99).replace("a 51", "a 52")
    path.write_text(text)
    heads = Still(path, recent=5)
    thin(heads, 1_000)
    assert heads._most == 2_000, "it is not read again at once"
    heads.close()
    assert path.read_text() == text


def test_a_disk_too_full_for_thinning_keeps_the_old_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int, text: bytes) -> None:
        raise OSError(28, "No space left on device")

    path = folder / "heads"
    written(path, 99)
    heads = Still(path, recent=5)
    monkeypatch.setattr("uth.ledger.journal.heads._write", full)
    thin(heads, 1_000)
    assert heads._most == 2_000
    heads.append([head("a", 100)])
    heads.close()
    assert [head.version for head in read_heads(path)] == list(range(1, 101))
    assert os.listdir(folder) == ["heads"]
