"""One server under constant load: how much its memory grows.

After a fifth of the time it counts as warm; from then on it must grow by less than 5 %. A run
under 50 minutes is only measured, and recorded as shorter than an hour.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.reliability.kill_run import KillRun
from tests.reliability.servers import Servers

from soak import record

MOST = 500
"""Growth after warm-up, in 1/10,000: 5 %."""
HOUR = 50 * 60
EVERY = 2.0


def resident(pid: int) -> int:
    """Resident memory of a process in KiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(text.split()[1]) for text in lines if text.startswith("VmRSS:"))


def run(over: Callable[[], bool]) -> dict[str, int]:
    with tempfile.TemporaryDirectory(prefix="uth-soak-") as name:
        folder = Path(name)
        servers = Servers(folder / "log")
        kill_run = KillRun(servers, str(folder / "house.db"), 1)
        begun, sizes = time.monotonic(), []
        try:
            with kill_run.open() as served:
                while not over():
                    time.sleep(EVERY)
                    sizes.append(resident(served.pid))
            counts = kill_run.check()
        finally:
            servers.close()
    seconds = round(time.monotonic() - begun)
    fifth = max(1, len(sizes) // 5)
    warm, late = _middle(sizes[fifth : 2 * fifth]), _middle(sizes[-fifth:])
    growth = (late - warm) * 10_000 // warm
    long = seconds >= HOUR
    assert growth < MOST or not long, f"{warm} KiB grew to {late} in {seconds} seconds"
    return {
        "hours" if long else "shorter runs": 1,
        "rounds": counts.rounds,
        "acknowledged": counts.acknowledged,
        record.WARM: warm,
        record.LATE: late,
    }


def _middle(sizes: list[int]) -> int:
    return sorted(sizes)[len(sizes) // 2]
