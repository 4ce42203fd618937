"""The date of a house's approval: its document has it, and nobody else can set it."""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.rulebook.readers import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def approval_date(value: Any) -> str | None:
    """A date such as 2024-06-26; without one none is claimed."""
    if value is None:
        return None
    word = text(value)
    parts = word.split("-")
    if [len(part) for part in parts] != [4, 2, 2] or not all(map(str.isdecimal, parts)):
        raise Refusal("rulebook/date", value=value)
    return word


def refuse_approval(changes: dict[str, Any]) -> None:
    """Refuse a date of approval from outside: only a house's document has one."""
    if "approved_on" in changes:
        raise Refusal("rulebook/approval_date", where="approved_on")
