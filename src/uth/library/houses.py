"""A house for a program: one of the five, a file of one's own, or a rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from uth.cli.checked_input import read_text
from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.rulebook.approval.table_guard import checked_digest
from uth.rulebook.model import Rulebook

House: TypeAlias = str | Path | Rulebook
"""The id of one of the five houses, the path of a `.toml` file, or a rulebook."""


def load_house(house: House) -> Rulebook:
    """The rulebook of a house; one that departs under an approved name is refused.

    A file with defects raises `uth.Refusals`, which lists them all.

    >>> import uth
    >>> uth.load_house("cardroom-25")
    Rulebook('cardroom-25')
    >>> uth.load_house("cardroom-25").limits.minimum  # money is in whole cents
    300
    >>> uth.load_house("moon")
    Traceback (most recent call last):
      ...
    uth.core.refusal.Refusal: house/unknown: there is no house 'moon'; ...
    """
    if isinstance(house, Rulebook):
        checked_digest(house)
        return house
    if isinstance(house, Path) or (isinstance(house, str) and house.endswith(".toml")):
        return store.load_text(read_text(str(house)))
    if not isinstance(house, str):
        raise Refusal("house/unknown", house=house, houses=store.HOUSES)
    return store.load_house(house)
