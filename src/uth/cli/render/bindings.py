"""What caps and ceilings bind at an Ante, as commands print it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.language import language, text
from uth.cli.render.numbers import Json
from uth.core.money import Cents
from uth.rulebook.model import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uth.exact.solver.ante_game import Binding


def bindings_json(house: Rulebook | None, ante: Cents | None) -> Json:
    """The Ante in cents, and what binds there."""
    if house is None or ante is None:
        return {"ante": None, "binds": []}
    from uth.exact.solver.ante_game import bindings

    return {"ante": ante, "binds": [one.figures for one in bindings(house, ante)]}


def print_bindings(house: Rulebook | None, ante: Cents | None) -> None:
    """A line for everything that binds at an Ante within the limits, marked where it does here."""
    if house is None or ante is None:
        return
    from uth.exact.solver.ante_game import bindings

    every = bindings(house)
    if every:
        click.echo(text("binds.at", ante=ante))
    print_binding_lines(every, ante)


def print_binding_lines(bindings: Iterable[Binding], ante: Cents) -> None:
    for binding in bindings:
        from uth.reports.bindings import binding_text

        mark = "binds.here" if binding.from_ante <= ante else "binds.not_here"
        click.echo(text(mark, sentence=binding_text(binding, language())))
