"""Reference counts: every dealer holding, one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from uth.core.cards import DECK, Card
from uth.core.hands import CATEGORIES, Category, rank_hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.solution import Solution

Holding = tuple[Card, Card]


def flop_gain(solution: Solution, hole: Sequence[Card], flop: Sequence[Card]) -> int:
    """What the best flop bet gains over checking, × 1,081 × 990 × scale."""
    from uth.exact.solver.strategy import flop_cell

    return int(solution.strategy.decisions.gains[flop_cell(hole, flop)])


def without(*groups: Sequence[Card]) -> list[Card]:
    """The deck without some cards."""
    gone = {card for group in groups for card in group}
    return [card for card in DECK if card not in gone]


def holdings(cards: Sequence[Card]) -> Iterator[Holding]:
    yield from combinations(cards, 2)


def strengths(board: Sequence[Card]) -> dict[Holding, int]:
    """The strength of all 1,081 holdings on a board."""
    return {holding: rank_hand((*board, *holding)).strength for holding in holdings(without(board))}


def disjoint(one: Holding, other: Holding) -> bool:
    return one[0] not in other and one[1] not in other


def settle(rules: GameRules, mine: int, theirs: int, play: int) -> Fraction:
    """The net of Ante, Blind and Play, straight from the rules."""
    my_hand, their_hand = CATEGORIES[mine >> 20], CATEGORIES[theirs >> 20]
    qualified = not rules.qualify or their_hand is not Category.HIGH_CARD
    if mine > theirs:
        return play + Fraction(1 if qualified else 0) + rules.blind_pays(my_hand)
    if mine < theirs:
        return Fraction(-play - (1 if qualified else 0) - 1)
    return Fraction(0)


def river_value(
    rules: GameRules,
    hole: Holding,
    board: Sequence[Card],
    play: int,
    dead: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
) -> Fraction:
    """The mean net over every dealer holding that the known cards allow."""
    mine = rank_hand((*board, *hole)).strength
    deck = without(hole, board, dead, dealer)
    rest = list(combinations(deck, 2 - len(dealer)))
    total = sum(
        (settle(rules, mine, rank_hand((*board, *dealer, *more)).strength, play) for more in rest),
        Fraction(0),
    )
    return total / len(rest)
