"""The bank goes round among the players who are asked for it."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, PAIR, STAKES, Game
from uth.table import commands as c
from uth.table import events as e

clause = pytest.mark.clause


@clause("Q-11")
def test_q_11_the_offer_goes_round_and_nobody_takes_it() -> None:
    game = Game("california").sit(2, 5)
    assert game.last(e.BankOffered).seat == 2
    game.do(c.DeclineBank("P2"))
    assert game.table.bank.offered == 5
    game.do(c.DeclineBank("P5"))
    assert "Q-11" in game.last(e.BankUntaken).clauses
    game.bet(2)
    refusal = game.refused(c.CloseBets())
    assert (refusal.code, refusal.clause) == ("bank/none", "Q-11")
    game.do(c.OfferBank())
    assert game.table.bank.offered == 2
    assert game.refused(c.OfferBank()).code == "bank/open"


@clause("Q-11")
def test_q_11_a_banker_may_keep_it_once_then_waits_for_another() -> None:
    game = Game("california").sit(1, 2)
    hands, board = "9c 9d", LOW_BOARD
    game.bank(1).bet(2).deal({2: hands}, PAIR, board).finish({2: "4x"})
    assert game.table.bank.offered == 1
    game.bank(1).bet(2).deal({2: hands}, PAIR, board).finish({2: "4x"})
    assert game.table.bank.offered == 2
    game.do(c.DeclineBank("P2"))
    assert game.last(e.BankUntaken).clauses == ("Q-11",)
    assert game.refused(c.TakeBank("P1", 5_000)).code == "bank/rotation"
    game.do(c.OfferBank())
    game.bank(2).bet(1).deal({1: hands}, PAIR, board).finish({1: "4x"})
    game.do(c.DeclineBank("P2"))
    assert game.table.bank.offered == 1


@clause("Q-11")
def test_q_11_the_bank_is_held_apart_and_at_least_the_minimum() -> None:
    game = Game("california").sit(1, 2)
    refusal = game.refused(c.TakeBank("P1", 400))
    assert (refusal.code, refusal.clause) == ("bank/below_minimum", "Q-11")
    assert game.refused(c.TakeBank("P1", game.chips + 1)).code == "bank/not_enough_chips"
    assert game.refused(c.TakeBank("P2", 5_000)).code == "bank/not_offered"
    game.bank(1, 5_000)
    assert game.balance("bank") == 5_000
    assert game.refused(c.TakeBank("P1", 9_000)).code == "bank/no_offer"
    assert game.refused(c.Wager("P1", STAKES)).code == "bank/no_wager"
    game.do(c.DeclineBank("P1"))
    assert game.balance("bank") == 0
    assert game.table.bank.offered == 2


@clause("Q-11")
def test_q_11_a_banker_who_leaves_the_round_settles_without_him() -> None:
    game = Game("california").sit(1, 6).bank(6, 5_000).bet(1)
    game.deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    game.do(c.Leave("P6"))
    assert "Q-11" in game.last(e.PlayerLeaving).clauses
    game.act(1, "4x")
    assert game.row(1, "play").paid == 4_000
    assert game.last(e.PlayerLeft).chips == game.chips - 5_000
    assert game.table.seats[5] is None
