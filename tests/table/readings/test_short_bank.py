"""A bank that does not reach for all it owes."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, PAIR, STAKES, Game, defects, quick
from uth.table import events as e

clause = pytest.mark.clause


def short_bank(coverage: str) -> Game:
    """Seat 1 wins 30 on Play and loses nothing; seats 2 and 3 lose 60 each to a bank of 50."""
    settings = {} if coverage == "action" else {"bank": {"coverage": coverage}}
    game = Game("california", settings).sit(1, 2, 3, 6).bank(6, 5_000)
    for seat in (1, 2, 3):
        game.bet(seat, 1_000)
    game.deal({1: "3h 5s", 2: "9c 9d", 3: "3d 5c"}, PAIR, LOW_BOARD)
    return game.finish({1: "4x", 2: "4x", 3: "4x"})


@clause("Q-1", "Q-2")
@pytest.mark.parametrize(
    ("coverage", "nets", "paid", "collected"),
    [
        ("gross", [-5_000, 5_000, 0], 5_000, 5_000),
        ("action", [-5_000, 0, 0], 0, 5_000),
    ],
)
def test_q_1_two_ways_to_be_exhausted(
    coverage: str, nets: list[int], paid: int, collected: int
) -> None:
    game = short_bank(coverage)
    bank = game.last(e.BankSettled)
    assert (bank.paid, bank.collected) == (paid, collected)
    results = [game.table.chips(f"P{seat}") - game.chips for seat in (1, 2, 3)]
    assert results == nets
    assert any("Q-1" in row.clauses for row in game.rows())
    wrong = defects("california", {"bank": {"coverage": "net"}})["bank.coverage"]
    assert wrong.clause == "Q-1"
    assert "Q-2" in quick(
        "california", {1: "3h 5s"}, PAIR, {1: "4x"}, wagers=STAKES, bank=3_000
    ).row(1, "play").clauses  # fmt: skip


@clause("Q-2")
def test_q_2_what_is_partly_covered() -> None:
    lost = quick("california", {1: "3h 5s"}, PAIR, {1: "4x"}, wagers=STAKES, bank=3_000)
    play = lost.row(1, "play")
    assert (play.outcome, play.taken, play.returned) == ("lose", 2_000, 2_000)
    won = quick("california", {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=STAKES, bank=3_000)
    play = won.row(1, "play")
    assert (play.outcome, play.paid, play.returned, play.short) == ("win", 2_000, 4_000, 2_000)
    assert "Q-2" in play.clauses
