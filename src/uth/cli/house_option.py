"""`--house` and `--rules`: which house a command works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.settle import read_input
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store

if TYPE_CHECKING:
    from typing import Any

    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]


def chosen_house(house: str | None, file: str | None) -> Rulebook | None:
    """The house that --house or --rules names; none where neither is given."""
    if house is not None and file is not None:
        raise Refusal("usage/wrong", "--house and --rules each name a house; give one of them")
    if file is not None:
        text = read_input(file)
        try:
            return store.load_text(text)
        except (Refusal, Refusals) as no:
            raise no.at("" if isinstance(no, Refusals) else file) from None
    return store.load_house(house) if house is not None else None


def named_house(word: str) -> Rulebook:
    """HOUSE as an argument: one of the five, or the path of a TOML file."""
    found = chosen_house(None, word) if word.endswith(".toml") else None
    return found or store.load_house(word)


house_option = click.option("--house", metavar="ID", help="One of the five houses.")


rules_option = click.option(
    "--rules", "file", metavar="FILE", help="A house of one's own, as TOML; - reads it."
)
