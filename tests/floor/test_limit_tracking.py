"""A player's own limits apply at every table and node, and after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, Evening, check_clean
from tests.floor.room import Room
from tests.floor.sources import Bytes, Clock
from tests.floor.stacked import stack
from tests.floor.test_books import result_of
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor.cage.statements import statement
from uth.floor.clock import DAY, MINUTE
from uth.floor.cluster.leases import Leases
from uth.floor.floor import Floor
from uth.floor.people.names import DEALER
from uth.floor.tables.commit_builder import PreparedCommit
from uth.floor.tables.orders import Order
from uth.ledger.journal.batch import Batch, Committed
from uth.rulebook.settings import with_settings
from uth.rulebook.store import load_house
from uth.table import commands as c


def test_a_loss_limit_counts_the_largest_play_bet_and_other_tables() -> None:
    room = Room()
    room.sit("Ann")
    room.floor.guard.request("Ann", loss=3_000)
    room.bet("Ann")
    with pytest.raises(Refusal, match="limit/loss"):
        room.do(c.Wager("Ann", {"ante": 600, "blind": 600}))
    room.floor.open_table("t2", load_house("cardroom-25"), FLOOR)
    room.floor.books.buy_in("Ann", 50_000, FLOOR)
    driver.perform(room.floor, Order("t2", "Ann", c.Sit("Ann", 1, 50_000)))
    with pytest.raises(Refusal, match="limit/loss"):
        driver.perform(room.floor, Order("t2", "Ann", c.Wager("Ann", {"ante": 300, "blind": 300})))
    check_clean(room.store)


FEE: dict[str, Any] = {
    "collection": {"player": {"value": [{"from": "1", "fee": "2"}], "clause": "CA-11"}}
}


def _with_fees() -> Room:
    """A second table with a fee of $2 a round, where Bob banks."""
    room = Room()
    room.floor.open_table("t2", with_settings("california", FEE), FLOOR)
    for seat, player in enumerate(("Bob", "Ann"), 1):
        room.floor.books.buy_in(player, 100_000, FLOOR)
        driver.perform(room.floor, Order("t2", player, c.Sit(player, seat, 60_000)))
    driver.perform(room.floor, Order("t1", "Ann", c.Sit("Ann", 1, 40_000)))
    driver.perform(room.floor, Order("t2", "Bob", c.TakeBank("Bob", 50_000)))
    return room


def test_a_loss_limit_counts_the_fee_of_a_wager() -> None:
    room = _with_fees()
    floor, wager = room.floor, c.Wager("Ann", {"ante": 500, "blind": 500})
    floor.guard.request("Ann", loss=3_000)
    with pytest.raises(Refusal, match="limit/loss"):
        driver.perform(floor, Order("t2", "Ann", wager))
    room.do(wager)
    check_clean(room.store)


@pytest.mark.parametrize("dealt", [False, True])
def test_a_fee_counts_at_other_tables_before_and_after_it_is_taken(dealt: bool) -> None:
    room = _with_fees()
    floor = room.floor
    floor.guard.request("Ann", loss=6_200)
    driver.perform(floor, Order("t2", "Ann", c.Wager("Ann", {"ante": 500, "blind": 500})))
    if dealt:
        driver.perform(floor, Order("t2", DEALER, c.CloseBets()))
    with pytest.raises(Refusal, match="limit/loss"):
        room.do(c.Wager("Ann", {"ante": 505, "blind": 505}))
    room.bet("Ann")
    again = Floor(room.store, clock=room.clock, source=Bytes("two"))
    again.tables.recover()
    assert again.limits.under_way("Ann") == floor.limits.under_way("Ann") == 200 * dealt


def test_a_loss_limit_counts_the_highest_fee_of_a_bank() -> None:
    """The fee is taken with the bank: losing all of it stays within the limit."""
    room = Room("california-bad-beat")
    room.sit("Ann", "Bob", chips=100_000)
    floor = room.floor
    floor.guard.request("Ann", loss=10_000)
    with pytest.raises(Refusal, match="limit/loss"):
        room.do(c.TakeBank("Ann", 10_000))
    with pytest.raises(Refusal, match="limit/loss"):
        room.do(c.TakeBank("Ann", 8_801))
    room.do(c.TakeBank("Ann", 8_800))
    stack(room.table_writer, {2: "Ah As"}, "2c 7d", "Ad Ac Ks 3s 4h")
    room.do(c.Wager("Bob", {"ante": 15_000, "blind": 15_000}))
    while room.phase() != "preflop":
        driver.tick(room.floor)
        room.clock.pass_ms(1_000)
    room.do(c.Act("Bob", "4x"))
    for _ in range(100):
        if room.table_writer.table.round > 1:
            break
        driver.tick(room.floor)
        if room.table_writer.table.approval_pending:
            room.do(c.Approve(FLOOR, room.table_writer.table.due[0].paid))
        room.clock.pass_ms(1_000)
    assert floor.guard.lost("Ann") == 10_000
    check_clean(room.store)


def test_a_time_limit_ends_the_day() -> None:
    room = Room()
    room.sit("Ann")
    room.floor.guard.request("Ann", minutes=30)
    room.bet("Ann")
    room.clock.pass_ms(30 * MINUTE)
    with pytest.raises(Refusal, match="limit/time"):
        room.bet("Ann")
    again = Floor(room.store, clock=room.clock, source=Bytes("two"))
    again.tables.recover()
    with pytest.raises(Refusal, match="limit/time"):
        driver.perform(again, Order("t1", "Ann", c.Wager("Ann", {"ante": 500, "blind": 500})))
    driver.perform(again, Order("t1", "Ann", c.Leave("Ann")))
    room.clock.pass_ms(DAY)
    driver.perform(again, Order("t1", "Ann", c.Sit("Ann", 1, 5_000)))


def followed(evening: Evening) -> Evening:
    """Request everybody's results before there are any, so that they are tracked."""
    for player in evening.people:
        assert evening.floor.limits.results(player, 0) == []
    return evening


@pytest.mark.parametrize("house", ["california-bad-beat", "hollywood-pa"])
def test_what_was_lost_is_what_the_statement_says(house: str) -> None:
    """Live and rebuilt from the journal, without void rounds."""
    evening = followed(Evening(52, house))
    evening.supervise = lambda: None  # type: ignore[method-assign]
    while evening.table.round <= 6 or evening.table.phase != "betting":
        evening.turn()
        if evening.table.approval_pending:
            evening.send(c.Approve(FLOOR, evening.table.due[0].paid))
    again = evening.new_floor()
    again.tables.recover()
    for player in evening.people:
        live, rebuilt = (floor.limits.results(player, 0) for floor in (evening.floor, again))
        assert live == rebuilt
        with evening.store.reading() as reader:
            own = statement(reader, player)
        banking = evening.table.bank.seat == evening.table.find(player)
        assert sum(live) == result_of(own) or banking


class Nodes:
    """Two nodes with a table each; Ann is seated at both."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.one, self.two = (self.node(name) for name in ("one", "two"))
        self.one.open_table("t1", load_house("cardroom-25"), FLOOR)
        self.two.open_table("t2", load_house("cardroom-25"), FLOOR)
        self.one.books.buy_in("Ann", 200_000, FLOOR)
        for floor, table in ((self.one, "t1"), (self.two, "t2")):
            driver.perform(floor, Order(table, "Ann", c.Sit("Ann", 1, 100_000)))

    def node(self, name: str) -> Floor:
        leases = Leases(self.store, name, 10 * DAY)
        return Floor(self.store, clock=self.clock, source=Bytes(name), leases=leases)


WAGER = c.Wager("Ann", {"ante": 500, "blind": 500})


def test_limits_apply_on_every_node() -> None:
    nodes = Nodes()
    nodes.one.guard.request("Ann", loss=4_000)
    driver.perform(nodes.one, Order("t1", "Ann", WAGER))
    with pytest.raises(Refusal, match="limit/loss"):
        driver.perform(nodes.two, Order("t2", "Ann", WAGER))
    driver.perform(nodes.one, Order("t1", "Ann", c.Wager("Ann", {})))
    driver.perform(nodes.two, Order("t2", "Ann", WAGER))
    while nodes.two.tables.writer("t2").table.round == 1:
        driver.tick(nodes.two)
        nodes.clock.pass_ms(MINUTE)
    lost = nodes.two.guard.lost("Ann")
    assert lost == 1_000, "Ann was timed out, and folded"
    with pytest.raises(Refusal, match="limit/loss"):
        driver.perform(nodes.one, Order("t1", "Ann", c.Wager("Ann", {"ante": 600, "blind": 600})))
    driver.perform(nodes.one, Order("t1", "Ann", WAGER))
    check_clean(nodes.store)


def test_of_two_stakes_at_the_same_moment_one_is_retried() -> None:
    nodes = Nodes()
    nodes.one.guard.request("Ann", loss=4_000)
    orders = Order("t1", "Ann", WAGER), Order("t2", "Ann", WAGER)
    first, second = nodes.one.prepare(orders[0]), nodes.two.prepare(orders[1])
    assert isinstance(first, PreparedCommit)
    assert isinstance(second, PreparedCommit)
    nodes.one.conclude(orders[0], first, nodes.one.store.commit(first.batch))
    with pytest.raises(Refusal, match="note/changed") as caught:
        nodes.two.store.commit(second.batch)
    assert nodes.two.should_retry(orders[1], caught.value)
    with pytest.raises(Refusal, match="limit/loss"):
        driver.perform(nodes.two, orders[1])


def test_only_the_last_day_is_counted() -> None:
    """A player seated for days has played all day; older losses do not count."""
    room = Room()
    room.sit("Ann")
    for hours in (0, 30, 5):
        room.clock.pass_ms(hours * 60 * MINUTE)
        room.bet("Ann")
        number = room.table_writer.table.round
        while room.table_writer.table.round == number:
            driver.tick(room.floor)
            room.clock.pass_ms(MINUTE)
    again = Floor(room.store, clock=room.clock, source=Bytes("two"))
    again.tables.recover()
    assert again.guard.lost("Ann") == room.floor.guard.lost("Ann") == 2_000
    assert again.guard.played("Ann") == room.floor.guard.played("Ann") == DAY


def test_recovering_again_counts_nothing_twice() -> None:
    """A node without a table keeps looking for one; the results stay the same."""
    evening = followed(Evening(52, "hollywood-pa"))
    evening.go(rounds=4)
    idle = Floor(evening.store, clock=evening.clock, source=Bytes("idle"))
    idle.leases.acquire = _held  # type: ignore[method-assign]
    results = []
    for _ in range(3):
        idle.tables.recover()
        results.append([idle.limits.results(player, 0) for player in evening.people])
    assert results[0] == results[1] == results[2]
    assert results[0] == [evening.floor.limits.results(player, 0) for player in evening.people]


def _held(table: str) -> int:
    raise Refusal("lease/held", stream=table, owner="another", where=table)


def test_a_commit_in_doubt_counts_once() -> None:
    """The store committed but the answer was lost: the node reads the journal."""
    evening = followed(Evening(52, "hollywood-pa"))
    evening.supervise = lambda: None  # type: ignore[method-assign]
    commit = evening.store.commit

    def doubtful(batch: Batch) -> Committed:
        done = commit(batch)
        of_table = any(append.stream == "table/t1" for append in batch.appends)
        if of_table and not batch.key and evening.rng.random() < 0.3:
            raise Refusal("store/unreachable", reason="tests")
        return done

    evening.store.commit = doubtful  # type: ignore[method-assign]
    evening.go(rounds=6)
    again = evening.new_floor()
    again.tables.recover()
    for player in evening.people:
        live, rebuilt = (floor.limits.results(player, 0) for floor in (evening.floor, again))
        assert live == rebuilt


def test_nothing_is_tracked_for_players_without_limits() -> None:
    room = Room()
    limits = room.floor.limits
    for number in range(3):
        name = f"guest {number}"
        room.sit(name)
        room.bet(name)
        while room.table_writer.table.round == number + 1:
            driver.tick(room.floor)
            room.clock.pass_ms(MINUTE)
        room.do(c.Leave(name))
        assert len(limits._sittings) == 1
        assert not limits._results
        room.clock.pass_ms(2 * DAY)
