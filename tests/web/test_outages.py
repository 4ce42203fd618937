"""Outages: after a restart, and after a full disk, the time to act starts anew."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tests.ledger.memory import MemoryStore
from tests.web.served_app import PATIENCE, QUICK, ServedApp
from uth.floor.clock import system
from uth.floor.tables.dealer import plans
from uth.ledger.journal.batch import Batch, Result
from uth.ledger.sql.store import StoreFailure


class FailingStore(MemoryStore):
    """A store whose disk may be full."""

    full = False

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        if self.full:
            return [StoreFailure(OSError("disk is full"))] * len(batches)
        return super().commit_all(batches)


def test_a_full_disk_costs_nobody_a_hand() -> None:
    """While nothing can be written nobody runs out of time, and then all have it anew."""
    ahead = [0]

    def clock() -> int:
        return system() + ahead[0]

    store = FailingStore(clock)
    with ServedApp(store, clock=clock) as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        pat.sit("mine", 1, 50_000)
        stakes = {"ante": 500, "blind": 500}
        pat.order("mine", {"type": "Wager", "player": "pat", "wagers": stakes})
        pat.until("mine", lambda view: view["phase"] == "preflop")
        store.full = True
        check = {"type": "Act", "player": "pat", "action": "check"}
        assert pat.order("mine", check, 503)["code"] == "store/unreachable"
        assert served.client.get("/health").status_code == 503
        ahead[0] = 2 * QUICK.acting
        store.full = False
        end = time.monotonic() + PATIENCE
        while served.client.get("/health").status_code != 200 and time.monotonic() < end:
            time.sleep(0.05)
        assert served.app.runner.writer.outages == 1
        served.client.portal.call(served.app.runner.dealers.wake, "mine")  # type: ignore[union-attr]
        while (update := pat.ask("GET", "/api/tables/mine"))["since"] < system() + QUICK.acting:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert update["view"]["phase"] == "preflop", "nobody was folded"
        pat.order("mine", check)


def test_an_outage_costs_nobody_a_hand() -> None:
    """After a restart everybody has the whole time to act again."""
    ahead = [0]

    def clock() -> int:
        return system() + ahead[0]

    store = MemoryStore(clock)
    with ServedApp(store, clock=clock) as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        pat.sit("mine", 1, 50_000)
        stakes = {"ante": 500, "blind": 500}
        pat.order("mine", {"type": "Wager", "player": "pat", "wagers": stakes})
        before = pat.until("mine", lambda view: view["phase"] == "preflop")
    ahead[0] = 2 * QUICK.acting
    began = clock()
    with ServedApp(store, clock=clock) as served:
        pat.served = served
        after = pat.ask("GET", "/api/tables/mine")
        assert after["view"]["phase"] == "preflop"
        assert after["view"]["seats"][0]["cards"] == before["view"]["seats"][0]["cards"]
        assert after["since"] >= began
        writer = served.app.runner.floor.tables.writer("mine")
        assert all(plan.at >= began + QUICK.acting for plan in plans(writer, QUICK))
