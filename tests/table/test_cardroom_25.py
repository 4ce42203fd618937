"""cardroom-25, clause by clause."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, NO_PAIR, Game, defects, order_of, quick, rules_of
from uth.core.cards import DECK, print_cards
from uth.table import commands as c
from uth.table import events as e
from uth.table.view import Waiting, view

HOUSE = "cardroom-25"
PAIR = "Kc 4d"
STAKES = {"ante": 1_000, "blind": 1_000, "trips": 500}
ROYAL_BOARD = "Ah Kh Qh 2c 7d"
clause = pytest.mark.clause


@clause("CR-1")
def test_cr_1_equal_ante_and_blind_trips_optional() -> None:
    game = Game(HOUSE).sit(1).bet(1, 500).bet(1, 500, trips=100)
    assert "CR-1" in game.last(e.WagersPlaced).clauses
    assert game.refused(c.Wager("P1", {"ante": 500, "blind": 300})).clause == "CR-1"


@clause("CR-2")
def test_cr_2_five_community_cards_first() -> None:
    game = Game(HOUSE).sit(2, 5).bet(2, 500).bet(5, 500)
    game.close()
    game.do(c.Deal(DECK))
    assert print_cards(game.table.board) == "2c 2d 2h 2s 3c"
    hands = game.hands()
    assert hands == {2: "3d 3h", 5: "3s 4c", 0: "4d 4h"}
    assert "CR-2" in game.last(e.Dealt).clauses


@clause("CR-3")
def test_cr_3_one_play_bet_and_the_cards_are_tucked_under_the_blind() -> None:
    game = Game(HOUSE).sit(1, 2, 3).bet(1).bet(2).bet(3)
    game.deal({1: "9c 9d", 2: "Ac 3d", 3: "3h 5s"}, PAIR, LOW_BOARD)
    assert game.refused(c.Act("P1", "2x")).clause == "CR-3"
    game.act(1, "3x").act(2, "check").act(3, "check").act(2, "2x").act(3, "check", "fold")
    assert [call.seat for call in game.calls("hand.tucked")] == [1, 2]
    assert game.calls("hand.tucked")[0].clauses == ("CR-3",)


@clause("CR-4")
def test_cr_4_the_dealer_announces_then_settles_right_to_left() -> None:
    game = quick(HOUSE, {1: "9c 9d", 4: "Ac 3d"}, PAIR, {1: "4x", 4: "1x"}, wagers=STAKES)
    assert "CR-4" in game.last(e.DealerTurned).clauses
    assert list(dict.fromkeys(row.seat for row in game.rows())) == [4, 1]
    assert "CR-4" in game.last(e.SettlementBegun).clauses


@clause("CR-5", "Q-5")
def test_cr_5_antes_of_hands_in_play_are_refunded_first() -> None:
    hands = {1: "9c 9d", 2: "3h 5s", 4: "Ac 3d"}
    actions = {1: "4x", 2: "fold", 4: "1x"}
    game = quick(HOUSE, hands, NO_PAIR, actions, wagers={"ante": 1_000, "blind": 1_000})
    assert order_of(game.rows()) == [
        (4, "ante"), (1, "ante"), (4, "play"), (4, "blind"), (2, "ante"), (2, "blind"),
        (1, "play"), (1, "blind"),
    ]  # fmt: skip
    assert game.row(1, "ante").clauses[0] == "CR-5"
    assert (game.row(2, "ante").outcome, game.row(2, "ante").clauses[0]) == ("lose", "Q-5")
    first_look = game.events.index(game.all(e.HandRanked)[0])
    assert game.events.index(game.row(1, "ante")) < first_look
    later = quick(
        HOUSE, hands, NO_PAIR, actions, changes={"settlement": {"antes_first": False}},
        wagers={"ante": 1_000, "blind": 1_000},
    )  # fmt: skip
    assert order_of(later.rows())[:3] == [(4, "ante"), (4, "play"), (4, "blind")]
    wrong = defects(HOUSE, {"settlement": {"antes_first": "later"}})["settlement.antes_first"]
    assert wrong.clause == "CR-5"


@clause("CR-6")
def test_cr_6_folded_trips_are_tucked_others_taken_first() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "fold"}, wagers=STAKES)
    assert order_of(game.rows()) == [(1, "ante"), (1, "blind"), (1, "trips")]
    trips = game.row(1, "trips")
    assert (trips.paid, trips.clauses[0]) == (1_500, "CR-6")
    tucked = game.events.index(game.calls("hand.tucked_trips")[0])
    assert game.events.index(game.row(1, "blind")) < tucked < game.events.index(trips)


@clause("CR-7")
def test_cr_7_the_maximum_is_25() -> None:
    assert Game(HOUSE).sit(1).refused(c.Wager("P1", {"ante": 2_600, "blind": 2_600}))
    assert defects(HOUSE, {"limits": {"maximum": "26"}})["limits.maximum"].clause == "CR-7"


@clause("CR-8")
def test_cr_8_the_floor_changes_the_minimum_and_tells_surveillance() -> None:
    game = Game(HOUSE).sit(1)
    game.do(c.SetLimits("Fay", 500, 2_500))
    changed = game.last(e.LimitsChanged)
    assert (changed.minimum, changed.by, changed.clauses) == (500, "Fay", ("CR-8",))
    assert "surveillance" in game.call_texts("limits.changed")[0]
    assert game.refused(c.SetLimits("Fay", 400, 2_500)).clause == "CR-8"


@clause("CR-9")
def test_cr_9_those_who_play_lower_keep_the_minimum_until_they_leave() -> None:
    game = Game(HOUSE).sit(1, 2).bet(1, 300).bet(2, 400)
    game.do(c.SetLimits("Fay", 500, 2_500))
    event = game.last(e.MinimumGrandfathered)
    assert (event.player, event.minimum, event.clauses) == ("P2", 300, ("CR-9",))
    game.bet(1, 300)
    game.sit(3)
    assert game.refused(c.Wager("P3", {"ante": 300, "blind": 300})).code == "wager/below_minimum"
    game.do(c.Leave("P2"))
    game.sit(2)
    assert game.refused(c.Wager("P2", {"ante": 300, "blind": 300})).code == "wager/below_minimum"


@clause("CR-9")
def test_cr_9_by_default_only_who_played_lower_keeps_the_minimum() -> None:
    """P2 played $5, P3 never bet, P4's seat is held; their last rounds count."""
    game = Game(HOUSE).sit(1, 2, 4).bet(1, 300).bet(2, 500).bet(4, 300)
    game.deal({1: "9c 9d", 2: "Ac 5d", 4: "Ad 5c"}, PAIR, LOW_BOARD)
    game.finish({1: "4x", 2: "4x", 4: "4x"}).sit(3)
    game.do(c.HoldSeat("Fay", "P4", 20))
    game.do(c.Leave("P4"))
    game.do(c.SetLimits("Fay", 500, 2_500))
    assert [kept.player for kept in game.all(e.MinimumGrandfathered)] == ["P1", "P4"]
    game.do(c.Sit("P4", 4, 50_000))
    game.bet(4, 300).bet(1, 300)
    for player in ("P2", "P3"):
        refusal = game.refused(c.Wager(player, {"ante": 300, "blind": 300}))
        assert refusal.code == "wager/below_minimum"


@clause("CR-9")
def test_cr_9_the_floor_chooses_player_by_player() -> None:
    """Of those who play at $3: P2 plays at $5, P4 never bet, and Zed is not here."""
    game = Game(HOUSE).sit(1, 2, 3, 4).bet(1, 300).bet(2, 500).bet(3, 300)
    for player in ("Zed", "P2", "P4"):
        refusal = game.refused(c.SetLimits("Fay", 500, 2_500, keep=(player,)))
        assert (refusal.code, refusal.clause) == ("limits/keep", "CR-9")
    game.do(c.SetLimits("Fay", 500, 2_500, keep=("P3",)))
    assert [kept.player for kept in game.all(e.MinimumGrandfathered)] == ["P3"]
    assert game.table.seat(1).wagers == {}
    assert game.table.seat(2).wagers == {"ante": 500, "blind": 500}
    game.bet(3, 300)
    assert game.refused(c.SetLimits("Fay", 500, 2_500, keep=("P1",))).code == "limits/keep"
    game.do(c.SetLimits("Fay", 500, 2_500))
    assert game.table.seat(3).wagers == {"ante": 300, "blind": 300}
    game.do(c.SetLimits("Fay", 500, 2_500, keep=()))
    assert game.last(e.MinimumLost).player == "P3"
    assert game.table.seat(3).wagers == {}


@clause("CR-9")
def test_cr_9_a_minimum_that_rises_again_asks_again() -> None:
    game = Game(HOUSE).sit(1).bet(1, 300)
    for minimum in (500, 300):
        game.do(c.SetLimits("Fay", minimum, 2_500))
    game.bet(1, 1_000)
    game.do(c.SetLimits("Fay", 500, 2_500))
    assert game.last(e.MinimumLost).player == "P1"
    assert game.table.least(game.table.seat(1)) == 500
    elsewhere = Game("light-and-wonder").sit(1).bet(1, 500)
    refusal = elsewhere.refused(c.SetLimits("Fay", 1_000, 30_000, keep=("P1",)))
    assert refusal.code == "limits/keep"


@clause("CR-9")
def test_cr_9_a_held_seat_keeps_minimum_and_place() -> None:
    game = Game(HOUSE).sit(1).bet(1, 300)
    game.do(c.SetLimits("Fay", 500, 2_500))
    game.do(c.HoldSeat("Fay", "P1", 20))
    game.do(c.Leave("P1"))
    assert game.table.balances == {}
    assert game.refused(c.Sit("X", 1, 1_000)).clause == "CR-9"
    assert game.refused(c.Sit("P1", 2, 1_000)).code == "seat/other"
    game.do(c.Sit("P1", 1, 50_000))
    game.bet(1, 300)
    assert game.last(e.SeatHeld).minutes == 20


@clause("CR-9")
def test_cr_9_a_hold_that_runs_out_loses_the_minimum() -> None:
    game = Game(HOUSE).sit(1).bet(1, 300)
    game.do(c.SetLimits("Fay", 500, 2_500))
    game.do(c.HoldSeat("Fay", "P1", 20))
    game.do(c.Leave("P1"))
    game.do(c.ReleaseSeat("Fay", 1))
    assert game.last(e.SeatReleased).clauses == ("CR-9",)
    game.sit(1)
    assert game.refused(c.Wager("P1", {"ante": 300, "blind": 300})).code == "wager/below_minimum"


@clause("CR-10")
def test_cr_10_management_posts_a_maximum_at_an_open_table_and_withdraws_it() -> None:
    game = Game(HOUSE).sit(1)
    assert game.refused(c.WithdrawMaximum("Fay")).code == "maximum/none"
    for amount in (0, -100, 150):
        refusal = game.refused(c.PostMaximum("Fay", amount))
        assert (refusal.code, refusal.clause) == ("maximum/amount", "CR-10")
    game.do(c.PostMaximum("Fay", 6_000))
    posted = game.last(e.MaximumPosted)
    assert (posted.maximum, posted.by, posted.clauses) == (6_000, "Fay", ("CR-10",))
    assert "$60" in game.call_texts("table.maximum_posted")[0]
    assert view(game.table).posted_maximum == 6_000
    game.do(c.Wager("P1", STAKES))
    game.deal({1: "Ts Qc"}, PAIR, LOW_BOARD)
    for command in (c.PostMaximum("Fay", 100), c.WithdrawMaximum("Fay")):
        assert game.refused(command).code == "round/under_way"
    game.finish({1: "4x"})
    assert sum(row.paid for row in game.rows()) <= 6_000
    game.do(c.WithdrawMaximum("Fay"))
    assert game.last(e.MaximumWithdrawn).clauses == ("CR-10",)
    assert game.call_texts("table.maximum_withdrawn")
    assert game.table.posted_maximum is None
    for house in ("light-and-wonder", "hollywood-pa", "california"):
        assert Game(house).refused(c.PostMaximum("Fay", 100)).code == "maximum/not_here"


@clause("CR-10")
def test_cr_10_the_maximum_that_was_posted_when_the_round_began_binds() -> None:
    paid = []
    for posted in (None, 3_000, None):
        game = Game(HOUSE).sit(1)
        if posted:
            game.do(c.PostMaximum("Fay", posted))
        game.do(c.Wager("P1", STAKES))
        game.deal({1: "Ac Ad"}, PAIR, LOW_BOARD).finish({1: "4x"})
        paid.append(sum(row.paid for row in game.rows()))
    assert paid[0] == paid[2] > paid[1] == 3_000


@clause("CR-13")
def test_cr_13_patrons_may_not_stand_while_playing() -> None:
    game = Game(HOUSE).sit(1).bet(1, 500)
    for command in (
        c.Join("Bea", 50_000),
        c.Wager("Bea", {"ante": 500, "blind": 500}),
        c.BackSeat("Bea", 1, {"ante": 500, "blind": 500}),
    ):
        refusal = game.refused(command)
        assert (refusal.code, refusal.clause) == ("seat/standing", "CR-13")
    assert game.refused(c.BackSeat("P1", 1, {"ante": 500, "blind": 500})).clause != "CR-13"


@clause("CR-10", "Q-12")
def test_cr_10_a_posted_maximum_is_used_up_in_settlement_order() -> None:
    changes = {"payouts": {"maximum": {"value": "60", "clause": "CR-10"}}}
    game = quick(
        HOUSE, {1: "Ts Qc"}, PAIR, {1: "4x"}, wagers=STAKES, changes=changes,
    )  # fmt: skip
    assert game.calls("table.maximum_posted")[0].clauses == ("CR-10",)
    assert [(row.wager, row.paid) for row in game.rows()] == [
        ("ante", 1_000), ("play", 4_000), ("blind", 1_000), ("trips", 0),
    ]  # fmt: skip
    trips = game.row(1, "trips")
    assert (trips.outcome, trips.short, trips.short_by) == ("win", 2_000, "cap")
    assert {"CR-10", "Q-12"} <= set(trips.clauses)
    wrong = defects(HOUSE, {"payouts": {"maximum": {"value": "-1", "clause": "CR-10"}}})
    assert wrong["payouts.maximum"].clause == "CR-10"


@clause("CR-11")
def test_cr_11_each_wager_is_paid_separately() -> None:
    game = quick(HOUSE, {1: "Ts Qc"}, PAIR, {1: "4x"}, wagers=STAKES)
    paid = [row for row in game.rows() if row.paid]
    assert [row.wager for row in paid] == ["ante", "play", "blind", "trips"]
    assert all("CR-11" in row.clauses for row in paid)


@clause("CR-12", "Q-19")
def test_cr_12_a_payout_over_300_waits_for_the_floor() -> None:
    game = quick(
        HOUSE, {1: "Jh Th", 2: "9c 9d"}, "2h 7c", {1: "4x", 2: "4x"}, board=ROYAL_BOARD,
        wagers={"ante": 1_000, "blind": 1_000},
    )  # fmt: skip
    assert game.phase() == "settling"
    asked = game.last(e.ApprovalRequested)
    assert (asked.wager, asked.amount, asked.clauses) == ("blind", 500_000, ("CR-12", "Q-19"))
    assert view(game.table).waiting == Waiting(1, "P1", "blind", 500_000)
    assert game.refused(c.Approve("P1", 500_000)).code == "approval/own"
    assert game.refused(c.Approve("Fay", 400_000)).code == "approval/amount"
    game.do(c.Approve("Fay", 500_000))
    assert game.last(e.Approved).by == "Fay"
    assert game.phase() == "betting"
    assert game.row(1, "blind").paid == 500_000
    assert view(game.table).waiting is None
    assert game.refused(c.Approve("Fay", 500_000)).code == "approval/none"


@clause("Q-19")
def test_q_19_exactly_300_does_not_wait() -> None:
    game = quick(
        HOUSE, {1: "Kh Kc"}, "2h 7c", {1: "4x"}, board="Kd Ks 3h 4c 9d",
        wagers={"ante": 1_000, "blind": 1_000, "trips": 1_000},
    )  # fmt: skip
    assert game.row(1, "trips").paid == 30_000
    assert not game.all(e.ApprovalRequested)
    above = quick(
        HOUSE, {1: "Kh Kc"}, "2h 7c", {1: "4x"}, board="Kd Ks 3h 4c 9d",
        wagers={"ante": 1_000, "blind": 1_000, "trips": 1_100},
    )  # fmt: skip
    assert "Q-19" in above.last(e.ApprovalRequested).clauses


@clause("CR-14")
@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("Ts Qc", [("ante", 1_000), ("play", 1_000), ("blind", 1_000), ("trips", 2_000)]),
        ("9c 9d", [("ante", 1_000), ("play", 1_000), ("blind", 0), ("trips", 1_500)]),
        ("3h 5s", [("ante", -1_000), ("play", -1_000), ("blind", -1_000), ("trips", -500)]),
        ("Kh 4s", [("ante", 0), ("play", 0), ("blind", 0), ("trips", -500)]),
    ],
)
def test_cr_14_the_base_game(cards: str, ends: list[tuple[str, int]]) -> None:
    game = quick(HOUSE, {1: cards}, PAIR, {1: "1x"}, wagers=STAKES)
    assert [(row.wager, row.paid - row.taken) for row in game.rows()] == ends
    assert all("CR-14" in row.clauses for row in game.rows())
    assert rules_of(HOUSE).play.qualify == "pair"
