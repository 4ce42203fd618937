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
    failures: Counter[str]

    def quantile(self, share: float) -> float:
        return self.took[int(share * (len(self.took) - 1))]


def probe(port: int, token: str, seconds: float) -> Probe:
    """Ask in turn whether the server runs, who one is, and which tables there are."""
    took: list[float] = []
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
            took.append((time.perf_counter() - began) * 1_000)
            time.sleep(PROBE)
    return Probe(sorted(took), failures)
