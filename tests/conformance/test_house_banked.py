"""What the three documents of house-banked games say alike, each by clauses of its own."""

from __future__ import annotations

import pytest

from tests.own_house import HEAD
from tests.table.driver import LOW_BOARD, NO_PAIR, PAIR, Game, order_of, quick, rules_of
from uth.core.cards import DECK, print_cards
from uth.core.hands import Category
from uth.core.refusal import Refusals
from uth.rulebook.settings import with_settings
from uth.table import commands as c
from uth.table import events as e

BASE = {"ante": 1_500, "blind": 1_500}
TRIPS = {**BASE, "trips": 500}


def of(**clauses: str) -> pytest.MarkDecorator:
    """House by its letters, and the clauses that say it there: `of(cr="CR-14", pa="PA-3")`."""
    houses = {"cr": "cardroom-25", "pa": "hollywood-pa", "lw": "light-and-wonder"}
    return pytest.mark.parametrize(
        "house",
        [
            pytest.param(
                houses[letters], marks=[pytest.mark.clause(clause) for clause in cited.split()]
            )
            for letters, cited in clauses.items()
        ],
    )


def ends(game: Game, seat: int = 1) -> dict[str, tuple[str, int]]:
    """Wager → outcome, and what was paid less what was taken."""
    return {
        row.wager: (row.outcome, row.paid - row.taken) for row in game.rows() if row.seat == seat
    }


@of(cr="CR-14", pa="PA-3 Q-32", lw="LW-15")
def test_a_win_below_a_straight(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, "Kc 4d", {1: "4x"}, wagers=BASE, board="2c 7d 3h 9s Kd")
    assert ends(game) == {"ante": ("win", 1_500), "play": ("win", 6_000), "blind": ("push", 0)}
    assert game.last(e.HandRanked).hand == "three_of_a_kind 9K7"
    assert game.last(e.DealerTurned).hand == "pair K974"


@of(cr="CR-14", pa="PA-3", lw="LW-15")
def test_a_win_with_a_straight_pays_the_blind(house: str) -> None:
    game = quick(house, {1: "Tc Qd"}, PAIR, {1: "4x"}, wagers=BASE)
    assert ends(game) == {"ante": ("win", 1_500), "play": ("win", 6_000), "blind": ("win", 1_500)}


@of(cr="CR-14", pa="PA-3", lw="LW-15")
def test_a_loss(house: str) -> None:
    game = quick(house, {1: "3h 5s"}, PAIR, {1: "4x"}, wagers=BASE)
    assert ends(game) == {
        "ante": ("lose", -1_500), "play": ("lose", -6_000), "blind": ("lose", -1_500),
    }  # fmt: skip


@of(cr="CR-14", pa="PA-3", lw="LW-15 LW-16")
def test_a_tie(house: str) -> None:
    game = quick(house, {1: "Kh 4s"}, PAIR, {1: "4x"}, wagers=TRIPS, board="2c 7d Ks Kd Jh")
    assert ends(game) == {
        "ante": ("push", 0), "play": ("push", 0), "blind": ("push", 0), "trips": ("win", 1_500),
    }  # fmt: skip


@of(cr="CR-5 CR-14", pa="PA-4", lw="LW-4 LW-15 LW-16")
def test_a_dealer_without_a_pair(house: str) -> None:
    game = quick(
        house,
        {1: "9c 9d", 2: "2h 5s"},
        NO_PAIR,
        {1: "4x", 2: "fold"},
        wagers=TRIPS,
        board="9h Jc Qs Ks 7d",
    )
    assert ends(game) == {
        "ante": ("push", 0), "play": ("win", 6_000), "blind": ("push", 0), "trips": ("win", 1_500),
    }  # fmt: skip
    assert ends(game, 2)["ante"] == ("lose", -1_500)
    lost = quick(house, {1: "2h 5s"}, "Ac 3d", {1: "1x"}, wagers=BASE, board="9h Jc Qs Ks 7d")
    assert ends(lost) == {"ante": ("push", 0), "play": ("lose", -1_500), "blind": ("lose", -1_500)}


@of(cr="CR-14", pa="PA-4", lw="LW-15")
def test_a_pair_qualifies(house: str) -> None:
    game = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=BASE)
    assert game.last(e.DealerTurned).qualifies
    assert ends(game)["ante"] == ("win", 1_500)


@of(cr="CR-14 CR-6", lw="LW-16 LW-15")
@pytest.mark.parametrize(
    ("dealer", "action"),
    [(PAIR, "4x"), ("Jc Jd", "4x"), ("Jc Jd", "fold"), (NO_PAIR, "fold")],
)
def test_three_of_a_kind_always_wins_trips(house: str, dealer: str, action: str) -> None:
    game = quick(house, {1: "9c 9d"}, dealer, {1: action}, wagers=TRIPS)
    assert ends(game)["trips"] == ("win", 1_500)


@of(cr="CR-14", lw="LW-15")
def test_trips_looks_at_seven_cards_and_loses_below_three_of_a_kind(house: str) -> None:
    river = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=TRIPS, board="2c 7d Js 9h Kd")
    assert ends(river)["trips"] == ("win", 1_500)
    pair = quick(house, {1: "Ac Ad"}, PAIR, {1: "4x"}, wagers=TRIPS)
    assert ends(pair)["trips"] == ("lose", -500)


@of(cr="CR-3", pa="PA-2 Q-33", lw="LW-15")
def test_the_streets_and_what_each_allows(house: str) -> None:
    game = Game(house).sit(1, 2).bet(1, 1_500).bet(2, 1_500)
    game.close()
    game.do(c.Deal(DECK))
    for action in ("5x", "2x", "1x", "fold"):
        assert game.refused(c.Act("P1", action)).code == "act/not_allowed"
    game.act(1, "3x")
    assert game.last(e.Acted).amount == 4_500
    assert game.refused(c.Act("P1", "4x")).code == "act/decided"
    game.act(2, "check")
    for action in ("4x", "3x", "1x", "fold"):
        assert game.refused(c.Act("P2", action)).code == "act/not_allowed"
    game.act(2, "check")
    for action in ("4x", "2x", "check"):
        assert game.refused(c.Act("P2", action)).code == "act/not_allowed"
    game.act(2, "fold")
    assert ends(game, 2) == {"ante": ("lose", -1_500), "blind": ("lose", -1_500)}
    assert [len(event.cards) for event in game.all(e.BoardTurned)] == [3, 2]
    other = quick(house, {1: "9c 9d", 2: "Ac Ad", 3: "Kh Ah"}, PAIR, {1: "4x", 2: "2x", 3: "1x"})
    assert [event.amount for event in other.all(e.Acted) if event.amount] == [6_000, 3_000, 1_500]


@of(cr="CR-1", pa="PA-1", lw="LW-15")
def test_equal_ante_and_blind_and_trips_with_them(house: str) -> None:
    game = Game(house).sit(1)
    game.do(c.Wager("P1", dict(TRIPS)))
    assert game.last(e.WagersPlaced).wagers == TRIPS
    assert game.refused(c.Wager("P1", {"ante": 1_500, "blind": 1_600})).code == "wager/unequal"
    assert game.refused(c.Wager("P1", {"trips": 500})).code == "wager/no_base"


@of(cr="CR-2", pa="Q-15", lw="LW-3")
def test_community_cards_first_then_two_at_a_time_from_the_left(house: str) -> None:
    game = Game(house).sit(2, 4).bet(2, 1_500).bet(4, 1_500)
    game.close()
    game.do(c.Deal(DECK))
    assert print_cards(game.table.board) == print_cards(DECK[:5])
    assert game.hands() == {
        2: print_cards(DECK[5:7]), 4: print_cards(DECK[7:9]), 0: print_cards(DECK[9:11]),
    }  # fmt: skip


@pytest.mark.clause("LW-2")
def test_lw_2_the_hand_held_deck_deals_hands_first() -> None:
    game = Game("light-and-wonder", {"dealing": {"procedure": "hand-held"}})
    game.sit(2, 4).bet(2).bet(4).close()
    game.do(c.Deal(DECK))
    assert game.hands() == {
        2: print_cards(DECK[:2]), 4: print_cards(DECK[2:4]), 0: print_cards(DECK[4:6]),
    }  # fmt: skip
    assert print_cards(game.table.board) == print_cards(DECK[6:11])


@of(cr="CR-4 CR-11", pa="Q-15", lw="LW-4")
def test_right_to_left_wager_by_wager(house: str) -> None:
    hands = {1: "9c 9d", 3: "Ac Ad", 6: "Kh Ah"}
    game = quick(house, hands, PAIR, dict.fromkeys(hands, "4x"), wagers=TRIPS)
    order = ("ante", "play", "blind", "trips")
    assert order_of(game.rows()) == [(seat, wager) for seat in (6, 3, 1) for wager in order]
    assert game.row(1, "play").paid == 6_000


@of(cr="CR-5", pa="Q-15", lw="LW-4 Q-34")
def test_antes_first_only_without_a_qualifying_dealer(house: str) -> None:
    hands = {1: "9c 9d", 3: "2h 5s", 6: "Kh Ah"}
    actions = {1: "4x", 3: "fold", 6: "4x"}
    board = "9h Jc Qs Ks 7d"
    unqualified = quick(house, hands, NO_PAIR, actions, wagers=BASE, board=board)
    assert order_of(unqualified.rows())[:2] == [(6, "ante"), (1, "ante")]
    assert order_of(unqualified.rows())[4:6] == [(3, "ante"), (3, "blind")]
    qualified = quick(house, hands, PAIR, actions, wagers=BASE, board=board)
    assert order_of(qualified.rows())[:2] == [(6, "ante"), (6, "play")]


@pytest.mark.clause("LW-5")
def test_lw_5_the_casino_may_settle_the_other_way() -> None:
    hands = {1: "9c 9d", 3: "Ac Ad"}
    changes = {"settlement": {"direction": "left-to-right"}}
    game = quick("light-and-wonder", hands, PAIR, dict.fromkeys(hands, "4x"), changes=changes)
    assert [row.seat for row in game.rows()] == [1, 1, 1, 3, 3, 3]


@pytest.mark.clause("PA-5")
def test_pa_5_uth_04() -> None:
    trips = rules_of("hollywood-pa").pays.by_category("trips")
    assert [trips[kind].gain for kind in (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE)] == [20, 7]


@of(pa="PA-8", lw="LW-8")
def test_bad_beat(house: str) -> None:
    wagers = {**TRIPS, "bad_beat": 500}
    lost = quick(house, {1: "9c 9d"}, "Jc Jd", {1: "4x"}, wagers=wagers)
    assert ends(lost)["bad_beat"] == ("win", 4_500)
    won = quick(house, {1: "Tc Qd"}, "9c 9d", {1: "4x"}, wagers=wagers)
    assert ends(won)["bad_beat"] == ("win", 4_500)
    tied = quick(house, {1: "Kh 4s"}, PAIR, {1: "4x"}, wagers=wagers, board="2c 7d Ks Kd Jh")
    assert ends(tied)["bad_beat"] == ("lose", -500)
    nobody = quick(house, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=wagers)
    assert ends(nobody)["bad_beat"] == ("lose", -500)
    full = quick(house, {1: "9c 9d"}, "Kh 2d", {1: "4x"}, board="9h 9s Kd 2c 2h", wagers=wagers)
    assert ends(full)["bad_beat"] == ("win", 40 * 500)
    alone = Game(house).sit(1).refused(c.Wager("P1", {**BASE, "bad_beat": 500}))
    assert alone.code == "wager/needs"


@of(cr="CR-7 CR-8", lw="LW-1")
def test_the_limits_are_kept_to(house: str) -> None:
    low, high = {"cardroom-25": (300, 2_500), "light-and-wonder": (500, 30_000)}[house]
    game = Game(house).sit(1)
    for amount, code in ((low - 100, "wager/below_minimum"), (high + 100, "wager/above_maximum")):
        assert game.refused(c.Wager("P1", {"ante": amount, "blind": amount})).code == code
    game.bet(1, low).bet(1, high)


@pytest.mark.clause("LW-7")
def test_lw_7_nobody_bets_on_another_hand() -> None:
    game = Game("light-and-wonder").sit(1).bet(1)
    for command in (c.Join("Bea", 1_000), c.BackSeat("Bea", 1, {"ante": 500, "blind": 500})):
        assert game.refused(command).code == "back_line/not_here"


@pytest.mark.clause("CR-8")
def test_cr_8_three_or_five_dollars_and_surveillance_is_told() -> None:
    game = Game("cardroom-25")
    for minimum in (100, 400):
        assert game.refused(c.SetLimits("Fay", minimum, 2_500)).where == "minimum"
    game.do(c.SetLimits("Fay", 500, 2_500))
    assert len(game.calls("limits.changed")) == 1


@of(pa="PA-7 Q-31 Q-13")
def test_who_leaves_before_being_paid_forfeits_every_wager(house: str) -> None:
    game = Game(house).sit(1, 2).bet(1, 1_500, trips=500).bet(2, 1_500)
    game.deal({1: "9c 9d", 2: "Ac Ad"}, PAIR, LOW_BOARD)
    game.do(c.Leave("P1"))
    assert game.last(e.Forfeited).amount == 3_500
    game.finish({2: "4x"})
    assert {row.seat for row in game.rows()} == {2}


@pytest.mark.clause("Q-26")
def test_q_26_the_next_cards_come_when_all_have_acted_in_any_order() -> None:
    game = Game("light-and-wonder").sit(1, 2, 3).bet(1).bet(2).bet(3)
    game.deal({1: "Ac Ad", 2: "9c 9d", 3: "3h 5s"}, PAIR, LOW_BOARD)
    game.act(3, "check").act(1, "check")
    assert game.table.turned == 0
    game.act(2, "4x")
    assert game.table.turned == 3


@pytest.mark.clause("LW-10")
@pytest.mark.parametrize(
    ("cards", "dealer", "odds"),
    [("Ac Ad", "Ah As", 1_000), ("Ac Ad", "Kh 5d", 30), ("Ac Kc", "Kh 5d", 25),
     ("Jh Jc", "Kh 5d", 10), ("Tc Td", "Kh Ks", 3)],
)  # fmt: skip
def test_lw_10_only_the_top_prize_looks_at_the_dealer(cards: str, dealer: str, odds: int) -> None:
    game = quick(
        "light-and-wonder",
        {1: cards},
        dealer,
        {1: "fold"},
        board="2c 7d 9h 3s 4s",
        wagers={**BASE, "ultimate_pairs": 100},
        changes={"tables": {"ultimate_pairs": "2"}},
    )
    assert game.row(1, "ultimate_pairs").paid == odds * 100


@pytest.mark.clause("Q-29")
@pytest.mark.parametrize(
    ("house", "settings"),
    [
        ("cardroom-25", {"payouts": {"approval_above": "100000"}}),
        ("cardroom-25", {"limits": {"maximum": "5000"}}),
        ("hollywood-pa", {"payouts": {"maximum": "50"}}),
        ("hollywood-pa", {"play": {"preflop": [10, 4, 3]}}),
        ("california-bad-beat", {"wagers": {"back_line": True}}),
        ("california", {"payouts": {"maximum": "1000"}}),
        ("light-and-wonder", {"wagers": {"bad_beat_needs_trips": False}}),
    ],
)
def test_q_29_nothing_departs_under_an_approved_name(
    house: str, settings: dict[str, dict[str, object]]
) -> None:
    with pytest.raises(Refusals) as caught:
        with_settings(house, settings)
    assert {refusal.code for refusal in caught.value.defects} == {"house/departs"}
    assert with_settings(house, {**HEAD, **settings}).id == HEAD["id"]
    with pytest.raises(Refusals) as borrowed:
        with_settings(house, {**HEAD, "id": house, **settings})
    assert borrowed.value.defects


@of(cr="CR-10", pa="PA-12")
def test_the_most_that_a_table_pays_is_told(house: str) -> None:
    posted = {"cardroom-25": "1000", "hollywood-pa": "50000"}[house]
    changes = {"payouts": {"maximum": posted}} if house == "cardroom-25" else None
    calls = Game(house, changes).calls("table.maximum_posted")
    assert [call.facts["maximum"] for call in calls] == [int(posted) * 100]


@of(lw="LW-3")
def test_the_rest_of_the_deck_is_dispensed_before_anybody_acts(house: str) -> None:
    game = Game(house).sit(1).bet(1, 1_500).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    assert [call.discarded for call in game.calls("deal.dispensed")] == [52 - 9]


@of(cr="CR-6", lw="LW-9")
def test_lost_bets_are_taken_then_the_cards_are_tucked_then_the_bonus_is_paid(house: str) -> None:
    bonus = {"cardroom-25": "trips", "light-and-wonder": "ultimate_pairs"}[house]
    game = quick(house, {1: "9c 9d"}, "Jc Jd", {1: "fold"}, wagers={**BASE, bonus: 500})
    tucked = next(call for call in game.all(e.DealerCall) if call.call.startswith("hand.tucked_"))
    steps = [
        game.row(1, "ante"), game.row(1, "blind"), *game.calls("hand.bets_taken"), tucked,
        game.row(1, bonus),
    ]  # fmt: skip
    assert len(steps) == 5
    places = [game.events.index(step) for step in steps]
    assert places == sorted(places)
    assert game.row(1, bonus).outcome == "win"


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("california-bad-beat", marks=pytest.mark.clause("CB-3")),
        pytest.param("hollywood-pa", marks=pytest.mark.clause("PA-5")),
    ],
)
def test_the_blind_of_uth_04_as_printed(house: str) -> None:
    blind = rules_of(house).pays.by_category("blind")
    assert {str(category.name).lower(): str(odds) for category, odds in blind.items()} == {
        "royal_flush": "500 to 1",
        "straight_flush": "50 to 1",
        "four_of_a_kind": "10 to 1",
        "full_house": "3 to 1",
        "flush": "3 to 2",
        "straight": "1 to 1",
    }
