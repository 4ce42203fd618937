"""Washington's ceiling: no single wager above it, Play included."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, PAIR, Changes, Game, defects, rules_of
from uth.table import commands as c
from uth.table.decide import decisions, legal
from uth.table.handlers.playing import DecisionOption, decision_options

clause = pytest.mark.clause
HOUSE = "light-and-wonder"


def dealt(ante: int, chips: int = 1_000_000) -> Game:
    game = Game(HOUSE, chips=chips).sit(1).bet(1, ante)
    return game.deal({1: "As Ah"}, PAIR, LOW_BOARD)


@clause("LW-1", "Q-28")
@pytest.mark.parametrize(
    ("ante", "preflop", "flop", "river"),
    [
        (7_500, ("4x", "3x", "check"), ("2x", "check"), ("1x", "fold")),
        (7_600, ("3x", "check"), ("2x", "check"), ("1x", "fold")),
        (10_000, ("3x", "check"), ("2x", "check"), ("1x", "fold")),
        (10_100, ("check",), ("2x", "check"), ("1x", "fold")),
        (15_000, ("check",), ("2x", "check"), ("1x", "fold")),
        (15_100, ("check",), ("check",), ("1x", "fold")),
        (30_000, ("check",), ("check",), ("1x", "fold")),
    ],
)
def test_q_28_how_far_each_multiple_is_offered(
    ante: int, preflop: tuple[str, ...], flop: tuple[str, ...], river: tuple[str, ...]
) -> None:
    game = dealt(ante)
    for offered in (preflop, flop, river):
        assert decisions(game.table, "P1", game.rules) == offered
        acts = [one.action for one in legal(game.table, "P1", game.rules) if isinstance(one, c.Act)]
        assert tuple(acts) == offered
        for action in {"4x", "3x", "2x"} - set(offered):
            assert game.refused(c.Act("P1", action)).code in (
                "act/above_ceiling",
                "act/not_allowed",
            )
        if "check" in offered:
            game.act(1, "check")


@clause("Q-28")
def test_q_28_the_refusal_says_what_would_be_staked_and_the_limit() -> None:
    game = dealt(10_000)
    refusal = game.refused(c.Act("P1", "4x"))
    assert (refusal.code, refusal.where, refusal.clause) == ("act/above_ceiling", "action", "LW-1")
    assert refusal.sentence == "4x would be $400; the limit for one wager is $300"
    assert decision_options(game.table, "P1", game.rules)[:2] == [
        DecisionOption("4x", 40_000, "above_ceiling", 30_000),
        DecisionOption("3x", 30_000),
    ]


def test_a_decision_beyond_ones_chips_says_so() -> None:
    game = dealt(7_500, chips=40_000)
    assert decision_options(game.table, "P1", game.rules)[0] == DecisionOption(
        "4x", 30_000, "not_enough_chips", 25_000
    )
    assert decision_options(game.table, "nobody", game.rules) == []


@clause("LW-1")
def test_lw_1_limits_may_be_lower_and_never_higher() -> None:
    assert defects(HOUSE, {"limits": {"maximum": "301"}})["limits.maximum"].clause == "Q-28"
    assert rules_of(HOUSE, {"limits": {"maximum": "299"}}).limits.maximum == 299_00
    game = Game(HOUSE)
    refusal = game.refused(c.SetLimits("Flo", 500, 30_100))
    assert (refusal.code, refusal.clause) == ("house/departs", "LW-1")
    lower = Game(HOUSE, {"limits": {"maximum": "100", "ceiling": "100"}})
    refusal = lower.refused(c.SetLimits("Flo", 500, 20_000))
    assert (refusal.code, refusal.clause) == ("limits/above_ceiling", "LW-1")
    game.do(c.SetLimits("Flo", 500, 20_000))


@clause("Q-28")
def test_q_28_a_ceiling_has_a_source_and_binds_the_progressive() -> None:
    source = {"ceiling": {"value": "500", "clause": "Q-28"}}
    assert "limits.ceiling_source" in defects("hollywood-pa", {"limits": source})
    low: Changes = {
        "limits": {"minimum": "1", "maximum": "4", "ceiling": "4"},
        "progressive": {"offered": True},
    }
    assert defects(HOUSE, low)["progressive.wager"].code == "limits/above_ceiling"
    dear = {"progressive": {"wager": "1001"}}
    assert defects("hollywood-pa", dear)["progressive.wager"].code == "wager/above_maximum"


@clause("Q-6", "Q-28")
def test_q_6_a_back_line_is_within_the_ceiling_too_and_so_is_its_reserve() -> None:
    ceiling = {"value": "300", "clause": "Q-28"}
    source = {"value": "a rule of another state, 2026", "clause": "Q-28"}
    limits = {"maximum": "300", "ceiling": ceiling, "ceiling_source": source}
    game = Game("california", {"limits": limits}).sit(1, 6).bank(6).bet(1, 5_000)
    game.do(c.Join("Bea", 50_000))
    game.do(c.BackSeat("Bea", 1, {"ante": 10_000, "blind": 10_000}))
    game.deal({1: "As Ah"}, PAIR, LOW_BOARD)
    assert decisions(game.table, "P1", game.rules) == ("3x", "check")
    assert game.refused(c.Act("P1", "4x")).code == "act/above_ceiling"
