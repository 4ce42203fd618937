"""Whether a command's figures are those of an approved house, and in what it departs from one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.language import language, text
from uth.cli.render.numbers import Json

if TYPE_CHECKING:
    from uth.rulebook.approval.guard import Departure
    from uth.rulebook.model import Rulebook


def approval_json(rules: Rulebook | None, options: tuple[Departure, ...] = ()) -> Json:
    """`approved` and `departures`, those by options too; nothing where no house is chosen."""
    if rules is None:
        return {}
    approved = rules.approved and not options
    return {"approved": approved, "departures": [] if approved else _departures(rules, options)}


def print_approval(rules: Rulebook | None, options: tuple[Departure, ...] = ()) -> None:
    """Say that a game is not approved, and each departure beside its sentence."""
    if rules is None or (rules.approved and not options):
        return
    departing = _departures(rules, options)
    click.echo(text("houses.not_approved", count=len(departing)))
    for one in departing:
        click.echo(f"  {one['text']}")


def _departures(rules: Rulebook, options: tuple[Departure, ...]) -> list[Json]:
    from uth.reports.houses.departures import departure_text

    changed = {one.entry for one in options}
    return [
        {"entry": one.entry, "text": departure_text(one, language()), "clause": one.clause}
        for one in (*(one for one in rules.departures if one.entry not in changed), *options)
    ]
