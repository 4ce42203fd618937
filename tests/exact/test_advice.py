"""Advice compared with enumeration and with the solved game; refused spots."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.exact.enumeration import flop_gain, river_value, without
from tests.exact.test_solve import random_rules
from uth.core.cards import DECK, parse_cards
from uth.core.refusal import Refusal
from uth.exact.advice import Spot, advise
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.outcomes import Action
from uth.exact.solver.starting_hands import starting_hand_index

if TYPE_CHECKING:
    from tests.solved import Solve
    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.solution import Solution


def draw_spot(draw: Random, board: int, dead: int, dealer: int) -> Spot:
    cards = draw.sample(DECK, 2 + board + dead + dealer)
    ends = (2, 2 + board, 2 + board + dead)
    return Spot(
        tuple(cards[: ends[0]]),
        tuple(cards[ends[0] : ends[1]]),
        tuple(cards[ends[1] : ends[2]]),
        tuple(cards[ends[2] :]),
    )


def enumerated_river(rules: GameRules, spot: Spot, play: int) -> Fraction:
    hole = (spot.hole[0], spot.hole[1])
    return river_value(rules, hole, spot.board, play, spot.dead, spot.dealer)


def enumerated_flop(rules: GameRules, spot: Spot) -> tuple[Fraction, Fraction]:
    """The values of 2x and check over every turn and river."""
    twice = check = Fraction(0)
    boards = list(combinations(without(spot.seen), 2))
    for more in boards:
        full = Spot(spot.hole, (*spot.board, *more), spot.dead, spot.dealer)
        once = enumerated_river(rules, full, 1)
        twice += enumerated_river(rules, full, 2)
        check += max(once, Fraction(-2))
    return twice / len(boards), check / len(boards)


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("dead", [0, 7])
def test_river_advice_agrees_with_enumeration(dealer: int, dead: int) -> None:
    draw = Random(100 + dealer * 10 + dead)
    for _ in range(6):
        spot, rules = draw_spot(draw, 5, dead, dealer), random_rules(draw)
        advice = advise(rules, spot=spot)
        assert advice.values == {Action.ONE: enumerated_river(rules, spot, 1), Action.FOLD: -2}


def suited_boards() -> list[Spot]:
    return [
        Spot(parse_cards(hole), parse_cards(board))
        for hole, board in (
            ("Ah 2c", "Kh Qh Jh Th 3d"),
            ("9s 2c", "Kh Qh Jh Th 9h"),
            ("2h 3h", "Kh Qh Jh Th 9h"),
            ("Ah 8h", "Kh Qh Jh Th 9h"),
            ("9c 9d", "9h 9s 8h 7h 2c"),
            ("Ac Ad", "9h 9s 8h 8d 7h"),
        )
    ]


@pytest.mark.parametrize("spot", suited_boards(), ids=str)
def test_river_advice_on_suited_boards_agrees_with_enumeration(spot: Spot) -> None:
    assert advise(spot=spot).values[Action.ONE] == enumerated_river(STANDARD, spot, 1)


@pytest.mark.parametrize(("dead", "dealer"), [(30, 0), (20, 1), (10, 2), (0, 2)])
def test_flop_advice_agrees_with_enumeration(dead: int, dealer: int) -> None:
    draw = Random(dead)
    spot, rules = draw_spot(draw, 3, dead, dealer), random_rules(draw)
    twice, check = enumerated_flop(rules, spot)
    assert advise(rules, spot=spot).values == {Action.TWO: twice, Action.CHECK: check}


@pytest.mark.slow
def test_preflop_advice_agrees_with_enumeration() -> None:
    """With thirty dead cards and both dealer cards known, over every flop, turn and river."""
    spot = draw_spot(Random(5), 0, 30, 2)
    values = advise(spot=spot).values
    check, four = Fraction(0), Fraction(0)
    flops = list(combinations(without(spot.seen), 3))
    for flop in flops:
        on_flop = Spot(spot.hole, flop, spot.dead, spot.dealer)
        flop_advice = advise(spot=on_flop).values
        check += max(flop_advice.values())
        boards = list(combinations(without(on_flop.seen), 2))
        for more in boards:
            full = Spot(spot.hole, (*flop, *more), spot.dead, spot.dealer)
            four += enumerated_river(STANDARD, full, 4) / len(boards)
    assert values[Action.CHECK] == check / len(flops)
    assert values[Action.FOUR] == four / len(flops)


def test_strategy_and_advice_agree_on_flops(standard: Solution) -> None:
    draw = Random(8)
    for _ in range(300):
        spot = draw_spot(draw, 3, 0, 0)
        advice = advise(spot=spot)
        gain = advice.values[Action.TWO] - advice.values[Action.CHECK]
        assert gain == Fraction(flop_gain(standard, spot.hole, spot.board), 1081 * 990 * 2)
        assert standard.strategy.flop(spot.hole, spot.board) is advice.best


def test_solution_and_advice_agree_before_the_flop(games: Solve) -> None:
    """Under random rules, for which there are no published figures."""
    rules, reports = random_rules(Random(3)), list[tuple[int, int]]()
    advice = advise(
        rules, spot=Spot(parse_cards("7s 6s")), progress=lambda done, of: reports.append((done, of))
    )
    suited = starting_hand_index(*parse_cards("7s 6s"))
    assert advice.values == games(rules, endings=False).hands[suited].values
    assert reports[-1] == (19600, 19600)


@pytest.mark.nightly
@pytest.mark.parametrize(("hole", "name"), [("Kh 4d", "K4o"), ("7s 6s", "76s"), ("2c 2d", "22")])
def test_the_standard_solution_and_advice_agree_before_the_flop(
    hole: str, name: str, standard: Solution
) -> None:
    hand = next(hand for hand in standard.hands if hand.name == name)
    assert advise(spot=Spot(parse_cards(hole))).values == hand.values


@pytest.mark.clause("Q-17")
def test_on_equal_value_the_bet_is_best() -> None:
    """Losing to a dealer who does not qualify costs as much as a fold."""
    board, dealer = parse_cards("Qh Th 8c 5d 3s"), parse_cards("Ac Kc")
    advice = advise(spot=Spot(parse_cards("Jh 2d"), board, (), dealer))
    assert advice.values == {Action.ONE: -2, Action.FOLD: -2}
    assert advice.best is Action.ONE


def test_the_cost_is_the_difference_to_the_best_action() -> None:
    royal = Spot(parse_cards("Ah Kh"), parse_cards("Qh Jh Th"), (), parse_cards("2c 3c"))
    advice = advise(spot=royal)
    assert advice.best is Action.TWO
    assert advice.costs == {Action.TWO: 0, Action.CHECK: 1}


def test_impossible_spots_are_refused() -> None:
    with pytest.raises(Refusal, match="advise/hole"):
        Spot(parse_cards("Ah"))
    with pytest.raises(Refusal, match="advise/board"):
        Spot(parse_cards("Ah Kh"), parse_cards("2c"))
    with pytest.raises(Refusal, match="advise/dealer"):
        Spot(parse_cards("Ah Kh"), (), (), parse_cards("2c 2d 2h"))
    with pytest.raises(Refusal, match="card/twice"):
        Spot(parse_cards("Ah Kh"), (), parse_cards("Ah"))
    with pytest.raises(Refusal, match="advise/dead"):
        Spot(parse_cards("Ah Kh"), (), tuple(DECK[:44]))
