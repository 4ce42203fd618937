"""All commands but the quick one: loaded when they are called, each from its own module."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from uth import __version__
from uth.core.refusal import Refusal, Refusals

COMMANDS = {
    "conformance": "uth.cli.conformance:conformance",
    "deal": "uth.cli.deal:deal",
    "houses": "uth.cli.houses:houses",
    "play": "uth.cli.play:play",
    "settle": "uth.cli.settle_command:settle",
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


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="uth")
def app() -> None:
    """Ultimate Texas Hold'em: five houses, their rules, their mathematics, their tables."""


def run(words: list[str]) -> int:
    """Run one command; whatever is refused is one line a refusal on standard error, exit 2."""
    try:
        code = app.main(args=words, prog_name="uth", standalone_mode=False)
    except (Refusal, Refusals) as no:
        print(no, file=sys.stderr)
        return 2
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.ctx.get_help() if error.ctx else "")
        return 2
    except click.UsageError as error:
        where = f" ({error.ctx.command_path})" if error.ctx else ""
        print(f"usage/wrong: {_one_line(error.format_message())}{where}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return _unheard()
    except click.Abort:
        print("usage/stopped: stopped at your word", file=sys.stderr)
        return 130
    except click.ClickException as error:
        print(f"usage/wrong: {_one_line(error.format_message())}", file=sys.stderr)
        return 2
    return code if isinstance(code, int) else 0


def _unheard() -> int:
    """Nobody reads on: say nothing more, not even while leaving."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _one_line(text: str) -> str:
    return " ".join(text.split())
