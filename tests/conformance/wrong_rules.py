"""The catalog of wrong rules: one small change each, and the clauses that it breaks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tests.conformance.printed_figures import printed_figures
from uth.rulebook import store
from uth.rulebook.approval.documents import sentences

CATALOG = Path(__file__).parent / "catalog"
PHRASES = Path(__file__).parent / "phrases.toml"
"""What sentences say, by some of their words, and the wrong rules that say otherwise."""


class WrongRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong, which clauses forbid it, and the change that makes it so."""

    name: str
    wrong: str
    clauses: tuple[str, ...]
    code: str = ""
    """`module:function`, whose source has `old` once; `new` replaces it."""
    old: str = ""
    new: str = ""
    file: str = ""
    """One of the data files: the value at `path` becomes `value`; without one it is left open."""
    path: tuple[str | int, ...] = ()
    value: Any = None
    sentences: dict[str, tuple[int, ...]] = {}
    """House → the lines of its document that say otherwise, for a figure that they print."""


@cache
def _phrases() -> dict[str, list[str]]:
    phrases: dict[str, list[str]] = tomllib.loads(PHRASES.read_text(encoding="utf-8"))["phrases"]
    return phrases


def says_otherwise(rule: WrongRule) -> dict[str, list[str]]:
    """House → the sentences of its document that forbid a wrong rule, by their keys.

    Those of the lines that the rule names, and those with a phrase that the rule contradicts.
    """
    broken, said = set(rule.clauses), dict[str, list[str]]()
    phrases = [words.lower() for words, names in _phrases().items() if rule.name in names]
    for house in store.HOUSES:
        for sentence in sentences(house):
            words = sentence.words.lower()
            named = sentence.line_number in rule.sentences.get(house, ())
            if broken & set(sentence.clauses) and (
                named or any(phrase in words for phrase in phrases)
            ):
                said.setdefault(house, []).append(sentence.key)
    return said


def wrong_rules() -> list[WrongRule]:
    """Those written by hand, then those for every figure that a document prints."""
    rules = [*written_rules(), *(msgspec.convert(raw, WrongRule) for raw in printed_figures())]
    names = [rule.name for rule in rules]
    assert len(set(names)) == len(names), "two wrong rules have one name"
    return rules


def written_rules(folder: Path = CATALOG) -> Iterator[WrongRule]:
    for path in sorted(folder.glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        for name, entry in raw.items():
            yield msgspec.convert({"name": name, **entry}, WrongRule)
