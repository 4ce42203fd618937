"""The command group: help, the list of commands, interrupts and output errors."""

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
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run([name, "--help"]) == 0
    assert f"Usage: uth {name}" in capsys.readouterr().out


@pytest.mark.parametrize("interrupt", [click.Abort(), KeyboardInterrupt()])
def test_an_interrupt_exits_with_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, interrupt: BaseException
) -> None:
    def interrupted(**_: object) -> None:
        raise interrupt

    monkeypatch.setattr(app, "main", interrupted)
    assert run(["houses"]) == 130
    assert capsys.readouterr().err == "usage/stopped: interrupted\n"


def test_other_click_errors_are_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(**_: object) -> None:
        raise click.FileError("x", "not\nthere")

    monkeypatch.setattr(app, "main", failing)
    assert run(["houses"]) == 2
    assert capsys.readouterr().err == "usage/wrong: Could not open file 'x': not there\n"


def test_a_command_may_set_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "main", lambda **_: 1)
    assert run(["houses"]) == 1


def test_output_is_discarded_after_a_broken_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    discarded = []
    monkeypatch.setattr(commands, "_discard_output", lambda: discarded.append(True))

    def write(**_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(app, "main", write)
    assert run(["houses"]) == 1
    assert discarded == [True]
