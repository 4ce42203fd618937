"""The language that commands print in, decided here alone."""

from __future__ import annotations

import os

from uth.core.texts import ENGLISH, Catalog, catalog, languages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.core.refusal import Refusal, Refusals
    from uth.rulebook.model import Rulebook

VARIABLES = ("UTH_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set decides."""


def language() -> str:
    """`de` for `de_AT.UTF-8`, if there are texts for it; else English."""
    wanted = next(filter(None, map(os.environ.get, VARIABLES)), ENGLISH).partition(".")[0]
    known = (name for name in (wanted, wanted.partition("_")[0]) if name in languages())
    return next(known, ENGLISH)


def texts() -> Catalog:
    """All texts in that language."""
    return catalog(language())


def text(key: str, **facts: object) -> str:
    return texts().text(key, **facts)


def wager_text(name: str) -> str:
    """A wager as people at a table call it."""
    return texts().first(f"wager_plain.{name}", f"wager.{name}")


def house_name(rules: Rulebook) -> str:
    """A house by its name; one that is not approved says so."""
    return rules.name if rules.approved else text("rules.not_approved_name", name=rules.name)


def refusal_text(error: Refusal | Refusals) -> str:
    """Every defect in a row of its own."""
    return "\n".join(refusal.printed_in(language()) for refusal in error.defects)


def remarks(row: Any) -> list[str]:
    """What is unusual about how a wager ended."""
    facts = {name: getattr(row, name) for name in ("short", "short_by", "rest", "approval")}
    return [text(f"remark.{name}", **facts) for name in list(facts)[1:] if facts[name]]
