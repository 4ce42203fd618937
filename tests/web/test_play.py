"""A guest opens a table, plays with bots by socket, and checks the receipt."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.floor import driver
from tests.floor.evening import HOUSES, check_clean
from tests.floor.sources import Clock
from tests.ledger.memory import MemoryStore
from tests.web.served_app import LEASE, PATIENCE, ServedApp, in_memory, on_disk, play_round
from uth.core.refusal import Refusal
from uth.floor.fairness.receipts import check_receipt, read_receipt
from uth.floor.open_tables import OpenTables
from uth.floor.tables.orders import Order
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Result
from uth.ledger.journal.heads import read_heads
from uth.ledger.journal.store import Lease
from uth.table import commands as c
from uth.web.api.sessions import WELCOME


@pytest.mark.parametrize("house", HOUSES)
def test_a_guest_plays_with_bots(house: str) -> None:
    with in_memory() as served:
        guest = served.guest()
        made = guest.ask("POST", "/api/tables", name="mine", house=house)
        guest.ask("POST", "/api/tables/mine/bots", count=3)
        guest.sit("mine", 5, 400_000)
        commitment = guest.ask("GET", "/api/tables/mine")["commitment"]
        assert made["view"]["house"] == house
        last = play_round(guest, "mine", 5, 1_500)
        text = served.client.get("/api/tables/mine/rounds/1/receipt").text
        receipt = read_receipt(text)
        check_receipt(receipt)
        if last["receipt"]["round"] == 1:
            assert receipt.commitment == commitment
        hands = guest.ask("GET", f"/api/hands?player={guest.name}")
        assert hands
        number = hands[0]["round"]
        notation = guest.ask("GET", f"/api/tables/mine/rounds/{number}/notation")
        assert guest.name in notation
        exported = f"/api/hands/export?player={guest.name}&format=csv&rows="
        (heads, *wagers), (_, *rounds) = (
            csv.reader(io.StringIO(guest.ask("GET", exported + rows)))
            for rows in ("wagers", "rounds")
        )
        assert "wager" in heads
        assert len(wagers) > len(rounds) >= 1
        guest.ask("GET", exported + "chips", 422)
        statement = guest.ask("GET", f"/api/players/{guest.name}/statement")
        assert statement["bought"] == WELCOME + 400_000
        assert guest.ask("GET", "/api/me")["role"] == "guest"
    check_clean(served.store)


@pytest.mark.slow
def test_a_floor_continues_after_a_restart(tmp_path: Path) -> None:
    """The process ends in the middle of a hand; the next one finishes it."""
    path = tmp_path / "house.db"
    with on_disk(path) as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        pat.sit("mine", 1, 100_000)
        pat.order("mine", {"type": "Wager", "player": "pat", "wagers": {"ante": 500, "blind": 500}})
        seen = pat.until("mine", lambda view: view["phase"] == "preflop")
        cards = seen["view"]["seats"][0]["cards"]
        before = seen["version"]
    served.store.close()
    with on_disk(path) as served:
        pat.served = served  # they are still signed in
        seen = pat.ask("GET", "/api/tables/mine")
        assert seen["version"] >= before
        assert seen["view"]["seats"][0]["cards"] == cards
        for action in ("check", "check", "fold"):
            pat.order("mine", {"type": "Act", "player": "pat", "action": action})
        pat.until("mine", lambda view: view["phase"] == "betting")
        result = audit(served.store, read_heads(Path(f"{path}.heads")))
        assert result.findings == ()
        assert result.rounds == 1
    served.store.close()


def test_a_disconnected_player_reconnects() -> None:
    with in_memory() as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        pat.sit("mine", 1, 100_000)
        with pat.socket("mine") as socket:
            pat.receive(socket)
        pat.until("mine", lambda view: bool(view["seats"][0]["disconnected"]))
        with pat.socket("mine") as socket:
            while pat.receive(socket)["view"]["seats"][0]["disconnected"]:
                pass


def test_a_key_seats_its_bots_once() -> None:
    """A retry seats the missing bots; dismissed bots do not return by it."""
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")

        def seated() -> list[int]:
            seats = flo.ask("GET", "/api/tables/main")["view"]["seats"]
            return [number for number, seat in enumerate(seats, 1) if seat]

        pat.sit("main", 2, 50_000)
        full: dict[str, Any] = {"count": 6, "key": "full"}
        for _ in range(2):
            flo.ask("POST", "/api/tables/main/bots", **full)
            assert seated() == [1, 2, 3, 4, 5, 6]
        flo.ask("DELETE", "/api/tables/main/bots")
        pat.order("main", {"type": "Leave", "player": "pat"})
        flo.until("main", lambda view: not any(view["seats"]))
        for _ in range(2):
            flo.ask("POST", "/api/tables/main/bots", **full)
            assert seated() == [2]
        assert flo.ask("POST", "/api/tables/main/bots", 409, count=1, key="full")["where"] == "key"
        flo.ask("POST", "/api/tables/main/bots", count=1, key="more")
        assert seated() == [1, 2]
    check_clean(served.store)


def test_waiting_for_a_seat() -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        flo.ask("POST", "/api/tables/main/bots", count=6)
        pat.ask("POST", "/api/me/play-money", amount=50_000, key="m")
        assert pat.ask("POST", "/api/tables/main/line", chips=50_000) == {"position": 1}
        pat.until(
            "main", lambda view: any(seat and seat["player"] == "pat" for seat in view["seats"])
        )
    check_clean(served.store)


@pytest.mark.slow
def test_another_node_takes_over_a_table_when_its_owner_dies() -> None:
    clock = Clock()
    store = MemoryStore(clock)
    with ServedApp(store, owner="one") as one, ServedApp(store, owner="two") as two:
        pat = one.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        pat.sit("mine", 1, 100_000)
        there = two.staff("pat")
        answer = there.ask("GET", "/api/tables/mine", 503)
        assert answer["code"] == "lease/elsewhere", "it has no address to hand on to"
        for _ in range(5):
            clock.pass_ms(LEASE // 3)
            _until(lambda: _lease_of(store, "mine") > clock.now + LEASE // 2)
        there.ask("GET", "/api/tables/mine", 503)
        one.stop_renewing()
        clock.pass_ms(2 * LEASE)
        _until_kept(two, "mine")
        seen = there.ask("GET", "/api/tables/mine")
        assert seen["view"]["seats"][0]["chips"] == 100_000
        there.order("mine", {"type": "Leave", "player": "pat"})
        stale = Order("mine", "pat", c.Leave("pat"))
        with pytest.raises(Refusal, match="lease/stale"):
            driver.perform(one.app.runner.floor, stale)
    check_clean(store)


class LateStore(MemoryStore):
    """Renews no lease until an order was refused because its lease had expired."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.expired = Event()
        self.expired.set()

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        results = super().commit_all(batches)
        if any(
            isinstance(result, Refusal) and result.code == "lease/expired" for result in results
        ):
            self.expired.set()
        return results

    def renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        assert self.expired.wait(PATIENCE)
        return super().renew(held, milliseconds)


def test_an_expired_lease_that_nobody_took_costs_no_table() -> None:
    """The order waits for the renewal; the table's sockets stay open."""
    clock = Clock()
    store = LateStore(clock)
    with ServedApp(store, owner="one") as one:
        pat = one.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        with pat.socket("mine") as socket:
            pat.receive(socket)
            store.expired.clear()
            clock.pass_ms(2 * LEASE)
            pat.sit("mine", 1, 50_000)
            assert store.expired.is_set()
            while pat.receive(socket)["view"]["seats"][0] is None:
                pass
    check_clean(store)


def _lease_of(store: MemoryStore, table: str) -> int:
    """When a table's lease expires."""
    with store.reading() as reader:
        return reader.stream(f"table/{table}").expires


def _until_kept(served: ServedApp, table: str) -> None:
    _until(lambda: table in served.app.runner.floor.tables)


def _until(right: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not right():
        assert time.monotonic() < end, "the condition never holds"
        time.sleep(0.01)


class Locked(MemoryStore):
    """A store in which a dead node's transaction still locks a table's lease."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.asked, self.over = Event(), Event()
        self.over.set()

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        self.asked.set()
        assert self.over.wait(PATIENCE)
        return super().acquire(stream, owner, milliseconds)


@pytest.mark.slow
def test_a_node_that_waits_for_a_lease_serves_its_other_tables() -> None:
    clock = Clock()
    store = Locked(clock)
    with ServedApp(store, owner="one") as one, ServedApp(store, owner="two") as two:
        one.staff("pat").ask("POST", "/api/tables", name="left", house="cardroom-25")
        there = two.staff("pat")
        there.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        store.asked.clear()
        store.over.clear()
        one.stop_renewing()
        clock.pass_ms(LEASE)
        try:
            assert store.asked.wait(PATIENCE)
            _until(lambda: _lease_of(store, "mine") > clock())
            there.sit("mine", 1, 100_000)
        finally:
            store.over.set()
        _until_kept(two, "left")
    check_clean(store)


@pytest.mark.slow
def test_a_node_continues_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    free, stumbled = OpenTables.unowned, Event()

    def stumbling(tables: OpenTables) -> list[str]:
        if stumbled.is_set():
            return free(tables)
        stumbled.set()
        raise KeyError("planted")

    clock = Clock()
    store = MemoryStore(clock)
    with ServedApp(store, owner="one") as one, ServedApp(store, owner="two") as two:
        one.staff("pat").ask("POST", "/api/tables", name="left", house="cardroom-25")
        monkeypatch.setattr(OpenTables, "unowned", stumbling)
        assert stumbled.wait(PATIENCE)
        one.stop_renewing()
        clock.pass_ms(LEASE)
        _until_kept(two, "left")
        metrics = one.app.runner.metrics.text() + two.app.runner.metrics.text()
        assert "uth_faults_total 1" in metrics
