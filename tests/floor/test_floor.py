"""The floor: opening and closing tables, waiting lists, held seats, time limits, keys, restarts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.floor import driver
from tests.floor.evening import FLOOR, HOUSES, check_clean, seat_bots
from tests.floor.room import Room
from tests.floor.sources import Bytes
from uth.core.refusal import Refusal
from uth.floor.clock import MINUTE, SECOND
from uth.floor.floor import Floor
from uth.floor.people.names import BOT, DEALER
from uth.floor.tables.orders import MixSeed, Order
from uth.floor.tables.pace import paced
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import events as e


@pytest.mark.parametrize("house", HOUSES)
def test_a_table_opens_closes_and_opens_again(house: str) -> None:
    room = Room(house, practice=True)
    seat_bots(room.floor, "t1", 2)
    closed = room.floor.close_table("t1", FLOOR)
    assert closed.by == FLOOR
    with pytest.raises(Refusal, match="table/unknown"):
        room.do(c.CloseBets())
    room.floor.tables.recover()
    assert room.floor.tables == {}, "a closed table is not loaded"
    again = room.floor.open_table("t1", load_house(house), FLOOR, practice=True)
    assert not any(again.table.taken())
    with pytest.raises(Refusal, match="table/open"):
        room.floor.open_table("t1", load_house(house), FLOOR)
    check_clean(room.store)


def test_another_rulebook_needs_another_table() -> None:
    room = Room()
    room.floor.close_table("t1", FLOOR)
    with pytest.raises(Refusal, match="table/rulebook"):
        room.floor.open_table("t1", load_house("california"), FLOOR)
    assert room.floor.tables == {}


def test_nobody_buys_in_for_more_than_they_have() -> None:
    room = Room()
    room.floor.books.buy_in("Ann", 5_000, FLOOR)
    with pytest.raises(Refusal, match="account/overdrawn"):
        room.do(c.Sit("Ann", 1, 5_001))
    assert not room.table_writer.table.present("Ann")
    room.do(c.Sit("Ann", 1, 5_000))
    check_clean(room.store)


def test_a_key_happens_once_and_always_gets_the_same_answer() -> None:
    room = Room()
    room.sit("Ann", "Bob")
    order = c.AddChips("Ann", 100)
    room.floor.books.buy_in("Ann", 1_000, FLOOR)
    first = room.do(order, "k")
    before = len(room.heard)
    assert [room.do(order, "k") for _ in range(3)] == [first] * 3
    assert room.table_writer.table.chips("Ann") == 50_100
    assert len(room.heard) == before, "nothing is published twice"
    with pytest.raises(Refusal, match="key/used"):
        room.do(c.AddChips("Ann", 200), "k")
    room.floor = Floor(room.store, clock=room.clock, source=Bytes("two"))
    room.floor.tables.recover()
    assert room.do(order, "k") == first
    room.do(c.AddChips("Ann", 100), "another")
    check_clean(room.store)


def test_an_order_based_on_an_earlier_street_is_stale() -> None:
    room = Room()
    room.sit("Ann")
    room.bet("Ann")
    room.do(c.CloseBets())
    driver.step(room.floor, "t1")
    seen = room.table_writer.progress.version
    room.do(c.Act("Ann", "check"), version=seen)
    with pytest.raises(Refusal, match="version/stale"):
        room.do(c.Act("Ann", "check"), version=seen)
    with pytest.raises(Refusal, match="version/ahead"):
        room.do(c.Act("Ann", "check"), version=10_000)


@pytest.mark.parametrize(
    ("actor", "command"),
    [
        ("Bob", c.Act("Ann", "check")),
        ("Ann", c.CloseBets()),
        ("Ann", c.TimeOut("Bob")),
        ("Ann", c.PayMystery(1, 100)),
        (DEALER, c.PayMystery(1, 100)),
        (DEALER, c.Approve(DEALER, 100)),
        (DEALER, c.VoidRound(DEALER, "because")),
        ("Ann", c.VoidRound("Flo", "because")),
        ("", c.Leave("Ann")),
    ],
)
def test_nobody_acts_for_another(actor: str, command: c.Command) -> None:
    room = Room()
    room.sit("Ann", "Bob")
    with pytest.raises(Refusal, match="actor/not_yours"):
        driver.perform(room.floor, Order("t1", actor, command))


def test_only_the_deck_that_was_committed_to_is_dealt() -> None:
    room = Room()
    room.sit("Ann")
    room.bet("Ann")
    room.do(c.CloseBets())
    deck = room.table_writer.secrets.shuffle.close().deck()
    with pytest.raises(Refusal, match="deal/other_deck"):
        room.do(c.Deal(deck[::-1]))
    room.do(c.Deal(deck))


def test_a_players_seed_counts_until_no_more_bets() -> None:
    room = Room()
    room.sit("Ann")
    room.do(MixSeed("Ann", "lucky"), key="s")
    room.do(MixSeed("Ann", "lucky"), key="s")
    room.bet("Ann")
    room.do(c.CloseBets())
    with pytest.raises(Refusal, match="seed/late"):
        room.do(MixSeed("Ann", "later"))
    driver.step(room.floor, "t1")
    for _ in range(3):
        room.clock.pass_s(31)
        driver.step(room.floor, "t1")
    receipt = room.heard[-1].receipt
    assert receipt is not None
    assert receipt.player_seeds == {"1": "lucky"}
    check_clean(room.store)


def test_the_commitment_is_published_before_the_bets_close() -> None:
    room = Room()
    room.sit("Ann")
    before = room.heard[-1].commitment
    room.bet("Ann")
    assert room.heard[-1].commitment == before
    room.do(c.CloseBets())
    room.do(c.VoidRound(FLOOR, "exposed-card"))
    receipt = room.heard[-1].receipt
    assert receipt is not None
    assert receipt.commitment == before
    assert room.heard[-1].commitment != before


def test_the_dealer_keeps_the_pace_and_the_time_limits() -> None:
    room = Room(pace=paced(2))
    room.sit("Ann", "Bob")
    room.bet("Ann")
    assert driver.wake(room.floor, "t1") == room.clock() + 30 * SECOND, "Bob may still wager"
    room.bet("Bob")
    assert driver.wake(room.floor, "t1") == room.clock() + 2 * SECOND
    assert not driver.step(room.floor, "t1")
    room.clock.pass_s(2)
    assert driver.step(room.floor, "t1")
    assert room.phase() == "closed"
    assert not driver.step(room.floor, "t1"), "the deal is not due yet"
    room.clock.pass_s(2)
    assert driver.step(room.floor, "t1")
    room.do(c.Act("Ann", "check"))
    room.do(c.Disconnect("Bob"))
    room.clock.pass_s(29)
    assert not driver.step(room.floor, "t1")
    room.clock.pass_s(1)
    driver.tick(room.floor)
    assert room.phase() == "flop", "Q-13: timing out checks"
    for _ in range(2):
        room.clock.pass_s(30)
        driver.tick(room.floor)
    assert room.phase() == "betting"
    assert room.kinds().count("Settled") == 4
    check_clean(room.store)


def test_the_bets_stay_open_for_a_player_who_just_disconnected() -> None:
    """Reloading a page costs nobody their round; the floor does not wait for longer absences."""
    room = Room(pace=paced(2))
    room.sit("Ann", "Bob")
    room.bet("Ann")
    room.do(c.Disconnect("Bob"))
    assert driver.wake(room.floor, "t1") == room.clock() + 10 * SECOND
    room.clock.pass_s(5)
    room.do(c.Reconnect("Bob"))
    assert driver.wake(room.floor, "t1") == room.clock() + 25 * SECOND, "the betting time continues"
    room.do(c.Disconnect("Bob"))
    room.clock.pass_s(10)
    driver.tick(room.floor)
    assert room.phase() == "closed"
    for _ in range(4):
        room.clock.pass_s(30)
        driver.tick(room.floor)
    room.bet("Ann")
    assert driver.wake(room.floor, "t1") == room.clock() + 2 * SECOND, (
        "not for a player who is long gone"
    )


def test_without_time_limits_time_runs_from_the_disconnection() -> None:
    room = Room(pace=replace(paced(0), timed=False))
    room.sit("Ann")
    room.bet("Ann")
    driver.tick(room.floor)
    assert room.phase() == "preflop"
    room.clock.pass_s(100)
    room.do(c.Disconnect("Ann"))
    assert driver.wake(room.floor, "t1") == room.clock() + 30 * SECOND


def test_a_player_at_the_rail_has_time_to_back_the_only_seat() -> None:
    room = Room("california")
    room.sit("Ann", "Bob")
    room.do(c.TakeBank("Ann", 40_000))
    room.floor.books.buy_in("Rae", 5_000, FLOOR)
    room.do(c.Join("Rae", 5_000))
    room.bet("Bob")
    assert driver.wake(room.floor, "t1") == room.clock() + 10 * SECOND
    room.do(c.BackSeat("Rae", 2, {"ante": 500, "blind": 500}))
    assert driver.wake(room.floor, "t1") == room.clock()


def test_silence_declines_the_bank() -> None:
    room = Room("california")
    room.sit("Ann", "Bob")
    assert room.table_writer.table.bank.offered == 1
    room.clock.pass_s(20)
    driver.step(room.floor, "t1")
    assert room.table_writer.table.bank.offered == 2
    room.clock.pass_s(20)
    driver.tick(room.floor)
    assert room.table_writer.table.bank.offered == 0
    room.clock.pass_s(10)
    driver.tick(room.floor)
    assert room.table_writer.table.bank.offered == 1, "it is offered again"
    check_clean(room.store)


def test_the_dealer_approves_nothing() -> None:
    """CR-12: a payout above the bound waits for approval, even through a restart."""
    from tests.floor.stacked import stack

    room = Room()
    room.sit("Ann")
    room.do(c.Wager("Ann", {"ante": 2_500, "blind": 2_500}))
    stack(room.table_writer, {1: "Ah Kh"}, "2c 3d", "Qh Jh Th 4s 6d")
    room.do(c.CloseBets())
    driver.step(room.floor, "t1")
    room.do(c.Act("Ann", "4x"))
    assert room.table_writer.table.approval_pending
    due = room.table_writer.table.due[0].paid
    for _ in range(5):
        room.clock.pass_ms(MINUTE)
        assert not driver.step(room.floor, "t1")
    for by, amount in (("Ann", due), (FLOOR, due + 1)):
        with pytest.raises(Refusal, match="approval/"):
            room.do(c.Approve(by, amount))
    other = Floor(room.store, clock=room.clock, source=Bytes("two"))
    other.tables.recover()
    assert other.tables.writer("t1").table == room.table_writer.table
    room.do(c.Approve(FLOOR, due))


def test_a_held_seat_is_given_up_when_its_time_is_over() -> None:
    room = Room()
    room.sit("Ann", "Bob")
    room.do(c.HoldSeat(FLOOR, "Ann", 5))
    room.do(c.Leave("Ann"))
    room.clock.pass_ms(4 * MINUTE)
    driver.tick(room.floor)
    assert room.table_writer.table.seat(1).away
    room.clock.pass_ms(MINUTE)
    driver.tick(room.floor)
    assert room.table_writer.table.seats[0] is None


def test_the_waiting_list_is_seated_and_bots_make_room() -> None:
    room = Room()
    seat_bots(room.floor, "t1", 6)
    room.floor.books.buy_in("Ann", 50_000, FLOOR)
    assert room.floor.waiting.add(room.table_writer, "Bob", 9_999) == 1, "Bob has no money"
    assert room.floor.waiting.add(room.table_writer, "Ann", 50_000) == 2
    for _ in range(4):
        driver.step(room.floor, "t1")
    assert room.table_writer.table.present("Ann")
    assert not room.table_writer.table.present("Bob")
    assert room.floor.waiting.players("t1") == ()
    with pytest.raises(Refusal, match="player/twice"):
        room.floor.waiting.add(room.table_writer, "Ann", 1)
    check_clean(room.store)


def test_bots_have_names_of_their_own() -> None:
    room = Room()
    seat_bots(room.floor, "t1", 1)
    assert room.table_writer.table.seat(1).player.endswith(BOT)
    driver.tick(room.floor, most=200)
    assert e.RoundClosed.__name__ in room.kinds()
