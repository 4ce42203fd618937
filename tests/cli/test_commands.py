"""The commands' own frame: help, the list of commands, and being stopped."""

from __future__ import annotations

import click
import pytest

from uth.cli import commands
from uth.cli.commands import COMMANDS, app, run


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for name in COMMANDS:
        assert f"  {name} " in out


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run([name, "--help"]) == 0
    assert f"Usage: uth {name}" in capsys.readouterr().out


@pytest.mark.parametrize("stop", [click.Abort(), KeyboardInterrupt()])
def test_stopped_by_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stop: BaseException
) -> None:
    def stopping(**_: object) -> None:
        raise stop

    monkeypatch.setattr(app, "main", stopping)
    assert run(["houses"]) == 130
    assert capsys.readouterr().err == "usage/stopped: stopped at your word\n"


def test_any_other_trouble_with_the_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(**_: object) -> None:
        raise click.FileError("x", "not\nthere")

    monkeypatch.setattr(app, "main", failing)
    assert run(["houses"]) == 2
    assert capsys.readouterr().err == "usage/wrong: Could not open file 'x': not there\n"


def test_a_command_may_leave_with_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "main", lambda **_: 1)
    assert run(["houses"]) == 1


def test_nobody_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = []
    monkeypatch.setattr(commands, "_let_go_of_output", lambda: let_go.append(True))

    def unread(**_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(app, "main", unread)
    assert run(["houses"]) == 1
    assert let_go == [True]
