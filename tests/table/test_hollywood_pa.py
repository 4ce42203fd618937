"""hollywood-pa, clause by clause."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, NO_PAIR, Game, defects, order_of, quick, rules_of
from uth.core.cards import DECK, parse_cards, print_cards
from uth.table import commands as c
from uth.table import events as e
from uth.table.meters import UNITS, link
from uth.table.meters.link import Meters
from uth.table.settling.table_settlement import table_hits

HOUSE = "hollywood-pa"
PAIR = "Kc 4d"
BASE = {"ante": 1_500, "blind": 1_500}
LINKED = {**BASE, "progressive": 500}
ROYAL_FLOP = "Ah Kh Qh 2c 7d"
clause = pytest.mark.clause


def awarded(game: Game, meter: int) -> Game:
    """Let a meter of so many cents pay the claims that wait."""
    meters = Meters(meter * UNITS, 0, 30_000)
    hits = table_hits(game.rules, game.table)
    _, awards = link.claim(game.rules.progressive, meters, hits)
    given = tuple((award.seat, award.amount, award.rest) for award in awards.given)
    game.do(c.AwardJackpots(given))
    return game


@clause("PA-1")
def test_pa_1_optional_wagers_on_top_of_equal_ante_and_blind() -> None:
    game = Game(HOUSE).sit(1)
    game.bet(1, 1_500, trips=100, ultimate_pairs=100, bad_beat=100, progressive=500)
    assert "PA-1" in game.last(e.WagersPlaced).clauses
    assert game.refused(c.Wager("P1", {"ante": 1_500, "blind": 1_600})).clause == "PA-1"


@clause("PA-2")
def test_pa_2_exactly_3x_or_4x_then_2x_then_1x() -> None:
    game = Game(HOUSE).sit(1).bet(1, 1_500).deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    assert game.refused(c.Act("P1", "2x")).clause == "PA-2"
    game.act(1, "check")
    assert game.refused(c.Act("P1", "3x")).clause == "PA-2"
    game.act(1, "check")
    assert game.refused(c.Act("P1", "check")).clause == "PA-2"
    game.act(1, "1x")
    assert game.row(1, "play").stake == 1_500


@clause("PA-3")
@pytest.mark.parametrize(
    ("cards", "ends"),
    [
        ("Ts Qc", [1_500, 6_000, 1_500]),
        ("9c 9d", [1_500, 6_000, 0]),
        ("3h 5s", [-1_500, -6_000, -1_500]),
        ("Kh 4s", [0, 0, 0]),
    ],
)
def test_pa_3_win_lose_tie(cards: str, ends: list[int]) -> None:
    game = quick(HOUSE, {1: cards}, PAIR, {1: "4x"})
    assert [row.paid - row.taken for row in game.rows()] == ends
    assert all(row.clauses[0] == "PA-3" for row in game.rows())


@clause("PA-4")
def test_pa_4_a_dealer_without_a_pair_pushes_the_ante() -> None:
    game = quick(HOUSE, {1: "9c 9d"}, NO_PAIR, {1: "4x"})
    ante = game.row(1, "ante")
    assert (ante.outcome, ante.clauses[0]) == ("push", "PA-4")
    assert game.row(1, "play").paid == 6_000


@clause("PA-5")
def test_pa_5_uth_04() -> None:
    assert rules_of(HOUSE).tables.chosen("paytable") == "UTH-04"
    assert defects(HOUSE, {"tables": {"paytable": "UTH-01"}})["tables.paytable"].clause == "PA-5"


@clause("PA-6")
@pytest.mark.parametrize(
    ("cards", "odds"),
    [("Ah Ad", 100), ("Ac Ad", 30), ("Ac Kc", 20), ("As Js", 20), ("Ac Kd", 10), ("Qc Qd", 4),
     ("2h 2d", 4), ("Ac Td", 0), ("Kc Qc", 0)],
)  # fmt: skip
def test_pa_6_ultimate_pairs_looks_at_two_cards_only(cards: str, odds: int) -> None:
    game = quick(
        HOUSE, {1: cards}, "Kh 5d", {1: "fold"}, board="3c 7d 9h Jd 4s",
        wagers={**BASE, "ultimate_pairs": 200},
    )  # fmt: skip
    row = game.row(1, "ultimate_pairs")
    assert row.paid - row.taken == (odds * 200 or -200)
    assert row.clauses[0] == "PA-6"
    wrong = defects(HOUSE, {"tables": {"ultimate_pairs": "2"}})["tables.ultimate_pairs"]
    assert wrong.clause == "PA-6"


@clause("PA-7")
def test_pa_7_leaving_before_the_hand_is_paid_forfeits_all() -> None:
    game = Game(HOUSE).sit(1, 2).bet(1, 1_500, trips=500).bet(2, 1_500)
    game.deal({1: "9c 9d", 2: "Ac 5d"}, PAIR, LOW_BOARD).act(1, "4x")
    game.do(c.Leave("P1"))
    lost = game.last(e.Forfeited)
    assert (lost.amount, lost.clauses) == (3_500 + 6_000, ("PA-7",))
    assert game.last(e.PlayerLeft).chips == game.chips - 9_500
    assert game.balance("house") == 9_500
    assert game.refused(c.Leave("P1")).code in ("seat/not_seated", "player/leaving")
    game.finish({2: "fold"})
    assert [row.seat for row in game.rows()] == [2, 2]
    assert game.table.seats[0] is None


@clause("PA-8")
def test_pa_8_bad_beat_needs_trips_pays_table_1_and_a_tie_loses() -> None:
    game = Game(HOUSE).sit(1)
    refusal = game.refused(c.Wager("P1", {**BASE, "bad_beat": 100}))
    assert (refusal.code, refusal.clause) == ("wager/needs", "PA-8")
    wagers = {**BASE, "trips": 100, "bad_beat": 100}
    beaten = quick(HOUSE, {1: "9c 9d"}, "Jc Jd", {1: "4x"}, wagers=wagers)
    assert beaten.row(1, "bad_beat").paid == 900
    tie = quick(HOUSE, {1: "Th Qh"}, "Ts Qs", {1: "4x"}, wagers=wagers)
    assert (tie.row(1, "bad_beat").outcome, tie.row(1, "bad_beat").clauses[0]) == ("lose", "PA-8")
    assert defects(HOUSE, {"tables": {"bad_beat": "2"}})["tables.bad_beat"].clause == "PA-8"


@clause("PA-9", "Q-8")
@pytest.mark.parametrize(
    ("flop", "prize"),
    [("9h 9s 2d", 150_000), ("9h 2d 2s", 25_000), ("9h 2d 3s", 4_500), ("Jd Js 2d", 0)],
)
def test_pa_9_two_cards_and_the_flop_win_fixed_prizes(flop: str, prize: int) -> None:
    game = quick(HOUSE, {1: "9c 9d"}, PAIR, {1: "fold"}, board=f"{flop} Th 7c", wagers=LINKED)
    row = game.row(1, "progressive")
    assert (row.paid, row.taken, row.returned) == (prize, 500, 0)
    assert row.clauses[0] == "PA-9"
    assert game.refused(c.Wager("P1", {**BASE, "progressive": 600})).clause == "Q-8"
    assert defects(HOUSE, {"progressive": {"prizes": {"royal_flush": "100%", "flush": "1"}}})[
        "progressive.prizes.straight_flush"
    ].clause == "PA-9"  # fmt: skip
    assert defects(HOUSE, {"progressive": {"seed": "none"}})["progressive.seed"].clause == "Q-8"


@clause("PA-9", "Q-7")
def test_pa_9_a_royal_takes_the_meter() -> None:
    game = quick(HOUSE, {1: "Jh Th"}, "2h 7c", {1: "4x"}, board=ROYAL_FLOP, wagers=LINKED)
    assert game.last(e.JackpotsClaimed).seats == (1,)
    assert game.phase() == "settling"
    awarded(game, 2_500_000)
    assert game.row(1, "progressive").paid == 2_500_000
    assert "Q-7" in game.last(e.JackpotsAwarded).clauses


@clause("PA-10", "Q-24")
def test_pa_10_envy_for_each_other_seat_with_a_progressive_wager() -> None:
    game = Game(HOUSE).sit(1, 2, 3)
    game.do(c.Wager("P1", BASE))
    game.do(c.Wager("P2", LINKED))
    game.do(c.Wager("P3", LINKED))
    game.deal({1: "Jh Th", 2: "9c 9d", 3: "3h 5s"}, "2h 7c", ROYAL_FLOP)
    game.finish({1: "4x", 2: "4x", 3: "fold"})
    envy = [(row.seat, row.paid, row.source) for row in game.rows() if row.wager == "envy"]
    assert envy == [(3, 500_000, 1), (2, 500_000, 1)]
    assert {"PA-10", "Q-24"} <= set(game.row(2, "envy").clauses)
    assert not game.all(e.JackpotsClaimed)
    wrong = defects(HOUSE, {"progressive": {"envy": {"royal_flush": "lots"}}})
    assert wrong["progressive.envy.royal_flush"].clause == "PA-10"


@clause("PA-11", "Q-8")
def test_pa_11_wagers_feed_one_meter_in_order_from_the_dealers_left() -> None:
    game = Game(HOUSE).sit(1, 3, 5)
    for seat in (5, 3, 1):
        game.do(c.Wager(f"P{seat}", LINKED))
    game.close()
    fed = game.all(e.ProgressiveStaked)
    assert [(event.seat, event.amount) for event in fed] == [(1, 500), (3, 500), (5, 500)]
    assert {"PA-11", "Q-8"} <= set(fed[0].clauses)


@clause("PA-12", "Q-12")
def test_pa_12_the_base_wagers_win_50_000_at_most() -> None:
    game = quick(
        HOUSE, {1: "Jh Th"}, "2h 7c", {1: "4x"}, board=ROYAL_FLOP,
        wagers={"ante": 10_000, "blind": 10_000, "trips": 10_000},
    )  # fmt: skip
    assert [(row.wager, row.paid) for row in game.rows()] == [
        ("ante", 10_000), ("play", 40_000), ("blind", 4_950_000), ("trips", 500_000),
    ]  # fmt: skip
    blind = game.row(1, "blind")
    assert (blind.short, blind.short_by) == (50_000, "cap")
    assert {"PA-12", "Q-12"} <= set(blind.clauses)
    assert defects(HOUSE, {"payouts": {"maximum": "none"}})["payouts.maximum"].clause == "PA-12"


@clause("PA-13", "Q-23")
def test_pa_13_the_wager_that_goes_above_the_hidden_value_wins() -> None:
    game = Game(HOUSE).sit(1, 2)
    game.do(c.Wager("P1", LINKED))
    game.do(c.Wager("P2", LINKED))
    game.close()
    progressive = game.rules.progressive
    meters = link.draw(progressive, link.start(progressive), 25_010)
    meters, _, won = link.feed(progressive, meters)
    assert won == 0
    meters, _, won = link.feed(progressive, meters)
    assert won == 25_020
    game.do(c.PayMystery(2, won))
    assert game.last(e.MysteryWon).clauses[0] == "PA-13"
    assert "Q-23" in game.last(e.MysteryWon).clauses
    assert meters.target is None
    assert game.refused(c.PayMystery(3, 100)).code == "mystery/no_wager"


@clause("PA-14")
def test_pa_14_the_problem_gambling_notice_is_shown() -> None:
    (notice,) = Game(HOUSE).calls("table.notice")
    assert "1-800-GAMBLER" in str(notice.facts["notice"])
    assert notice.clauses == ("PA-14",)


@clause("Q-15")
def test_q_15_deals_and_settles_as_the_maker_does() -> None:
    game = Game(HOUSE).sit(1, 4).bet(1, 1_500).bet(4, 1_500)
    game.close()
    game.do(c.Deal(DECK))
    assert print_cards(game.table.board) == "2c 2d 2h 2s 3c"
    assert game.table.hands[1] == parse_cards("3d 3h")
    assert "Q-15" in game.last(e.Dealt).clauses
    settled = quick(HOUSE, {1: "9c 9d", 4: "Ac 5d"}, NO_PAIR, {1: "4x", 4: "4x"})
    assert order_of(settled.rows())[:3] == [(4, "ante"), (1, "ante"), (4, "play")]
    assert "Q-15" in settled.last(e.SettlementBegun).clauses
