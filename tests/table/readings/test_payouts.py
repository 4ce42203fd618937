"""How much a winning wager is paid: by which table, rounded, up to which cap."""

from __future__ import annotations

import pytest

from tests.table.driver import PAIR, STAKES, Game, defects, quick, rules_of
from uth.table import commands as c

clause = pytest.mark.clause


@clause("Q-10")
def test_q_10_whole_chips_and_payouts_rounded_down() -> None:
    assert Game("cardroom-25").sit(1).refused(
        c.Wager("P1", {"ante": 350, "blind": 350})
    ).clause == "Q-10"  # fmt: skip
    board = "2h 7h 9h Js Kd"
    penny = {"limits": {"chip": "0.01", "minimum": "3"}}
    game = quick(
        "cardroom-25", {1: "Ah 3h"}, "Kc 4d", {1: "4x"}, board=board, changes=penny,
        wagers={"ante": 333, "blind": 333},
    )  # fmt: skip
    blind = game.row(1, "blind")
    assert (blind.paid, blind.rest) == (499, "1/2")
    assert "Q-10" in blind.clauses
    assert defects("cardroom-25", {"limits": {"chip": "0"}})["limits.chip"].clause == "Q-10"


@clause("Q-12")
def test_q_12_winnings_only_and_per_player() -> None:
    changes = {"payouts": {"maximum": {"value": "30", "clause": "CR-10"}}}
    game = quick(
        "cardroom-25", {1: "9c 9d", 2: "Kd 9s"}, PAIR, {1: "4x", 2: "4x"}, changes=changes,
        board="2c 7d 9h Js Kh", wagers=STAKES,
    )  # fmt: skip
    for seat in (1, 2):
        play = game.row(seat, "play")
        assert (play.paid, play.returned, play.short_by) == (2_000, 4_000, "cap")
        assert "Q-12" in play.clauses


@clause("Q-14")
def test_q_14_tables_not_printed_are_a_choice() -> None:
    assert (
        rules_of("cardroom-25", {"tables": {"paytable": "UTH-03"}}).tables.chosen("paytable")
        == "UTH-03"
    )
    assert rules_of("cardroom-25").tables.chosen("paytable") == "UTH-01"
    own = {"MINE": {"blind": {"straight": "1 to 1"}, "trips": {}}}
    wrong = defects("cardroom-25", {"tables": {"paytable": "MINE"}, "paytable": own})
    assert wrong["tables.paytable"].clause == "Q-14"
    assert not rules_of("light-and-wonder").progressive.offered


@clause("Q-20")
def test_q_20_the_beaten_hand_must_be_three_of_a_kind() -> None:
    wagers = {**STAKES, "trips": 500, "bad_beat": 500}
    game = quick("california", {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=wagers)
    row = game.row(1, "bad_beat")
    assert (row.outcome, row.taken) == ("lose", 500)
    assert "Q-20" in row.clauses


@clause("Q-25")
def test_q_25_an_aggregate_may_be_set_wager_by_wager() -> None:
    changes = {"payouts": {"aggregate": {"value": {"blind": "5"}, "clause": "Q-25"}}}
    game = quick("cardroom-25", {1: "Ts Qc"}, PAIR, {1: "4x"}, wagers=STAKES, changes=changes)
    assert (game.row(1, "blind").paid, game.row(1, "blind").short_by) == (500, "aggregate")
    assert "Q-25" in game.row(1, "blind").clauses
    wrong = {"payouts": {"aggregate": {"value": {"ante": "5"}, "clause": "Q-25"}}}
    assert defects("cardroom-25", wrong)["payouts.aggregate.ante"].clause == "Q-25"
