"""`--ante`: the Ante that figures are for."""

from __future__ import annotations

import click

from uth.cli.input.options import OptionDecorator, refused_at
from uth.core.money import Cents, parse_dollars
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook

ante_option: OptionDecorator = click.option(
    "--ante",
    metavar="DOLLARS",
    help="The Ante, where caps or ceilings make the game depend on it; the minimum by default.",
)


def parse_ante(house: Rulebook | None, text: str | None) -> Cents | None:
    """An Ante that the house takes, its minimum by default; None without a house."""
    from uth.reports.par.antes import check_ante

    if house is None:
        if text is not None:
            raise Refusal("solve/ante", where="--ante")
        return None
    if text is None:
        return house.limits.minimum
    with refused_at("--ante"):
        return check_ante(house, parse_dollars(text))
