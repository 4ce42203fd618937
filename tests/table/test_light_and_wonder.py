"""light-and-wonder, clause by clause."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, NO_PAIR, Game, defects, order_of, quick, rules_of
from uth.core.cards import DECK, print_cards
from uth.core.hands import Category
from uth.rulebook.model import VOID_REASONS
from uth.table import commands as c
from uth.table import events as e

HOUSE = "light-and-wonder"
PAIR = "Kc 4d"
STAKES = {"ante": 1_000, "blind": 1_000, "trips": 500}
LINK_ON = {"progressive": {"offered": True}}
clause = pytest.mark.clause


@clause("LW-1")
def test_lw_1_a_rulebook_names_its_own_limits() -> None:
    rules = rules_of(HOUSE, {"limits": {"minimum": "3", "maximum": "100"}})
    assert (rules.limits.minimum, rules.limits.maximum) == (300, 10_000)
    assert defects(HOUSE, {"limits": {"minimum": "400"}})["limits.minimum"].clause == "LW-1"


def dealt(procedure: str) -> Game:
    game = Game(HOUSE, {"dealing": {"procedure": procedure}}).sit(1, 3).bet(1).bet(3)
    game.close()
    game.do(c.Deal(DECK))
    return game


@clause("LW-2")
def test_lw_2_hand_held_two_cards_left_to_right_then_the_board() -> None:
    game = dealt("hand-held")
    hands = game.hands()
    assert hands == {1: "2c 2d", 3: "2h 2s", 0: "3c 3d"}
    assert print_cards(game.table.board) == "3h 3s 4c 4d 4h"
    assert "LW-2" in game.last(e.Dealt).clauses


@clause("LW-3")
def test_lw_3_community_cards_first() -> None:
    game = dealt("community-first")
    assert print_cards(game.table.board) == "2c 2d 2h 2s 3c"
    assert "LW-3" in game.last(e.Dealt).clauses


@clause("LW-4")
def test_lw_4_right_to_left_antes_first_without_a_pair() -> None:
    game = quick(HOUSE, {1: "9c 9d", 5: "Ac 5d"}, NO_PAIR, {1: "4x", 5: "4x"})
    assert order_of(game.rows())[:3] == [(5, "ante"), (1, "ante"), (5, "play")]
    assert game.row(5, "ante").clauses[0] == "LW-4"
    assert "LW-4" in game.last(e.SettlementBegun).clauses


@clause("LW-5")
def test_lw_5_the_casino_may_settle_the_other_way_round() -> None:
    changes = {"settlement": {"direction": "left-to-right"}}
    game = quick(HOUSE, {1: "9c 9d", 5: "Ac 5d"}, PAIR, {1: "4x", 5: "4x"}, changes=changes)
    assert list(dict.fromkeys(row.seat for row in game.rows())) == [1, 5]
    wrong = defects(HOUSE, {"settlement": {"direction": "at random"}})
    assert wrong["settlement.direction"].clause == "LW-5"


@clause("LW-6", "Q-21")
def test_lw_6_a_malfunction_voids_the_round_and_every_wager_goes_back() -> None:
    game = Game(HOUSE).sit(1, 2).bet(1, 1_000, trips=500).bet(2)
    game.deal({1: "9c 9d", 2: "Ac 5d"}, PAIR, LOW_BOARD).act(1, "4x")
    for reason in VOID_REASONS[1:]:
        refusal = game.refused(c.VoidRound("Fay", reason))
        assert (refusal.code, refusal.clause) == ("void/reason", "LW-6")
    game.void("shuffler-malfunction")
    assert [game.table.chips(player) for player in ("P1", "P2")] == [game.chips, game.chips]
    assert game.last(e.RoundVoided).clauses[0] == "LW-6"
    assert game.last(e.RoundClosed).void
    assert game.phase() == "betting"


@clause("LW-7")
def test_lw_7_nobody_wagers_on_anothers_hand() -> None:
    game = Game(HOUSE).sit(1, 2).bet(1)
    refusal = game.refused(c.BackSeat("P2", 1, {"ante": 1_000, "blind": 1_000}))
    assert (refusal.code, refusal.clause) == ("back_line/not_here", "LW-7")


@clause("LW-8")
def test_lw_8_bad_beat_needs_trips_and_a_tie_loses() -> None:
    game = Game(HOUSE).sit(1)
    wagers = {"ante": 1_000, "blind": 1_000, "bad_beat": 100}
    assert game.refused(c.Wager("P1", wagers)).clause == "LW-8"
    tie = quick(HOUSE, {1: "Th Qh"}, "Ts Qs", {1: "4x"}, wagers={**wagers, "trips": 100})
    assert (tie.row(1, "bad_beat").taken, tie.row(1, "bad_beat").clauses[0]) == (100, "LW-8")
    assert defects(HOUSE, {"tables": {"bad_beat": 1}})["tables.bad_beat"].clause == "LW-8"


@clause("LW-9", "Q-4")
def test_lw_9_ultimate_pairs_stays_in_action_after_a_fold() -> None:
    wagers = {"ante": 1_000, "blind": 1_000, "ultimate_pairs": 200}
    game = quick(HOUSE, {1: "4c 4h"}, PAIR, {1: "fold"}, wagers=wagers)
    row = game.row(1, "ultimate_pairs")
    assert (row.paid, row.clauses[0]) == (800, "LW-9")
    assert [call.seat for call in game.calls("hand.tucked_pairs")] == [1]


@clause("LW-10", "Q-9")
@pytest.mark.parametrize(
    ("cards", "dealer", "odds"),
    [("Ac Ad", "Ah As", 1_000), ("Ac Ad", "Kh 5d", 30), ("Ac Kc", "Kh 5d", 25),
     ("As Qs", "Kh 5d", 20), ("As Kc", "Kh 5d", 15), ("Jh Jc", "Kh 5d", 10),
     ("As Jc", "Kh 5d", 5), ("Tc Td", "Kh 5d", 3), ("Kd Qc", "Ah As", 0)],
)  # fmt: skip
def test_lw_10_only_the_top_prize_of_table_two_looks_at_the_dealer(
    cards: str, dealer: str, odds: int
) -> None:
    game = quick(
        HOUSE, {1: cards}, dealer, {1: "fold"}, board="2c 7d 9h 3s 4s",
        wagers={"ante": 1_000, "blind": 1_000, "ultimate_pairs": 100},
        changes={"tables": {"ultimate_pairs": "2"}},
    )  # fmt: skip
    row = game.row(1, "ultimate_pairs")
    assert row.paid - row.taken == (odds * 100 or -100)
    assert "LW-10" in row.clauses
    assert "ultimate_pairs" in game.rules.pays.assumed
    own = {"MINE": {"clauses": ["Q-9"], "pays": [{"hands": ["AX"], "pays": "1 to 1"}]}}
    wrong = defects(HOUSE, {"tables": {"ultimate_pairs": "MINE"}, "ultimate_pairs": own})
    assert wrong["tables.ultimate_pairs"].clause == "LW-10"
    assert wrong["ultimate_pairs.MINE.pays[0].hands[0]"].clause == "Q-9"


@clause("LW-11")
@pytest.mark.parametrize("name", ["UTH-01", "UTH-02", "UTH-03", "UTH-04"])
def test_lw_11_four_tables_with_one_blind(name: str) -> None:
    blind = rules_of(HOUSE, {"tables": {"paytable": name}}).pays.by_category("blind")
    assert [str(blind[kind]) for kind in sorted(blind, key=lambda kind: -kind.value)] == [
        "500 to 1", "50 to 1", "10 to 1", "3 to 1", "3 to 2", "1 to 1",
    ]  # fmt: skip
    assert Category.THREE_OF_A_KIND not in blind
    own = {"MINE": {"blind": {"straight": "1 to 1"}, "trips": {}}}
    wrong = defects(HOUSE, {"tables": {"paytable": "MINE"}, "paytable": own})
    assert wrong["tables.paytable"].clause == "LW-11"


@clause("LW-12")
def test_lw_12_a_linked_jackpot_with_envy_where_a_rulebook_turns_it_on() -> None:
    wagers = {"ante": 1_000, "blind": 1_000, "progressive": 500}
    assert Game(HOUSE).sit(1).refused(c.Wager("P1", wagers)).code == "wager/not_offered"
    game = quick(
        HOUSE, {1: "Jh Th", 2: "9c 9d"}, "2h 7c", {1: "4x", 2: "4x"},
        board="Ah Kh Qh 2c 7d", wagers=wagers, changes=LINK_ON,
    )  # fmt: skip
    assert game.last(e.ProgressiveStaked).clauses[0] == "LW-12"
    game.do(c.AwardJackpots(((1, 1_000_000, 0),)))
    assert game.row(1, "progressive").paid == 1_000_000
    assert (game.row(2, "envy").paid, game.row(2, "envy").clauses[0]) == (500_000, "LW-12")
    wrong = defects(HOUSE, {"progressive": {"offered": "sometimes"}})
    assert wrong["progressive.offered"].clause == "LW-12"


@clause("LW-13", "Q-25")
def test_lw_13_a_table_aggregate_caps_wagers_that_pay_odds() -> None:
    aggregate = {"payouts": {"aggregate": {"value": "20", "clause": "LW-13"}}}
    game = quick(
        HOUSE, {1: "9c 9d", 2: "7c 7h"}, PAIR, {1: "4x", 2: "4x"}, wagers=STAKES, changes=aggregate
    )
    assert [(row.seat, row.paid) for row in game.rows() if row.wager == "trips"] == [
        (2, 1_500), (1, 500),
    ]  # fmt: skip
    short = game.row(1, "trips")
    assert (short.short, short.short_by) == (1_000, "aggregate")
    assert {"LW-13", "Q-25"} <= set(short.clauses)
    assert game.row(1, "play").paid == 4_000
    for clause_id in ("LW-13", "Q-25"):
        changes = {"payouts": {"aggregate": {"value": {"play": "1"}, "clause": clause_id}}}
        wrong = defects(HOUSE, changes)["payouts.aggregate.play"]
        assert wrong.code == "rulebook/aggregate"
    malformed = {"payouts": {"aggregate": {"value": "much", "clause": "LW-13"}}}
    assert defects(HOUSE, malformed)["payouts.aggregate"].clause == "LW-13"
    rules_of(HOUSE, {"payouts": {"aggregate": {"value": {"blind": "5"}, "clause": "Q-25"}}})


@clause("LW-15")
@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("Ts Qc", [1_000, 4_000, 1_000, 2_000]),
        ("9c 9d", [1_000, 4_000, 0, 1_500]),
        ("3h 5s", [-1_000, -4_000, -1_000, -500]),
        ("Kh 4s", [0, 0, 0, -500]),
    ],
)
def test_lw_15_the_base_game(cards: str, ends: list[int]) -> None:
    game = quick(HOUSE, {1: cards}, PAIR, {1: "4x"}, wagers=STAKES)
    assert [row.paid - row.taken for row in game.rows()] == ends
    assert all(row.clauses[0] == "LW-15" for row in game.rows() if row.wager != "trips")


@clause("LW-16")
def test_lw_16_three_of_a_kind_always_wins_trips_even_after_a_fold() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "fold"}, wagers=STAKES)
    assert (game.row(1, "trips").paid, game.row(1, "trips").clauses[0]) == (1_500, "LW-16")
