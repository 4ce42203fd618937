"""Bots never bank or wager at a table of the house that players bank (Q-30, CA-1.4)."""

from __future__ import annotations

import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, seat_bots
from tests.floor.room import Room
from uth.core.refusal import Refusal
from uth.floor.floor import Floor
from uth.floor.people.names import bot_name
from uth.floor.tables.orders import Order
from uth.ledger.audit.audit import audit
from uth.rulebook.store import HOUSES, load_house
from uth.table import commands as c

BANKED = ("california", "california-bad-beat")
BOT = bot_name("Ada", "t1")


@pytest.mark.clause("Q-30", "CA-1.4", "BB-1.4")
@pytest.mark.parametrize("house", BANKED)
@pytest.mark.parametrize(
    "command",
    [
        c.Sit(BOT, 1, 5_000),
        c.Join(BOT, 5_000),
        c.AddChips(BOT, 5_000),
        c.Wager(BOT, {"ante": 500, "blind": 500}),
        c.BackSeat(BOT, 1, {"ante": 500, "blind": 500}),
        c.TakeBank(BOT, 50_000),
    ],
)
def test_q_30_no_order_of_a_bot_is_accepted_at_a_table_of_the_house(
    house: str, command: c.Command
) -> None:
    room = Room(house)
    for floor in (room.floor, Floor(room.store, clock=room.clock)):
        floor.tables.recover()
        with pytest.raises(Refusal) as refusal:
            driver.perform(floor, Order("t1", BOT, command))
        assert (refusal.value.code, refusal.value.clause) == ("bots/house_table", "Q-30")


@pytest.mark.clause("Q-30", "CA-1.4", "BB-1.4")
@pytest.mark.parametrize("house", HOUSES)
def test_q_30_a_table_of_the_house_with_bots_is_refused_before_anything_is_written(
    house: str,
) -> None:
    room = Room()
    if house in BANKED:
        with pytest.raises(Refusal, match="bots/house_table"):
            room.floor.open_table("t2", load_house(house), FLOOR, bots=2)
        with room.store.reading() as reader:
            assert reader.stream("table/t2").version == reader.stream("floor/t2").version == 0
    else:
        room.floor.open_table("t2", load_house(house), FLOOR, bots=2)


@pytest.mark.clause("Q-30", "CA-1.4", "BB-1.4")
@pytest.mark.parametrize("house", BANKED)
def test_q_30_bots_play_at_practice_tables_whose_journal_says_so(house: str) -> None:
    room = Room(house, practice=True)
    seat_bots(room.floor, "t1", 2)
    assert room.table_writer.table.practice
    again = Floor(room.store, clock=room.clock)
    again.tables.recover()
    assert again.tables.writer("t1").table.practice
    assert again.tables.terms["t1"].practice
    assert audit(room.store).findings == ()


def test_a_house_is_in_force_from_the_day_of_its_approval() -> None:
    """Approved by the PGCB on 26 June 2024."""
    room, rules = Room(), load_house("hollywood-pa")
    assert rules.approved_on == "2024-06-26"
    room.clock.now = 1_719_359_999_999
    with pytest.raises(Refusal, match="house/not_yet_approved"):
        room.floor.open_table("t2", rules, FLOOR)
    room.clock.now += 1
    room.floor.open_table("t2", rules, FLOOR)
    assert load_house("california").approved_on is None
