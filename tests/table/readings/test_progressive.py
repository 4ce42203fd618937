"""The Progressive: who is paid first, the mystery and the envy."""

from __future__ import annotations

import pytest

from tests.table.driver import Game, rules_of
from uth.table import commands as c
from uth.table import events as e
from uth.table.meters import UNITS, link
from uth.table.meters.link import Meters
from uth.table.settling.table_settlement import table_hits

clause = pytest.mark.clause


@clause("Q-7")
def test_q_7_highest_first_each_of_the_meter_as_it_then_stands() -> None:
    game = Game("hollywood-pa").sit(1, 2)
    for seat in (1, 2):
        game.bet(seat, 1_500, progressive=500)
    game.deal({1: "8h 9h", 2: "Kh Ah"}, "2c 7d", "Th Jh Qh 3s 4d").finish({1: "4x", 2: "4x"})
    assert game.last(e.JackpotsClaimed).seats == (2, 1)
    assert "Q-7" in game.last(e.JackpotsClaimed).clauses
    hits = table_hits(game.rules, game.table)
    meters, awards = link.claim(game.rules.progressive, Meters(2_500_000 * UNITS, 0), hits)
    assert [(given.seat, given.amount) for given in awards.given] == [(2, 2_500_000), (1, 100_000)]
    assert meters.main == 900_000 * UNITS
    assert (meters.jackpots, awards.paid) == (1, 2_600_000)


@clause("Q-23")
def test_q_23_the_mystery_never_pays_more_than_a_thousand() -> None:
    progressive = rules_of("hollywood-pa").progressive
    low, high = link.target_range(progressive)
    assert (low, high) == (25_000, 99_990)
    meters = link.draw(progressive, link.start(progressive), high)
    won = feeds = 0
    while not won:
        meters, _, won = link.feed(progressive, meters)
        feeds += 1
    assert (won, feeds) == (100_000, 7_500)
    game = Game("hollywood-pa").sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.PayMystery(1, won))
    assert "Q-23" in game.last(e.MysteryWon).clauses


@clause("Q-24")
def test_q_24_never_for_ones_own_and_one_for_each_other_hand() -> None:
    game = Game("hollywood-pa").sit(1, 2, 3)
    for seat in (1, 2, 3):
        game.bet(seat, 1_500, progressive=500)
    game.deal({1: "8h 9h", 2: "Kh Ah", 3: "2d 5c"}, "2c 7d", "Th Jh Qh 3s 4d")
    game.finish({1: "4x", 2: "4x", 3: "fold"})
    game.do(c.AwardJackpots(((2, 2_500_000, 0), (1, 100_000, 0))))
    envy = [(row.seat, row.source, row.paid) for row in game.rows() if row.wager == "envy"]
    assert envy == [(3, 2, 500_000), (3, 1, 150_000), (2, 1, 150_000), (1, 2, 500_000)]
    assert "Q-24" in game.row(3, "envy").clauses
