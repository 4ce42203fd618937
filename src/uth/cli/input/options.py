"""Options that many commands have, the house that they choose, and refusals that name them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import click

from uth.cli.checked_input import read_text
from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.rulebook.model import Rulebook

json_option = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")

always_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Has no effect: the answer is always JSON."
)

house_option = click.option(
    "--house", metavar="ID", help="One of the five houses; `uth houses` lists them."
)
rules_option = click.option(
    "--rules",
    "file",
    metavar="FILE",
    help="The rulebook of your own house, in TOML; - reads standard input.",
)


@contextmanager
def refused_at(option: str = "") -> Iterator[None]:
    """Name the option in every refusal that is raised inside; by default the field's own."""
    try:
        yield
    except Refusal as refusal:
        own = f"--{refusal.where}" if refusal.where else ""
        raise (refusal.at(option) if option else refusal.moved(own)) from None


def require(*modules: str, extra: str) -> None:
    """Refuse to go on if a module of an optional extra is not installed."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise Refusal("install/missing", modules=missing, extra=extra)


def chosen_house(house: str | None, file: str | None) -> Rulebook | None:
    """The rulebook that --house or --rules selects; None if neither is given."""
    if house is not None and file is not None:
        raise Refusal("usage/wrong", options=["--house", "--rules"])
    if file is not None:
        text = read_text(file)
        with refused_at(file):
            return store.load_text(text)
    return store.load_house(house) if house is not None else None


def named_house(name: str) -> Rulebook:
    """The rulebook for a HOUSE argument: one of the five ids, or the path of a .toml file."""
    rules = chosen_house(None, name) if name.endswith(".toml") else None
    return rules or store.load_house(name)
