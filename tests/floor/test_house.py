"""The house: tables opened and closed, the line, held seats, time to act, keys and restarts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.floor import driver
from tests.floor.evening import FLOOR, HOUSES, check_clean, seat_bots
from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor.clock import MINUTE, SECOND
from uth.floor.floor import Floor
from uth.floor.people.names import BOT, DEALER
from uth.floor.tables.orders import MixSeed, Order
from uth.floor.tables.pace import Pace, paced
from uth.floor.tables.updates import TableCommit
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import events as e


class Place:
    """A house with one open table."""

    def __init__(self, house: str = "cardroom-25", pace: Pace | None = None) -> None:
        self.clock = Clock()
        self.store = MemoryStore(self.clock)
        self.house = Floor(self.store, clock=self.clock, source=Bytes(), pace=pace)
        self.heard: list[TableCommit] = []
        self.house.listeners.append(self.heard.append)
        self.table_writer = self.house.open_table("t1", load_house(house), FLOOR)

    def do(self, command: c.Command, key: str = "", version: int = 0, actor: str = "") -> int:
        who: str = actor or getattr(command, "by", "") or getattr(command, "player", DEALER)
        return driver.perform(self.house, Order("t1", who, command, key, version)).version

    def sit(self, *players: str, chips: int = 50_000) -> None:
        for seat, player in enumerate(players, 1):
            self.house.books.buy_in(player, chips, FLOOR)
            self.do(c.Sit(player, seat, chips))

    def bet(self, *players: str) -> None:
        for player in players:
            self.do(c.Wager(player, {"ante": 500, "blind": 500}))

    def phase(self) -> str:
        return self.table_writer.table.phase

    def kinds(self) -> list[str]:
        return [type(event).__name__ for news in self.heard for event in news.events]


@pytest.mark.parametrize("house", HOUSES)
def test_a_table_opens_closes_and_opens_again(house: str) -> None:
    place = Place(house)
    seat_bots(place.house, "t1", 2)
    closed = place.house.close_table("t1", FLOOR)
    assert closed.by == FLOOR
    with pytest.raises(Refusal, match="table/unknown"):
        place.do(c.CloseBets())
    place.house.recover()
    assert place.house.tables == {}, "a closed table is not taken up"
    again = place.house.open_table("t1", load_house(house), FLOOR)
    assert not any(again.table.taken())
    with pytest.raises(Refusal, match="table/open"):
        place.house.open_table("t1", load_house(house), FLOOR)
    check_clean(place.store)


def test_another_rulebook_needs_another_table() -> None:
    place = Place()
    place.house.close_table("t1", FLOOR)
    with pytest.raises(Refusal, match="table/rulebook"):
        place.house.open_table("t1", load_house("california"), FLOOR)
    assert place.house.tables == {}


def test_nobody_sits_with_money_he_does_not_have() -> None:
    place = Place()
    place.house.books.buy_in("Ann", 5_000, FLOOR)
    with pytest.raises(Refusal, match="account/overdrawn"):
        place.do(c.Sit("Ann", 1, 5_001))
    assert not place.table_writer.table.present("Ann")
    place.do(c.Sit("Ann", 1, 5_000))
    check_clean(place.store)


def test_a_key_happens_once_and_is_answered_alike_for_ever() -> None:
    place = Place()
    place.sit("Ann", "Bob")
    order = c.AddChips("Ann", 100)
    place.house.books.buy_in("Ann", 1_000, FLOOR)
    first = place.do(order, "k")
    told = len(place.heard)
    assert [place.do(order, "k") for _ in range(3)] == [first] * 3
    assert place.table_writer.table.chips("Ann") == 50_100
    assert len(place.heard) == told, "nothing is told twice"
    with pytest.raises(Refusal, match="key/used"):
        place.do(c.AddChips("Ann", 200), "k")
    place.house = Floor(place.store, clock=place.clock, source=Bytes("two"))
    place.house.recover()
    assert place.do(order, "k") == first
    place.do(c.AddChips("Ann", 100), "another")
    check_clean(place.store)


def test_what_was_decided_upon_an_earlier_street_comes_too_late() -> None:
    place = Place()
    place.sit("Ann")
    place.bet("Ann")
    place.do(c.CloseBets())
    driver.step(place.house, "t1")
    seen = place.table_writer.progress.version
    place.do(c.Act("Ann", "check"), version=seen)
    with pytest.raises(Refusal, match="version/stale"):
        place.do(c.Act("Ann", "check"), version=seen)
    with pytest.raises(Refusal, match="version/ahead"):
        place.do(c.Act("Ann", "check"), version=10_000)


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
    place = Place()
    place.sit("Ann", "Bob")
    with pytest.raises(Refusal, match="actor/not_yours"):
        driver.perform(place.house, Order("t1", actor, command))


def test_only_the_deck_that_was_committed_to_is_dealt() -> None:
    place = Place()
    place.sit("Ann")
    place.bet("Ann")
    place.do(c.CloseBets())
    deck = place.table_writer.secrets.shuffle.close().deck()
    with pytest.raises(Refusal, match="deal/other_deck"):
        place.do(c.Deal(deck[::-1]))
    place.do(c.Deal(deck))


def test_a_players_seed_counts_until_no_more_bets() -> None:
    place = Place()
    place.sit("Ann")
    place.do(MixSeed("Ann", "lucky"), key="s")
    place.do(MixSeed("Ann", "lucky"), key="s")
    place.bet("Ann")
    place.do(c.CloseBets())
    with pytest.raises(Refusal, match="seed/late"):
        place.do(MixSeed("Ann", "later"))
    driver.step(place.house, "t1")
    for _ in range(3):
        place.clock.pass_s(31)
        driver.step(place.house, "t1")
    receipt = place.heard[-1].receipt
    assert receipt is not None
    assert receipt.player_seeds == {"1": "lucky"}
    check_clean(place.store)


def test_the_commitment_is_told_before_the_bets_close() -> None:
    place = Place()
    place.sit("Ann")
    told = place.heard[-1].commitment
    place.bet("Ann")
    assert place.heard[-1].commitment == told
    place.do(c.CloseBets())
    place.do(c.VoidRound(FLOOR, "a card was seen"))
    receipt = place.heard[-1].receipt
    assert receipt is not None
    assert receipt.commitment == told
    assert place.heard[-1].commitment != told


def test_the_dealer_goes_at_the_chosen_pace_and_calls_time() -> None:
    place = Place(pace=paced(2))
    place.sit("Ann", "Bob")
    place.bet("Ann")
    assert driver.wake(place.house, "t1") == place.clock() + 30 * SECOND, "Bob may still wager"
    place.bet("Bob")
    assert driver.wake(place.house, "t1") == place.clock() + 2 * SECOND
    assert not driver.step(place.house, "t1")
    place.clock.pass_s(2)
    assert driver.step(place.house, "t1")
    assert place.phase() == "closed"
    assert not driver.step(place.house, "t1"), "the deal waits its time"
    place.clock.pass_s(2)
    assert driver.step(place.house, "t1")
    place.do(c.Act("Ann", "check"))
    place.do(c.Disconnect("Bob"))
    place.clock.pass_s(29)
    assert not driver.step(place.house, "t1")
    place.clock.pass_s(1)
    driver.tick(place.house)
    assert place.phase() == "flop", "Q-13: a check for him"
    for _ in range(2):
        place.clock.pass_s(30)
        driver.tick(place.house)
    assert place.phase() == "betting"
    assert place.kinds().count("Settled") == 4
    check_clean(place.store)


def test_the_bets_stay_open_for_one_who_was_just_cut_off() -> None:
    """A page that is loaded anew costs nobody his round; one who stays away is not waited for."""
    place = Place(pace=paced(2))
    place.sit("Ann", "Bob")
    place.bet("Ann")
    place.do(c.Disconnect("Bob"))
    assert driver.wake(place.house, "t1") == place.clock() + 10 * SECOND
    place.clock.pass_s(5)
    place.do(c.Reconnect("Bob"))
    assert driver.wake(place.house, "t1") == place.clock() + 25 * SECOND, (
        "the time to wager goes on"
    )
    place.do(c.Disconnect("Bob"))
    place.clock.pass_s(10)
    driver.tick(place.house)
    assert place.phase() == "closed"
    for _ in range(4):
        place.clock.pass_s(30)
        driver.tick(place.house)
    place.bet("Ann")
    assert driver.wake(place.house, "t1") == place.clock() + 2 * SECOND, (
        "not again for one long gone"
    )


def test_without_time_to_act_it_runs_from_when_one_was_cut_off() -> None:
    place = Place(pace=replace(paced(0), timed=False))
    place.sit("Ann")
    place.bet("Ann")
    driver.tick(place.house)
    assert place.phase() == "preflop"
    place.clock.pass_s(100)
    place.do(c.Disconnect("Ann"))
    assert driver.wake(place.house, "t1") == place.clock() + 30 * SECOND


def test_one_at_the_rail_has_time_to_stake_behind_the_only_seat() -> None:
    place = Place("california")
    place.sit("Ann", "Bob")
    place.do(c.TakeBank("Ann", 40_000))
    place.house.books.buy_in("Rae", 5_000, FLOOR)
    place.do(c.Join("Rae", 5_000))
    place.bet("Bob")
    assert driver.wake(place.house, "t1") == place.clock() + 10 * SECOND
    place.do(c.BackSeat("Rae", 2, {"ante": 500, "blind": 500}))
    assert driver.wake(place.house, "t1") == place.clock()


def test_silence_declines_the_bank() -> None:
    place = Place("california")
    place.sit("Ann", "Bob")
    assert place.table_writer.table.bank.offered == 1
    place.clock.pass_s(20)
    driver.step(place.house, "t1")
    assert place.table_writer.table.bank.offered == 2
    place.clock.pass_s(20)
    driver.tick(place.house)
    assert place.table_writer.table.bank.offered == 0
    place.clock.pass_s(10)
    driver.tick(place.house)
    assert place.table_writer.table.bank.offered == 1, "round once more"
    check_clean(place.store)


def test_the_dealer_approves_nothing() -> None:
    """CR-12: a payout above the bound waits for the floor, through a restart, however long."""
    from tests.floor.stacked import stack

    place = Place()
    place.sit("Ann")
    place.do(c.Wager("Ann", {"ante": 2_500, "blind": 2_500}))
    stack(place.table_writer, {1: "Ah Kh"}, "2c 3d", "Qh Jh Th 4s 6d")
    place.do(c.CloseBets())
    driver.step(place.house, "t1")
    place.do(c.Act("Ann", "4x"))
    assert place.table_writer.table.asked
    due = place.table_writer.table.due[0].paid
    for _ in range(5):
        place.clock.pass_ms(MINUTE)
        assert not driver.step(place.house, "t1")
    for by, amount in (("Ann", due), (FLOOR, due + 1)):
        with pytest.raises(Refusal, match="approval/"):
            place.do(c.Approve(by, amount))
    other = Floor(place.store, clock=place.clock, source=Bytes("two"))
    other.recover()
    assert other.table_writer("t1").table == place.table_writer.table
    place.do(c.Approve(FLOOR, due))


def test_a_held_seat_is_given_up_when_its_time_is_over() -> None:
    place = Place()
    place.sit("Ann", "Bob")
    place.do(c.HoldSeat(FLOOR, "Ann", 5))
    place.do(c.Leave("Ann"))
    place.clock.pass_ms(4 * MINUTE)
    driver.tick(place.house)
    assert place.table_writer.table.seat(1).away
    place.clock.pass_ms(MINUTE)
    driver.tick(place.house)
    assert place.table_writer.table.seats[0] is None


def test_one_who_waits_gets_the_next_seat_and_bots_make_room() -> None:
    place = Place()
    seat_bots(place.house, "t1", 6)
    place.house.books.buy_in("Ann", 50_000, FLOOR)
    assert place.house.waiting.add(place.table_writer, "Bob", 9_999) == 1, "Bob has no money"
    assert place.house.waiting.add(place.table_writer, "Ann", 50_000) == 2
    for _ in range(4):
        driver.step(place.house, "t1")
    assert place.table_writer.table.present("Ann")
    assert not place.table_writer.table.present("Bob")
    assert place.house.waiting.players("t1") == ()
    with pytest.raises(Refusal, match="player/twice"):
        place.house.waiting.add(place.table_writer, "Ann", 1)
    check_clean(place.store)


def test_bots_are_told_from_people_by_name() -> None:
    place = Place()
    seat_bots(place.house, "t1", 1)
    assert place.table_writer.table.seat(1).player.endswith(BOT)
    driver.tick(place.house, most=200)
    assert e.RoundClosed.__name__ in place.kinds()
