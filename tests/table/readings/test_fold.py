"""What a folded hand loses, and when its cards are spread."""

from __future__ import annotations

import pytest

from tests.table.driver import NO_PAIR, PAIR, STAKES, quick

clause = pytest.mark.clause


@clause("Q-4")
def test_q_4_a_folded_hand_stays_until_its_last_bonus_is_settled() -> None:
    wagers = {**STAKES, "trips": 500}
    game = quick("california", {1: "3h 5s", 2: "Ac 5d"}, PAIR, {1: "fold", 2: "1x"}, wagers=wagers)
    spread = game.events.index(game.calls("hand.spread")[0])
    assert spread > game.events.index(game.row(1, "trips"))
    assert "Q-4" in game.row(1, "ante").clauses


@clause("Q-5")
@pytest.mark.parametrize("house", ["cardroom-25", "hollywood-pa", "light-and-wonder"])
def test_q_5_a_fold_loses_against_no_pair_too(house: str) -> None:
    game = quick(house, {1: "3h 5s"}, NO_PAIR, {1: "fold"})
    for wager in ("ante", "blind"):
        assert game.row(1, wager).outcome == "lose"
        assert "Q-5" in game.row(1, wager).clauses
