"""While a booking waits for the disk, the server goes on answering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Timer
from typing import Any

import pytest

from tests.ledger.memory import MemoryStore
from tests.web.served_app import PATIENCE, ServedApp, play_round
from uth.ledger.journal.batch import Batch, Result

TOO_LONG = PATIENCE / 3
"""Seconds after which a commit goes on, so that a blocked server fails the test and ends."""
ROUND = {"round": 1, "source": "house/table/main", "target": "player/pat", "reason": "short"}
BOOKINGS = [
    ("pat", "/api/me/play-money", {"amount": 5}),
    ("pat", "/api/me/limits", {"loss": 500}),
    ("pat", "/api/sign-out", {}),
    ("pat", "/api/guest", {}),
    ("flo", "/api/cage/buy-in", {"player": "pat", "amount": 5}),
    ("flo", "/api/cage/cash-out", {"player": "pat", "amount": 5}),
    ("flo", "/api/tables/main/count", {"counted": 5}),
    ("flo", "/api/tables/main/corrections", {**ROUND, "amount": 5}),
    ("gus", "/api/tables/main/corrections/{number}", {"amount": 5}),
    ("gus", "/api/tables/main/corrections/{number}/withdraw", {}),
    ("adm", "/api/users/sign-out", {"name": "sue"}),
    ("pat", "/api/tables", {"name": "own", "house": "hollywood-pa"}),
    ("flo", "/api/tables/spare/close", {}),
    ("pat", "/api/tables/other/line", {"chips": 5_000}),
]
KEYED = ("/api/me/play-money", "/api/cage", "/api/tables/main", "/api/tables/spare")


class HeldStore(MemoryStore):
    """Holds commits back while `free` is not set."""

    def __init__(self) -> None:
        super().__init__()
        self.free, self.held = Event(), Event()
        self.free.set()

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        self._wait()
        return super().commit_all(batches)

    def save_rulebook(self, canonical: str) -> str:
        self._wait()
        return super().save_rulebook(canonical)

    def _wait(self) -> None:
        if not self.free.is_set():
            self.held.set()
            assert self.free.wait(PATIENCE)


@pytest.fixture(scope="module")
def served() -> Iterator[ServedApp]:
    with ServedApp(HeldStore()) as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        served.staff("sue")
        for name in ("main", "spare", "other"):
            flo.ask("POST", "/api/tables", name=name, house="cardroom-25", pace=0)
        pat.sit("main", 1, 50_000)
        play_round(pat, "main", 1)
        pat.ask("POST", "/api/me/play-money", amount=5_000, key="more")
        yield served


@pytest.mark.parametrize(("name", "path", "body"), BOOKINGS)
def test_a_booking_does_not_block_the_server(
    served: ServedApp, name: str, path: str, body: dict[str, Any]
) -> None:
    store, caller = served.store, served.staff(name)
    assert isinstance(store, HeldStore)
    if "{number}" in path:
        flo = served.staff("flo")
        request: dict[str, Any] = {**ROUND, "amount": 5, "key": flo.key()}
        asked = flo.ask("POST", "/api/tables/main/corrections", **request)
        path = path.format(number=asked["number"])
    if path.startswith(KEYED):
        body = {**body, "key": caller.key()}
    store.held.clear()
    store.free.clear()
    timer = Timer(TOO_LONG, store.free.set)
    timer.start()
    with ThreadPoolExecutor(1) as threads:
        booking = threads.submit(caller.ask, "POST", path, **body)
        assert store.held.wait(PATIENCE)
        assert served.client.get("/health").text == "ok\n"
        blocked = store.free.is_set()
        store.free.set()
        booking.result(PATIENCE)
    timer.cancel()
    assert not blocked
