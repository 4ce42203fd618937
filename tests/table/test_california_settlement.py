"""california, clause by clause: how wagers end, the pay tables, the collection."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, NO_PAIR, Game, defects, quick, rules_of
from uth.core.hands import Category
from uth.table import commands as c
from uth.table import events as e

HOUSE = "california"
PAIR = "Kc 4d"
ALL = {"ante": 1_000, "blind": 1_000, "trips": 500, "bad_beat": 500}
clause = pytest.mark.clause


def ends(game: Game, seat: int = 1) -> dict[str, tuple[str, int, str]]:
    """Wager → outcome, what was paid less what was taken, clause."""
    return {
        row.wager: (row.outcome, row.paid - row.taken, row.clauses[0])
        for row in game.rows()
        if row.seat == seat
    }


@clause("CA-7.1")
def test_ca_7_1_a_banker_without_a_pair_pushes_the_ante_only() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, NO_PAIR, {1: "4x"}, wagers=ALL)
    assert not game.last(e.DealerTurned).qualifies
    assert ends(game) == {
        "ante": ("push", 0, "CA-7.1"),
        "play": ("win", 4_000, "CA-7.5"),
        "blind": ("push", 0, "CA-7.3"),
        "trips": ("win", 1_500, "CA-7.9"),
        "bad_beat": ("lose", -500, "CA-7.1"),
    }


@clause("CA-7.2")
@pytest.mark.parametrize(
    ("cards", "result"), [("9c 9d", "win"), ("3h 5s", "lose"), ("Kh 4s", "tie")]
)
def test_ca_7_2_higher_wins_lower_loses_equal_pushes(cards: str, result: str) -> None:
    ranked = quick(HOUSE, {1: cards}, PAIR, {1: "1x"}).last(e.HandRanked)
    assert ranked.result == result
    assert "CA-7.2" in ranked.clauses


@clause("CA-7.3")
def test_ca_7_3_a_win_with_less_than_a_straight_pushes_the_blind() -> None:
    assert ends(quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "4x"}))["blind"] == ("push", 0, "CA-7.3")


@clause("CA-7.4")
def test_ca_7_4_a_loss_takes_everything_then_trips_and_bad_beat_are_decided() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, "Jc Jd", {1: "4x"}, wagers=ALL)
    assert ends(game) == {
        "ante": ("lose", -1_000, "CA-7.4"),
        "play": ("lose", -4_000, "CA-7.4"),
        "blind": ("lose", -1_000, "CA-7.4"),
        "trips": ("win", 1_500, "CA-7.9"),
        "bad_beat": ("win", 4_500, "CA-10"),
    }


@clause("CA-7.5", "CA-7.7")
def test_ca_7_5_a_win_pays_ante_and_play_and_the_blind_from_a_straight_up() -> None:
    game = quick(HOUSE, {1: "Tc Qd"}, PAIR, {1: "4x"}, wagers=ALL)
    assert ends(game) == {
        "ante": ("win", 1_000, "CA-7.5"),
        "play": ("win", 4_000, "CA-7.5"),
        "blind": ("win", 1_000, "CA-7.5"),
        "trips": ("win", 2_000, "CA-7.9"),
        "bad_beat": ("lose", -500, "CA-10"),
    }
    assert "CA-7.7" in game.row(1, "blind").clauses


@clause("CA-7.6")
def test_ca_7_6_a_push_returns_them_and_bad_beat_loses() -> None:
    game = quick(HOUSE, {1: "Kh 4s"}, PAIR, {1: "4x"}, wagers=ALL)
    assert ends(game) == {
        "ante": ("push", 0, "CA-7.6"),
        "play": ("push", 0, "CA-7.6"),
        "blind": ("push", 0, "CA-7.6"),
        "trips": ("lose", -500, "CA-9"),
        "bad_beat": ("lose", -500, "CA-10"),
    }


@clause("CA-7.7", "CA-8")
@pytest.mark.parametrize(
    ("name", "full_house", "flush", "straight", "four"),
    [("UTH-01", 9, 7, 4, 30), ("UTH-02", 8, 6, 5, 30), ("UTH-03", 8, 7, 4, 30),
     ("UTH-04", 7, 6, 5, 20)],
)  # fmt: skip
def test_ca_8_the_house_chooses_one_of_four_tables(
    name: str, full_house: int, flush: int, straight: int, four: int
) -> None:
    trips = rules_of(HOUSE, {"tables": {"paytable": name}}).pays.by_category("trips")
    assert [trips[kind].gain for kind in (
        Category.FULL_HOUSE, Category.FLUSH, Category.STRAIGHT, Category.FOUR_OF_A_KIND
    )] == [full_house, flush, straight, four]  # fmt: skip
    game = quick(
        HOUSE, {1: "9c 9d"}, PAIR, {1: "4x"}, board="9h Ks Kd 2c 3c", wagers=ALL,
        changes={"tables": {"paytable": name}},
    )  # fmt: skip
    assert game.row(1, "trips").outcome == "win"
    refused = defects(
        HOUSE, {"tables": {"paytable": "MINE"}, "paytable": {"MINE": {
            "clauses": ["CA-7.7"], "blind": {"royal_flush": "5 to 1", "straight": "1 to 1"},
            "trips": {"royal_flush": "5 to 1"}}}},
    )  # fmt: skip
    assert refused["paytable.MINE.blind.flush"].clause == "CA-7.7"
    assert refused["paytable.MINE.trips.three_of_a_kind"].code == "paytable/hole"
    wrong = defects(HOUSE, {"tables": {"paytable": "UTH-05"}})["tables.paytable"]
    assert (wrong.code, wrong.clause) == ("paytable/unknown", "CA-8")
    assert (refused["tables.paytable"].code, refused["tables.paytable"].clause) == (
        "house/departs",
        "CA-8",
    )


@clause("CA-7.8")
def test_ca_7_8_a_hand_owed_trips_stays_face_up_and_every_hand_is_counted() -> None:
    game = quick(HOUSE, {1: "9c 9d", 2: "Ac 5d"}, PAIR, {1: "4x", 2: "1x"}, wagers=ALL)
    up = game.events.index(game.calls("hand.face_up")[0])
    counted = game.events.index(game.calls("hand.counted")[0])
    assert up < game.events.index(game.row(1, "trips")) < counted
    assert [call.seat for call in game.calls("hand.counted")] == [1, 2]


@clause("CA-7.9", "Q-4")
def test_ca_7_9_trips_wins_even_after_a_fold() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, "Jc Jd", {1: "fold"}, wagers=ALL)
    assert ends(game) == {
        "ante": ("lose", -1_000, "CA-6.14"),
        "blind": ("lose", -1_000, "CA-6.14"),
        "trips": ("win", 1_500, "CA-7.9"),
        "bad_beat": ("lose", -500, "Q-4"),
    }
    assert "Q-4" in game.row(1, "trips").clauses


@clause("CA-7.10")
def test_ca_7_10_no_maximum_on_the_bank_no_percentage_for_the_house() -> None:
    game = Game(HOUSE, chips=10**12).sit(1)
    game.do(c.TakeBank("P1", 10**11))
    assert "CA-7.10" in game.last(e.BankTaken).clauses
    wrong = defects(HOUSE, {"bank": {"house_percentage": 5}})["bank.house_percentage"]
    assert wrong.clause == "CA-7.10"


@clause("CA-9")
def test_ca_9_trips_is_paid_by_the_banker_and_returned_where_not_covered() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=ALL, bank=5_000)
    trips = game.row(1, "trips")
    assert (trips.outcome, trips.returned, trips.short_by) == ("returned", 500, "bank")
    assert "CA-9" in trips.clauses


@clause("CA-10", "CA-10.1", "Q-20")
@pytest.mark.parametrize(("table", "pays"), [("1", 40), ("2", 50)])
def test_ca_10_bad_beat_pays_by_the_hand_beaten(table: str, pays: int) -> None:
    game = quick(
        HOUSE, {1: "9c 9d"}, "Kh 2d", {1: "4x"}, board="9h 9s Kd 2c 2h", wagers=ALL,
        changes={"tables": {"bad_beat": table}},
    )  # fmt: skip
    assert game.last(e.DealerTurned).hand == "full_house 2K"
    assert ends(game)["bad_beat"] == ("win", pays * 500, "CA-10")
    assert "Q-20" in game.row(1, "bad_beat").clauses
    wrong = defects(HOUSE, {"tables": {"bad_beat": "MINE"}, "bad_beat": {"MINE": {
        "clauses": ["CA-10.1"], "pays": {"straight_flush": "1 to 1"}}}})  # fmt: skip
    assert wrong["tables.bad_beat"].clause == "CA-10.1"


TIERS = [{"from": str(start), "fee": str(fee)} for start, fee in ((1, 1), (50, 2), (100, 3))]


@clause("CA-11", "Q-22")
def test_ca_11_flat_fees_from_players_and_the_banker_players_are_told() -> None:
    game = Game(
        HOUSE, {"collection": {"player": {"value": [{"from": "1", "fee": "1"}], "clause": "CA-11"},
                               "square": {"value": TIERS, "clause": "CA-11"}}},
    )  # fmt: skip
    assert game.calls("table.fees_told")[0].clauses == ("CA-11",)
    game.sit(1, 2, 6).bank(6).bet(1, 1_000).bet(2, 4_000)
    game.close()
    assert [(fee.player, fee.amount) for fee in game.all(e.FeeTaken)] == [
        ("P1", 100), ("P2", 100), ("P6", 100 + 200),
    ]  # fmt: skip
    assert game.balance("drop") == 500
    assert "CA-11" in game.last(e.FeeTaken).clauses
    sixth = [*TIERS, *({"from": f"{n}00", "fee": str(n)} for n in (4, 5, 6))]
    for bands, code in ((sixth, "collection/too_many_rates"),
                        ([{"from": "1", "fee": "5%"}], "collection/percentage")):  # fmt: skip
        by_path = defects(HOUSE, {"collection": {"action": {"value": bands, "clause": "CA-11"}}})
        assert [defect.code for defect in by_path.values()] == [code]


@clause("CA-11")
def test_ca_11_the_rulebook_says_when_fees_drop() -> None:
    game = Game(
        HOUSE, {"collection": {"action": {"value": TIERS, "clause": "CA-11"},
                               "drop": "after-settlement"}},
    )  # fmt: skip
    game.sit(1, 6).bank(6).bet(1, 1_000).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    assert (game.balance("fees"), game.balance("drop")) == (100, 0)
    game.finish({1: "4x"})
    assert (game.balance("fees"), game.balance("drop")) == (0, 100)
