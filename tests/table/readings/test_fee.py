"""The fee that is taken of the action."""

from __future__ import annotations

import pytest

from tests.table.driver import Changes, Game, rules_of
from uth.table import commands as c
from uth.table import events as e

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
