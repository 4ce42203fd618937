"""What both California documents say, each in its own words: one test for the two clauses."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, NO_PAIR, PAIR, Game, defects, order_of, quick, rules_of
from uth.core.cards import DECK, print_cards
from uth.table import commands as c
from uth.table import events as e
from uth.table.view import view

BASE = {"ante": 1_000, "blind": 1_000}
ALL = {**BASE, "trips": 500, "bad_beat": 500}


def both(*numbers: str) -> pytest.MarkDecorator:
    """The same clause of both documents: CA-… of the first, BB-… of the second."""
    return pytest.mark.parametrize(
        "house",
        [
            pytest.param(
                house, marks=[pytest.mark.clause(f"{prefix}-{number}") for number in numbers]
            )
            for house, prefix in (("california", "CA"), ("california-bad-beat", "BB"))
        ],
    )


def ends(game: Game, seat: int = 1) -> dict[str, tuple[str, int]]:
    """Wager → outcome, and what was paid less what was taken."""
    return {
        row.wager: (row.outcome, row.paid - row.taken) for row in game.rows() if row.seat == seat
    }


def dealt(house: str, procedure: str = "shuffler") -> Game:
    """Seats 2 and 4 play, seat 3 banks, from a deck in order."""
    game = Game(house, {"dealing": {"procedure": procedure}}).sit(2, 3, 4).bank(3).bet(2).bet(4)
    game.close()
    game.do(c.Deal(DECK))
    return game


@both("1.1", "1.4")
def test_the_player_dealer_pays_winners_and_collects_losers(house: str) -> None:
    game = quick(house, {1: "9c 9d", 2: "3h 5s"}, PAIR, {1: "4x", 2: "1x"}, wagers=ALL)
    paid, collected = 1_000 + 4_000 + 3 * 500, 500 + 3 * 1_000 + 2 * 500
    bank = game.last(e.BankSettled)
    assert (bank.paid, bank.collected) == (paid, collected)
    fees = sum(fee.amount for fee in game.all(e.FeeTaken))
    assert game.table.chips("P6") == game.chips - paid + collected - fees
    assert game.balance("house") == 0


@both("1.1")
@pytest.mark.parametrize("bank", [500, 1_500, 4_000, 7_000])
def test_the_bank_never_pays_and_collects_more_than_it_put_up(house: str, bank: int) -> None:
    game = quick(
        house, {1: "9c 9d", 2: "3h 5s"}, PAIR, {1: "4x", 2: "1x"}, wagers=BASE, bank=bank
    )  # fmt: skip
    settled = game.last(e.BankSettled)
    assert settled.paid + settled.collected == min(bank, 5_000 + 3_000)
    assert settled.paid == min(bank, 5_000)


@both("1.2", "6.16", "7.10", "9")
def test_what_an_exhausted_bank_does_not_cover_is_returned(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=ALL, bank=3_000)
    assert [(row.wager, row.outcome, row.paid) for row in game.rows()] == [
        ("ante", "win", 1_000), ("play", "win", 2_000), ("blind", "push", 0),
        ("trips", "returned", 0), ("bad_beat", "returned", 0),
    ]  # fmt: skip
    assert all(row.returned == row.stake for row in game.rows())


@both("1.3", "7.11")
def test_two_rounds_then_the_next_clockwise(house: str) -> None:
    game = Game(house).sit(1, 2, 4)
    assert game.table.bank.offered == 1
    for _ in range(2):
        game.bank(2).bet(1).bet(4)
        game.deal({1: "9c 9d", 4: "3h 5s"}, PAIR, LOW_BOARD).finish({1: "4x", 4: "fold"})
    assert game.table.bank.offered == 4
    assert game.refused(c.TakeBank("P2", 10_000)).code == "bank/rotation"
    game.do(c.DeclineBank("P4"))
    assert game.table.bank.offered == 1


@both("2.1")
def test_the_best_five_of_seven(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, "Ks 4d", {1: "4x"}, board="2c 7d 3h 9s Kd")
    assert game.last(e.HandRanked).hand == "three_of_a_kind 9K7"
    assert game.last(e.DealerTurned).hand == "pair K974"


@both("2.2", "6.9", "6.10", "6.12")
def test_the_streets_and_what_each_allows(house: str) -> None:
    game = dealt(house)
    for action in ("2x", "1x", "5x", "fold"):
        assert game.refused(c.Act("P2", action)).code == "act/not_allowed"
    game.act(2, "3x")
    assert game.last(e.Acted).amount == 3_000
    for again in ("4x", "check"):
        assert game.refused(c.Act("P2", again)).code == "act/decided"
    assert game.table.turned == 0
    game.act(4, "check")
    assert [print_cards(event.cards) for event in game.all(e.BoardTurned)] == ["3h 3s 4c"]
    for action in ("4x", "3x", "1x", "fold"):
        assert game.refused(c.Act("P4", action)).code == "act/not_allowed"
    game.act(4, "check")
    assert [print_cards(event.cards) for event in game.all(e.BoardTurned)] == ["3h 3s 4c", "4d 4h"]
    for action in ("4x", "2x", "check"):
        assert game.refused(c.Act("P4", action)).code == "act/not_allowed"
    game.act(4, "1x")
    assert game.last(e.Acted).amount == 1_000


@both("2.2", "6.9", "6.10")
def test_4x_before_the_flop_and_2x_on_it(house: str) -> None:
    game = dealt(house).act(2, "4x").act(4, "check").act(4, "2x")
    assert [event.amount for event in game.all(e.Acted)] == [4_000, 0, 2_000]


@both("3.1", "3.2")
def test_two_whole_decks_alternate_and_one_is_shuffled_meanwhile(house: str) -> None:
    game = Game(house).sit(1, 2)
    for seat in (1, 1, 2):
        other = 3 - seat
        game.bank(seat).bet(other).close()
        for deck in (DECK[:51], (*DECK[:51], DECK[0])):
            assert game.refused(c.Deal(deck)).code in ("deal/deck", "card/twice")
        game.deal({other: "9c 9d"}, PAIR, LOW_BOARD).finish({other: "4x"})
    used = [deal.colour for deal in game.all(e.Dealt)]
    assert used == ["blue", "red", "blue"]
    shuffled = [call.facts["colour"] for call in game.calls("deck.shuffling")]
    assert shuffled == ["red", "blue", "red"]


@both("4.1")
@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [("Ks 4h", "Kh 4d", "tie"), ("Kc 4c", "Kh 4s", "tie"), ("Ah 3s", "Qc 4d", "win")],
)
def test_ranks_from_2_to_ace_and_equal_suits(
    house: str, player: str, dealer: str, result: str
) -> None:
    game = quick(house, {1: player}, dealer, {1: "4x"})
    assert game.last(e.HandRanked).result == result


@both("4.2")
@pytest.mark.parametrize(
    ("board", "player", "dealer", "result", "hand"),
    [
        ("3c 4d 5h Ks Qd", "Ac 2d", "2h 6s", "lose", "straight 5"),
        ("3c 4c 5c Ks Qd", "Ac 2c", "6c 7c", "lose", "straight_flush 5"),
        ("Tc Jc Qc Kc 2d", "Ac 3d", "9c 3h", "win", "royal_flush A"),
        ("2c 5c 9c Kd 9d", "Ac 3c", "9h Kh", "lose", "flush A9532"),
        ("9c 9d 3h 4s Jd", "9h Jc", "9s 2d", "win", "full_house 9J"),
        ("9c 9d 9h 4s Jd", "9s 2c", "Jc Jh", "win", "four_of_a_kind 9J"),
        ("5c 6d 7h Ks Qd", "8c 9d", "Kc Kd", "win", "straight 9"),
        ("9c 4d 3h Ks Jd", "9h 9s", "Kc Jh", "win", "three_of_a_kind 9KJ"),
        ("9c 4d 3h Ks Jd", "9h 4s", "Kc 2h", "win", "two_pair 94K"),
        ("9c 4d 3h Ks Jd", "9h 2s", "Ac 7h", "win", "pair 9KJ4"),
        ("9c 4d 3h Ks Jd", "Ah 7s", "Ac 6h", "win", "high_card AKJ97"),
    ],
)
def test_the_ten_hands(
    house: str, board: str, player: str, dealer: str, result: str, hand: str
) -> None:
    ranked = quick(house, {1: player}, dealer, {1: "4x"}, board=board).last(e.HandRanked)
    assert (ranked.result, ranked.hand) == (result, hand)


@both("5.1")
def test_six_places(house: str) -> None:
    game = Game(house).sit(1, 2, 3, 4, 5, 6)
    assert len(game.table.seats) == 6
    for seat in (0, 7):
        assert game.refused(c.Sit("X", seat, 1_000)).code == "seat/unknown"
    assert "layout.places" in defects(house, {"layout": {"places": 7}})


@both("5.2")
def test_the_layout(house: str) -> None:
    opened = Game(house).last(e.TableOpened)
    printed = {
        "california": (
            "Player-Dealer Only Plays With a Pair or Higher",
            ("Ante", "Blind", "Bad Beat", "Trips", "Play"),
        ),
        "california-bad-beat": (
            "Player-Dealer only plays with a pair or higher",
            ("Ante", "Blind", "Trips", "Bad Beat", "Play"),
        ),
    }
    assert (opened.inscription, tuple(opened.circles)) == printed[house]


@both("6.1")
def test_wagers_within_the_limits(house: str) -> None:
    game = Game(house).sit(1)
    for amount, code in ((400, "wager/below_minimum"), (50_100, "wager/above_maximum")):
        assert game.refused(c.Wager("P1", {"ante": amount, "blind": amount})).code == code
    game.bet(1, 500).bet(1, 50_000)
    assert "limits.minimum" in defects(house, {"limits": {"minimum": "600"}})


@both("6.3")
def test_the_combinations(house: str) -> None:
    game = Game(house).sit(1)
    for wagers in (BASE, {**BASE, "trips": 700}, ALL):
        game.do(c.Wager("P1", dict(wagers)))
        assert game.last(e.WagersPlaced).wagers == wagers
    for wagers, code in (
        ({"ante": 500, "blind": 600}, "wager/unequal"),
        ({"trips": 500}, "wager/no_base"),
        ({**BASE, "bad_beat": 500}, "wager/needs"),
    ):
        assert game.refused(c.Wager("P1", wagers)).code == code


@both("6.4")
def test_nothing_after_no_more_bets(house: str) -> None:
    game = Game(house).sit(1, 6).bank(6).bet(1)
    game.close()
    for wagers in ({"ante": 2_000, "blind": 2_000}, {}):
        assert game.refused(c.Wager("P1", wagers)).code == "round/under_way"
    assert len(game.all(e.BetsClosed)) == 1


@both("6.5", "6.6")
def test_the_shoe(house: str) -> None:
    game = dealt(house, "shoe")
    assert game.hands() == {2: "2c 2s", 4: "2d 3c", 0: "2h 3d"}
    assert print_cards(game.table.board) == "3h 3s 4c 4d 4h"


@both("6.5", "6.7")
def test_the_shuffler(house: str) -> None:
    game = dealt(house, "shuffler")
    assert game.hands() == {2: "2c 2d", 4: "2h 2s", 0: "3c 3d"}
    assert print_cards(game.table.board) == "3h 3s 4c 4d 4h"
    seen = view(game.table)
    assert (seen.board, seen.dealer) == ((), None)
    assert [seat.cards for seat in seen.seats if seat] == [None, None, None]


@both("6.8")
def test_the_rest_of_the_deck(house: str) -> None:
    game = dealt(house)
    assert len(game.calls("deal.rest")) == 1


@both("6.14")
def test_a_fold_loses_ante_and_blind_and_is_spread(house: str) -> None:
    game = quick(house, {1: "3h 5s", 2: "Ac 5d"}, NO_PAIR, {1: "fold", 2: "1x"}, wagers=BASE)
    assert ends(game) == {"ante": ("lose", -1_000), "blind": ("lose", -1_000)}
    assert [call.seat for call in game.calls("hand.spread")] == [1]
    best = quick(house, {1: "Kh Ah", 2: "Ac 5d"}, PAIR, {1: "fold", 2: "1x"}, wagers=BASE)
    assert ends(best) == {"ante": ("lose", -1_000), "blind": ("lose", -1_000)}
    trips = quick(house, {1: "3h 5s", 2: "9c 9d"}, PAIR, {1: "fold", 2: "fold"}, wagers=ALL)
    assert ends(trips)["trips"] == ("lose", -500)
    assert ends(trips, 2)["trips"] == ("win", 1_500)


@both("6.14")
def test_a_fold_is_collected_before_the_player_dealers_cards_are_turned(house: str) -> None:
    game = quick(house, {1: "9c 9d", 2: "3h 5s"}, PAIR, {1: "4x", 2: "fold"}, wagers=ALL)
    turned = game.events.index(game.last(e.DealerTurned))
    folded = [game.events.index(game.row(2, wager)) for wager in ("ante", "blind", "trips")]
    assert max(folded) < turned < game.events.index(game.row(1, "ante"))
    assert [call.seat for call in game.calls("hand.spread")] == [2]


@both("6.15")
def test_the_player_dealers_cards_are_turned_for_those_who_remain(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"})
    assert print_cards(game.last(e.DealerTurned).cards) == PAIR
    folded = quick(house, {1: "9c 9d", 2: "3h 5s"}, PAIR, {1: "fold", 2: "fold"}, wagers=BASE)
    assert not folded.all(e.DealerTurned)


@both("6.16")
def test_from_the_player_dealers_left_seat_by_seat(house: str) -> None:
    game = Game(house).sit(1, 2, 3, 5).bank(3, 500_000)
    for seat in (1, 2, 5):
        game.bet(seat, 1_000, trips=500)
    game.deal({1: "9c 9d", 2: "Kh Th", 5: "Ac Ad"}, PAIR, LOW_BOARD)
    game.finish({1: "4x", 2: "4x", 5: "4x"})
    base = ("ante", "play", "blind", "trips")
    assert order_of(game.rows()) == [(seat, wager) for seat in (5, 1, 2) for wager in base]


@both("7.1")
def test_without_a_pair_only_the_ante_pushes(house: str) -> None:
    game = quick(
        house,
        {1: "9c 9d", 2: "2h 5s"},
        NO_PAIR,
        {1: "4x", 2: "fold"},
        wagers=ALL,
        board="9h Jc Qs Ks 7d",
    )
    assert ends(game) == {
        "ante": ("push", 0), "play": ("win", 4_000), "blind": ("push", 0),
        "trips": ("win", 1_500), "bad_beat": ("lose", -500),
    }  # fmt: skip
    assert ends(game, 2)["ante"] == ("lose", -1_000)


@both("7.1")
def test_a_pair_qualifies(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=BASE)
    assert ends(game)["ante"] == ("win", 1_000)


@both("7.2")
@pytest.mark.parametrize(
    ("cards", "result", "play"),
    [("9c 9d", "win", 4_000), ("3h 5s", "lose", -4_000), ("Kh 4s", "tie", 0)],
)
def test_higher_wins_lower_loses_equal_pushes(
    house: str, cards: str, result: str, play: int
) -> None:
    game = quick(house, {1: cards}, PAIR, {1: "4x"}, wagers=BASE)
    ranked = game.last(e.HandRanked)
    assert (ranked.result, ends(game)["play"][1]) == (result, play)
    assert ranked.hand


@both("7.3")
def test_a_win_below_a_straight_pushes_the_blind(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=BASE)
    assert ends(game)["blind"] == ("push", 0)


@both("7.4", "7.9", "10")
def test_a_loss(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, "Jc Jd", {1: "4x"}, wagers=ALL)
    assert ends(game) == {
        "ante": ("lose", -1_000), "play": ("lose", -4_000), "blind": ("lose", -1_000),
        "trips": ("win", 1_500), "bad_beat": ("win", 4_500),
    }  # fmt: skip


@both("7.5", "7.7", "10")
def test_a_win(house: str) -> None:
    game = quick(house, {1: "Tc Qd"}, "9c 9d", {1: "4x"}, wagers=ALL)
    trips = {"california": 4, "california-bad-beat": 5}[house]
    assert ends(game) == {
        "ante": ("win", 1_000), "play": ("win", 4_000), "blind": ("win", 1_000),
        "trips": ("win", trips * 500), "bad_beat": ("win", 4_500),
    }  # fmt: skip


@both("7.6", "10")
def test_a_push(house: str) -> None:
    game = quick(house, {1: "Kh 4s"}, "Kc 4d", {1: "4x"}, wagers=ALL, board="2c 7d Ks Kd Jh")
    assert ends(game) == {
        "ante": ("push", 0), "play": ("push", 0), "blind": ("push", 0),
        "trips": ("win", 1_500), "bad_beat": ("lose", -500),
    }  # fmt: skip


@pytest.mark.clause("CA-7.6", "CA-7.1")
def test_california_7_6_trips_loses_on_a_push_without_three() -> None:
    game = quick("california", {1: "Kh 4s"}, "Kc 4d", {1: "4x"}, wagers=ALL)
    assert ends(game)["trips"] == ("lose", -500)
    unqualified = quick("california", {1: "9c 9d"}, NO_PAIR, {1: "4x"}, wagers=ALL)
    assert ends(unqualified)["bad_beat"] == ("lose", -500)


@both("7.7")
def test_the_blind_by_the_printed_table(house: str) -> None:
    flush = quick(house, {1: "Ad 3d"}, PAIR, {1: "4x"}, wagers=ALL, board="2d 7d 9d Js Kh")
    assert ends(flush)["blind"] == ("win", 1_500)
    beaten = {"california": 40, "california-bad-beat": 50}[house]
    full = quick(house, {1: "9c 9d"}, "Kh 2d", {1: "4x"}, board="9h 9s Kd 2c 2h", wagers=ALL)
    assert ends(full)["bad_beat"] == ("win", beaten * 500)


@both("7.8")
def test_a_hand_owed_trips_stays_face_up_and_every_hand_is_counted(house: str) -> None:
    game = quick(house, {1: "9c 9d", 2: "Ac 5d"}, PAIR, {1: "4x", 2: "1x"}, wagers=ALL)
    up = game.events.index(game.calls("hand.face_up")[0])
    counted = game.events.index(game.calls("hand.counted")[0])
    assert up < game.events.index(game.row(1, "trips")) < counted
    assert [call.seat for call in game.calls("hand.counted")] == [1, 2]


@both("7.9", "9")
@pytest.mark.parametrize(
    ("cards", "dealer", "board", "action"),
    [
        ("9c 9d", PAIR, LOW_BOARD, "4x"),
        ("9c 9d", "Jc Jd", LOW_BOARD, "4x"),
        ("Kh 4s", "Kc 4d", "2c 7d Ks Kd Jh", "4x"),
        ("9c 9d", "Jc Jd", LOW_BOARD, "fold"),
        ("9c 9d", NO_PAIR, LOW_BOARD, "4x"),
        ("9c 9d", PAIR, "2c 7d Js 9h Kd", "4x"),
    ],
    ids=["win", "loss", "push", "fold", "no pair", "on the turn"],
)
def test_three_of_a_kind_always_wins_trips(
    house: str, cards: str, dealer: str, board: str, action: str
) -> None:
    game = quick(house, {1: cards}, dealer, {1: action}, wagers=ALL, board=board)
    assert ends(game)["trips"] == ("win", 1_500)
    assert game.row(1, "trips").payer == "bank"


@both("9")
def test_less_than_three_of_a_kind_loses_trips(house: str) -> None:
    game = quick(house, {1: "Ac Ad"}, PAIR, {1: "4x"}, wagers=ALL)
    assert ends(game)["trips"] == ("lose", -500)


@both("7.10")
def test_no_maximum_on_the_bank_and_no_percentage(house: str) -> None:
    game = Game(house, chips=10**12).sit(1)
    game.do(c.TakeBank("P1", 10**11))
    assert game.last(e.BankTaken).amount == 10**11
    assert "bank.house_percentage" in defects(house, {"bank": {"house_percentage": 5}})
    assert rules_of(house).bank.house_percentage == 0


@both("10")
def test_bad_beat_loses_where_nobody_is_beaten_with_three_of_a_kind(house: str) -> None:
    game = quick(house, {1: "Ac Ad"}, PAIR, {1: "4x"}, wagers=ALL)
    assert ends(game)["bad_beat"] == ("lose", -500)
    winner = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=ALL)
    assert ends(winner)["bad_beat"] == ("lose", -500)


@pytest.mark.clause("CB-6")
def test_cb_6_trips_within_the_limits_whatever_the_ante() -> None:
    game = Game("california-bad-beat").sit(1)
    for trips in (500, 1_000, 50_000):
        game.bet(1, 1_000, trips=trips)
    for trips, code in ((400, "wager/below_minimum"), (50_100, "wager/above_maximum")):
        assert game.refused(c.Wager("P1", {**BASE, "trips": trips})).code == code
