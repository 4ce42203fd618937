"""A game in which the Ante always pushes: a change of the rules that no house has."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from uth.core.cards import DECK, parse_cards
from uth.core.hands import rank_hand
from uth.exact.advice import Spot, advise
from uth.exact.solver.boards import Boards
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.outcomes import Action, bet
from uth.exact.solver.solve import solve

NEVER = replace(STANDARD, ante_pushes=True)
RIVERS = (("Ah Kd", "Kc 7s 2h 9d 3c"), ("5h 4d", "Kc Qs 2h 9d 3c"), ("8h 8d", "8c 8s 2h 9d 3c"))


@pytest.mark.parametrize(("hole", "board"), RIVERS)
def test_a_river_bet_nets_play_and_blind_alone(hole: str, board: str) -> None:
    held, cards = parse_cards(hole), parse_cards(board)
    mine, total, dealers = rank_hand((*cards, *held)), Fraction(0), 0
    for theirs in combinations(set(DECK) - {*held, *cards}, 2):
        other, dealers = rank_hand((*cards, *theirs)).strength, dealers + 1
        if mine.strength > other:
            total += 1 + NEVER.blind_pays(mine.category)
        elif mine.strength < other:
            total -= 2
    values = advise(NEVER, spot=Spot(held, cards)).values
    assert values == {Action.ONE: total / dealers, Action.FOLD: -2}


@pytest.mark.slow
def test_raises_are_worth_one_ante_less_of_wins_and_losses(boards: Boards) -> None:
    """Without qualification the Ante wins and loses as one more ante of Play does."""
    never, none = (
        solve(rules, boards=boards, endings=False).hands
        for rules in (NEVER, replace(STANDARD, qualify=False))
    )
    four, three = bet(4), bet(3)
    for one, other in zip(never, none, strict=True):
        assert other.values[four] - one.values[four] == one.values[four] - one.values[three]
