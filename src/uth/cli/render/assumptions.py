"""The assumptions that a command's figures rest on."""

from __future__ import annotations

import click

from uth.cli.language import language, text
from uth.cli.render.numbers import Json
from uth.rulebook.model import Rulebook


def assumptions_json(rules: Rulebook, wagers: tuple[str, ...] | None = None) -> list[Json]:
    """Each reading with its sentence; only those that price one of `wagers`, if given."""
    from uth.reports.assumptions import assumption_facts

    facts = assumption_facts(rules, language(), wagers=wagers)
    return [{"reading": fact.id, "text": fact.text} for fact in facts]


def print_assumptions(rules: Rulebook, wagers: tuple[str, ...] | None = None) -> None:
    for fact in assumptions_json(rules, wagers):
        click.echo(text("assumption.line", **fact))
