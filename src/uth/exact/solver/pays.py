"""Pay tables scaled to integers, as the kernels read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import numpy as np

from uth.core.hands import CATEGORIES, Category
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.kernels import dealer_counts, values
from uth.exact.solver.game_rules import (
    BLIND_CATEGORIES,
    LARGEST_SCALED,
    MOST_PLAY,
    BeatenHandBet,
    GameRules,
)
from uth.exact.solver.outcomes import Action, Net, Outcome, Result, base_net, bet, game_net

ROWS = MOST_PLAY + 1


@dataclass(frozen=True)
class ScaledPays:
    """Pay tables × scale; the layout is in `uth.exact.kernels.values`."""

    scale: int
    vector: Array
    weights: Array
    nets: Array
    flop: Array
    river: Array

    @property
    def arrays(self) -> values.Pays:
        return self.vector, self.weights, self.nets, self.flop, self.river

    @property
    def channels(self) -> int:
        return int(self.weights.shape[1]) + 1

    @property
    def flop_bets(self) -> int:
        """How many flop bets can be best."""
        return len(self.flop)

    @property
    def river_bets(self) -> int:
        return len(self.river)

    def bet_total(self, multiple: int, totals: Sequence[int]) -> int:
        """The value of a Play bet from the totals of all channels."""
        weights = self.weights[multiple].tolist()
        return sum(weight * total for weight, total in zip(weights, totals, strict=False))


def scaled_pays(rules: GameRules, beaten_hand: BeatenHandBet | None = None) -> ScaledPays:
    """The pays of the base game and, if given, a wager on the beaten hand: play counts both."""
    if not rules.linear:
        return outcome_pays(rules, game_net(rules, beaten_hand))
    scale = rules.scale
    pays = beaten_hand_pays(beaten_hand, scale) if beaten_hand else empty_pays(scale)
    beat = int(pays.vector[values.BEAT :].max())
    if pays.scale * (max(rules.blind) + rules.stake_margin) + beat > LARGEST_SCALED:
        raise Refusal("solve/odds_too_fine")
    vector = pays.vector
    vector[values.SCALE], vector[values.QUALIFY] = pays.scale, rules.qualify
    vector[values.FOLD : values.FOLD + len(CATEGORIES)] -= 2 * pays.scale
    for category, odds in zip(BLIND_CATEGORIES, rules.blind, strict=True):
        vector[values.BLIND + category.value] = int(odds * pays.scale)
    return _with_bets(pays, rules)


def _with_bets(pays: ScaledPays, rules: GameRules) -> ScaledPays:
    flop, river = (
        np.array(rules.best_bets(multiples), np.int64) for multiples in (rules.flop, rules.river)
    )
    return replace(pays, flop=flop, river=river)


def outcome_pays(rules: GameRules, net: Net, largest: int = LARGEST_SCALED) -> ScaledPays:
    """The pays of any wager by its net in every outcome; each Play multiple is a channel.

    No scaled net may be above `largest`. Any bet of flop and river may be best. What a fold nets
    may depend on the player's hand alone.
    """
    multiples = sorted(rules.multiples)
    folds = [_fold_net(net, mine) for mine in CATEGORIES]
    nets = [[_columns(net, bet(multiple), mine) for mine in CATEGORIES] for multiple in multiples]
    every = [*folds, *(value for rows in nets for row in rows for value in row)]
    scale = lcm(*(value.denominator for value in every))
    if max(abs(value) for value in every) * scale > largest:
        raise Refusal("solve/odds_too_fine")
    vector = np.zeros(values.VECTOR, np.int64)
    vector[values.FOLD :] = [int(value * scale) for value in folds]
    table = [[[int(value * scale) for value in row] for row in rows] for rows in nets]
    weights = np.zeros((ROWS, len(multiples)), np.int64)
    weights[multiples] = np.eye(len(multiples), dtype=np.int64)
    flop, river = (
        np.array(sorted(street, reverse=True), np.int64) for street in (rules.flop, rules.river)
    )
    return ScaledPays(
        scale=scale,
        vector=vector,
        weights=weights,
        nets=np.array(table, np.int64),
        flop=flop,
        river=river,
    )


def _fold_net(net: Net, mine: Category) -> Fraction:
    nets = {net(Outcome(Action.FOLD, mine, *against, 1)) for against in _against(mine)}
    if len(nets) > 1:
        raise Refusal("solve/fold")
    return nets.pop()


def _against(mine: Category) -> Iterator[tuple[Category, Result]]:
    """The dealer's categories, and what comes of each against a hand."""
    for theirs in CATEGORIES:
        if theirs is mine:
            yield from ((theirs, result) for result in Result)
        else:
            yield theirs, Result.WIN if theirs.value < mine.value else Result.LOSS


def _columns(net: Net, action: Action, mine: Category) -> list[Fraction]:
    """The nets against each category; wins and ties within the own one are beyond its losses."""
    against = [
        net(
            Outcome(
                action, mine, theirs, Result.WIN if theirs.value < mine.value else Result.LOSS, 1
            )
        )
        for theirs in CATEGORIES
    ]
    own = [net(Outcome(action, mine, mine, result, 1)) for result in (Result.WIN, Result.TIE)]
    return [*against, *(value - against[mine.value] for value in own)]


def empty_pays(scale: int) -> ScaledPays:
    """Pays of no wager in a linear game."""
    weights = np.ones((ROWS, 2), np.int64)
    weights[:, values.PLAY] = np.arange(ROWS) - 1
    one = np.ones(1, np.int64)
    nets = np.zeros((0, len(CATEGORIES), values.RESULTS), np.int64)
    return ScaledPays(
        scale=scale,
        vector=np.zeros(values.VECTOR, np.int64),
        weights=weights,
        nets=nets,
        flop=one,
        river=one,
    )


def hand_pays(
    nets: Sequence[Fraction],
    first: int = values.HAND_PAYS,
    scale: int = 1,
    *,
    fold_loses: bool = False,
) -> ScaledPays:
    """The pays of a wager by the category of one hand: the player's own, folded or not."""
    pays = empty_pays(lcm(scale, *(net.denominator for net in nets)))
    for at, net in enumerate(nets):
        pays.vector[first + at] = int(net * pays.scale)
        if first == values.HAND_PAYS:
            pays.vector[values.FOLD + at] = -pays.scale if fold_loses else pays.vector[first + at]
    return pays


def beaten_hand_pays(bet: BeatenHandBet, scale: int = 1) -> ScaledPays:
    """The pays of a wager by the beaten hand."""
    nets = [bet.stake * net for net in bet.nets]
    pays = hand_pays(nets, values.BEAT, lcm(scale, bet.stake.denominator))
    pays.vector[values.BEAT_STAKE] = int(bet.stake * pays.scale)
    pays.vector[values.FOLD :] = -pays.vector[values.BEAT_STAKE]
    return pays


RESULTS_IN_ORDER = {
    dealer_counts.WON: (Result.WIN, Category.PAIR),
    dealer_counts.WON_UNQUALIFIED: (Result.WIN, Category.HIGH_CARD),
    dealer_counts.TIED: (Result.TIE, Category.PAIR),
    dealer_counts.LOST: (Result.LOSS, Category.PAIR),
    dealer_counts.LOST_UNQUALIFIED: (Result.LOSS, Category.HIGH_CARD),
}
"""The columns of a spot's nets; of the dealer's hand only matters whether it qualifies."""


def spot_pays(rules: GameRules) -> ScaledPays:
    """The pays of the base game for a single spot, by result and whether the dealer qualifies."""
    pays = scaled_pays(rules)
    multiples = sorted(rules.multiples) if not rules.linear else [1, 2]

    def row(multiple: int, mine: Category) -> list[int]:
        outcomes = (
            Outcome(bet(multiple), mine, theirs, result, 1)
            for result, theirs in RESULTS_IN_ORDER.values()
        )
        return [int(pays.scale * base_net(rules, outcome)) for outcome in outcomes]

    nets = np.array([[row(multiple, mine) for mine in CATEGORIES] for multiple in multiples])
    if rules.linear:
        one, two = nets
        nets = np.stack((two - one, one))
    return replace(pays, nets=nets)
