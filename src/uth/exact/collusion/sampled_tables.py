"""Sampled deals of hole cards, each valued exactly: what shared hands are worth on average.

The gain of each hand is the exact difference between best play with all known cards and best play
without them on the same cards. The mean of the second is the plain game's exact value, so only the
gain has a sampling error; most of it is taken away by predicted gains, whose mean is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.collusion.card_effects import CardEffects, hole_numbers
from uth.exact.collusion.shared_table import value_table
from uth.exact.kernels.flop_decisions import holes
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.starting_hands import STARTS

MOST_PLAYERS = 6
CHUNK_TABLES = 16
PREDICTED_BATCHES, BATCH_TABLES = 8, 16_384
"""Deals whose gains are predicted only."""
TABLES, RULE, MEAN = range(3)
"""Streams of random numbers: tables valued exactly, the rule of who acts last, predicted means."""
CONFIDENCE = 1.96
"""Standard errors on each side of a 95 % interval."""

Predict = Callable[[Array], Array]
"""The predicted gain of every seat of dealt tables."""

GAIN, RAISED, CHECKED, FIRST, SECOND = range(5)
FIELDS = 5
"""Of each hand: its gain, the values of raising and of checking, and its two cards."""


def refuse_players(players: int) -> None:
    if not 1 <= players <= MOST_PLAYERS:
        raise Refusal("collusion/players", most=MOST_PLAYERS, players=players, where="--players")


def _draw(seed: int, stream: int, number: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, stream, number]))


def sampled_chunk(rules: GameRules, players: int, seed: int, number: int) -> Array:
    """The fields of every hand of some tables; seed and number decide the cards."""
    draw, rows = _draw(seed, TABLES, number), []
    for _ in range(CHUNK_TABLES):
        dealt = draw.permutation(52)[: 2 * players].tolist()
        hands = [(dealt[2 * seat], dealt[2 * seat + 1]) for seat in range(players)]
        for cards, hand in zip(hands, value_table(rules, hands), strict=True):
            rows.append((float(hand.gain), float(hand.raised), float(hand.checked), *cards))
    return np.array(rows, np.float64)


def no_rows() -> Array:
    """The fields of no hand."""
    return np.zeros((0, FIELDS), np.float64)


def with_rows(rows: Array, more: Array) -> Array:
    """Rows and those of the next chunk."""
    return np.concatenate((rows, more))


@dataclass(frozen=True)
class GainEstimate:
    """A sampled mean and its standard error."""

    mean: float
    error: float

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval."""
        return CONFIDENCE * self.error

    def __add__(self, other: GainEstimate) -> GainEstimate:
        """The sum of two independent estimates."""
        error = sqrt(self.error**2 + other.error**2)
        return GainEstimate(self.mean + other.mean, error)


def _estimated(tables: Array) -> GainEstimate:
    """The mean over tables; hands of one table depend on each other."""
    return GainEstimate(float(tables.mean()), float(tables.std(ddof=1)) / sqrt(len(tables)))


def _dealt_batches(players: int, seed: int, stream: int) -> Iterator[Array]:
    """Many deals of hole cards, one table a row."""
    rows = np.arange(BATCH_TABLES)
    for number in range(PREDICTED_BATCHES):
        draw = _draw(seed, stream, number)
        deck = np.tile(np.arange(52), (BATCH_TABLES, 1))
        for at in range(2 * players):
            other = draw.integers(at, 52, BATCH_TABLES)
            deck[rows, at], deck[rows, other] = deck[rows, other], deck[rows, at].copy()
        yield deck[:, : 2 * players]


def _dealt(rows: Array, players: int) -> Array:
    dealt: Array = rows[:, (FIRST, SECOND)].astype(np.int64).reshape(-1, 2 * players)
    return dealt


def _corrected(
    exact: Array, rows: Array, players: int, seed: int, predict: Predict
) -> GainEstimate:
    """The mean of predicted gains over many deals, and of the exact gains' distance from them."""
    predicted = [predict(dealt).mean(axis=1) for dealt in _dealt_batches(players, seed, MEAN)]
    distances = exact.reshape(-1, players) - predict(_dealt(rows, players))
    return _estimated(np.concatenate(predicted)) + _estimated(distances.mean(axis=1))


def shared_gain(rows: Array, players: int, seed: int, effects: CardEffects | None) -> GainEstimate:
    """The mean gain of knowing all hands; one player alone needs no effects of others' cards."""
    if effects is None:
        return _estimated(rows[:, GAIN])
    return _corrected(rows[:, GAIN], rows, players, seed, effects.predicted_gains)


def last_gain(rows: Array, players: int, seed: int, effects: CardEffects | None) -> GainEstimate:
    """The mean gain of acting last: raise or check by one's hand and how many others raised.

    The rule is made from other deals than those that value it, so chance does not flatter it.
    """
    if effects is None:
        return GainEstimate(0.0, 0.0)
    rule = _last_rule(players, seed, effects)

    def changes(dealt: Array) -> Array:
        """1 where acting last raises instead of checking, -1 where it checks instead."""
        numbers = hole_numbers(dealt)
        changed: Array = rule[holes()[numbers, 2], _raisers(numbers, effects)]
        return changed

    exact = changes(_dealt(rows, players)).ravel() * (rows[:, RAISED] - rows[:, CHECKED])
    return _corrected(
        exact, rows, players, seed, lambda dealt: changes(dealt) * effects.predicted(dealt)
    )


def _raisers(numbers: Array, effects: CardEffects) -> Array:
    """How many of the others raise by plain play, for every seat."""
    raised = (effects.advantages[numbers] >= 0).astype(np.int64)
    others: Array = raised.sum(axis=1, keepdims=True) - raised
    return others


def _last_rule(players: int, seed: int, effects: CardEffects) -> Array:
    """How the best decision by hand and number of raisers differs from plain play: -1, 0 or 1."""
    totals = np.zeros(STARTS * players)
    for dealt in _dealt_batches(players, seed, RULE):
        numbers = hole_numbers(dealt)
        cells = holes()[numbers, 2] * players + _raisers(numbers, effects)
        totals += np.bincount(cells.ravel(), effects.predicted(dealt).ravel(), len(totals))
    plain = np.zeros(STARTS, np.int64)
    plain[holes()[:, 2]] = effects.advantages >= 0
    best = np.where(totals == 0, plain.repeat(players), totals > 0).reshape(STARTS, players)
    rule: Array = best - plain[:, None]
    return rule
