"""california-bad-beat, clause by clause: what differs from california."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, Game, defects, order_of, quick, rules_of
from uth.core.hands import Category
from uth.table import commands as c
from uth.table import events as e

HOUSE = "california-bad-beat"
PAIR = "Kc 4d"
clause = pytest.mark.clause


@clause("CB-1")
def test_cb_1_bad_beat_comes_last() -> None:
    wagers = {"ante": 1_000, "blind": 1_000, "trips": 500, "bad_beat": 500}
    game = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=wagers)
    assert order_of(game.rows()) == [
        (1, wager) for wager in ("ante", "play", "blind", "trips", "bad_beat")
    ]
    assert game.last(e.SettlementBegun).clauses[0] == "CB-1"


@clause("CB-2")
def test_cb_2_no_back_line() -> None:
    game = Game(HOUSE).sit(1).bet(1)
    for command in (c.Join("Bea", 1_000), c.BackSeat("Bea", 1, {"ante": 500, "blind": 500})):
        refusal = game.refused(command)
        assert (refusal.code, refusal.clause) == ("back_line/not_here", "CB-2")
    assert defects(HOUSE, {"wagers": {"back_line": True}})["wagers.back_line"].clause == "CB-2"


@clause("CB-3")
def test_cb_3_uth_04_and_bad_beat_2_and_no_others() -> None:
    rules = rules_of(HOUSE)
    assert str(rules.pays.by_category("trips")[Category.FOUR_OF_A_KIND]) == "20 to 1"
    assert str(rules.pays.by_category("bad_beat")[Category.STRAIGHT_FLUSH]) == "7,500 to 1"
    for entry in ({"paytable": "UTH-01"}, {"bad_beat": "1"}):
        (refusal,) = defects(HOUSE, {"tables": entry}).values()
        assert (refusal.code, refusal.clause) == ("house/departs", "CB-3")


@clause("CB-4")
@pytest.mark.parametrize(
    ("schedule", "antes", "fee"),
    [
        (1, (10, 14), 200),
        (1, (25,), 400),
        (3, (25, 50), 600),
        (4, (100,), 500),
        (24, (500,), 2_500),
    ],
)
def test_cb_4_a_fee_by_total_table_action(schedule: int, antes: tuple[int, ...], fee: int) -> None:
    game = Game(HOUSE, {"collection": {"schedule": schedule}}).sit(1, 2, 6).bank(6)
    for seat, ante in enumerate(antes, 1):
        game.bet(seat, ante * 100)
    game.close()
    taken = game.last(e.FeeTaken)
    assert (taken.player, taken.amount, taken.action) == ("P6", fee, 200 * sum(antes))
    assert taken.clauses[0] == "CB-4"
    wrong = defects(HOUSE, {"collection": {"schedule": 25}})["collection.schedule"]
    assert wrong.clause == "CB-4"


@clause("CB-4", "Q-22")
def test_cb_4_bonus_wagers_count_and_play_does_not() -> None:
    game = Game(HOUSE).sit(1, 6).bank(6)
    game.bet(1, 2_000, trips=500, bad_beat=500)
    game.deal({1: "9c 9d"}, PAIR, LOW_BOARD).finish({1: "4x"})
    assert [(fee.action, fee.amount) for fee in game.all(e.FeeTaken)] == [(5_000, 400)]


@clause("CB-5")
def test_cb_5_the_fee_drops_after_the_bets_and_before_the_deal() -> None:
    game = Game(HOUSE).sit(1, 6).bank(6).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    kinds = [type(event) for event in game.events]
    order = [kinds.index(kind) for kind in (e.BetsClosed, e.FeeTaken, e.FeesDropped, e.Dealt)]
    assert order == sorted(order)
    assert "CB-5" in game.last(e.FeesDropped).clauses


@clause("CB-6")
@pytest.mark.parametrize("trips", [500, 1_000, 5_000])
def test_cb_6_trips_below_at_or_above_the_ante(trips: int) -> None:
    game = Game(HOUSE).sit(1).bet(1, 1_000, trips=trips)
    assert game.last(e.WagersPlaced).wagers["trips"] == trips
    assert "CB-6" in game.last(e.WagersPlaced).clauses


@clause("CB-7")
def test_cb_7_limits_lie_within_the_regulators_range() -> None:
    rules = rules_of(HOUSE, {"limits": {"minimum": "1000", "maximum": "10000"}})
    assert rules.status("limits.minimum").bounds == (100, 100_000)
    wrong = defects(HOUSE, {"limits": {"minimum": "0.50", "maximum": "20000", "chip": "0.50"}})
    assert wrong["limits.minimum"].code == wrong["limits.maximum"].code == "house/departs"
    assert wrong["limits.minimum"].clause == "CB-7"
    game = Game(HOUSE)
    assert game.refused(c.SetLimits("F", 500, 2_000_000)).code == "house/departs"
