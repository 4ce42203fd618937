"""What `uth` commands on a store refuse: one line with a code, and no files left behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from uth.cli.commands import run
from uth.ledger.opening import open_store


def _house(folder: Path) -> str:
    path = folder / "house.db"
    open_store(path).close()
    return str(path)


def _empty(folder: Path) -> str:
    (folder / "empty.db").touch()
    return str(folder / "empty.db")


CASES: dict[str, tuple[Callable[[Path], list[str]], str]] = {
    "a folder": (lambda at: ["serve", "--db", str(at), "--port", "0"], "store/not_opened: "),
    "nobody there": (
        lambda at: ["serve", "--db", "postgresql://nobody@127.0.0.1:1/none", "--port", "0"],
        "store/not_opened: the store can't be opened",
    ),
    "an empty file": (lambda at: ["audit", "--db", _empty(at)], "store/none: "),
    "no heads file": (
        lambda at: ["audit", "--db", _house(at), "--heads", str(at / "none")],
        "heads/none: ",
    ),
    "heads of no house": (
        lambda at: ["audit", "--db", str(at / "none.db"), "--heads", str(at)],
        "store/none: ",
    ),
    "a backup into no folder": (
        lambda at: ["backup", str(at / "no" / "b.db"), "--db", _house(at)],
        "backup/unwritable: ",
    ),
    "a node on a file": (
        lambda at: ["serve", "--db", _house(at), "--port", "0", "--node", "north"],
        "node/sqlite: a SQLite file is served by one process; several nodes need PostgreSQL",
    ),
    "heads in no folder": (
        lambda at: ["serve", "--db", _house(at), "--port", "0", "--heads", "/dev/null/heads"],
        "heads/unwritable: ",
    ),
    "no receipt": (
        lambda at: ["audit", "--db", _house(at), "--receipt", str(at / "none.json")],
        "input/unreadable: ",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_refusal_is_one_line_and_leaves_no_files(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, expected = CASES[case]
    words = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    capsys.readouterr()
    assert run(words) == 2
    output = capsys.readouterr()
    lines = [text for text in output.err.splitlines() if not text.startswith("{")]
    assert len(lines) == 1
    assert lines[0].startswith(expected)
    assert [at for at in sorted(tmp_path.rglob("*")) if at not in before] == []
