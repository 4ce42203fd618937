"""Honest visitors during an attack: how long their requests take, and why any fails."""

from __future__ import annotations

import http.client
import time
from collections import Counter

import msgspec

PROBE = 0.03
"""Seconds between two requests."""
PATIENCE = 30.0


class Probe(msgspec.Struct, frozen=True):
    """What honest visitors measured; times in milliseconds, sorted."""

    took: list[float]
    late: list[float]
    """How much later than it should the probe itself was woken: what the machine is short of."""
    failures: Counter[str]


def quantile(values: list[float], share: float) -> float:
    """Of sorted values; 0 if there are none."""
    return values[int(share * (len(values) - 1))] if values else 0.0


def probe(port: int, token: str, seconds: float) -> Probe:
    """Ask in turn whether the server runs, who one is, and which tables there are."""
    took: list[float] = []
    late: list[float] = []
    failures: Counter[str] = Counter()
    session = {"authorization": f"Bearer {token}"}
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for path, headers in (("/health", {}), ("/api/me", session), ("/api/tables", session)):
            began = time.perf_counter()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            try:
                connection.request("GET", path, headers=headers)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status != 200:
                    failures[f"{path}: {answer.status} {text[:80]!r}"] += 1
            except (OSError, http.client.HTTPException) as error:
                failures[f"{path}: {error!r}"] += 1
            finally:
                connection.close()
            ended = time.perf_counter()
            took.append((ended - began) * 1_000)
            time.sleep(PROBE)
            late.append((time.perf_counter() - ended - PROBE) * 1_000)
    return Probe(sorted(took), sorted(late), failures)
