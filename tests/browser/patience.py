"""How long these tests wait: long enough for any machine, for what will never come not for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from tests import patience

T = TypeVar("T")
PATIENCE = float(patience.PATIENCE)
"""Seconds; ends a wait that would never end. A machine under load is slow, not wrong."""
PATIENCE_MS = round(PATIENCE * 1_000)
"""The same as Playwright counts."""
PAUSE = 0.05


def becomes(look: Callable[[], T], wanted: T) -> None:
    """Look again until the wanted is seen; a failure shows what was seen last."""
    end = time.monotonic() + PATIENCE
    while (found := look()) != wanted and time.monotonic() < end:
        time.sleep(PAUSE)
    assert found == wanted, f"{found!r} instead of {wanted!r}"
