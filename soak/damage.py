"""Copies of a store and its write-ahead log, truncated or with a flipped bit, at random offsets.

Opening one gives a prefix of the acknowledged history, which the heads file shows, or a refusal.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.ledger.test_damage import damaged, opened, play

HARMLESS = ("whole", "prefix")


def run(over: Callable[[], bool]) -> dict[str, int]:
    chance, together = random.Random(), {"copies": 0, "refused": 0, "prefix": 0, "whole": 0}
    with tempfile.TemporaryDirectory(prefix="uth-soak-", dir=_quick()) as name:
        folder = Path(name)
        stores = [play(folder / kind, kind == "closed") for kind in ("closed", "open")]
        while not over():
            played = chance.choice(stores)
            file = chance.choice(list(played.files))
            offset = chance.randrange(len(played.files[file]))
            bit = chance.choice((None, *range(8)))
            files = damaged(played.files, file, offset, bit)
            result = opened(folder / "copy", files, None)
            kind = "refused"
            if not isinstance(result, str):
                assert result in played.history, f"{file} at {offset}, bit {bit}: a wrong balance"
                kind = HARMLESS[result != played.history[-1]]
            if kind == "prefix":
                again = opened(folder / "copy", files, played.heads)
                assert again == "heads/lost_tail", f"{file} at {offset}, bit {bit}: not detected"
            together["copies"] += 1
            together[kind] += 1
    return together


def _quick() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
