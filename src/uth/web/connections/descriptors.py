"""File descriptors: how many connections the process may hold, and how many the store needs."""

from __future__ import annotations

import resource

RESERVED = 192
"""Descriptors for the store, logs, worker and forwarding; of a low limit, a quarter."""
REQUESTS = 512
"""Connections for requests besides the sockets; of a low limit, a quarter."""
ENOUGH = 1_000_000
"""Where the system sets no limit."""


def raise_limit() -> int:
    """Raise the soft limit of descriptors as far as the process may; returns it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else hard
    if soft != most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def connection_limits(capacity: int, descriptors: int) -> tuple[int, int]:
    """The most connections, and how many of them may be sockets, of a requested capacity."""
    available = descriptors - min(RESERVED, descriptors // 4)
    sockets = min(capacity, available - min(REQUESTS, available // 4))
    return sockets + min(REQUESTS, available - sockets), sockets
