"""Everything that people read, by language: a folder of JSON files for each, English first.

The pages use the same files. Facts travel as data and become words here, where they are shown.
"""

from __future__ import annotations

import json
import os
from functools import cache

from uth.core.money import dollars
from uth.core.refusal import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ENGLISH = "en"
FOLDER = os.path.dirname(__file__)


class Catalog:
    """The texts of one language; what it lacks is English."""

    def __init__(self, language: str, texts: dict[str, str]) -> None:
        self.language = language
        self.texts = texts

    def text(self, key: str, **facts: object) -> str:
        """The text of a key with its facts filled in.

        A slot is `{name}`, or `{name:how}` with one of these: `dollars` for cents, `quoted`,
        `prefix.*` for the text of another key, `# seat|# seats` for the form that goes with a
        number, `list` and `or` for several values, each shown in a way of its own if that
        follows: `or dollars`.
        A key that has no text stands for itself: an answer is never lost for want of a word.
        """
        return self.fill(self.texts.get(key, key), facts)

    def first(self, *keys: str) -> str:
        """The text of the first of these keys that has one."""
        return next(self.texts[key] for key in keys if key in self.texts)

    def fill(self, text: str, facts: dict[str, object]) -> str:
        first, *slots = text.split("{")
        for slot, _, rest in (part.partition("}") for part in slots):
            name, _, how = slot.partition(":")
            first += self._shown(facts[name], how) + rest
        return first

    def _shown(self, value: object, how: str) -> str:
        """A fact in words; a number that is too long to print is only named."""
        try:
            return self._printed(value, how)
        except ValueError:
            return shown(value)

    def _printed(self, value: object, how: str) -> str:
        if not how:
            return str(value)
        form, _, each = how.partition(" ")
        if form in ("list", "and", "or"):
            assert isinstance(value, tuple | list)
            return self._joined(form, [self._shown(part, each) for part in value])
        if how.endswith(".*"):
            return self.texts.get(f"{how[:-1]}{value}", str(value))
        if "|" in how:
            assert isinstance(value, int)
            forms, chosen = how.split("|"), _plural_form(self.texts["language.plural"])(value)
            return forms[min(chosen, len(forms) - 1)].replace("#", f"{value:,}")
        if how == "dollars":
            assert isinstance(value, int)
            return dollars(value)
        return shown(value)

    def _joined(self, form: str, values: list[str]) -> str:
        if form == "list" or len(values) < 2:
            return ", ".join(values)
        return self.text(f"list.{form}", most=", ".join(values[:-1]), last=values[-1])


def languages() -> tuple[str, ...]:
    """The languages that there are texts for."""
    return _folders(FOLDER)


@cache
def _folders(folder: str) -> tuple[str, ...]:
    """Listed once: every request asks, and without descriptors nobody could be answered."""
    names = (name for name in os.listdir(folder) if not name.startswith("_"))
    return tuple(sorted(name for name in names if os.path.isdir(os.path.join(folder, name))))


@cache
def catalog(language: str) -> Catalog:
    """The texts of a language; English where there are none for it."""
    if language != ENGLISH and language not in languages():
        return catalog(ENGLISH)
    english = {} if language == ENGLISH else catalog(ENGLISH).texts
    names = sorted(os.listdir(os.path.join(FOLDER, language)))
    return Catalog(language, english | _texts(language, names))


@cache
def words() -> Catalog:
    """Only what things are called, in English, for a command that has no time to read all."""
    return Catalog(ENGLISH, _texts(ENGLISH, ["words.json"]))


def _texts(language: str, names: list[str]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for name in names:
        with open(os.path.join(FOLDER, language, name), encoding="utf-8") as file:
            texts |= json.load(file)
    return texts


@cache
def _plural_form(rule: str) -> Callable[[int], int]:
    """The rule of a language as gettext writes it: which of its forms goes with a number."""
    if rule == "n != 1":
        return lambda number: int(number != 1)
    from gettext import c2py

    return c2py(rule)


def text(key: str, **facts: object) -> str:
    """The English text of a key with its facts filled in."""
    return catalog(ENGLISH).text(key, **facts)


def held_text(hand: str, texts: Catalog | None = None) -> str:
    """A hand as something that one has: `flush K` is "a king-high flush"."""
    return hand_text(hand, texts, "held_hand")


def hand_text(hand: str, texts: Catalog | None = None, family: str = "made_hand") -> str:
    """The words of a hand such as `full_house A7`: "full house, aces full of sevens"."""
    category, ranks = hand.split(" ")
    words = texts or catalog(ENGLISH)
    return words.text(f"{family}.{category}", first=ranks[0], second=ranks[1:2])
