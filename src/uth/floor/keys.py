"""Idempotency keys: a request that carries a key happens once, and always gets the same answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from uth.core.refusal import Refusal
from uth.ledger.journal.store import Reader, StoredAnswer

T = TypeVar("T")


def previous_answer(
    reader: Reader, actor: str, key: str, decode: Callable[[StoredAnswer], T | None]
) -> T | None:
    """The answer that an earlier request with this key got, on any node; None without one.

    `decode` returns None where the key belongs to another request. That is refused.
    """
    stored = reader.stored_answer(actor, key) if key else None
    if stored is None:
        return None
    answer = decode(stored)
    if answer is None:
        raise key_used()
    return answer


def key_used() -> Refusal:
    return Refusal("key/used", "this key was used for another command; make a new one", "key")
