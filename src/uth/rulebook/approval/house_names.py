"""Names of houses of one's own: none may be taken for that of an approved house."""

from __future__ import annotations

import unicodedata

from uth.core.refusal import Refusal
from uth.rulebook.check import NAMES
from uth.rulebook.data_files import data, file_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

LOOK_ALIKE = str.maketrans("01", "ol")


def borrowed_names(raw: dict[str, Any]) -> Iterator[Refusal]:
    """The id, name or document that an approved house has, or that looks like one."""
    approved = [data(f"houses/{house}.toml") for house in file_names("houses")]
    taken = {_skeleton(house[field]) for house in approved for field in NAMES}
    for field in NAMES:
        value = raw.get(field)
        if isinstance(value, str) and (_skeleton(value) in taken or _mixes_scripts(value)):
            yield Refusal("house/own_name", where=field, value=value)


def _skeleton(name: str) -> str:
    """A name without accents, signs, spaces and case, and with digits as the letters they mimic."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LOOK_ALIKE)
    return "".join(letter for letter in plain if letter.isalnum())


def _mixes_scripts(name: str) -> bool:
    """Whether a name has Latin letters beside others, which may look the same."""
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha()]
    latin = [unicodedata.name(letter, "").startswith("LATIN ") for letter in letters]
    return any(latin) and not all(latin)
