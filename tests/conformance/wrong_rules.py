"""The catalog of wrong rules: one small change each, and the clauses that it breaks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.conformance.printed_figures import printed_figures

CATALOG = Path(__file__).parent / "catalog"


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
    """House → the lines of its document that say otherwise, where not all of the clauses' do."""


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
