"""Random bytes, from a source that callers pass in so that tests can replace it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from uth.floor.fairness.sealed import Sealed

SEED_BYTES = 32
"""A seed has 256 bits."""
Source = Callable[[int], bytes]
"""Returns that many random bytes; outside the tests it is always `system`."""


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
