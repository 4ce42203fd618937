"""Players at the rail, who stand behind another's seat."""

from __future__ import annotations

import pytest

from tests.table.driver import STAKES, Game
from uth.table import commands as c
from uth.table import events as e

clause = pytest.mark.clause


def rail(chips: int = 30_000) -> Game:
    game = Game("california").sit(1, 2, 6).bank(6).bet(1).bet(2)
    game.do(c.Join("Bea", chips))
    return game


@clause("Q-6", "Q-27")
def test_q_6_who_may_stand_behind_a_seat_and_with_what() -> None:
    game = rail(5_900)
    for command, code, clause_id in (
        (
            c.BackSeat("Bea", 1, {**STAKES, "trips": 500, "bad_beat": 500}),
            "back_line/wager",
            "CA-6.2",
        ),
        (c.BackSeat("Bea", 3, STAKES), "back_line/seat", "CA-6.2"),
        (c.BackSeat("Bea", 1, {"ante": 1_000, "blind": 900}), "wager/unequal", "CA-6.3"),
        (c.BackSeat("Bea", 1, {"ante": 400, "blind": 400}), "wager/below_minimum", "CA-6.1"),
        (c.BackSeat("Bea", 1, STAKES), "back_line/not_enough_chips", ""),
        (c.BackSeat("P6", 1, STAKES), "back_line/rail", "Q-27"),
        (c.BackSeat("P2", 1, STAKES), "back_line/rail", "Q-27"),
    ):
        refusal = game.refused(command)
        assert (refusal.code, refusal.clause) == (code, clause_id)
    game.do(c.AddChips("Bea", 100))
    game.do(c.BackSeat("Bea", 1, STAKES))
    assert "Q-6" in game.last(e.BackLinePlaced).clauses
    assert game.refused(c.BackSeat("Bea", 2, STAKES)).code == "back_line/one_spot"


@clause("Q-6")
def test_q_6_a_back_line_may_be_taken_back_and_counts_in_the_fee() -> None:
    game = Game("california", {"collection": {"schedule": {"value": 1, "clause": "Q-22"}}})
    game.sit(1, 6).bank(6).bet(1, 1_000)
    game.do(c.Join("Bea", 50_000))
    game.do(c.BackSeat("Bea", 1, {"ante": 2_000, "blind": 2_000}))
    game.do(c.BackSeat("Bea", 1, {}))
    assert game.table.chips("Bea") == 50_000
    assert game.refused(c.BackSeat("Bea", 1, {})).code == "back_line/nothing"
    game.do(c.BackSeat("Bea", 1, {"ante": 2_000, "blind": 2_000}))
    assert "Q-6" in game.last(e.BackLinePlaced).clauses
    assert game.refused(c.Wager("P1", {})).code == "wager/backed"
    game.close()
    assert game.last(e.FeeTaken).action == 6_000
