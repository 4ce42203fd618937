"""`uth completion`: what a shell needs to complete commands, houses, roles and formats."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "fish", "zsh")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    Evaluate it in the start-up file of your shell.

    \b
    Example:
      eval "$(uth completion bash)"
    """
    complete = get_completion_class(shell)
    assert complete is not None
    click.echo(complete(ctx.find_root().command, {}, "uth", "_UTH_COMPLETE").source())
