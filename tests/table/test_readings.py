"""The readings that hold in every house, where the documents are silent."""

from __future__ import annotations

import pytest

from tests.table.driver import LOW_BOARD, NO_PAIR, Changes, Game, defects, quick, rules_of
from uth.table import commands as c
from uth.table import events as e
from uth.table import link
from uth.table.link import Meters
from uth.table.meters import UNITS

PAIR = "Kc 4d"
STAKES = {"ante": 1_000, "blind": 1_000}
clause = pytest.mark.clause


def short_bank(coverage: str) -> Game:
    """Seat 1 wins 30 on Play and loses nothing; seats 2 and 3 lose 60 each to a bank of 50."""
    game = Game("california", {"bank": {"coverage": coverage}}).sit(1, 2, 3, 6).bank(6, 5_000)
    for seat in (1, 2, 3):
        game.bet(seat, 1_000)
    game.deal({1: "3h 5s", 2: "9c 9d", 3: "3d 5c"}, PAIR, LOW_BOARD)
    return game.finish({1: "4x", 2: "4x", 3: "4x"})


@clause("Q-1", "Q-2")
@pytest.mark.parametrize(
    ("coverage", "nets", "paid", "collected"),
    [
        ("gross", [-5_000, 5_000, 0], 5_000, 5_000),
        ("action", [-5_000, 0, 0], 0, 5_000),
        ("net", [-5_000, 5_000, -5_000], 5_000, 10_000),
    ],
)
def test_q_1_three_ways_to_be_exhausted(
    coverage: str, nets: list[int], paid: int, collected: int
) -> None:
    game = short_bank(coverage)
    bank = game.last(e.BankSettled)
    assert (bank.paid, bank.collected) == (paid, collected)
    found = [game.table.chips(f"P{seat}") - game.chips for seat in (1, 2, 3)]
    assert found == nets
    assert any("Q-1" in row.clauses for row in game.rows())
    wrong = defects("california", {"bank": {"coverage": "total"}})["bank.coverage"]
    assert wrong.clause == "Q-1"
    assert "Q-2" in quick(
        "california", {1: "3h 5s"}, PAIR, {1: "4x"}, wagers=STAKES, bank=3_000
    ).row(1, "play").clauses  # fmt: skip


@clause("Q-2")
def test_q_2_what_is_partly_covered() -> None:
    lost = quick("california", {1: "3h 5s"}, PAIR, {1: "4x"}, wagers=STAKES, bank=3_000)
    play = lost.row(1, "play")
    assert (play.outcome, play.taken, play.returned) == ("lose", 2_000, 2_000)
    won = quick("california", {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=STAKES, bank=3_000)
    play = won.row(1, "play")
    assert (play.outcome, play.paid, play.returned, play.short) == ("win", 2_000, 4_000, 2_000)
    assert "Q-2" in play.clauses


@clause("Q-3")
def test_q_3_bad_beat_needs_trips_unless_the_rulebook_says_otherwise() -> None:
    offered: Changes = {"wagers": {"bad_beat": True}}
    wagers = {**STAKES, "bad_beat": 500}
    refusal = Game("cardroom-25", offered).sit(1).refused(c.Wager("P1", wagers))
    assert (refusal.code, refusal.clause) == ("wager/needs_trips", "Q-3")
    alone = {"wagers": {"bad_beat": True, "bad_beat_needs_trips": False}}
    Game("cardroom-25", alone).sit(1).do(c.Wager("P1", wagers))
    wrong = {"wagers": {"bad_beat_needs_trips": "no"}}
    assert defects("cardroom-25", wrong)["wagers.bad_beat_needs_trips"].clause == "Q-3"


@clause("Q-4")
def test_q_4_a_folded_hand_stays_until_its_last_bonus_is_settled() -> None:
    wagers = {**STAKES, "trips": 500}
    game = quick("california", {1: "3h 5s", 2: "Ac 5d"}, PAIR, {1: "fold", 2: "1x"}, wagers=wagers)
    spread = game.events.index(game.calls("hand.spread")[0])
    assert spread > game.events.index(game.row(1, "trips"))
    assert "Q-4" in game.row(1, "ante").clauses


@clause("Q-5")
@pytest.mark.parametrize("house", ["california", "cardroom-25", "hollywood-pa", "light-and-wonder"])
def test_q_5_a_fold_loses_against_no_pair_too(house: str) -> None:
    game = quick(house, {1: "3h 5s"}, NO_PAIR, {1: "fold"})
    for wager in ("ante", "blind"):
        assert game.row(1, wager).outcome == "lose"
        assert "Q-5" in game.row(1, wager).clauses


def rail(chips: int = 30_000) -> Game:
    game = Game("california").sit(1, 2, 6).bank(6).bet(1).bet(2)
    game.do(c.Join("Bea", chips))
    return game


@clause("Q-6", "Q-27")
def test_q_6_who_may_stand_behind_a_seat_and_with_what() -> None:
    game = rail(5_900)
    stakes = {"ante": 1_000, "blind": 1_000}
    for command, code, clause_id in (
        (c.Back("Bea", 1, {**stakes, "trips": 500, "bad_beat": 500}), "back_line/wager", "CA-6.2"),
        (c.Back("Bea", 3, stakes), "back_line/seat", "CA-6.2"),
        (c.Back("Bea", 1, {"ante": 1_000, "blind": 900}), "wager/unequal", "CA-6.3"),
        (c.Back("Bea", 1, {"ante": 400, "blind": 400}), "wager/below_minimum", "CA-6.1"),
        (c.Back("Bea", 1, stakes), "wager/not_enough_chips", ""),
        (c.Back("P6", 1, stakes), "back_line/rail", "Q-27"),
        (c.Back("P2", 1, stakes), "back_line/rail", "Q-27"),
    ):
        refusal = game.refused(command)
        assert (refusal.code, refusal.clause) == (code, clause_id)
    game.do(c.AddChips("Bea", 100))
    game.do(c.Back("Bea", 1, stakes))
    assert "Q-6" in game.last(e.BackLinePlaced).clauses
    assert game.refused(c.Back("Bea", 2, stakes)).code == "back_line/one_spot"


@clause("Q-6")
def test_q_6_a_back_line_may_be_taken_back_and_counts_in_the_fee() -> None:
    game = Game("california", {"collection": {"schedule": {"value": 1, "clause": "Q-22"}}})
    game.sit(1, 6).bank(6).bet(1, 1_000)
    game.do(c.Join("Bea", 50_000))
    game.do(c.Back("Bea", 1, {"ante": 2_000, "blind": 2_000}))
    game.do(c.Back("Bea", 1, {}))
    assert game.table.chips("Bea") == 50_000
    assert game.refused(c.Back("Bea", 1, {})).code == "back_line/nothing"
    game.do(c.Back("Bea", 1, {"ante": 2_000, "blind": 2_000}))
    assert "Q-6" in game.last(e.BackLinePlaced).clauses
    assert game.refused(c.Wager("P1", {})).code == "wager/backed"
    game.close()
    assert game.last(e.FeeTaken).action == 6_000


@clause("Q-7")
def test_q_7_highest_first_each_of_the_meter_as_it_then_stands() -> None:
    game = Game("hollywood-pa").sit(1, 2)
    for seat in (1, 2):
        game.bet(seat, 1_500, progressive=500)
    game.deal({1: "8h 9h", 2: "Kh Ah"}, "2c 7d", "Th Jh Qh 3s 4d").finish({1: "4x", 2: "4x"})
    assert game.last(e.JackpotsClaimed).seats == (2, 1)
    assert "Q-7" in game.last(e.JackpotsClaimed).clauses
    from uth.table.closing import spots
    from uth.table.settlement import jackpot_hits

    hits = jackpot_hits(game.rules, game.table.board[:3], spots(game.table))
    meters, awards = link.claim(game.rules.progressive, Meters(2_500_000 * UNITS, 0), hits)
    assert [(given.seat, given.amount) for given in awards.given] == [(2, 2_500_000), (1, 100_000)]
    assert meters.main == 900_000 * UNITS
    assert (meters.jackpots, awards.paid) == (1, 2_600_000)


@clause("Q-10")
def test_q_10_whole_chips_and_payouts_rounded_down() -> None:
    assert Game("cardroom-25").sit(1).refused(
        c.Wager("P1", {"ante": 350, "blind": 350})
    ).clause == "Q-10"  # fmt: skip
    board = "2h 7h 9h Js Kd"
    penny = {"limits": {"chip": "0.01", "minimum": "3"}}
    game = quick(
        "cardroom-25", {1: "Ah 3h"}, "Kc 4d", {1: "4x"}, board=board, changes=penny,
        wagers={"ante": 333, "blind": 333},
    )  # fmt: skip
    blind = game.row(1, "blind")
    assert (blind.paid, blind.rest) == (499, "1/2")
    assert "Q-10" in blind.clauses
    assert defects("cardroom-25", {"limits": {"chip": "0"}})["limits.chip"].clause == "Q-10"


@clause("Q-11")
def test_q_11_the_offer_goes_round_and_nobody_takes_it() -> None:
    game = Game("california").sit(2, 5)
    assert game.last(e.BankOffered).seat == 2
    game.do(c.DeclineBank("P2"))
    assert game.table.bank.offered == 5
    game.do(c.DeclineBank("P5"))
    assert "Q-11" in game.last(e.BankUntaken).clauses
    game.bet(2)
    refusal = game.refused(c.CloseBets())
    assert (refusal.code, refusal.clause) == ("bank/none", "Q-11")
    game.do(c.OfferBank())
    assert game.table.bank.offered == 2
    assert game.refused(c.OfferBank()).code == "bank/open"


@clause("Q-11")
def test_q_11_a_banker_may_keep_it_once_then_waits_for_another() -> None:
    game = Game("california").sit(1, 2)
    hands, board = "9c 9d", LOW_BOARD
    game.bank(1).bet(2).deal({2: hands}, PAIR, board).finish({2: "4x"})
    assert game.table.bank.offered == 1
    game.bank(1).bet(2).deal({2: hands}, PAIR, board).finish({2: "4x"})
    assert game.table.bank.offered == 2
    game.do(c.DeclineBank("P2"))
    assert game.last(e.BankUntaken).clauses == ("Q-11",)
    assert game.refused(c.TakeBank("P1", 5_000)).code == "bank/rotation"
    game.do(c.OfferBank())
    game.bank(2).bet(1).deal({1: hands}, PAIR, board).finish({1: "4x"})
    game.do(c.DeclineBank("P2"))
    assert game.table.bank.offered == 1


@clause("Q-11")
def test_q_11_the_bank_is_held_apart_and_at_least_the_minimum() -> None:
    game = Game("california").sit(1, 2)
    refusal = game.refused(c.TakeBank("P1", 400))
    assert (refusal.code, refusal.clause) == ("bank/below_minimum", "Q-11")
    assert game.refused(c.TakeBank("P1", game.chips + 1)).code == "bank/not_enough_chips"
    assert game.refused(c.TakeBank("P2", 5_000)).code == "bank/not_offered"
    game.bank(1, 5_000)
    assert game.balance("bank") == 5_000
    assert game.refused(c.TakeBank("P1", 9_000)).code == "bank/not_offered"
    assert game.refused(c.Wager("P1", STAKES)).code == "bank/no_wager"
    game.do(c.DeclineBank("P1"))
    assert game.balance("bank") == 0
    assert game.table.bank.offered == 2


@clause("Q-11")
def test_q_11_a_banker_who_leaves_the_round_settles_without_him() -> None:
    game = Game("california").sit(1, 6).bank(6, 5_000).bet(1)
    game.deal({1: "9c 9d"}, PAIR, LOW_BOARD)
    game.do(c.Leave("P6"))
    assert "Q-11" in game.last(e.PlayerLeaving).clauses
    game.act(1, "4x")
    assert game.row(1, "play").paid == 4_000
    assert game.last(e.PlayerLeft).chips == game.chips - 5_000
    assert game.table.seats[5] is None


@clause("Q-12")
def test_q_12_winnings_only_and_per_player() -> None:
    changes = {"payouts": {"maximum": {"value": "30", "clause": "CR-10"}}}
    game = quick(
        "cardroom-25", {1: "9c 9d", 2: "Kd 9s"}, PAIR, {1: "4x", 2: "4x"}, changes=changes,
        board="2c 7d 9h Js Kh", wagers=STAKES,
    )  # fmt: skip
    for seat in (1, 2):
        play = game.row(seat, "play")
        assert (play.paid, play.returned, play.short_by) == (2_000, 4_000, "cap")
        assert "Q-12" in play.clauses


@clause("Q-13")
def test_q_13_time_runs_out_check_check_fold() -> None:
    game = Game("light-and-wonder").sit(1, 2).bet(1).bet(2)
    game.deal({1: "Ac Ad", 2: "9c 9d"}, PAIR, LOW_BOARD).act(2, "4x")
    game.do(c.CutOff("P1"))
    for _ in range(3):
        game.do(c.TimeOut("P1"))
    acts = [act for act in game.all(e.Acted) if act.seat == 1]
    assert [act.multiple for act in acts] == [-1, -1, 0]
    assert all(act.timed_out and "Q-13" in act.clauses for act in acts)
    assert game.row(1, "ante").outcome == "lose"
    assert game.refused(c.TimeOut("P1")).code == "act/not_your_turn"


@clause("Q-13")
def test_q_13_leaving_on_purpose_finishes_the_hand_as_if_cut_off() -> None:
    game = Game("california").sit(1, 2, 6).bank(6).bet(1, 1_000, trips=500).bet(2)
    game.deal({1: "9c 9d", 2: "Ac Ad"}, PAIR, LOW_BOARD)
    game.do(c.Leave("P1"))
    assert game.refused(c.Leave("P1")).code == "player/leaving"
    assert "Q-13" in game.last(e.PlayerLeaving).clauses
    game.finish({2: "4x"})
    assert game.row(1, "trips").paid == 1_500
    left = game.last(e.PlayerLeft)
    assert (left.player, left.chips) == ("P1", game.chips - 2_000 + 1_500)


@clause("Q-14")
def test_q_14_tables_not_printed_are_a_choice() -> None:
    assert rules_of("cardroom-25", {"tables": {"paytable": "UTH-03"}}).tables.paytable == "UTH-03"
    assert rules_of("cardroom-25").tables.paytable == "UTH-01"
    own = {"MINE": {"blind": {"straight": "1 to 1"}, "trips": {}}}
    wrong = defects("cardroom-25", {"tables": {"paytable": "MINE"}, "paytable": own})
    assert wrong["tables.paytable"].clause == "Q-14"
    assert not rules_of("light-and-wonder").progressive.offered


@clause("Q-16")
@pytest.mark.parametrize(
    ("house", "low", "high", "bonus"),
    [("california", 5, 500, 5), ("california-bad-beat", 5, 500, 5), ("hollywood-pa", 15, 1_000, 1),
     ("light-and-wonder", 5, 300, 1), ("cardroom-25", 3, 25, 1)],
)  # fmt: skip
def test_q_16_the_limits_of_each_house(house: str, low: int, high: int, bonus: int) -> None:
    game = Game(house).sit(1)
    for ante in (low, high):
        game.bet(1, ante * 100, trips=bonus * 100)
    for wagers in (
        {"ante": low * 100 - 100, "blind": low * 100 - 100},
        {"ante": high * 100 + 100, "blind": high * 100 + 100},
        {"ante": low * 100, "blind": low * 100, "trips": high * 100 + 100},
        {"ante": low * 100, "blind": low * 100, "trips": bonus * 100 - 100},
    ):
        refusal = game.refused(c.Wager("P1", wagers))
        assert refusal.clause in ("Q-16", "CA-6.1") or refusal.code == "money/zero"
    game.do(c.SetLimits("Fay", game.table.minimum, game.table.maximum))
    wrong = {"limits": {"minimum": {"value": "x", "clause": "Q-16"}}}
    assert defects(house, wrong)["limits.minimum"].clause == "Q-16"


@clause("Q-18")
@pytest.mark.parametrize(
    ("house", "banker", "seats"),
    [("california", 3, [4, 5, 6, 1, 2]), ("california", 6, [1, 2, 3, 4, 5]),
     ("cardroom-25", 0, [6, 5, 4, 3, 2, 1])],
)  # fmt: skip
def test_q_18_the_way_round(house: str, banker: int, seats: list[int]) -> None:
    game = Game(house).sit(1, 2, 3, 4, 5, 6)
    if banker:
        game.bank(banker)
    cards = ["2d 3c", "2h 3d", "2s 3h", "4c 5c", "4h 5d", "4s 5h"]
    for seat in seats:
        game.bet(seat, 500)
    hands = dict(zip(sorted(seats), cards, strict=False))
    game.deal(hands, "Kc 4d", LOW_BOARD).finish(dict.fromkeys(sorted(seats), "fold"))
    assert list(dict.fromkeys(row.seat for row in game.rows())) == seats
    assert "Q-18" in game.last(e.SettlementBegun).clauses


@clause("Q-20")
def test_q_20_the_beaten_hand_must_be_three_of_a_kind() -> None:
    wagers = {**STAKES, "trips": 500, "bad_beat": 500}
    game = quick("california", {1: "9c 9d"}, PAIR, {1: "4x"}, wagers=wagers)
    row = game.row(1, "bad_beat")
    assert (row.outcome, row.taken) == ("lose", 500)
    assert "Q-20" in row.clauses


@clause("Q-21")
def test_q_21_a_void_reverses_fee_and_bank_and_does_not_count_as_banked() -> None:
    game = Game("california-bad-beat").sit(1, 6)
    colour = game.table.colour
    game.bank(6).bet(1).deal({1: "9c 9d"}, PAIR, LOW_BOARD).act(1, "check")
    game.do(c.VoidRound("Fay", "a card was exposed"))
    assert [game.table.chips(player) for player in ("P1", "P6")] == [game.chips] * 2
    assert (game.balance("drop"), game.balance("bank")) == (0, 0)
    assert game.table.bank.rounds == 0
    assert game.table.colour != colour
    assert all("Q-21" in event.clauses for event in game.all(e.Reversed))
    assert game.refused(c.VoidRound("Fay", "again")).code == "round/none"


@clause("Q-21")
def test_q_21_contributions_go_back() -> None:
    progressive = rules_of("hollywood-pa").progressive
    before = link.draw(progressive, link.start(progressive), 30_000)
    meters, fed, _ = link.feed(progressive, before)
    assert (fed.main, fed.mystery) == (100 * UNITS, 10 * UNITS)
    assert link.take_back(meters, fed) == before
    game = Game("hollywood-pa").sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.VoidRound("Fay", "malfunction"))
    assert game.table.chips("P1") == game.chips
    assert "Q-21" in game.last(e.RoundVoided).clauses


@clause("Q-21")
@pytest.mark.parametrize("paid", [False, True])
def test_q_21_a_mystery_or_jackpot_already_awarded_stands(paid: bool) -> None:
    """The royal's Blind waits for the floor, before or after the Progressive is settled."""
    order = ["ante", "play", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive", "envy"]
    if paid:
        order = [
            "ante",
            "play",
            "progressive",
            "blind",
            "trips",
            "bad_beat",
            "ultimate_pairs",
            "envy",
        ]
    changes: Changes = {
        "payouts": {"approval_above": {"value": "5000", "clause": "CR-12"}},
        "settlement": {"order": order},
    }
    game = Game("hollywood-pa", changes).sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.PayMystery(1, 40_000))
    game.deal({1: "Jh Th"}, "2h 7c", "Ah Kh Qh 2c 7d").act(1, "4x")
    game.do(c.AwardJackpots(((1, 400_000, 0),)))
    assert game.table.asked
    assert any(row.wager == "progressive" for row in game.rows()) == paid
    game.do(c.VoidRound("Fay", "malfunction"))
    assert bool(game.all(e.JackpotKept)) != paid
    assert game.table.chips("P1") == game.chips + 40_000 + 400_000
    assert game.balance("house") == -440_000


@clause("Q-22")
def test_q_22_no_wager_no_fee_and_a_band_runs_up_to_the_next() -> None:
    half: Changes = {"limits": {"chip": "0.25", "minimum": "1"}, "collection": {"schedule": 4}}
    game = Game("california-bad-beat", half).sit(1, 6).bank(6)
    refusal = game.refused(c.CloseBets())
    assert (refusal.code, refusal.clause) == ("round/no_wagers", "Q-22")
    game.bet(1, 2_475)
    game.close()
    fee = game.last(e.FeeTaken)
    assert (fee.action, fee.amount) == (4_950, 100)
    assert "Q-22" in fee.clauses
    assert rules_of("california").collection.action is None


@clause("Q-23")
def test_q_23_the_mystery_never_pays_more_than_a_thousand() -> None:
    progressive = rules_of("hollywood-pa").progressive
    low, high = link.target_range(progressive)
    assert (low, high) == (25_000, 99_990)
    meters = link.draw(progressive, link.start(progressive), high)
    won = feeds = 0
    while not won:
        meters, _, won = link.feed(progressive, meters)
        feeds += 1
    assert (won, feeds) == (100_000, 7_500)
    game = Game("hollywood-pa").sit(1).bet(1, 1_500, progressive=500)
    game.close()
    game.do(c.PayMystery(1, won))
    assert "Q-23" in game.last(e.MysteryWon).clauses


@clause("Q-24")
def test_q_24_never_for_ones_own_and_one_for_each_other_hand() -> None:
    game = Game("hollywood-pa").sit(1, 2, 3)
    for seat in (1, 2, 3):
        game.bet(seat, 1_500, progressive=500)
    game.deal({1: "8h 9h", 2: "Kh Ah", 3: "2d 5c"}, "2c 7d", "Th Jh Qh 3s 4d")
    game.finish({1: "4x", 2: "4x", 3: "fold"})
    game.do(c.AwardJackpots(((2, 2_500_000, 0), (1, 100_000, 0))))
    envy = [(row.seat, row.source, row.paid) for row in game.rows() if row.wager == "envy"]
    assert envy == [(3, 2, 500_000), (3, 1, 150_000), (2, 1, 150_000), (1, 2, 500_000)]
    assert "Q-24" in game.row(3, "envy").clauses


@clause("Q-25")
def test_q_25_an_aggregate_may_be_set_wager_by_wager() -> None:
    changes = {"payouts": {"aggregate": {"value": {"blind": "5"}, "clause": "Q-25"}}}
    game = quick("cardroom-25", {1: "Ts Qc"}, PAIR, {1: "4x"}, wagers=STAKES, changes=changes)
    assert (game.row(1, "blind").paid, game.row(1, "blind").short_by) == (500, "aggregate")
    assert "Q-25" in game.row(1, "blind").clauses
    wrong = {"payouts": {"aggregate": {"value": {"ante": "5"}, "clause": "Q-25"}}}
    assert defects("cardroom-25", wrong)["payouts.aggregate.ante"].clause == "Q-25"


@clause("Q-26")
def test_q_26_any_order_within_a_street_and_no_fifth_procedure() -> None:
    game = Game("light-and-wonder").sit(1, 2, 3).bet(1).bet(2).bet(3)
    game.deal({1: "Ac Ad", 2: "9c 9d", 3: "3h 5s"}, PAIR, LOW_BOARD)
    game.act(3, "check")
    refusal = game.refused(c.Act("P3", "check"))
    assert (refusal.code, refusal.clause) == ("act/acted", "Q-26")
    game.act(1, "check").act(2, "4x")
    assert game.table.turned == 3
    wrong = {"dealing": {"procedure": {"value": "by hand", "clause": "Q-26"}}}
    assert defects("california", wrong)["dealing.procedure"].clause == "Q-26"
    assert rules_of("california").sources["dealing.procedure"] == "Q-26"


@clause("Q-27")
def test_q_27_every_bonus_needs_ante_and_blind_and_one_spot_a_player() -> None:
    game = Game("light-and-wonder").sit(1)
    assert game.refused(c.Wager("P1", {"trips": 500})).clause == "Q-27"
    refusal = game.refused(c.Sit("P1", 2, 1_000))
    assert (refusal.code, refusal.clause) == ("player/twice", "Q-27")
