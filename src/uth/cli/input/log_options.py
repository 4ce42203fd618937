"""`--log-level` and `--log-format`: what a server logs on standard error."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from uth.web import logs

LEVELS = ("debug", "info", "warning", "error")


def log_options(level: str, form: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Options of a command that serves; logs are set up before it runs."""

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @click.option(
            "--log-level",
            type=click.Choice(LEVELS),
            default=level,
            show_default=True,
            help="What is logged on standard error: this and what is more serious.",
        )
        @click.option(
            "--log-format",
            type=click.Choice(list(logs.FORMATTERS)),
            default=form,
            show_default=True,
            help="How it is logged: a JSON object or plain text on each line.",
        )
        @wraps(command)
        def with_logs(log_level: str, log_format: str, **rest: Any) -> None:
            logs.set_up(level=logging.getLevelNamesMapping()[log_level.upper()], form=log_format)
            command(**rest)

        return with_logs

    return with_options
