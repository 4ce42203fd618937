"""A rulebook in its one canonical form: what every round and posting refers to by its hash."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from uth.rulebook import check
from uth.rulebook.model import Rulebook


def canonical(rules: Rulebook) -> str:
    """Everything that the rulebook rests on, resolved, keys in order: the same text every time."""
    return json.dumps(rules.source, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(rules: Rulebook) -> str:
    return hashlib.sha256(canonical(rules).encode()).hexdigest()


@lru_cache(maxsize=64)
def from_canonical(text: str) -> Rulebook:
    """The rulebook that a canonical text describes, long after its files have changed.

    All tables of a house share one: it is never changed, and large.
    """
    source = json.loads(text)
    return check.read(source["house"], source["tables"], lambda: dict(source["schedules"]), None)
