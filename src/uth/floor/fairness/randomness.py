"""Random bytes, from a source that callers pass in so that tests can replace it."""

from __future__ import annotations

import secrets
from typing import Protocol

from uth.floor.fairness.sealed import Sealed

SEED_BYTES = 32
"""A seed has 256 bits."""


class Source(Protocol):
    """Returns `count` random bytes; outside the tests it is always `system`."""

    def __call__(self, count: int, /) -> bytes: ...


def system(count: int) -> bytes:
    """Random bytes from the operating system."""
    return secrets.token_bytes(count)


def fresh(source: Source, count: int = SEED_BYTES) -> bytes:
    """Exactly `count` new bytes; a source that returns fewer is broken and must not be used."""
    drawn = source(count)
    if len(drawn) != count:
        raise RuntimeError(f"the random source gave {len(drawn)} bytes instead of {count}")
    return drawn


def fresh_seed(source: Source) -> Sealed[bytes]:
    return Sealed(fresh(source))
