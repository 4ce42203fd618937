"""Names of houses of one's own: none may be taken for that of an approved house."""

from __future__ import annotations

import re
import unicodedata

from uth.core.refusal import Refusal
from uth.rulebook.check import NAMES, SECTIONS, normal
from uth.rulebook.data_files import data, file_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from uth.rulebook.model import Rulebook

LOOK_ALIKE = str.maketrans("01!|i25$", "ollllzss")
"""Signs that are read as a letter; i and 1 look like l."""
FORMER_LOOK_ALIKE = str.maketrans("01", "ol", "!|$")
LETTER_PAIRS = {"rn": "m", "vv": "w"}
LONGEST = {"id": 40, "name": 80, "document": 300}
"""The most characters in what a house of one's own is called: pages show it in full."""
COPY_OF = "A copy of: "
"""How the document of a changed copy begins; what follows is the document that it copies."""
UNKNOWN = "?"
"""A letter outside of ASCII, which may look like any."""
CLAIMS = ("approved", "official", "aprobad", "oficial")
DENIALS = re.compile(r"\b(?:(?:not|no)\b[^a-z0-9]*|un-?)(?=" + "|".join(CLAIMS) + ")[a-z]*")
"""A word that says the opposite; the end of another, as in "casino", is none."""


def borrowed_names(raw: dict[str, Any], *, recorded: bool = False) -> Iterator[Refusal]:
    """The id, name or document that an approved house has, that looks like one, or claims to be.

    A record may have a name that only looks like one: it was given when that was not refused.
    """
    approved = _approved_houses()
    form = _former_skeleton if recorded else _skeleton
    taken = {form(house[field]) for house in approved for field in NAMES}
    for field in NAMES:
        value = raw.get(field)
        if isinstance(value, str) and (
            _looks_like(form(value), taken)
            or _mixes_scripts(value)
            or (not recorded and _claims(_own_words(value, approved)))
        ):
            yield Refusal("house/own_name", where=field, value=value)
        if isinstance(value, str) and not recorded and len(value) > LONGEST[field]:
            yield Refusal("rulebook/too_long", where=field, most=LONGEST[field])
    if not recorded:
        yield from _claiming_texts(raw)


def _claiming_texts(raw: dict[str, Any]) -> Iterator[Refusal]:
    """What else pages show in the words of a rulebook: inscriptions, notices, names of tables."""
    for section in SECTIONS:
        entries = raw.get(section)
        for field, entry in entries.items() if isinstance(entries, dict) else ():
            value = normal(entry).get("value")
            for text in value if isinstance(value, list | tuple) else (value,):
                if isinstance(text, str) and _claims(text):
                    yield Refusal("house/claims_approval", where=f"{section}.{field}", value=text)


def check_table_names(rules: Rulebook, *, name: str, title: str) -> None:
    """Refuse what a table is called where it is another house's, or claims an approval."""
    taken = {
        _skeleton(house[field])
        for house in _approved_houses()
        for field in NAMES
        if house["id"] != rules.id
    }
    for where, value in (("name", name), ("title", title)):
        if _looks_like(_skeleton(value), taken) or (
            not rules.approved and (_mixes_scripts(value) or _claims(value))
        ):
            raise Refusal("table/other_house", where=where, value=value)


def _approved_houses() -> list[dict[str, Any]]:
    return [data(f"houses/{house}.toml") for house in file_names("houses")]


def _own_words(value: str, approved: list[dict[str, Any]]) -> str:
    """What a name says itself: nothing where it only names the document that it copies."""
    copied = value
    while copied.startswith(COPY_OF):
        copied = copied.removeprefix(COPY_OF)
    only_names = copied != value and copied in [house["document"] for house in approved]
    return "" if only_names else value


def _claims(name: str) -> bool:
    """Whether a name says what is not a house of one's own to say."""
    words = DENIALS.sub("", unicodedata.normalize("NFKD", name).casefold())
    skeleton = _skeleton(words)
    return any(
        _reads_as(skeleton[start : start + len(word)], _skeleton(word))
        for word in CLAIMS
        for start in range(len(skeleton) - len(word) + 1)
    )


def _reads_as(letters: str, word: str) -> bool:
    """Whether letters are a word, but for fewer than half of them, which are of other alphabets."""
    known = len(letters) - letters.count(UNKNOWN)
    return 2 * known > len(word) and all(
        a in (b, UNKNOWN) for a, b in zip(letters, word, strict=True)
    )


def _plain(name: str) -> str:
    """A name without accents, signs, spaces and case."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum() or letter in "!|$")


def _skeleton(name: str) -> str:
    """A plain name with signs as the letters they mimic, and other alphabets' as unknown."""
    plain = _plain(name).translate(LOOK_ALIKE)
    for pair, letter in LETTER_PAIRS.items():
        plain = plain.replace(pair, letter)
    return "".join(letter if letter.isascii() else UNKNOWN for letter in plain)


def _former_skeleton(name: str) -> str:
    return _plain(name).translate(FORMER_LOOK_ALIKE)


def _looks_like(skeleton: str, taken: set[str]) -> bool:
    """Whether a name is one of those, but for letters of other alphabets in it."""
    if not skeleton.strip(UNKNOWN):
        return False
    return any(
        len(other) == len(skeleton)
        and all(a in (b, UNKNOWN) for a, b in zip(skeleton, other, strict=True))
        for other in taken
    )


def _mixes_scripts(name: str) -> bool:
    """Whether a name has Latin letters beside others, which may look the same."""
    letters = [letter for letter in unicodedata.normalize("NFKC", name) if letter.isalpha()]
    latin = [unicodedata.name(letter, "").startswith("LATIN ") for letter in letters]
    return any(latin) and not all(latin)
