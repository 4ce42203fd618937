"""The exact distribution of one round for a seat, and for the bank that it plays against.

Every ending is settled once by the simulator's own kernel, with caps, cover and folds, and counted
as often as it happens among all deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.kernels.simulation.settling import settle_rounds
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.solver.outcomes import Moments, Outcome, Result, moments
from uth.table.wagers import WAGERS, HoldingBonus

SIGN = {Result.WIN: 1, Result.TIE: 0, Result.LOSS: -1}


@dataclass(frozen=True)
class RoundDistribution:
    """What a round brings, in cents after the collection, and how often out of all."""

    counts: Mapping[int, int]
    exact: bool
    """Whether it is counted; else it is a sample."""

    @property
    def rounds(self) -> int:
        return sum(self.counts.values())

    @cached_property
    def moments(self) -> Moments:
        return moments({Fraction(net): count for net, count in self.counts.items()})

    @property
    def unit(self) -> int:
        """The largest amount that all results are a multiple of."""
        return gcd(*self.counts) or 1

    @cached_property
    def steps(self) -> tuple[Array, Array]:
        """The results in units, ascending, and their probabilities."""
        nets = sorted(self.counts)
        steps = np.array([net // self.unit for net in nets], np.int64)
        return steps, np.array([self.counts[net] / self.rounds for net in nets])


def has_exact_distribution(table: SimulatedTable) -> bool:
    """Whether the endings of one seat say all: one seat, and no wager on the holdings alone."""
    return table.seats == 1 and not any(
        isinstance(WAGERS[name], HoldingBonus) or WAGERS[name].linked for name in table.wagers
    )


def round_distributions(
    table: SimulatedTable, outcomes: Iterable[Outcome]
) -> tuple[RoundDistribution, RoundDistribution]:
    """The distributions of the seat and of the bank, each after its collection."""
    if not has_exact_distribution(table):
        raise Refusal("bankroll/wagers")
    ended = list(outcomes)
    many = len(ended)
    theirs = 3 * np.arange(many, dtype=np.int64) + 1
    mine = theirs + np.array([SIGN[outcome.result] for outcome in ended])
    category = np.zeros(3 * many + 3, np.int8)
    category[mine] = [outcome.mine.value for outcome in ended]
    category[theirs] = [outcome.theirs.value for outcome in ended]
    multiples = np.array([[outcome.action.multiple] for outcome in ended], np.int8)
    nets, bank = np.zeros((many, 1, len(table.covered)), np.int64), np.zeros((many, 2), np.int64)
    settle_rounds(
        np.zeros((many, 9), np.uint8), multiples, (theirs, mine[:, None], category), table.order,
        table.amounts, table.holdings, table.limits, table.aggregates, nets, bank,
    )  # fmt: skip
    seat, banker = Counter[int](), Counter[int]()
    for outcome, won, result in zip(ended, nets.sum(axis=(1, 2)), bank[:, 0], strict=True):
        seat[int(won) - table.player_fee] += outcome.count
        banker[int(result) - table.banker_fee] += outcome.count
    return RoundDistribution(seat, True), RoundDistribution(banker, True)
