"""What happens round the round: offers nobody answers, limits that change, names in the record."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, Game
from uth.table import commands as c
from uth.table import events as e

PAIR = "Kc 4d"
clause = pytest.mark.clause


@clause("Q-11")
@pytest.mark.parametrize("silence", [c.Disconnect("P1"), c.TimeOut("P1")])
def test_an_offer_that_is_not_answered_goes_on(silence: c.Command) -> None:
    game = Game("california").sit(1, 2, 3)
    assert game.table.bank.offered == 1
    game.do(silence)
    assert game.table.bank.offered == 2
    assert "Q-11" in game.last(e.BankOffered).clauses
    game.do(c.TakeBank("P2", 5_000))


@clause("CA-7.11", "Q-11")
def test_the_offer_starts_at_the_left_of_a_banker_who_has_gone() -> None:
    game = Game("california").sit(1, 2, 3, 4, 5).bank(3).bet(1)
    game.deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    game.do(c.Leave("P3"))
    game.act(1, "4x")
    assert game.table.seats[2] is None
    assert game.table.bank.offered == 4
    game.bank(4).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD).act(1, "4x")
    game.bank(4).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD).act(1, "4x")
    assert "CA-7.11" in game.last(e.BankPassed).clauses
    assert game.table.bank.offered == 5


@clause("Q-11")
def test_a_bank_below_a_raised_minimum_goes_back() -> None:
    game = Game("california").sit(1, 2).bank(1, 500)
    game.do(c.SetLimits("Fay", 10_000, 50_000))
    assert game.balance("bank") == 0
    assert game.table.bank.offered == 1
    assert "Q-11" in game.last(e.BankDeclined).clauses
    game.do(c.TakeBank("P1", 20_000))
    game.do(c.SetLimits("Fay", 10_000, 40_000))
    assert game.balance("bank") == 20_000


def test_new_limits_send_back_only_the_wagers_outside_them() -> None:
    game = Game("california").sit(1, 2).bank(1).bet(2, 2_000)
    for player, ante in (("Bea", 1_000), ("Cem", 3_000)):
        game.do(c.Join(player, 100_000))
        game.do(c.BackSeat(player, 2, {"ante": ante, "blind": ante}))
    game.do(c.SetLimits("Fay", 2_000, 50_000))
    seat = game.table.seat(2)
    assert seat.wagers == {"ante": 2_000, "blind": 2_000}
    assert [backing.player for backing in seat.backing] == ["Cem"]


@clause("CR-9")
def test_cr_9_the_floor_may_take_a_kept_minimum_back() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 300)
    for minimum, keep in ((500, ("P1",)), (300, None), (500, ())):
        game.do(c.SetLimits("Fay", minimum, 2_500, keep))
    assert game.last(e.MinimumLost).clauses == ("CR-9",)
    refusal = game.refused(c.Wager("P1", {"ante": 300, "blind": 300}))
    assert refusal.code == "wager/below_minimum"


@clause("Q-23")
def test_q_23_one_wager_wins_the_mystery_once() -> None:
    game = Game("hollywood-pa").sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.PayMystery(1, 30_000))
    refusal = game.refused(c.PayMystery(1, 30_000))
    assert (refusal.code, refusal.clause) == ("mystery/twice", "PA-13")
    assert "Q-23" in game.last(e.MysteryWon).clauses


def test_no_cards_are_dealt_where_every_wager_was_forfeited() -> None:
    game = Game("hollywood-pa").sit(1, 2).bet(1, 1_500)
    game.close()
    game.do(c.Leave("P1"))
    assert game.phase() == "betting"
    assert game.all(e.Dealt) == []
    assert game.balance("house") == 3_000
    assert game.table.round == 2


@pytest.mark.parametrize(
    "command",
    [
        c.SetLimits(" ", 300, 2_500),
        c.HoldSeat("", "P1", 5),
        c.ReleaseSeat("", 1),
        c.Approve("", 100),
        c.PostMaximum(" ", 100),
        c.WithdrawMaximum(""),
        c.WithdrawVoid(""),
    ],
)
def test_the_record_names_who_did_it(command: c.Command) -> None:
    assert Game("cardroom-25").sit(1).refused(command).code == "floor/name"


def test_a_void_names_who_voided() -> None:
    game = Game("cardroom-25").sit(1).bet(1, 500)
    game.close()
    assert game.refused(c.VoidRound("", "exposed-card")).code == "floor/name"


@clause("CR-12")
def test_cr_12_nobody_at_the_table_approves() -> None:
    game = Game("cardroom-25").sit(1, 2).bet(1)
    game.deal({1: "Jh Th"}, "2h 7c", "Ah Kh Qh 2c 7d").act(1, "4x")
    assert game.refused(c.Approve("P2", 500_000)).code == "approval/own"
    game.do(c.Approve("Fay", 500_000))
    assert "CR-12" in game.last(e.Approved).clauses


@clause("CA-11", "CB-4")
def test_ca_11_players_are_told_every_rate() -> None:
    notices = Game("california-bad-beat").call_texts("table.fees_told")
    assert any(notice.endswith("$2 from $1") for notice in notices)
    assert any(notice.endswith("$12 from $200") for notice in notices)
    own = {"player": {"value": [{"from": "1", "fee": "1"}], "clause": "CA-11"}}
    assert Game("california", {"collection": own}).call_texts("table.fees_told") == [
        "collection, dropped before deal: a player, by their stakes: $1 from $1"
    ]


@clause("CR-10")
def test_cr_10_the_posted_maximum_is_told_with_its_amount() -> None:
    posted = {"payouts": {"maximum": {"value": "5000", "clause": "CR-10"}}}
    (notice,) = Game("cardroom-25", posted).call_texts("table.maximum_posted")
    assert "$5,000" in notice
