"""Play multiples that the five houses do not have: enumeration, and both passes compared."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.exact.enumeration import flop_gain, river_value, without
from tests.exact.test_advice import draw_spot
from tests.exact.test_solve import random_rules
from tests.own_house import own_house
from uth.core.cards import parse_cards
from uth.core.refusal import Refusal
from uth.exact.advice import Spot, advise
from uth.exact.bets.dealer_lines import known_deals, known_outcomes
from uth.exact.bets.position import PositionFinder
from uth.exact.bets.wager_means import wager_means
from uth.exact.solver.game_rules import GameRules, extremes
from uth.exact.solver.house_game import beaten_hand_bet, game_rules
from uth.exact.solver.outcomes import DEALS, Action, bet
from uth.exact.solver.pays import beaten_hand_pays
from uth.exact.solver.solve import solve, with_endings
from uth.rulebook.store import load_house, load_text

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution

Streets = tuple[set[int], set[int], set[int]]


def game(streets: Streets, rules: GameRules | None = None) -> GameRules:
    play, flop, river = map(frozenset, streets)
    return replace(rules or GameRules(), play=play, flop=flop, river=river)


GAMES: list[Streets] = [
    ({5, 3}, {3}, {2}),
    ({4, 3}, {2}, {1, 2}),
    ({10, 1}, {1, 2, 5}, {2, 4}),
    ({2}, {2}, {2}),
    ({1}, {1, 3}, {20}),
    ({1, 2, 6}, {5}, {3, 4}),
]
LOW_BETS: Streets = ({1, 9}, {1, 8}, {2, 3})
"""The smallest bets are smaller than every later bet, so they can be best."""


@pytest.fixture(scope="module")
def low(boards: Boards) -> Solution:
    return solve(game(LOW_BETS, GameRules(qualify=False)), boards=boards)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def enumerated_values(rules: GameRules, spot: Spot) -> dict[str, Fraction]:
    """The value of every action over every card to come, each multiple separately."""
    hole = (spot.hole[0], spot.hole[1])
    if len(spot.board) == 5:
        return {
            **{
                f"{play}x": river_value(rules, hole, spot.board, play, spot.dead, spot.dealer)
                for play in rules.river
            },
            "fold": Fraction(-2),
        }
    boards = [
        Spot(spot.hole, (*spot.board, *more), spot.dead, spot.dealer)
        for more in combinations(without(spot.seen), 2)
    ]
    return {
        **{
            f"{play}x": mean(
                [
                    river_value(rules, hole, full.board, play, spot.dead, spot.dealer)
                    for full in boards
                ]
            )
            for play in rules.flop
        },
        "check": mean([max(enumerated_values(rules, full).values()) for full in boards]),
    }


def advised_values(rules: GameRules, spot: Spot) -> dict[str, Fraction]:
    return {action.value: value for action, value in advise(rules, spot=spot).values.items()}


@pytest.mark.parametrize("streets", [*GAMES, LOW_BETS])
def test_river_and_flop_against_enumeration(streets: Streets) -> None:
    draw = Random(str(streets))
    rules = game(streets, random_rules(draw))
    for dead, dealer in ((0, 0), (7, 1), (0, 2)):
        spot = draw_spot(draw, 5, dead, dealer)
        assert advised_values(rules, spot) == enumerated_values(rules, spot)
    spot = draw_spot(draw, 3, 28, 2)
    assert advised_values(rules, spot) == enumerated_values(rules, spot)


@pytest.mark.slow
@pytest.mark.parametrize("streets", [GAMES[2], LOW_BETS])
def test_before_the_flop_against_enumeration(streets: Streets) -> None:
    """With thirty dead cards and both dealer cards known, from the advice on every flop."""
    rules, spot = game(streets), draw_spot(Random(5), 0, 30, 2)
    check, bets = [], {play: list[Fraction]() for play in rules.play}
    for flop in combinations(without(spot.seen), 3):
        on_flop = Spot(spot.hole, flop, spot.dead, spot.dealer)
        check.append(max(advised_values(rules, on_flop).values()))
        raised = advised_values(replace(rules, flop=rules.play), on_flop)
        for play, values in bets.items():
            values.append(raised[f"{play}x"])
    assert advised_values(rules, spot) == {
        **{f"{play}x": mean(values) for play, values in bets.items()},
        "check": mean(check),
    }


@pytest.mark.parametrize("streets", GAMES)
def test_both_passes_agree_on_the_value(boards: Boards, streets: Streets) -> None:
    solution = solve(game(streets, random_rules(Random(str(streets)))), boards=boards)
    assert solution.moments.mean == solution.ev
    assert sum(solution.net.values()) == DEALS
    assert sum(solution.frequencies.values()) == 1
    offered = {f"{multiple}x" for multiple in set.union(*streets)} | {"fold"}
    assert {action.value for action in solution.frequencies} == offered


def test_the_smallest_bet_where_it_is_best(low: Solution) -> None:
    assert low.moments.mean == low.ev
    assert low.frequencies[bet(1)] > 0
    assert sum(low.frequencies.values()) == 1


def test_several_raises_at_once(boards: Boards, low: Solution) -> None:
    """Both passes agree on a strategy that is not optimal and makes every raise."""
    hands = []
    for number, hand in enumerate(low.hands):
        choice = (bet(9), bet(1), Action.CHECK)[number % 3]
        hands.append(replace(hand, values={choice: hand.values[choice]}))
    forced = with_endings(replace(low, hands=tuple(hands)), boards)
    assert forced.ev < low.ev
    assert forced.moments.mean == forced.ev
    assert wager_means(boards, forced, forced.strategy.decisions.pays).mean == forced.ev
    often = sum(hand.holdings for hand in hands if hand.best is bet(9))
    assert forced.frequencies[bet(9)] == Fraction(often, 1326)


def test_middle_multiples_change_nothing(boards: Boards, low: Solution) -> None:
    """No bet between the largest and the smallest is better than both."""
    rules = replace(low.rules, play=frozenset({1, 5, 9}), flop=frozenset({1, 2, 7, 8}))
    more = solve(rules, boards=boards)
    assert more.ev == low.ev
    assert more.outcomes == low.outcomes
    assert extremes(rules.flop) == {1, 8}


def test_more_choice_is_never_worth_less(boards: Boards, standard: Solution) -> None:
    wide = solve(game(({2, 3, 4}, {1, 2}, {1, 2})), boards=boards, endings=False)
    assert wide.ev > standard.ev
    for one, other in zip(wide.hands, standard.hands, strict=True):
        assert one.value >= other.value


def test_strategy_and_advice_agree_on_flops(low: Solution) -> None:
    draw, seen = Random(8), Counter[Action]()
    while len(seen) < 3 or seen.total() < 200:
        spot = draw_spot(draw, 3, 0, 0)
        advice = advise(low.rules, spot=spot)
        best = max(advice.values[bet(8)], advice.values[bet(1)])
        gain = (best - advice.values[Action.CHECK]) * 1081 * 990 * low.rules.scale
        assert gain == flop_gain(low, spot.hole, spot.board)
        assert low.strategy.flop(spot.hole, spot.board) is advice.best
        seen[advice.best] += 1
    assert set(seen) == {bet(8), bet(1), Action.CHECK}


def test_wager_means_agree_with_the_outcomes(boards: Boards, low: Solution) -> None:
    """For the base game, and for a Bad Beat, which a fold loses."""
    assert wager_means(boards, low, low.strategy.decisions.pays).mean == low.ev
    house = load_house("california-bad-beat")
    position = PositionFinder(house, boards, low).find(1_000, {"bad_beat": 500})
    beat = wager_means(boards, low, beaten_hand_pays(beaten_hand_bet(house, "bad_beat"))).mean
    assert position.means["bad_beat"] == 500 * beat
    assert position.means["base"] == 1_000 * low.ev
    assert position.gain >= 0


def test_both_passes_agree_with_a_bad_beat(boards: Boards) -> None:
    wager = beaten_hand_bet(load_house("california-bad-beat"), "bad_beat")
    solution = solve(game(GAMES[5]), beaten_hand=wager, boards=boards)
    assert solution.moments.mean == solution.ev


def test_a_line_on_the_dealers_cards_uses_the_raise(boards: Boards) -> None:
    house = load_text('extends = "light-and-wonder"\n[tables]\nultimate_pairs = "2"\n')
    (deal,) = known_deals(house.pays.by_holding("ultimate_pairs"))
    solution = solve(game(GAMES[0]), boards=boards, endings=False)
    assert {outcome.action for outcome in known_outcomes(deal, solution)} == {bet(5)}


@pytest.mark.clause("Q-17")
def test_of_equal_bets_the_larger_is_best() -> None:
    """With a royal flush on the board everyone ties, whatever they bet."""
    rules = game(({4}, {2}, {1, 3}))
    royal = parse_cards("Ah Kh Qh Jh Th")
    advice = advise(rules, spot=Spot(parse_cards("2c 3d"), royal))
    assert advice.values == {bet(3): 0, bet(1): 0, Action.FOLD: -2}
    assert advice.best is bet(3)


def test_a_cap_with_other_multiples(boards: Boards) -> None:
    rules = replace(game(GAMES[0]), cap=Fraction(50))
    solution = solve(rules, boards=boards)
    assert max(solution.net) == 50
    assert solution.moments.mean == solution.ev
    with pytest.raises(Refusal, match="solve/cap"):
        replace(game(GAMES[0]), cap=Fraction(51, 10))
    with pytest.raises(Refusal, match="solve/cap"):
        replace(game(GAMES[0]), cap=Fraction(55))
    assert replace(game(GAMES[0]), cap=Fraction(56)).cap == 56


def test_game_rules_take_the_multiples_from_the_house() -> None:
    text = "[play]\npreflop = [5, 3]\nflop = [3]\nriver = [1, 2]\n"
    assert game_rules(load_text(own_house("california", text))) == game(({5, 3}, {3}, {1, 2}))


def test_every_multiple_has_one_action() -> None:
    assert bet(4) is Action.FOUR
    assert Action("12x") is bet(12)
    assert bet(12).multiple == 12
    assert pickle.loads(pickle.dumps(bet(12))) is bet(12)
    for word in ("0x", "x", "-1x", "1000x", "12", "raise", "٣x", ""):
        with pytest.raises(ValueError, match="not a valid Action"):
            Action(word)


@pytest.mark.parametrize("wrong", [set(), {0}, {101}, {-1, 4}])
@pytest.mark.parametrize("street", [0, 1, 2])
def test_impossible_multiples_are_refused(wrong: set[int], street: int) -> None:
    streets = [{4}, {2}, {1}]
    streets[street] = wrong
    with pytest.raises(Refusal, match="solve/play"):
        game((streets[0], streets[1], streets[2]))
