"""The system's source of randomness, handed in wherever it is used so that tests can replace it."""

from __future__ import annotations

import secrets
from typing import Protocol

from uth.floor.fairness.sealed import Sealed

SEED_BYTES = 32
"""A seed has 256 bits."""


class Source(Protocol):
    """Gives so many random bytes; `system` is the only one outside the tests."""

    def __call__(self, count: int, /) -> bytes: ...


def system(count: int) -> bytes:
    """Random bytes from the operating system."""
    return secrets.token_bytes(count)


def fresh(source: Source, count: int = SEED_BYTES) -> bytes:
    """So many new bytes; a source that gives fewer is broken, and nothing is dealt from it."""
    found = source(count)
    if len(found) != count:
        raise RuntimeError(f"the random source gave {len(found)} bytes instead of {count}")
    return found


def fresh_seed(source: Source) -> Sealed[bytes]:
    return Sealed(fresh(source))
