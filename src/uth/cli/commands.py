"""All commands, each imported from its own module when it is called."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from typing import Any, NamedTuple

import click

from uth import __version__
from uth.cli.language import refusal_text, text
from uth.core.refusal import Refusal, Refusals, one_line


class CommandEntry(NamedTuple):
    """A command: where its function is, whose docstring is its help, and its group in the help."""

    target: str
    group: str
    extra: str = ""
    """What has to be installed for all that it does."""


COMMANDS = {
    "play": CommandEntry("uth.cli.play:play", "play", "web"),
    "settle": CommandEntry("uth.cli.rounds.settle:settle", "rounds"),
    "deal": CommandEntry("uth.cli.rounds.deal:deal", "rounds"),
    "replay": CommandEntry("uth.cli.rounds.replay:replay", "rounds"),
    "verify": CommandEntry("uth.cli.rounds.verify:verify", "rounds"),
    "houses": CommandEntry("uth.cli.houses:houses", "houses"),
    "conformance": CommandEntry("uth.cli.conformance:conformance", "houses"),
    "solve": CommandEntry("uth.cli.mathematics.solve:solve", "mathematics", "exact"),
    "advise": CommandEntry("uth.cli.mathematics.advise:advise", "mathematics", "exact"),
    "sidebets": CommandEntry("uth.cli.mathematics.sidebets:sidebets", "mathematics", "exact"),
    "bank": CommandEntry("uth.cli.mathematics.bank:bank", "mathematics", "exact"),
    "par": CommandEntry("uth.cli.mathematics.par:par", "mathematics", "report"),
    "simulate": CommandEntry("uth.cli.simulation.simulate:simulate", "simulation", "exact"),
    "bankroll": CommandEntry("uth.cli.simulation.bankroll:bankroll", "simulation", "exact"),
    "strategy": CommandEntry("uth.cli.simulation.strategy:strategy", "simulation", "exact"),
    "exposure": CommandEntry("uth.cli.protection.exposure:exposure", "protection", "exact"),
    "collusion": CommandEntry("uth.cli.protection.collusion:collusion", "protection", "exact"),
    "protection": CommandEntry("uth.cli.protection.attacks:protection", "protection", "exact"),
    "search": CommandEntry("uth.cli.protection.search:search", "protection", "exact"),
    "serve": CommandEntry("uth.cli.floor.serve:serve", "floor", "web"),
    "user": CommandEntry("uth.cli.floor.user:user", "floor", "floor"),
    "audit": CommandEntry("uth.cli.floor.audit:audit", "floor", "floor"),
    "readings": CommandEntry("uth.cli.floor.readings:readings", "floor", "floor"),
    "export": CommandEntry("uth.cli.floor.export:export", "floor", "floor"),
    "backup": CommandEntry("uth.cli.floor.backup:backup", "floor", "floor"),
    "warmup": CommandEntry("uth.cli.mathematics.warmup:warmup", "machine", "exact"),
    "completion": CommandEntry("uth.cli.completion:completion", "machine"),
}
"""All commands, in the order of the help."""


class LazyGroup(click.Group):
    """A group that imports the module of a command only when that command is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name].target.split(":")
        command: Any = getattr(importlib.import_module(module), function)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """An interrupt is one line, without the empty one that click prints for it."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in groups, then examples."""
        width = max(map(len, COMMANDS)) + 2
        for group in dict.fromkeys(entry.group for entry in COMMANDS.values()):
            names = [name for name, entry in COMMANDS.items() if entry.group == group]
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(text(f"help.group.{group}")):
                formatter.write_dl(
                    [
                        (name.ljust(width), command.get_short_help_str(80))
                        for name, command in commands
                        if command is not None
                    ]
                )
        with formatter.section(text("help.examples")):
            for example in text("help.example_commands").split("|"):
                formatter.write(f"  {example}\n")


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="uth")
@click.pass_context
def app(ctx: click.Context) -> None:
    """Ultimate Texas Hold'em: five houses, their rules, their mathematics and their tables.

    `uth COMMAND --help` explains a command.
    """
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
    except SystemExit as end:
        if end.code == 0:  # the shell has asked for completions
            return 0
        # click raises SystemExit when nobody reads its output any more
        _discard_output()
        return 1
    except BrokenPipeError:
        _discard_output()
        return 1
    except OSError as error:
        from uth.cli.fast_settle import write_failure

        _discard_output()
        _print_error(write_failure(error))
        return 1
    return code


def _run_command(words: list[str]) -> int:
    try:
        code = app.main(args=words, prog_name="uth", standalone_mode=False)
    except (Refusal, Refusals) as refusal:
        return _print_error(refusal_text(refusal))
    except ModuleNotFoundError as error:
        return _print_error(refusal_text(_missing_extra(words, error)))
    except click.UsageError as error:
        where = f" ({error.ctx.command_path})" if error.ctx else ""
        return _print_error(f"usage/wrong: {_one_line(error.format_message())}{where}")
    except click.ClickException as error:
        return _print_error(f"usage/wrong: {_one_line(error.format_message())}")
    except (click.Abort, KeyboardInterrupt):
        _print_error(refusal_text(Refusal("usage/stopped")))
        return 130
    return code if isinstance(code, int) else 0


def _missing_extra(words: list[str], error: ModuleNotFoundError) -> Refusal:
    """What to install for a command whose libraries are missing."""
    command = next((COMMANDS[word] for word in words if word in COMMANDS), None)
    module = (error.name or "").partition(".")[0]
    if command is None or not command.extra or module in ("", "uth"):
        raise error
    return Refusal("install/missing", module=module, extra=command.extra)


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
