"""Meters across tables: every contribution counts, and every jackpot is paid once."""

from __future__ import annotations

import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, Evening, check_clean, check_money, seat_bots
from tests.floor.sources import Bytes, Clock
from tests.floor.stacked import stack
from tests.ledger.memory import MemoryStore
from tests.own_house import HEAD
from tests.table.driver import rules_of
from uth.core.refusal import Refusal
from uth.floor.cluster.leases import Leases
from uth.floor.fairness.fairness_events import MysteryRevealed, read_fairness_event
from uth.floor.fairness.receipts import check_receipt
from uth.floor.floor import Floor
from uth.floor.meters.meter_names import shared_name
from uth.floor.people.names import DEALER
from uth.floor.tables.orders import Order, RetryJackpots
from uth.ledger.journal import meter_events
from uth.ledger.journal.batch import Batch, Committed
from uth.rulebook.settings import with_settings
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import events as e
from uth.table.meters import UNITS

QUICK = {"progressive": {"mystery_share": "60%", "mystery_between": ["250", "300"]}}
"""A mystery that fills in a few rounds."""
STAKES = {"ante": 1_500, "blind": 1_500, "progressive": 500}


class Room:
    """Tables of hollywood-pa with two people each, on one meter."""

    def __init__(self, tables: int = 1, store: MemoryStore | None = None) -> None:
        self.clock = Clock()
        self.store = store or MemoryStore(self.clock)
        self.floor = Floor(self.store, clock=self.clock, source=Bytes("room"))
        for number in range(1, tables + 1):
            self.open(f"t{number}")

    def open(self, name: str) -> None:
        self.floor.open_table(name, load_house("hollywood-pa"), FLOOR)
        for seat in (1, 2):
            player = f"{name} {seat}"
            self.floor.books.buy_in(player, 1_000_000, FLOOR)
            self.do(name, c.Sit(player, seat, 1_000_000))

    def do(self, name: str, command: c.Command) -> None:
        actor: str = getattr(command, "by", "") or getattr(command, "player", DEALER)
        driver.perform(self.floor, Order(name, actor, command))

    def bet(self, name: str) -> None:
        for seat in (1, 2):
            self.do(name, c.Wager(f"{name} {seat}", STAKES))

    def deal(self, name: str) -> None:
        self.do(name, c.CloseBets())
        assert driver.step(self.floor, name)

    def finish(self, name: str) -> None:
        table_writer = self.floor.tables.writer(name)
        while table_writer.table.phase in ("preflop", "flop", "river"):
            action = "fold" if table_writer.table.phase == "river" else "check"
            player = next(seat.player for _, seat in table_writer.table.taken() if seat.to_act)
            self.do(name, c.Act(player, action))

    def main(self) -> int:
        return self.floor.tables.links["link"].state.meter.meters.main


def test_tables_feed_one_meter() -> None:
    room = Room(tables=3)
    before = room.main()
    for name in ("t1", "t2", "t3"):
        room.bet(name)
        room.deal(name)
    assert room.main() == before + 6 * 100 * UNITS
    for name in ("t1", "t2", "t3"):
        room.finish(name)
    check_clean(room.store)


def test_jackpots_are_paid_once_in_the_order_the_meter_took_them() -> None:
    """Two tables hit: each gets its share of the meter as it is then (Q-7)."""
    room = Room(tables=2)
    for name in ("t1", "t2"):
        room.bet(name)
        stack(room.floor.tables.writer(name), {1: "9h 8h", 2: "2c 3d"}, "Kc Qd", "7h 6h 5h 2s 3s")
        room.deal(name)
    full = room.main()
    for name in ("t2", "t1"):
        room.finish(name)
    with room.store.reading() as reader:
        given = [
            event
            for event in map(meter_events.read_meter_event, reader.events("meter/link"))
            if isinstance(event, meter_events.JackpotsGiven)
        ]
    assert [event.table for event in given] == ["t2", "t1"]
    first, second = (event.awards[0][1] for event in given)
    assert first == full // 10 // UNITS
    assert second == (full - first * UNITS) // 10 // UNITS
    check_clean(room.store)


def test_jackpots_wait_while_the_meter_cannot_be_reached() -> None:
    room = Room()
    room.bet("t1")
    table_writer = room.floor.tables.writer("t1")
    stack(table_writer, {1: "9h 8h", 2: "2c 3d"}, "Kc Qd", "7h 6h 5h 2s 3s")
    room.deal("t1")
    link = room.floor.tables.links["link"]
    link.cut = True
    room.finish("t1")
    assert table_writer.table.claims == (1,)
    with pytest.raises(Refusal, match="meter/unreachable"):
        room.do("t1", RetryJackpots())
    assert driver.step(room.floor, "t1"), "the dealer retries, and is refused"
    assert not driver.step(room.floor, "t1"), "and then waits"
    again = Floor(room.store, clock=room.clock, source=Bytes("again"))
    again.tables.recover()
    assert again.tables.writer("t1").table.claims == (1,), "it still waits after a restart"
    link.cut = False
    room.clock.pass_s(2)
    driver.step(room.floor, "t1")
    assert table_writer.table.phase == "betting"
    check_clean(room.store)


def test_no_progressive_wager_without_its_meter() -> None:
    room = Room()
    link = room.floor.tables.links["link"]
    link.cut = True
    with pytest.raises(Refusal, match="meter/unreachable"):
        room.bet("t1")
    link.cut = False
    room.bet("t1")
    link.cut = True
    with pytest.raises(Refusal, match="meter/unreachable"):
        room.do("t1", c.CloseBets())
    assert room.floor.tables.writer("t1").table.phase == "betting"
    link.cut = False
    room.do("t1", c.CloseBets())
    check_clean(room.store)


@pytest.mark.slow
def test_the_mystery_is_always_hit_and_its_value_stays_hidden_until_then() -> None:
    evening = Evening(4, rules_of("hollywood-pa", QUICK), people=0, bots=0)
    seat_bots(evening.floor, "t1", 6)
    evening.go(rounds=40)
    won = [event for news in evening.heard for event in news.events if _won(event)]
    assert len(won) > 3
    assert all(25_000 < event.amount <= 30_000 for event in won if isinstance(event, e.MysteryWon))
    with evening.store.reading() as reader:
        fair = [
            read_fairness_event(entry)
            for entry in reader.events(f"fair/meter/{shared_name(rules_of('hollywood-pa', QUICK))}")
        ]
    shown = [event for event in fair if isinstance(event, MysteryRevealed)]
    assert len(shown) == len(won)
    assert all(event.value <= event.paid for event in shown)
    check_clean(evening.store)


def _won(event: e.Event) -> bool:
    return isinstance(event, e.MysteryWon)


def test_a_void_round_takes_its_contributions_back() -> None:
    room = Room()
    before = room.main()
    room.bet("t1")
    room.deal("t1")
    assert room.main() > before
    again = Floor(room.store, clock=room.clock, source=Bytes("again"))
    again.tables.recover()
    driver.perform(again, Order("t1", FLOOR, c.VoidRound(FLOOR, "shuffler-malfunction")))
    driver.perform(again, Order("t1", "Gus", c.ConfirmVoid("Gus")))
    assert again.tables.links["link"].state.meter.meters.main == before
    check_clean(room.store)


def test_a_meter_of_other_terms_is_refused() -> None:
    room = Room()
    other = rules_of("hollywood-pa", {"progressive": {"seed": "777"}})
    with pytest.raises(Refusal, match="meter/terms"):
        room.floor.open_table("t9", other, FLOOR, "link")


@pytest.mark.clause("Q-29")
def test_q_29_a_house_of_ones_own_feeds_no_meter_of_an_approved_house() -> None:
    room = Room()
    own = with_settings("hollywood-pa", HEAD)
    approved = load_house("hollywood-pa")
    assert own.progressive == approved.progressive
    assert shared_name(approved) == "link" != shared_name(own)
    with pytest.raises(Refusal, match="meter/own_house"):
        room.floor.open_table("t9", own, FLOOR, "link")
    room.floor.open_table("t9", own, FLOOR)
    with pytest.raises(Refusal, match="meter/terms"):
        room.floor.open_table("t10", approved, FLOOR, shared_name(own))


def test_two_nodes_share_a_meter_and_no_table() -> None:
    """Each node holds leases on its own tables; both feed the meter, the second after a retry."""
    clock = Clock()
    store = MemoryStore(clock)
    one, two = (
        Floor(store, clock=clock, source=Bytes(owner), leases=Leases(store, owner))
        for owner in ("one", "two")
    )
    for floor, name in ((one, "a"), (two, "b")):
        floor.open_table(name, load_house("hollywood-pa"), FLOOR)
        seat_bots(floor, name, 3)
    for _ in range(60):
        driver.step(one, "a")
        driver.step(two, "b")
        clock.pass_ms(20)
    assert one.tables.writer("a").table.round > 2
    two.tables.recover()
    assert "a" not in two.tables, "another node holds it"
    clock.pass_s(6)
    two.tables.recover()
    assert "a" in two.tables, "the lease has expired: another node takes over"
    before = two.tables.writer("a").progress
    bot = before.table.seat(1).player
    leaving = Order("a", bot, c.Leave(bot))
    with pytest.raises(Refusal, match="lease/stale"):
        driver.perform(one, leaving)
    assert "a" not in one.tables, "the old node has released it"
    assert two.tables.writer("a").progress == before
    driver.perform(two, leaving)
    check_money(store)
    check_clean(store)


def test_receipts_of_stacked_rounds_are_not_good() -> None:
    """The verifier detects that this deck does not come from the seed."""
    room = Room()
    heard = []
    room.floor.listeners.append(lambda news: heard.append(news))
    room.bet("t1")
    stack(room.floor.tables.writer("t1"), {1: "9h 8h", 2: "2c 3d"}, "Kc Qd", "7h 6h 5h 2s 3s")
    room.deal("t1")
    room.finish("t1")
    receipt = heard[-1].receipt
    assert receipt is not None
    with pytest.raises(Refusal, match="receipt/deck"):
        check_receipt(receipt)


class _Failing(MemoryStore):
    """A store that fails before or after a commit."""

    failing = ""

    def commit(self, batch: Batch) -> Committed:
        if self.failing == "before":
            raise Refusal("store/unreachable", reason="tests")
        done = super().commit(batch)
        if self.failing == "after":
            raise Refusal("store/unreachable", reason="tests")
        return done


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_store_that_fails_leaves_nothing_in_doubt(when: str) -> None:
    """The client retries with the same key, and the order happens once."""
    clock = Clock()
    store = _Failing(clock)
    room = Room(store=store)
    room.bet("t1")
    order = Order("t1", "t1 1", c.Wager("t1 1", {"ante": 3_000, "blind": 3_000}), "k")
    store.failing = when
    with pytest.raises(Refusal, match="store/unreachable"):
        driver.perform(room.floor, order)
    staked = room.floor.tables.writer("t1").table.staked("t1 1")
    assert staked == (6_000 if when == "after" else 3_500), "the store is right"
    store.failing = ""
    first = driver.perform(room.floor, order)
    assert driver.perform(room.floor, order) == first
    assert room.floor.tables.writer("t1").table.staked("t1 1") == 6_000
    assert room.floor.tables.links["link"].reachable
    room.do("t1", c.CloseBets())
    check_clean(store)
