"""All commands, each imported from its own module when it is called."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from typing import Any

import click

from uth import __version__
from uth.cli.fast_settle import write_failure
from uth.cli.language import refusal_text
from uth.core.refusal import Refusal, Refusals, one_line

COMMANDS = {
    "advise": "uth.cli.mathematics.advise:advise",
    "audit": "uth.cli.floor.audit:audit",
    "backup": "uth.cli.floor.backup:backup",
    "bank": "uth.cli.mathematics.bank:bank",
    "conformance": "uth.cli.conformance:conformance",
    "deal": "uth.cli.rounds.deal:deal",
    "export": "uth.cli.floor.export:export",
    "houses": "uth.cli.houses:houses",
    "par": "uth.cli.mathematics.par:par",
    "play": "uth.cli.play:play",
    "readings": "uth.cli.floor.readings:readings",
    "replay": "uth.cli.rounds.replay:replay",
    "serve": "uth.cli.floor.serve:serve",
    "settle": "uth.cli.rounds.settle:settle",
    "sidebets": "uth.cli.mathematics.sidebets:sidebets",
    "solve": "uth.cli.mathematics.solve:solve",
    "user": "uth.cli.floor.user:user",
    "verify": "uth.cli.rounds.verify:verify",
    "warmup": "uth.cli.mathematics.warmup:warmup",
}
"""Command → module:function; the function's docstring is its help."""


class LazyGroup(click.Group):
    """A group that imports the module of a command only when that command is needed."""

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
    """Ultimate Texas Hold'em: five houses, their rules, their mathematics and their tables."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(words: list[str]) -> int:
    """Run one command; each refusal is one line on standard error, with exit code 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = _run_command(words)
        if sys.stdout:
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # click raises SystemExit when nobody reads its output any more
        _discard_output()
        return 1
    except OSError as error:
        _discard_output()
        _print_error(write_failure(error))
        return 1
    return code


def _run_command(words: list[str]) -> int:
    try:
        code = app.main(args=words, prog_name="uth", standalone_mode=False)
    except (Refusal, Refusals) as refusal:
        return _print_error(refusal_text(refusal))
    except click.UsageError as error:
        where = f" ({error.ctx.command_path})" if error.ctx else ""
        return _print_error(f"usage/wrong: {_one_line(error.format_message())}{where}")
    except click.ClickException as error:
        return _print_error(f"usage/wrong: {_one_line(error.format_message())}")
    except (click.Abort, KeyboardInterrupt):
        _print_error(refusal_text(Refusal("usage/stopped")))
        return 130
    return code if isinstance(code, int) else 0


def _print_error(message: str) -> int:
    """Print to standard error; return the exit code of a refusal."""
    if sys.stderr:
        print(message, file=sys.stderr)
    return 2


def _discard_output() -> None:
    """Send what is left in the buffer to the null device, so that Python exits quietly."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(text: str) -> str:
    return one_line(" ".join(text.split()))
