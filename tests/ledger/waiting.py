"""Waiting for what must come, on however slow a machine."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120
"""Seconds; ends a wait that would never end."""
PAUSE = 0.005


def wait_until(holds: Callable[[], object], otherwise: str) -> None:
    """Ask until it holds; where it never does, the test fails with this sentence."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, otherwise
        time.sleep(PAUSE)
