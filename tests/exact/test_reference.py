"""The solver compared with the reference: on whole flops, and nightly on the whole game."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.exact.enumeration import flop_gain, without
from tests.exact.reference_solver import flop_index, hole_index, reference_solve, run_pass
from tests.exact.test_multiples import LOW_BETS, game
from tests.exact.test_solve import random_rules
from uth.core.cards import DECK, parse_cards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uth.core.cards import Card
    from uth.exact.arrays import Array
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution

pytestmark = pytest.mark.slow

GAMES = {
    "any Blind": random_rules(Random(1)),
    "low bets": game(LOW_BETS, random_rules(Random(3))),
    "a cap that large bets reach": GameRules(cap=Fraction(53)),
    "a cap that even wins reach": GameRules(cap=Fraction(7, 2), flop=frozenset({1, 2, 3})),
    "a cap on the Blind": GameRules(cap=Fraction(5, 2), capped=frozenset({"blind"})),
    "a ceiling": GameRules(play=frozenset()),
}
"""The reference solver tries every multiple of every street separately."""
FLOPS = [
    parse_cards(text)
    for text in ("2h 7h Kh", "9s 8s 7s", "Ad Ac 5d", "Jc Tc 2d", "Qs 8h 3c", "6d 6h 6s")
]
"""One suit, two or three; a pair, three of a kind, and straights and flushes to come."""


def indices(cards: Sequence[Card]) -> list[int]:
    return sorted(card.index for card in cards)


def agree(solution: Solution, gains: Array, hole: Sequence[Card], flop: Sequence[Card]) -> None:
    """Both solvers have the same gain for the best flop bet, and the strategy follows from it."""
    gain = int(gains[flop_index(*indices(flop)), hole_index(*indices(hole))])
    assert flop_gain(solution, hole, flop) == gain
    assert (solution.strategy.flop(hole, flop) is Action.CHECK) == (gain < 0)


def reference_gains(rules: GameRules, flops: Sequence[Sequence[Card]]) -> Array:
    """The reference gains on these flops, over every board that follows one of them."""
    all_boards = {tuple(indices((*flop, *more))) for flop in flops for more in pairs(flop)}
    boards = np.array([(*board, 1) for board in sorted(all_boards)], np.int64)
    passes = [run_pass(rules, boards, multiple)[0] for multiple in rules.flop]
    best: Array = np.maximum.reduce(passes)
    return best


def pairs(flop: Sequence[Card]) -> list[tuple[Card, ...]]:
    return list(combinations(without(flop), 2))


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_pass_agrees_on_every_holding_of_some_flops(
    name: str, boards: Boards
) -> None:
    """Two flops for each game; the six are those of all games together."""
    first = list(GAMES).index(name)
    agree_on(name, [FLOPS[first], FLOPS[first - 3]], boards)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_the_reference_pass_agrees_on_every_holding_of_all_flops(name: str, boards: Boards) -> None:
    agree_on(name, FLOPS, boards)


def agree_on(name: str, flops: Sequence[Sequence[Card]], boards: Boards) -> None:
    rules = GAMES[name]
    solution, gains = solve(rules, boards=boards, endings=False), reference_gains(rules, flops)
    for flop in flops:
        for hole in pairs(flop):
            agree(solution, gains, hole, flop)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_the_reference_solver_agrees_on_the_whole_game(name: str, boards: Boards) -> None:
    """On its value, and on the gains of random flops."""
    rules, draw = GAMES[name], Random(name)
    solution = solve(rules, boards=boards, endings=False)
    value, gains = reference_solve(rules)
    assert solution.ev == value
    for _ in range(2_000):
        cards = draw.sample(DECK, 5)
        agree(solution, gains, cards[:2], cards[2:])
