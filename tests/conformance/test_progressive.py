"""The Five Card Progressive, Envy and the mystery: what is printed and what is read."""

from __future__ import annotations

import pytest

from tests.table.driver import PAIR, Game, quick, rules_of
from uth.core.hands import CATEGORY_BY_NAME, Hand
from uth.floor.meters.meter_names import shared_name
from uth.table import commands as c
from uth.table import events as e
from uth.table.meters import UNITS, Hit, award, link

clause = pytest.mark.clause
PA = "hollywood-pa"
LINKED = {"ante": 1_500, "blind": 1_500, "progressive": 500}
PRIZES = {
    "royal_flush": "100%", "straight_flush": "10%", "four_of_a_kind": 150_000,
    "full_house": 25_000, "flush": 20_000, "straight": 15_000, "three_of_a_kind": 4_500,
}  # fmt: skip
ENVY = {"royal_flush": 500_000, "straight_flush": 150_000}
LINK_ON = {"progressive": {"offered": True}}


@pytest.mark.parametrize(
    ("house", "changes"),
    [
        pytest.param(PA, {}, marks=[clause("PA-9"), clause("PA-10")]),
        pytest.param("light-and-wonder", LINK_ON, marks=[clause("LW-12"), clause("Q-14")]),
    ],
)
def test_the_printed_prizes_and_envies(house: str, changes: dict[str, dict[str, bool]]) -> None:
    progressive = rules_of(house, changes).progressive
    shown = {
        name: f"{prize.basis_points // 100}%" if prize.basis_points is not None else prize.fixed
        for name, category in CATEGORY_BY_NAME.items()
        if (prize := progressive.prizes.get(category)) is not None
    }
    assert shown == PRIZES
    envy = {name: progressive.envy.get(CATEGORY_BY_NAME[name]) for name in ENVY}
    assert (envy, len(progressive.envy)) == (ENVY, 2)


@clause("PA-9")
@pytest.mark.parametrize(
    ("flop", "prize"),
    [("9h 9s 2d", 150_000), ("9h 2d 2s", 25_000), ("9h 2d 3s", 4_500), ("Jd Js 2d", 0)],
)
def test_pa_9_two_cards_and_the_flop_and_the_wager_is_not_returned(flop: str, prize: int) -> None:
    game = quick(PA, {1: "9c 9d"}, PAIR, {1: "4x"}, board=f"{flop} Th 7c", wagers=LINKED)
    row = game.row(1, "progressive")
    assert (row.paid, row.taken, row.returned) == (prize, 500, 0)


@clause("PA-9")
def test_pa_9_the_turn_and_the_river_do_not_count() -> None:
    game = quick(PA, {1: "9c 9d"}, PAIR, {1: "4x"}, board="2c 7d Js 9h 9s", wagers=LINKED)
    assert game.row(1, "progressive").paid == 0


@clause("Q-4", "PA-9")
def test_q_4_a_fold_keeps_the_progressive_in_action() -> None:
    game = quick(PA, {1: "9c 9d"}, PAIR, {1: "fold"}, board="9h 2d 3s Th 7c", wagers=LINKED)
    assert game.row(1, "progressive").paid == 4_500


@clause("PA-9", "Q-7", "LW-12")
def test_shares_of_the_meter_highest_first() -> None:
    progressive = rules_of(PA).progressive
    royal, straight = (
        CATEGORY_BY_NAME[name].value << 20 for name in ("royal_flush", "straight_flush")
    )
    hits = (Hit(1, Hand(straight)), Hit(2, Hand(royal)))
    awards = award(progressive, 2_500_000 * UNITS, hits)
    assert [(given.seat, given.amount) for given in awards.given] == [(2, 2_500_000), (1, 100_000)]
    assert awards.after == 900_000 * UNITS


@clause("PA-10", "Q-24", "Q-4")
def test_envy_for_others_after_a_fold_too_and_one_for_each_hand() -> None:
    game = Game(PA).sit(1, 2, 3)
    for seat in (1, 2, 3):
        game.bet(seat, 1_500, progressive=500)
    game.deal({1: "8h 9h", 2: "Kh Ah", 3: "2d 5c"}, "2c 7d", "Th Jh Qh 3s 4d")
    game.finish({1: "4x", 2: "4x", 3: "fold"})
    game.do(c.AwardJackpots(((2, 2_500_000, 0), (1, 100_000, 0))))
    envy = [(row.seat, row.source, row.paid) for row in game.rows() if row.wager == "envy"]
    assert sorted(envy) == [
        (1, 2, 500_000), (2, 1, 150_000), (3, 1, 150_000), (3, 2, 500_000),
    ]  # fmt: skip


@clause("Q-8")
def test_q_8_the_assumed_figures() -> None:
    progressive = rules_of(PA).progressive
    assert (progressive.wager, progressive.seed, progressive.mystery_restart) == (
        500, 1_000_000, 25_000,
    )  # fmt: skip
    assert (progressive.main_share, progressive.mystery_share) == (2_000, 200)


@clause("PA-13", "Q-23")
def test_the_hidden_value_and_the_wager_that_goes_above_it() -> None:
    progressive = rules_of(PA).progressive
    assert progressive.mystery_between == (25_000, 100_000)
    assert link.target_range(progressive) == (25_000, 99_990)
    meters = link.draw(progressive, link.start(progressive), 25_010)
    meters, _, won = link.feed(progressive, meters)
    assert won == 0
    meters, _, won = link.feed(progressive, meters)
    assert (won, meters.target, meters.mystery) == (25_020, None, 25_000 * UNITS)


@clause("Q-23")
def test_q_23_fed_from_the_dealers_left_and_paid_before_the_deal() -> None:
    game = Game(PA).sit(1, 3, 5)
    for seat in (5, 3, 1):
        game.do(c.Wager(f"P{seat}", dict(LINKED)))
    game.close()
    assert [event.seat for event in game.all(e.ProgressiveStaked)] == [1, 3, 5]
    game.deal({1: "9c 9d", 3: "3h 5s", 5: "Ac Ad"}, PAIR, "2c 7d 9h Js Kd")
    assert game.refused(c.PayMystery(1, 25_000)).code == "mystery/not_now"


@clause("PA-11", "LW-12")
def test_one_meter_for_all_games_of_the_same_terms() -> None:
    pennsylvania = rules_of(PA)
    maker = rules_of("light-and-wonder", LINK_ON)
    assert shared_name(pennsylvania) == shared_name(maker) == "link"
    dearer = rules_of("light-and-wonder", {"progressive": {"offered": True, "wager": "10"}})
    assert shared_name(dearer) != "link"
