"""Whose turn it is, and what happens to one who does not take it."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, PAIR, Game, defects, rules_of
from uth.table import commands as c
from uth.table import events as e

clause = pytest.mark.clause


@clause("Q-13")
def test_q_13_time_runs_out_check_check_fold() -> None:
    game = Game("light-and-wonder").sit(1, 2).bet(1).bet(2)
    game.deal({1: "Ac Ad", 2: "9c 9d"}, PAIR, LOW_BOARD).act(2, "4x")
    game.do(c.Disconnect("P1"))
    for _ in range(3):
        game.do(c.TimeOut("P1"))
    acts = [act for act in game.all(e.Acted) if act.seat == 1]
    assert [act.multiple for act in acts] == [-1, -1, 0]
    assert all(act.timed_out and "Q-13" in act.clauses for act in acts)
    assert game.row(1, "ante").outcome == "lose"
    assert game.refused(c.TimeOut("P1")).code == "act/not_your_turn"


@clause("Q-13")
def test_q_13_leaving_on_purpose_finishes_the_hand_as_if_cut_off() -> None:
    game = Game("california").sit(1, 2, 6).bank(6).bet(1, 1_000, trips=500).bet(2)
    game.deal({1: "9c 9d", 2: "Ac Ad"}, PAIR, LOW_BOARD)
    game.do(c.Leave("P1"))
    assert game.refused(c.Leave("P1")).code == "player/leaving"
    assert "Q-13" in game.last(e.PlayerLeaving).clauses
    game.finish({2: "4x"})
    assert game.row(1, "trips").paid == 1_500
    left = game.last(e.PlayerLeft)
    assert (left.player, left.chips) == ("P1", game.chips - 2_000 + 1_500)


@clause("Q-18")
@pytest.mark.parametrize(
    ("house", "banker", "seats"),
    [("california", 3, [4, 5, 6, 1, 2]), ("california", 6, [1, 2, 3, 4, 5]),
     ("cardroom-25", 0, [6, 5, 4, 3, 2, 1])],
)  # fmt: skip
def test_q_18_the_way_round(house: str, banker: int, seats: list[int]) -> None:
    game = Game(house).sit(1, 2, 3, 4, 5, 6)
    if banker:
        game.bank(banker)
    cards = ["2d 3c", "2h 3d", "2s 3h", "4c 5c", "4h 5d", "4s 5h"]
    for seat in seats:
        game.bet(seat, 500)
    hands = dict(zip(sorted(seats), cards, strict=False))
    game.deal(hands, "Kc 4d", LOW_BOARD).finish(dict.fromkeys(sorted(seats), "fold"))
    assert list(dict.fromkeys(row.seat for row in game.rows())) == seats
    assert "Q-18" in game.last(e.SettlementBegun).clauses


@clause("Q-26")
def test_q_26_any_order_within_a_street_and_no_fifth_procedure() -> None:
    game = Game("light-and-wonder").sit(1, 2, 3).bet(1).bet(2).bet(3)
    game.deal({1: "Ac Ad", 2: "9c 9d", 3: "3h 5s"}, PAIR, LOW_BOARD)
    game.act(3, "check")
    refusal = game.refused(c.Act("P3", "check"))
    assert (refusal.code, refusal.clause) == ("act/acted", "Q-26")
    game.act(1, "check").act(2, "4x")
    assert game.table.turned == 3
    wrong = {"dealing": {"procedure": {"value": "by hand", "clause": "Q-26"}}}
    assert defects("california", wrong)["dealing.procedure"].clause == "Q-26"
    assert rules_of("california").sources["dealing.procedure"] == "CA-6.7"
