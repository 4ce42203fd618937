"""The fee that is taken of the action."""

from __future__ import annotations

import pytest

from tests.table.driver import Changes, Game, rules_of
from uth.table import commands as c
from uth.table import events as e
from uth.table.notation import parse, print_round, record, replay

clause = pytest.mark.clause


@clause("Q-22")
def test_q_22_no_wager_no_fee_and_a_band_runs_up_to_the_next() -> None:
    half: Changes = {"limits": {"chip": "0.25", "minimum": "1"}, "collection": {"schedule": 4}}
    game = Game("california-bad-beat", half).sit(1, 6).bank(6)
    refusal = game.refused(c.CloseBets())
    assert (refusal.code, refusal.clause) == ("round/no_wagers", "Q-22")
    game.bet(1, 2_475)
    game.close()
    fee = game.last(e.FeeTaken)
    assert (fee.action, fee.amount) == (4_950, 100)
    assert "Q-22" in fee.clauses
    assert rules_of("california").collection.action is None


def _short_of_the_fee(*others: int) -> Game:
    """Seat 6 puts up all its chips but $1; the fee on $40 of action is $4."""
    game = Game("california-bad-beat", {"collection": {"schedule": 4}}, chips=10_000)
    game.sit(1, 6, *others).bank(6, 10_000).bet(1, 2_000)
    return game


@clause("Q-22")
def test_q_22_the_fee_is_asked_for_when_it_is_due() -> None:
    """Nothing is asked in advance; who can't pay gives up the bank, and wagers go back."""
    game = _short_of_the_fee(2)
    events = game.close()
    assert [type(event) for event in events] == [
        e.BetsClosed, e.FeeUnpaid, e.Reversed, e.Reversed, e.RoundClosed, e.BankOffered,
    ]  # fmt: skip
    unpaid = game.last(e.FeeUnpaid)
    assert (unpaid.player, unpaid.seat, unpaid.action) == ("P6", 6, 4_000)
    assert unpaid.amount > 0
    assert "Q-22" in unpaid.clauses
    assert (game.table.phase, game.table.round) == ("betting", 2)
    assert {player: game.table.chips(player) for player in ("P1", "P2", "P6")} == {
        "P1": 10_000, "P2": 10_000, "P6": 10_000,
    }  # fmt: skip
    assert game.last(e.BankOffered).seat == 1
    assert (game.table.bank.seat, game.table.bank.rounds, game.balance("drop")) == (0, 0, 0)
    game.replays()


@clause("Q-22")
def test_q_22_the_fee_is_apart_from_the_bank() -> None:
    game = Game("california-bad-beat", {"collection": {"schedule": 4}}, chips=10_000)
    game.sit(1, 6).bank(6, 9_000).bet(1, 2_000)
    game.close()
    assert game.last(e.FeeTaken).player == "P6"
    assert game.table.bank.amount == 9_000


@clause("Q-22")
def test_q_22_a_banker_who_left_gives_up_the_bank_with_nobody_to_offer_it_to() -> None:
    game = _short_of_the_fee()
    game.do(c.Disconnect("P6"))
    game.do(c.Disconnect("P1"))
    game.close()
    assert game.table.bank.offered == 0


@clause("Q-22")
def test_q_22_a_round_given_up_is_recorded_and_replayed() -> None:
    game = _short_of_the_fee()
    before, began = game.table, len(game.events)
    game.close()
    round = record(before, game.events[began:], game.rules)
    assert [(line.what, line.amount) for line in round.settlement or ()] == [
        ("unpaid", game.last(e.FeeUnpaid).amount)
    ]
    assert parse(print_round(round)) == round
    assert replay(round, game.rules).round == round
