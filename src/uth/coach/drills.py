"""Drills for players: spots near the line, with the exact value of each action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from uth.coach.table_advice import STREETS, AdviceLine, TableAdvice
from uth.core.cards import DECK
from uth.core.money import Cents
from uth.exact.advice import Advice, Spot, advise
from uth.exact.solver.ante_game import game_at
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solution import Solution
from uth.exact.solver.starting_hands import starting_hand_index
from uth.rulebook.model import Rulebook

CANDIDATES = 5
"""How many spots are dealt for one: that nearest the line."""


def drill_spots(
    rules: Rulebook,
    solve: Callable[[GameRules], Solution],
    streets: Sequence[str],
    seed: int,
    count: int,
) -> tuple[TableAdvice, ...]:
    """Spots where a mistake is easy, each on one of the streets, with the value of each action."""
    random, ante = Random(seed), rules.limits.minimum
    game = game_at(rules, ante)
    drawn = []
    for number in range(1, count + 1):
        street = random.choice(streets)
        dealt = [_deal(random, STREETS[street]) for _ in range(CANDIDATES)]
        values = [(spot, _value(game, solve, spot)) for spot in dealt]
        drawn.append(_advice(number, street, ante, *min(values, key=lambda one: _gap(one[1]))))
    return tuple(drawn)


def _deal(random: Random, board: int) -> Spot:
    cards = random.sample(DECK, 2 + board)
    return Spot(tuple(cards[:2]), tuple(cards[2:]))


def _value(game: GameRules, solve: Callable[[GameRules], Solution], spot: Spot) -> Advice:
    if spot.board:
        return advise(game, spot=spot)
    return solve(game).hands[starting_hand_index(*spot.hole)]


def _gap(advice: Advice) -> float:
    """How far the best action is ahead of the next."""
    best, second, *_ = sorted(advice.values.values(), reverse=True)
    return float(best - second)


def _advice(number: int, street: str, ante: Cents, spot: Spot, advice: Advice) -> TableAdvice:
    values = advice.values
    lines = tuple(
        AdviceLine(
            action=action.value,
            ev=float(values[action]),
            ev_exact=str(values[action]),
            cost=float(values[advice.best] - values[action]),
            open=True,
        )
        for action in sorted(values, key=lambda action: Action(action).multiple, reverse=True)
    )
    return TableAdvice(
        table="",
        version=0,
        round=number,
        street=street,
        cards=spot.hole,
        board=spot.board,
        best=advice.best.value,
        actions=lines,
        ante=ante,
    )
