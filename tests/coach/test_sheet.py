"""The session sheet: judgments by the solved game, and exact sums."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.solved import Solve
from uth.coach.decisions import Decision, PlayedRound
from uth.coach.judge import Judge
from uth.coach.sheet import JudgedRound, SheetRound, Verdict, sheet
from uth.core.cards import parse_cards
from uth.exact.advice import Spot, advise
from uth.exact.plain_advice import plain_advise
from uth.exact.solver.boards import Boards
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.house_game import beaten_hand_bet, game_rules
from uth.exact.solver.outcomes import Action, game_net
from uth.exact.solver.starting_hands import starting_hand_index
from uth.exact.spot_endings import BestHands
from uth.rulebook.store import load_house

ACES = Decision("preflop", "As Ah", "", "check")
FLOP = Decision("flop", "As Ah", "2c 7d 9h", "check")
RIVER = Decision("river", "As Ah", "2c 7d 9h Js Kd", "fold", timed_out=True)
RULES = load_house("light-and-wonder")


@pytest.fixture(scope="module")
def judge(games: Solve, boards: Boards) -> Judge:
    return Judge(RULES, games, BestHands(lambda: boards))


def test_mistakes_are_judged_exactly(judge: Judge, games: Solve) -> None:
    wagers = {"ante": 1_000, "blind": 1_000, "trips": 500}
    judged = judge.judge_round(PlayedRound(wagers, (ACES, FLOP, RIVER), -2_500, 0))
    solution = games(game_rules(RULES))
    aces = solution.hands[-1].values
    flop, river = (
        advise(spot=Spot(parse_cards(one.cards), parse_cards(one.board))) for one in (FLOP, RIVER)
    )
    assert [verdict.best for verdict in judged.verdicts] == ["4x", "2x", "1x"]
    assert [Fraction(verdict.cost) for verdict in judged.verdicts] == [
        aces[Action.FOUR] - aces[Action.CHECK],
        flop.values[Action.TWO] - flop.values[Action.CHECK],
        river.values[Action.ONE] + 2,
    ]
    trips = Fraction("0.0090183500995929569") * 500
    assert abs(Fraction(judged.worth) - (solution.ev * 1_000 - trips)) < Fraction(1, 10**9)


def test_the_best_choice_costs_nothing(judge: Judge) -> None:
    best = Decision("preflop", "As Ah", "", "4x")
    totals = judge.judge_round(PlayedRound({"ante": 500, "blind": 500}, (best,), 1_000, 0))
    assert totals.verdicts == (Verdict("4x", "0"),)


def test_a_bad_beat_is_counted_on_every_street(boards: Boards, games: Solve) -> None:
    """With three aces on the board, the base game folds and the Bad Beat stays in."""
    rules = load_house("california-bad-beat")
    judge = Judge(rules, games, BestHands(lambda: boards))
    before = Decision("preflop", "8d 7c", "", "check")
    river = Decision("river", "8d 7c", "As 3c Ac Ah Jh", "fold")
    wagers = {"ante": 1_000, "blind": 1_000}
    plain = judge.judge_round(PlayedRound(wagers, (river,), -2_000, 0))
    assert plain.verdicts == (Verdict("fold", "0"),)
    with_bonuses = {**wagers, "trips": 500, "bad_beat": 500}
    judged = judge.judge_round(PlayedRound(with_bonuses, (before, river), -3_000, 0))
    bet = beaten_hand_bet(rules, "bad_beat", Fraction(1, 2))
    spot = Spot(parse_cards(river.cards), parse_cards(river.board))
    both = plain_advise(spot=spot, net=game_net(STANDARD, bet))
    first = games(beaten_hand=bet, endings=False).hands[starting_hand_index(*spot.hole)]
    assert judged.verdicts == (
        Verdict(first.best.value, str(first.costs[Action.CHECK])),
        Verdict("1x", str(both.costs[Action.FOLD])),
    )
    untouched = judge.judge_round(PlayedRound(with_bonuses, (before,), 0, 0))
    gain = both.costs[Action.FOLD] * 1_000
    assert Fraction(judged.worth) == Fraction(untouched.worth) + gain


@pytest.mark.clause("CR-10")
def test_a_posted_maximum_counts_in_the_round_that_had_it(boards: Boards, games: Solve) -> None:
    """With a maximum of $20, the best hand is paid no more with 4x than with a check."""
    judge = Judge(load_house("cardroom-25"), games, BestHands(lambda: boards))
    wagers = {"ante": 1_000, "blind": 1_000}
    aces = Decision("flop", "As Ah", "Ad Ac Kd", "2x")
    free = judge.judge_round(PlayedRound(wagers, (aces,), 0, 0))
    assert free.verdicts == (Verdict("2x", "0"),)
    capped = judge.judge_round(PlayedRound(wagers, (aces,), 0, 0, posted_maximum=1_000))
    assert capped.verdicts[0].best == "check"
    assert Fraction(capped.worth) < Fraction(free.worth)


def _hand(number: int, net: int, worth: str, *costs: str) -> SheetRound:
    decisions = (ACES, FLOP, RIVER)[: len(costs)]
    part = PlayedRound({"ante": 1_000, "blind": 1_000}, decisions, net, 100)
    return SheetRound("t", number, number, "x", part, JudgedRound(worth, tuple(
        Verdict("4x", cost) for cost in costs)))  # fmt: skip


def test_a_sheet_adds_up_net_expected_luck_and_cost() -> None:
    totals = sheet([_hand(1, 5_000, "-65/3", "0", "1/3"), _hand(2, -2_000, "-65/3", "1/2")], 4, 2)
    assert (totals.hands, totals.pending, totals.unjudged) == (2, 4, 2)
    assert (totals.net, totals.fees) == (3_000, 200)
    exact = Fraction(-130, 3) - Fraction(1_000, 3) - 500
    assert totals.expected == round(exact)
    assert totals.luck == 3_000 - round(exact)
    assert totals.best + totals.mistakes + totals.luck == totals.net
    assert totals.mistakes < 0
    assert totals.cost == pytest.approx(5 / 6)
    assert (totals.streets["preflop"].decisions, totals.streets["preflop"].mistakes) == (2, 1)
    assert (totals.streets["flop"].decisions, totals.streets["flop"].mistakes) == (1, 1)
    assert totals.streets["river"].decisions == 0
    assert [point.net_total for point in totals.series] == [5_000, 3_000]
    assert [point.luck_total + point.expected_total for point in totals.series] == [5_000, 3_000]
    assert [len(point.mistakes) for point in totals.series] == [1, 1]


def test_a_mistake_costs_the_same_in_the_sum_as_in_its_line() -> None:
    """Two fifths of a cent of each: neither part takes the rounding of the other."""
    totals = sheet([_hand(1, 0, "-2/5", "1/2500")])
    assert [one.amount for one in totals.series[0].mistakes] == [-totals.mistakes] == [0]
    half = sheet([_hand(1, 0, "-7", "51/2000")])
    assert [one.amount for one in half.series[0].mistakes] == [-half.mistakes] == [26]
    assert half.series[-1].expected_total == half.expected == half.best + half.mistakes
    assert half.expected + half.luck == half.net


def test_an_empty_sheet() -> None:
    totals = sheet([])
    assert (totals.hands, totals.net, totals.expected, totals.luck, totals.series) == (
        0,
        0,
        0,
        0,
        (),
    )
