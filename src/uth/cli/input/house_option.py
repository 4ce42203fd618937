"""`--house`, `--rules` and the HOUSE argument: the house that a command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.input.files import read_text
from uth.core.refusal import Refusal
from uth.rulebook import store

if TYPE_CHECKING:
    from uth.rulebook.model import Rulebook

house_option = click.option(
    "--house", metavar="ID", help="One of the five houses; `uth houses` lists them."
)
rules_option = click.option(
    "--rules",
    "file",
    metavar="FILE",
    help="The rulebook of your own house, in TOML; - reads standard input.",
)


def chosen_house(house: str | None, file: str | None) -> Rulebook | None:
    """The rulebook that --house or --rules selects; None if neither is given."""
    if house is not None and file is not None:
        raise Refusal("usage/wrong", "--house and --rules both select a house; give only one")
    if file is not None:
        text = read_text(file)
        try:
            return store.load_text(text)
        except Refusal as refusal:
            raise refusal.at(file) from None
    return store.load_house(house) if house is not None else None


def named_house(name: str) -> Rulebook:
    """The rulebook for a HOUSE argument: one of the five ids, or the path of a .toml file."""
    rules = chosen_house(None, name) if name.endswith(".toml") else None
    return rules or store.load_house(name)
