"""Idempotency keys: a request that carries a key happens once, and always gets the same answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from uth.core.refusal import Refusal
from uth.ledger.journal.store import Store, StoredAnswer

T = TypeVar("T")


async def once(previous: Callable[[], Awaitable[T | None]], work: Callable[[], Awaitable[T]]) -> T:
    """Do something unless its key has been answered before.

    The key is looked up first, and after a refusal again: an earlier attempt may have been under
    way until then.
    """
    answer = await previous()
    if answer is not None:
        return answer
    try:
        return await work()
    except Refusal:
        try:
            answer = await previous()
        except Refusal as used:
            raise used from None
        if answer is None:
            raise
        return answer


def or_previous(refusal: Refusal, previous: Callable[[], T | None]) -> T | Refusal:
    """What the key of a refused request was answered before, or why it is refused."""
    try:
        answer = previous()
    except Refusal as used:
        return used
    return refusal if answer is None else answer


def previous_answer(
    store: Store, actor: str, key: str, decode: Callable[[StoredAnswer], T | None]
) -> T | None:
    """The answer that an earlier request with this key got, on any node; None without one.

    `decode` returns None where the key belongs to another request. That is refused.
    """
    stored = store.answer(actor, key) if key else None
    if stored is None:
        return None
    answer = decode(stored)
    if answer is None:
        raise Refusal("key/used", where="key")
    return answer
