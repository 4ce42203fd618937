"""The exact value of any strategy: its endings counted over all 27,813,810,024,000 deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.flop_decisions import BLOCKED
from uth.exact.simulation.strategy_file import flop_classes
from uth.exact.simulation.strategy_tables import StrategyTables
from uth.exact.solver.boards import Boards, count_boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.outcomes import (
    DEALS,
    Action,
    Moments,
    Outcome,
    bets,
    distribution,
    game_net,
    moments,
    outcomes_from,
)
from uth.exact.solver.passes import Decisions, RiverTables, count_endings
from uth.exact.solver.pays import scaled_pays


@dataclass(frozen=True)
class StrategyValue:
    """How a strategy ends, and what it is worth in a game, in antes."""

    rules: GameRules
    outcomes: tuple[Outcome, ...]

    @cached_property
    def net(self) -> dict[Fraction, int]:
        """The number of deals by the net of Ante, Play and Blind."""
        return distribution(self.outcomes, game_net(self.rules))

    @cached_property
    def moments(self) -> Moments:
        return moments(self.net)

    @property
    def ev(self) -> Fraction:
        return self.moments.mean

    @cached_property
    def frequencies(self) -> dict[Action, Fraction]:
        """How often each action ends the betting."""
        rules = self.rules
        streets = (*bets(rules.play), *bets(rules.flop), *bets(rules.river), Action.FOLD)
        counts = dict.fromkeys(streets, 0)
        for outcome in self.outcomes:
            counts[outcome.action] += outcome.count
        return {action: Fraction(count, DEALS) for action, count in counts.items()}


def strategy_value(
    tables: StrategyTables, game: GameRules | None = None, boards: Boards | None = None
) -> StrategyValue:
    """Count how a strategy ends; `game` may pay otherwise than the one it was made for."""
    boards, rules = boards or count_boards(), game or tables.rules
    flop, river = (np.array(sorted(some, reverse=True), np.int64) for some in _late(rules))
    pays = replace(scaled_pays(rules), flop=flop, river=river)
    decisions = Decisions(
        pays=pays,
        rank_values=np.zeros((len(tables.river_ranks), 1, 1), np.int64),
        totals=[],
        gains=np.where(flop_classes() < 0, BLOCKED, np.where(tables.flop > 0, 0, -1)),
        bets=_numbers(tables.flop, flop, passive=0).astype(np.int8),
        taken=[],
    )
    raised = bets({int(multiple) for multiple in tables.preflop} - {0})
    raises = [raised.index(action) if action in raised else -1 for action in _starts(tables)]
    rivers = RiverTables(
        _numbers(tables.river_ranks, river, passive=-1),
        _numbers(tables.river_suits, river, passive=-1),
    )
    tally = count_endings(boards, decisions, raises, rivers=rivers).tolist()
    last = (*bets(rules.flop), *bets(rules.river), Action.FOLD)
    return StrategyValue(rules, tuple(outcomes_from((*raised, *last), tally)))


def _late(rules: GameRules) -> tuple[frozenset[int], frozenset[int]]:
    return rules.flop, rules.river


def _starts(tables: StrategyTables) -> list[Action | None]:
    return [Action(f"{multiple}x") if multiple else None for multiple in tables.preflop.tolist()]


def _numbers(multiples: Array, offered: Array, *, passive: int) -> Array:
    """The number of each bet among those offered, the largest first."""
    number = np.full(101, passive, np.int8)
    number[offered] = np.arange(len(offered))
    numbered: Array = number[multiples]
    return numbered
