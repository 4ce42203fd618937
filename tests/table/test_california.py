"""california, clause by clause: the seats, the bank, the deal and the streets."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, Game, defects, order_of, quick, rules_of
from uth.core.cards import DECK, parse_cards, print_cards
from uth.core.texts import text
from uth.table import commands as c
from uth.table import events as e
from uth.table.view import view

HOUSE = "california"
PAIR = "Kc 4d"
"""With LOW_BOARD: a pair of kings."""


def clause(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.clause(*ids)


@clause("CA-1.1")
def test_ca_1_1_the_bank_pays_winners_and_collects_losers_bonuses_included() -> None:
    game = quick(
        HOUSE,
        {1: "9c 9d", 2: "3h 5s"},
        PAIR,
        {1: "4x", 2: "fold"},
        wagers={"ante": 1_000, "blind": 1_000, "trips": 500},
    )
    bank = game.last(e.BankSettled)
    won = 1_000 + 4_000 + 3 * 500
    assert (bank.paid, bank.collected) == (won, 2_500)
    assert game.table.chips("P6") == game.chips - won + 2_500
    assert "CA-1.1" in bank.clauses


@clause("CA-1.1", "CA-1.2", "CA-7.10")
@pytest.mark.parametrize("coverage", ["gross", "action"])
def test_ca_1_1_a_bank_never_wins_or_loses_more_than_it_wagered(coverage: str) -> None:
    game = quick(
        HOUSE,
        {1: "9c 9d", 2: "9s Tc", 3: "3h 5s"},
        PAIR,
        {1: "4x", 2: "2x", 3: "fold"},
        wagers={"ante": 10_000, "blind": 10_000},
        bank=7_000,
        changes={"bank": {"coverage": coverage}},
    )
    bank = game.last(e.BankSettled)
    assert bank.paid <= 7_000
    assert abs(bank.collected - bank.paid) <= 7_000
    assert any(row.outcome == "returned" for row in game.rows())


@clause("CA-1.2")
def test_ca_1_2_what_an_exhausted_bank_does_not_cover_goes_back() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "4x"}, bank=500, wagers={"ante": 500, "blind": 500})
    assert game.row(1, "ante").paid == 500
    play = game.row(1, "play")
    assert (play.outcome, play.returned, play.clauses[0]) == ("returned", 2_000, "CA-1.2")


@clause("CA-1.3", "CA-7.11")
def test_ca_1_3_after_two_rounds_the_bank_is_offered_to_the_left() -> None:
    game = Game(HOUSE).sit(1, 2, 4)
    for _ in range(2):
        game.bank(2).bet(1).bet(4)
        game.deal({1: "9c 9d", 4: "3h 5s"}, PAIR, LOW_BOARD).finish({1: "4x", 4: "fold"})
    assert game.last(e.BankPassed).seat == 2
    assert game.table.bank.offered == 4
    refusal = game.refused(c.TakeBank("P2", 10_000))
    assert (refusal.code, refusal.clause) == ("bank/rotation", "CA-7.11")
    assert "CA-1.3" in game.last(e.BankPassed).clauses


@clause("CA-1.4")
def test_ca_1_4_the_house_has_no_part_in_the_outcome() -> None:
    game = quick(HOUSE, {1: "9c 9d", 2: "3h 5s"}, PAIR, {1: "4x", 2: "fold"})
    assert "CA-1.4" in game.last(e.BankSettled).clauses
    assert all(row.payer == "bank" for row in game.rows())
    assert game.balance("house") == 0


@clause("CA-2.1")
def test_ca_2_1_the_best_five_of_seven_for_player_and_banker() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "4x"})
    assert game.last(e.HandRanked).hand == "three_of_a_kind 9KJ"
    assert "CA-2.1" in game.last(e.HandRanked).clauses
    assert game.last(e.DealerTurned).hand == "pair KJ97"


@clause("CA-2.2")
def test_ca_2_2_the_later_the_bet_the_smaller() -> None:
    game = quick(
        HOUSE,
        {1: "9c 9d", 2: "Ac 3d", 3: "Ts 8d", 4: "Qc 5h", 5: "3h 5s"},
        PAIR,
        {1: "4x", 2: "3x", 3: "2x", 4: "1x", 5: "fold"},
        wagers={"ante": 1_000, "blind": 1_000},
    )
    played = {row.seat: row.stake for row in game.rows() if row.wager == "play"}
    assert played == {1: 4_000, 2: 3_000, 3: 2_000, 4: 1_000}
    assert all("CA-2.2" in event.clauses for event in game.all(e.Acted))


@clause("CA-3.1", "CA-3.2")
def test_ca_3_1_two_decks_alternate_and_one_is_shuffled_meanwhile() -> None:
    game = Game(HOUSE).sit(1, 2)
    for seat in (1, 1, 2):
        other = 3 - seat
        game.bank(seat).bet(other).deal({other: "9c 9d"}, PAIR, LOW_BOARD).finish({other: "4x"})
    assert [deal.colour for deal in game.all(e.Dealt)] == ["blue", "red", "blue"]
    assert "CA-3.1" in game.last(e.Dealt).clauses
    assert [call.facts["colour"] == "red" for call in game.calls("deck.shuffling")] == [
        True,
        False,
        True,
    ]


@clause("CA-4.1")
def test_ca_4_1_suits_are_equal() -> None:
    game = quick(HOUSE, {1: "Kc 4h"}, "Kh 4d", {1: "4x"})
    assert game.last(e.HandRanked).result == "tie"
    assert "CA-4.1" in game.last(e.HandRanked).clauses


@clause("CA-4.2")
@pytest.mark.parametrize(
    ("board", "player", "dealer", "result", "hand"),
    [
        ("3c 4d 5h Ks Qd", "Ac 2d", "2h 6s", "lose", "straight 5"),
        ("3c 4c 5c Ks Qd", "Ac 2c", "6c 7c", "lose", "straight_flush 5"),
        ("Tc Jc Qc Kc 2d", "Ac 3d", "9c 3h", "win", "royal_flush A"),
    ],
)
def test_ca_4_2_wheel_and_steel_wheel_are_the_lowest_of_their_kind(
    board: str, player: str, dealer: str, result: str, hand: str
) -> None:
    game = quick(HOUSE, {1: player}, dealer, {1: "4x"}, board=board)
    ranked = game.last(e.HandRanked)
    assert (ranked.result, ranked.hand) == (result, hand)
    assert "CA-4.2" in ranked.clauses


@clause("CA-5.1")
def test_ca_5_1_six_places_and_no_seventh() -> None:
    game = Game(HOUSE).sit(1, 2, 3, 4, 5, 6)
    assert game.last(e.PlayerSeated).clauses == ("CA-5.1",)
    assert game.refused(c.Sit("X", 7, 1_000)).clause == "CA-5.1"
    assert game.refused(c.Sit("X", 0, 1_000)).code == "seat/unknown"
    assert game.refused(c.Sit("X", 3, 1_000)).code == "seat/taken"
    assert defects(HOUSE, {"layout": {"places": 7}})["layout.places"].clause == "CA-5.1"


@clause("CA-5.2")
def test_ca_5_2_the_layout_bears_its_inscription() -> None:
    opened = Game(HOUSE).last(e.TableOpened)
    assert opened.inscription == "Player-Dealer Only Plays With a Pair or Higher"
    assert {"Ante", "Blind", "Bad Beat", "Trips", "Play"} == set(opened.circles)
    assert "CA-5.2" in opened.clauses


@clause("CA-6.1")
def test_ca_6_1_wagers_lie_within_the_limits() -> None:
    game = Game(HOUSE).sit(1)
    for amount, code in ((400, "wager/below_minimum"), (50_100, "wager/above_maximum")):
        refusal = game.refused(c.Wager("P1", {"ante": amount, "blind": amount}))
        assert (refusal.code, refusal.clause) == (code, "CA-6.1")
    crossed = defects(HOUSE, {"limits": {"minimum": "600"}})["limits.minimum"]
    assert (crossed.code, crossed.clause) == ("limits/crossed", "CA-6.1")


def backed(game: Game) -> Game:
    """Seat 1 stakes 10, and a bettor behind it 20 with Trips."""
    game.sit(1, 6).bank(6).bet(1, 1_000)
    game.do(c.Join("Bea", 50_000))
    game.do(c.BackSeat("Bea", 1, {"ante": 2_000, "blind": 2_000, "trips": 500}))
    return game


@clause("CA-6.2", "Q-6")
def test_ca_6_2_the_back_line_is_bound_by_the_seat() -> None:
    game = backed(Game(HOUSE)).deal({1: "9c 9d"}, PAIR, LOW_BOARD).finish({1: "4x"})
    assert game.row(1, "play", "Bea").stake == 8_000
    assert order_of(game.rows()) == [
        (1, "ante"), (1, "play"), (1, "blind"),
        (1, "ante"), (1, "play"), (1, "blind"), (1, "trips"),
    ]  # fmt: skip
    assert "CA-6.2" in game.row(1, "ante", "Bea").clauses
    assert game.table.chips("Bea") == 50_000 + 2_000 + 8_000 + 1_500
    wrong = defects(HOUSE, {"wagers": {"back_line": "maybe"}})["wagers.back_line"]
    assert wrong.clause == "CA-6.2"


@clause("CA-6.3", "Q-27", "Q-3")
def test_ca_6_3_the_combinations() -> None:
    game = Game(HOUSE).sit(1)
    for wagers in (
        {"ante": 500, "blind": 500},
        {"ante": 500, "blind": 500, "trips": 700},
        {"ante": 500, "blind": 500, "trips": 700, "bad_beat": 500},
    ):
        game.do(c.Wager("P1", wagers))
        assert game.last(e.WagersPlaced).wagers == wagers
        assert "CA-6.3" in game.last(e.WagersPlaced).clauses
    for wagers, code in (
        ({"ante": 500, "blind": 600}, "wager/unequal"),
        ({"trips": 500}, "wager/no_base"),
        ({"ante": 500}, "wager/no_base"),
        ({"ante": 500, "blind": 500, "bad_beat": 500}, "wager/needs"),
        ({"ante": 500, "blind": 500, "ultimate_pairs": 500}, "wager/not_offered"),
    ):
        refusal = game.refused(c.Wager("P1", wagers))
        assert (refusal.code, refusal.clause) == (code, "CA-6.3")


@clause("CA-6.4")
def test_ca_6_4_no_more_bets() -> None:
    game = Game(HOUSE).sit(1, 6).bank(6).bet(1)
    game.close()
    assert game.last(e.BetsClosed).clauses == ("CA-6.4",)
    for wagers in ({"ante": 500, "blind": 500}, {}):
        refusal = game.refused(c.Wager("P1", wagers))
        assert (refusal.code, refusal.clause) == ("round/under_way", "CA-6.4")


def dealt(procedure: str) -> Game:
    """Seats 2 and 4 play, seat 3 banks, from a deck in order."""
    game = Game(HOUSE, {"dealing": {"procedure": procedure}}).sit(2, 3, 4).bank(3).bet(2).bet(4)
    game.close()
    game.do(c.Deal(DECK))
    return game


@clause("CA-6.5")
def test_ca_6_5_clockwise_from_the_dealers_left_face_down() -> None:
    game = dealt("shuffler")
    assert game.last(e.Dealt).seats == (2, 4)
    assert "CA-6.5" in game.last(e.Dealt).clauses
    seen = view(game.table)
    assert seen.board == ()
    assert seen.dealer is None
    assert [seat.cards for seat in seen.seats if seat] == [None, None, None]


@clause("CA-6.6")
def test_ca_6_6_the_shoe_deals_one_at_a_time() -> None:
    game = dealt("shoe")
    hands = game.hands()
    assert hands == {2: "2c 2s", 4: "2d 3c", 0: "2h 3d"}
    assert print_cards(game.table.board) == "3h 3s 4c 4d 4h"
    assert "CA-6.6" in game.last(e.Dealt).clauses


@clause("CA-6.7")
def test_ca_6_7_the_shuffler_deals_two_at_a_time() -> None:
    game = dealt("shuffler")
    hands = game.hands()
    assert hands == {2: "2c 2d", 4: "2h 2s", 0: "3c 3d"}
    assert print_cards(game.table.board) == "3h 3s 4c 4d 4h"
    assert "CA-6.7" in game.last(e.Dealt).clauses


@clause("CA-6.8")
def test_ca_6_8_the_rest_goes_to_the_rack_unexposed() -> None:
    call = dealt("shuffler").calls("deal.rest")
    assert [event.clauses for event in call] == [("CA-6.8",)]
    assert "unexposed" in text(f"dealer.{call[0].call}")


@clause("CA-6.9")
def test_ca_6_9_check_or_3x_or_4x_once() -> None:
    game = dealt("shuffler")
    for action in ("2x", "1x", "fold", "5x"):
        assert game.refused(c.Act("P2", action)).clause == "CA-6.9"
    game.act(2, "3x")
    refusal = game.refused(c.Act("P2", "4x"))
    assert (refusal.code, refusal.clause) == ("act/decided", "CA-6.9")


@clause("CA-6.10")
def test_ca_6_10_the_flop_then_check_or_2x() -> None:
    game = dealt("shuffler").act(2, "check")
    assert game.table.turned == 0
    game.act(4, "check")
    flop = game.last(e.BoardTurned)
    assert (print_cards(flop.cards), flop.clauses) == ("3h 3s 4c", ("CA-6.10",))
    for action in ("4x", "1x", "fold"):
        assert game.refused(c.Act("P2", action)).clause == "CA-6.10"
    game.act(2, "2x")


@clause("CA-6.12")
def test_ca_6_12_turn_and_river_together_then_fold_or_1x() -> None:
    game = dealt("shuffler").act(2, "check").act(4, "4x").act(2, "check")
    river = game.last(e.BoardTurned)
    assert (print_cards(river.cards), river.clauses) == ("4d 4h", ("CA-6.12",))
    for action in ("check", "2x", "4x"):
        assert game.refused(c.Act("P2", action)).clause == "CA-6.12"
    game.act(2, "1x")
    assert game.phase() == "betting"


@clause("CA-6.14")
def test_ca_6_14_a_fold_loses_ante_and_blind_and_is_counted() -> None:
    game = quick(
        HOUSE, {1: "3h 5s", 2: "Ac 5d"}, PAIR, {1: "fold", 2: "1x"},
        wagers={"ante": 1_000, "blind": 1_000},
    )  # fmt: skip
    for wager in ("ante", "blind"):
        row = game.row(1, wager)
        assert (row.outcome, row.taken, row.clauses[0]) == ("lose", 1_000, "CA-6.14")
    assert [call.seat for call in game.calls("hand.spread")] == [1]
    trips = quick(
        HOUSE, {1: "3h 5s"}, PAIR, {1: "fold"},
        wagers={"ante": 1_000, "blind": 1_000, "trips": 500},
    )  # fmt: skip
    assert trips.row(1, "trips").clauses[0] == "CA-6.14"


@clause("CA-6.15")
def test_ca_6_15_the_bankers_cards_are_turned_over() -> None:
    turned = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "4x"}).last(e.DealerTurned)
    assert (turned.cards, turned.clauses) == (parse_cards(PAIR), ("CA-6.15",))


@clause("CA-6.16", "Q-18")
def test_ca_6_16_from_the_bankers_left_seat_by_seat() -> None:
    game = Game(HOUSE).sit(1, 2, 3, 5).bank(3, 1_500)
    for seat in (1, 2, 5):
        game.bet(seat, 1_000, trips=500)
    game.deal({1: "9c 9d", 2: "Kh Th", 5: "Ac Ad"}, PAIR, LOW_BOARD)
    game.finish({1: "4x", 2: "4x", 5: "4x"})
    seats = list(dict.fromkeys(row.seat for row in game.rows()))
    assert seats == [5, 1, 2]
    assert order_of(game.rows())[:4] == [(5, "ante"), (5, "play"), (5, "blind"), (5, "trips")]
    assert game.row(5, "ante").paid == 1_000
    assert (game.row(5, "play").paid, game.row(5, "play").short) == (500, 3_500)
    assert game.row(1, "ante").outcome == "returned"
    assert "CA-6.16" in game.last(e.SettlementBegun).clauses
    assert rules_of(HOUSE).settlement.direction == "from-banker"
