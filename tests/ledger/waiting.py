"""Waiting for a condition, on however slow a machine."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests import patience

PATIENCE = patience.PATIENCE
"""Seconds after which a wait fails."""
PAUSE = 0.005


def wait_until(holds: Callable[[], object], otherwise: str) -> None:
    """Wait until a condition holds; if it never does, fail with this sentence."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, otherwise
        time.sleep(PAUSE)
