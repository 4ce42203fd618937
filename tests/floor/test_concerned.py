"""Whom a matter concerns: nobody approves, voids or corrects in a matter of their own."""

from __future__ import annotations

import pytest

from tests.floor.evening import FLOOR
from tests.floor.room import Room
from tests.floor.stacked import stack
from uth.core.refusal import Refusal
from uth.floor.cage.corrections import (
    concerned_by_pending,
    concerned_by_request,
)
from uth.floor.people.roles import Person, Role
from uth.floor.tables.concerned import concerned_by, require_permission
from uth.floor.tables.orders import MixSeed
from uth.ledger.journal.bookings import CorrectionRequested
from uth.table import commands as c

VOID = c.VoidRound("x", "exposed-card")


def test_a_payout_concerns_the_player_who_gets_it() -> None:
    room = Room()
    room.sit("Ann", "Bob")
    assert concerned_by(room.table_writer.table, c.Approve("x", 1), "x") == ("",)
    room.do(c.Wager("Ann", {"ante": 2_500, "blind": 2_500}))
    stack(room.table_writer, {1: "Ah Kh"}, "2c 3d", "Qh Jh Th 4s 6d")
    room.do(c.CloseBets())
    room.do(c.Deal(room.table_writer.secrets.shuffle.close().deck()))
    room.do(c.Act("Ann", "4x"))
    table = room.table_writer.table
    assert concerned_by(table, c.Approve("x", 1), "x") == ("Ann",)
    with pytest.raises(Refusal, match="role/own_matter"):
        require_permission(Person("Ann", Role.SUPERVISOR), table, c.Approve("Ann", 1))
    with pytest.raises(Refusal, match="role/not_allowed"):
        require_permission(Person("Bob", Role.PLAYER), table, c.Approve("Bob", 1))
    with pytest.raises(Refusal, match="role/not_allowed"):
        require_permission(Person("Bob", Role.FLOOR), table, c.Approve("Bob", 1))
    require_permission(Person("Bob", Role.SUPERVISOR), table, c.Approve("Bob", 1))


def test_a_void_concerns_everybody_with_money_in_the_round() -> None:
    room = Room("california")
    room.sit("Ann", "Bob", "Cid")
    assert concerned_by(room.table_writer.table, VOID, "x") == ("",)
    room.do(c.TakeBank("Ann", 40_000))
    room.floor.books.buy_in("Rae", 5_000, FLOOR)
    room.do(c.Join("Rae", 5_000))
    room.bet("Bob")
    room.do(c.BackSeat("Rae", 2, {"ante": 500, "blind": 500}))
    for command in (VOID, c.ConfirmVoid("x"), c.WithdrawVoid("x")):
        assert set(concerned_by(room.table_writer.table, command, "x")) == {"Ann", "Bob", "Rae"}


def test_other_commands_concern_the_player_they_name() -> None:
    room = Room()
    table = room.table_writer.table
    assert concerned_by(table, c.Leave("Ann"), "x") == ("Ann",)
    assert concerned_by(table, c.SetLimits("x", 500, 2_500), "x") == ("x",)
    require_permission(Person("Ann", Role.PLAYER), table, MixSeed("Ann", "seed"))
    with pytest.raises(Refusal, match="role/only_own"):
        require_permission(Person("Ann", Role.PLAYER), table, MixSeed("Bob", "seed"))


def test_a_correction_concerns_the_people_whose_money_it_moves() -> None:
    room = Room()
    room.sit("Ann", "Bob")
    room.bet("Ann")
    room.do(c.CloseBets())
    room.do(VOID, actor="x")
    request = CorrectionRequested(
        table="t1",
        round=1,
        source="player/Ann",
        target="player/Bob",
        amount=500,
        reason="paid short",
        by="Flo",
    )
    assert concerned_by_request(request) == ("Ann", "Bob")
    books = room.floor.books
    number, _ = books.request_correction(request)
    with room.store.reading() as reader:
        assert concerned_by_pending(reader, "t1", number, requester=True) == ("Flo", "Ann", "Bob")
        assert concerned_by_pending(reader, "t1", number, requester=False) == ("Ann", "Bob")
    books.withdraw_correction("t1", number, "Flo")
    with room.store.reading() as reader:
        assert concerned_by_pending(reader, "t1", number, requester=True) == ("",)
        assert concerned_by_pending(reader, "t1", number, requester=False) == ("",)
        assert concerned_by_pending(reader, "t1", 99, requester=True) == ("",)
