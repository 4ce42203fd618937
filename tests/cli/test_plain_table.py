"""A small table without rich: drawn alike, and nothing of rich is loaded for advice on a board."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from uth.cli.render.console import print_table
from uth.cli.render.plain_table import print_plain_table

COLUMNS = "Action|EV in antes|costs"
ROWS = [("2x", "-1.678193", "0.203954"), ("check ←", "-1.474239", "")]


def test_it_is_drawn_as_rich_draws_it(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(COLUMNS, ROWS)
    drawn = capsys.readouterr().out
    print_plain_table(COLUMNS, ROWS, 1)
    assert capsys.readouterr().out == drawn


def test_the_marked_row_is_bold_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("os.get_terminal_size", lambda: os.terminal_size((80, 24)))
    print_plain_table(COLUMNS, ROWS, 1)
    shown = capsys.readouterr().out.splitlines()
    assert [number for number, row in enumerate(shown) if "\x1b[1m" in row] == [1, 4]
    assert len(shown) == 6


def test_a_narrow_terminal_has_it_wrapped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr("os.get_terminal_size", lambda *_: os.terminal_size((20, 24)))
    print_plain_table(COLUMNS, ROWS, 1)
    assert len(capsys.readouterr().out.splitlines()) > 6


def test_advice_on_a_board_loads_no_rich() -> None:
    program = (
        "import sys; from uth.cli.commands import run;"
        "run(['advise', '--cards', 'Kh 4d', '--board', '2c 7h Qs 9d 3s']);"
        "print([name for name in ('rich', 'msgspec', 'numpy', 'numba') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines()[-1] == "[]"
