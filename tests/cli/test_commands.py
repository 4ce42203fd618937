"""The command group: help, the list of commands, interrupts and output errors."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from tests.cli.command_runs import refusal_of, text_of
from uth.cli import commands, main
from uth.cli.commands import COMMANDS, app, run
from uth.cli.completion import SHELLS
from uth.cli.language import text


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


def commands_below(name: str) -> Iterator[tuple[str, click.Command]]:
    """A command, or the commands of a group."""
    command = app.get_command(click.Context(app), name)
    assert command is not None
    if isinstance(command, click.Group):
        yield from ((f"{name} {below}", each) for below, each in command.commands.items())
    else:
        yield name, command


EVERY = dict(pair for name in COMMANDS for pair in commands_below(name))


@pytest.mark.parametrize("name", sorted(EVERY.keys() - {"play", "serve", "completion"}))
def test_every_command_that_answers_can_answer_in_json(name: str) -> None:
    assert "--json" in [option for each in EVERY[name].params for option in each.opts]


def test_a_house_is_chosen_in_the_same_way_everywhere() -> None:
    with_house = {
        name: {option for each in command.params for option in each.opts}
        for name, command in EVERY.items()
    }
    for name in ("advise", "bank", "deal", "par", "play", "sidebets", "solve"):
        assert with_house[name] >= {"--house", "--rules"}, name


@pytest.mark.parametrize(
    "options",
    [
        ["--house", "california"],
        ["--rules", "{file}"],
        ["--house", "california", "--rules", "{file}"],
    ],
)
def test_a_house_as_an_option_is_the_house_as_an_argument(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine"\nextends = "california"\nname = "Mine"\ndocument = "None"\n')
    seat = ["--seat", "10", "--bank", "$"]
    chosen = [each.format(file=file) for each in options]
    assert refusal_of(capsys, "bank", *chosen, *seat).endswith("(--bank)\n")
    assert "--house" in refusal_of(capsys, "bank", *seat)
    assert "HOUSE" in refusal_of(capsys, "bank", "california", *chosen, *seat)
    other = refusal_of(capsys, "bank", "--house", "hollywood-pa", "--rules", str(file), *seat)
    assert other.startswith("usage/wrong")


def test_the_help_has_every_command_in_a_group_and_examples(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = text_of(capsys, "--help")
    groups = [text(f"help.group.{entry.group}") for entry in COMMANDS.values()]
    assert [shown.index(f"\n{group}:\n") for group in dict.fromkeys(groups)] == sorted(
        shown.index(f"\n{group}:\n") for group in {*groups}
    )
    examples = shown.partition("\nExamples:\n")[2].splitlines()
    assert len(examples) >= 4
    for example in examples:
        check_example(example)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_an_example_that_it_understands(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    shown = text_of(capsys, name, "--help")
    examples = re.findall(r"^ +(?:eval \"\$\()?(uth .+?)(?:\)\")?$", shown, re.MULTILINE)
    assert examples
    for example in examples:
        assert check_example(example) == name


def check_example(example: str) -> str:
    """Parse an example as the shell and the command would, and return the command's name."""
    _, name, *words = shlex.split(example.partition(" | ")[0])
    command = app.get_command(click.Context(app), name)
    while isinstance(command, click.Group):
        command = command.commands[words.pop(0)]
    assert command is not None
    command.make_context(name, words)
    return name


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["solve", "--house", "cali"], ["california", "california-bad-beat"]),
        (["sidebets", "holl"], ["hollywood-pa"]),
        (["user", "add", "flo", "--role", "aud"], ["auditor"]),
        (["export", "hands", "--format", "parq"], ["parquet"]),
        (["serve", "--log-level", "e"], ["error"]),
        (["comp"], ["completion"]),
    ],
)
def test_the_shell_completes_commands_and_choices(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    offered: list[str],
) -> None:
    monkeypatch.setenv("_UTH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["uth", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    assert run([]) == 0
    rows = capsys.readouterr().out.split()
    assert [row.removeprefix("plain,") for row in rows] == offered


@pytest.mark.parametrize("shell", SHELLS)
def test_the_completion_script_is_printed(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert f"_UTH_COMPLETE={shell}_complete" in text_of(capsys, "completion", shell)


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


def test_an_interrupt_while_commands_are_imported_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Importing(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "uth.cli.commands", Importing("uth.cli.commands"))
    monkeypatch.setattr(sys, "argv", ["uth", "houses"])
    assert main() == 130
    assert capsys.readouterr() == ("", "")
