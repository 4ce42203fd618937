"""A fold in a California house is collected at the fold, before every other wager."""

from __future__ import annotations

from itertools import accumulate

import pytest

from tests.table.driver import LOW_BOARD, NO_PAIR, PAIR, Changes, Game, order_of, quick
from uth.table import commands as c
from uth.table import events as e
from uth.table.evolve import evolve
from uth.table.notation import record, replay
from uth.table.view import to_be_seen, view

clause = pytest.mark.clause
CALIFORNIA = ("california", "california-bad-beat")
TRIPLE = "9c 9d"
"""With the low board three nines."""


def folds_and_plays(house: str, bank: int = 500_000, changes: Changes | None = None) -> Game:
    """Seats 1, 3 and 5 play; seats 2 and 4 fold, the latter three nines. Seat 6 banks."""
    game = Game(house, changes).sit(1, 2, 3, 4, 6).bank(6, bank)
    for seat in (1, 2, 3, 4):
        game.bet(seat, 1_000, trips=500)
    hands = {1: "Ac Kh", 2: "3h 5s", 3: "3d 5c", 4: TRIPLE}
    game.deal(hands, PAIR, LOW_BOARD)
    return game.finish({1: "4x", 2: "fold", 3: "1x", 4: "fold"})


@clause("CA-6.14", "Q-18")
@pytest.mark.parametrize("house", CALIFORNIA)
def test_q_18_folds_come_first_and_a_winning_trips_keeps_its_place(house: str) -> None:
    game = folds_and_plays(house)
    assert order_of(game.rows()) == [
        (2, "ante"), (2, "blind"), (2, "trips"),
        (4, "ante"), (4, "blind"),
        (1, "ante"), (1, "play"), (1, "blind"), (1, "trips"),
        (3, "ante"), (3, "play"), (3, "blind"), (3, "trips"),
        (4, "trips"),
    ]  # fmt: skip
    assert game.row(4, "trips").outcome == "win"


@clause("CA-6.14")
@pytest.mark.parametrize("house", CALIFORNIA)
def test_ca_6_14_the_money_moves_before_the_dealers_cards_are_turned(house: str) -> None:
    game = folds_and_plays(house)
    turned = game.events.index(game.last(e.DealerTurned))
    for seat, wager in ((2, "ante"), (2, "blind"), (2, "trips"), (4, "ante"), (4, "blind")):
        assert game.events.index(game.row(seat, wager)) < turned
    assert game.events.index(game.row(4, "trips")) > turned
    due = game.last(e.FoldsDue)
    assert {"CA-6.14", "Q-18"} <= set(due.clauses)
    assert to_be_seen(due) == e.FoldsDue((), clauses=due.clauses)
    spread = [game.events.index(call) for call in game.calls("hand.spread")]
    assert spread[0] > game.events.index(game.row(2, "trips"))
    assert spread[0] < turned
    assert spread[1] > game.events.index(game.row(4, "trips"))
    game.replays()


@clause("Q-18")
def test_q_18_the_bank_is_used_up_in_that_order() -> None:
    game = folds_and_plays("california", bank=4_500)
    assert [game.row(2, wager).taken for wager in ("ante", "blind", "trips")] == [1_000, 1_000, 500]
    assert [game.row(4, wager).taken for wager in ("ante", "blind")] == [1_000, 1_000]
    assert {row.outcome for row in game.rows() if row.seat in (1, 3)} <= {"returned", "push"}
    assert game.row(4, "trips").outcome == "returned"


@clause("Q-18")
def test_q_18_in_their_place_by_another_reading() -> None:
    reading = {"folds": {"value": "in-place", "clause": "Q-18"}}
    game = folds_and_plays("california", changes={"settlement": reading})
    assert [seat for seat, _ in order_of(game.rows())] == [1] * 4 + [2] * 3 + [3] * 4 + [4] * 3
    assert not game.all(e.FoldsDue)


@clause("Q-18")
@pytest.mark.parametrize("house", ["cardroom-25", "hollywood-pa", "light-and-wonder"])
def test_q_18_folds_keep_their_place_elsewhere(house: str) -> None:
    hands = {1: "Ac Kh", 2: "3h 5s"}
    game = quick(house, hands, PAIR, {1: "1x", 2: "fold"})
    assert [seat for seat, _ in order_of(game.rows())] == [2, 2, 1, 1, 1]
    assert not game.all(e.FoldsDue)


@clause("Q-6", "CA-6.14")
def test_q_6_the_back_line_of_a_fold_is_collected_with_it() -> None:
    game = Game("california").sit(1, 2, 6).bank(6).bet(1).bet(2)
    game.do(c.Join("Bea", 100_000))
    game.do(c.BackSeat("Bea", 2, {"ante": 500, "blind": 500, "trips": 500}))
    game.deal({1: "Ac Kh", 2: TRIPLE}, PAIR, LOW_BOARD).finish({1: "1x", 2: "fold"})
    assert [(row.player, row.wager) for row in game.rows()] == [
        ("P2", "ante"), ("P2", "blind"), ("Bea", "ante"), ("Bea", "blind"),
        ("P1", "ante"), ("P1", "play"), ("P1", "blind"), ("Bea", "trips"),
    ]  # fmt: skip
    assert game.last(e.Settled).outcome == "win"


@clause("CA-6.15")
@pytest.mark.parametrize("house", CALIFORNIA)
@pytest.mark.parametrize("dealer", [PAIR, NO_PAIR])
def test_ca_6_15_everybody_folded_and_the_cards_stay_down(house: str, dealer: str) -> None:
    """Whatever the banker holds, the same is seen, and the winning Trips is paid."""
    game = Game(house).sit(1, 2, 6).bank(6).bet(1, 1_000, trips=500).bet(2)
    before = game.table
    began = len(game.events)
    game.deal({1: TRIPLE, 2: "3h 5s"}, dealer, LOW_BOARD).finish({1: "fold", 2: "fold"})
    assert not game.all(e.DealerTurned)
    assert "CA-6.15" in game.last(e.DealerNotTurned).clauses
    later = accumulate(game.events[began:], evolve, initial=before)
    assert not any(view(table).dealer for table in later)
    assert game.row(1, "trips").outcome == "win"
    assert {row.outcome for row in game.rows()} == {"win", "lose"}
    assert not any("Q-5" in row.clauses for row in game.rows())
    assert [ranked.result for ranked in game.all(e.HandRanked)] == ["folded"]
    game.replays()
    round = record(before, game.events[began:], game.rules)
    assert round.cards(0) == ()
    assert replay(round, game.rules).round.settlement == round.settlement


@clause("CR-4")
@pytest.mark.parametrize("house", ["cardroom-25", "hollywood-pa", "light-and-wonder"])
def test_cr_4_elsewhere_the_dealers_hand_is_announced_all_the_same(house: str) -> None:
    game = quick(house, {1: "3h 5s"}, PAIR, {1: "fold"})
    assert game.last(e.DealerTurned).qualifies
    assert not game.all(e.DealerNotTurned)


@clause("Q-4")
def test_q_4_a_bad_beat_that_survives_a_fold_is_one_entry() -> None:
    """Then the banker's cards are turned for it, and it is decided in its place."""
    alive = {"value": ["trips", "bad_beat"], "clause": "Q-4"}
    hands, stakes = {1: TRIPLE}, {"ante": 1_000, "blind": 1_000, "trips": 500, "bad_beat": 500}
    dealer, board = "Kc Kh", LOW_BOARD
    lost = quick("california", hands, dealer, {1: "fold"}, board=board, wagers=stakes)
    assert lost.row(1, "bad_beat").outcome == "lose"
    assert not lost.all(e.DealerTurned)
    won = quick(
        "california",
        hands,
        dealer,
        {1: "fold"},
        board=board,
        wagers=stakes,
        changes={"settlement": {"survives_fold": alive}},
    )
    assert won.row(1, "bad_beat").outcome == "win"
    turned = won.events.index(won.last(e.DealerTurned))
    assert won.events.index(won.row(1, "ante")) < turned < won.events.index(won.row(1, "bad_beat"))
    dead = quick(
        "california",
        hands,
        dealer,
        {1: "fold"},
        wagers=stakes,
        changes={"settlement": {"survives_fold": {"value": ["envy"], "clause": "Q-4"}}},
    )
    assert dead.row(1, "trips").outcome == "lose"
