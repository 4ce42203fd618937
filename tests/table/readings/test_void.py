"""A void round gives back what was moved, but not what was already won."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, PAIR, Changes, Game, rules_of
from uth.table import commands as c
from uth.table import events as e
from uth.table.meters import UNITS, link

clause = pytest.mark.clause


@clause("Q-21")
def test_q_21_a_void_reverses_fee_and_bank_and_does_not_count_as_banked() -> None:
    game = Game("california-bad-beat").sit(1, 6)
    colour = game.table.colour
    game.bank(6).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD).act(1, "check")
    game.do(c.VoidRound("Fay", "a card was exposed"))
    assert [game.table.chips(player) for player in ("P1", "P6")] == [game.chips] * 2
    assert (game.balance("drop"), game.balance("bank")) == (0, 0)
    assert game.table.bank.rounds == 0
    assert game.table.colour != colour
    assert all("Q-21" in event.clauses for event in game.all(e.Reversed))
    assert game.refused(c.VoidRound("Fay", "again")).code == "round/none"


@clause("Q-21")
def test_q_21_contributions_go_back() -> None:
    progressive = rules_of("hollywood-pa").progressive
    before = link.draw(progressive, link.start(progressive), 30_000)
    meters, fed, _ = link.feed(progressive, before)
    assert (fed.main, fed.mystery) == (100 * UNITS, 10 * UNITS)
    assert link.take_back(meters, fed) == before
    game = Game("hollywood-pa").sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.VoidRound("Fay", "malfunction"))
    assert game.table.chips("P1") == game.chips
    assert "Q-21" in game.last(e.RoundVoided).clauses


@clause("Q-21")
@pytest.mark.parametrize("paid", [False, True])
def test_q_21_a_mystery_or_jackpot_already_awarded_stands(paid: bool) -> None:
    """The royal's Blind waits for the floor, before or after the Progressive is settled."""
    order = ["ante", "play", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive", "envy"]
    if paid:
        order = [
            "ante",
            "play",
            "progressive",
            "blind",
            "trips",
            "bad_beat",
            "ultimate_pairs",
            "envy",
        ]
    changes: Changes = {
        "payouts": {"approval_above": {"value": "5000", "clause": "CR-12"}},
        "settlement": {"order": order},
    }
    game = Game("hollywood-pa", changes).sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.PayMystery(1, 40_000))
    game.deal({1: "Jh Th"}, "2h 7c", "Ah Kh Qh 2c 7d").act(1, "4x")
    game.do(c.AwardJackpots(((1, 400_000, 0),)))
    assert game.table.approval_pending
    assert any(row.wager == "progressive" for row in game.rows()) == paid
    game.do(c.VoidRound("Fay", "malfunction"))
    assert bool(game.all(e.JackpotHonored)) != paid
    assert game.table.chips("P1") == game.chips + 40_000 + 400_000
    assert game.balance("house") == -440_000
