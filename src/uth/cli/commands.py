"""All commands but the quick one: loaded when they are called, each from its own module."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from typing import Any

import click

from uth import __version__
from uth.cli.settle import unwritable
from uth.core.refusal import Refusal, Refusals, one_line

COMMANDS = {
    "advise": "uth.cli.advise:advise",
    "audit": "uth.cli.audit:audit",
    "backup": "uth.cli.backup:backup",
    "bank": "uth.cli.bank:bank",
    "conformance": "uth.cli.conformance:conformance",
    "deal": "uth.cli.deal:deal",
    "export": "uth.cli.export:export",
    "houses": "uth.cli.houses:houses",
    "par": "uth.cli.par:par",
    "play": "uth.cli.play:play",
    "replay": "uth.cli.replay:replay_command",
    "serve": "uth.cli.serve:serve",
    "settle": "uth.cli.settle_command:settle",
    "sidebets": "uth.cli.sidebets:sidebets",
    "solve": "uth.cli.solve:solve",
    "user": "uth.cli.user:user",
    "verify": "uth.cli.verify:verify",
    "warmup": "uth.cli.warmup:warmup",
}
"""Command → module:function; its help is the function's docstring."""


class LazyGroup(click.Group):
    """A group that imports a command's module only when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name].split(":")
        command: Any = getattr(importlib.import_module(module), function)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="uth")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Ultimate Texas Hold'em: five houses, their rules, their mathematics, their tables."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(words: list[str]) -> int:
    """Run one command; whatever is refused is one line a refusal on standard error, exit 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = _answer(words)
        if sys.stdout:
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # click leaves by SystemExit where nobody reads its output any more
        _let_go_of_output()
        return 1
    except OSError as error:
        _let_go_of_output()
        _refuse(unwritable(error))
        return 1
    return code


def _answer(words: list[str]) -> int:
    try:
        code = app.main(args=words, prog_name="uth", standalone_mode=False)
    except (Refusal, Refusals) as no:
        return _refuse(str(no))
    except click.UsageError as error:
        where = f" ({error.ctx.command_path})" if error.ctx else ""
        return _refuse(f"usage/wrong: {_one_line(error.format_message())}{where}")
    except click.ClickException as error:
        return _refuse(f"usage/wrong: {_one_line(error.format_message())}")
    except (click.Abort, KeyboardInterrupt):
        _refuse("usage/stopped: stopped at your word")
        return 130
    return code if isinstance(code, int) else 0


def _refuse(lines: str) -> int:
    if sys.stderr:
        print(lines, file=sys.stderr)
    return 2


def _let_go_of_output() -> None:
    """Nobody reads on: Python should not try to write the rest when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(text: str) -> str:
    return one_line(" ".join(text.split()))
