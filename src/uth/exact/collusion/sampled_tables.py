"""Sampled deals of hole cards, each valued exactly: what shared hands are worth on average.

The gain of each hand is the exact difference between best play with all known cards and best play
without them on the same cards. The mean of the second is the plain game's exact value, so only the
gain has a sampling error.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, sqrt

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.collusion.shared_table import plain_play, value_table
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.starting_hands import SIZES, STARTS

MOST_PLAYERS = 6
CHUNK_TABLES = 16
GROUPS = 12
"""Groups of starting hands for the controls."""
CONFIDENCE = 1.96
"""Standard errors on each side of a 95 % interval."""

GAIN, START, RAISERS, RAISED, CHECKED, MATCHES = range(6)
FIELDS = 6
"""Of each hand: its gain, its starting hand, how many others raise by plain play, the values of
raising and of checking, and how many of the others' cards have one of its ranks."""


def refuse_players(players: int) -> None:
    if not 1 <= players <= MOST_PLAYERS:
        raise Refusal("collusion/players", most=MOST_PLAYERS, players=players, where="--players")


def sampled_chunk(rules: GameRules, players: int, seed: int, number: int) -> Array:
    """The fields of every hand of some tables; seed and number decide the cards."""
    draw = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, number]))
    raises, rows = plain_play(rules).raises, []
    for _ in range(CHUNK_TABLES):
        dealt = draw.permutation(52)[: 2 * players].tolist()
        hands = [(dealt[2 * seat], dealt[2 * seat + 1]) for seat in range(players)]
        values = value_table(rules, hands)
        raisers = sum(bool(raises[hand.start]) for hand in values)
        for cards, hand in zip(hands, values, strict=True):
            own = {card >> 2 for card in cards}
            matches = sum(card >> 2 in own for card in dealt) - 2
            rows.append(
                (
                    float(hand.gain),
                    hand.start,
                    raisers - bool(raises[hand.start]),
                    float(hand.raised),
                    float(hand.checked),
                    matches,
                )
            )
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


def _match_chances(start: int, others: int) -> list[float]:
    """The chance of each number of cards of one's own ranks among the others' cards."""
    row, column = divmod(start, 13)
    alike = 2 if row == column else 6
    return [
        comb(alike, many) * comb(50 - alike, others - many) / comb(50, others)
        if many <= others
        else 0.0
        for many in range(alike + 1)
    ]


def controls(rows: Array, players: int, advantages: Array) -> Array:
    """Quantities with a known mean of 0: hands by what a raise is worth more, and their matches.

    Gains depend mostly on how close raising and checking are, and on how many cards are gone of
    the ranks that a hand waits for.
    """
    starts, matches = rows[:, START].astype(np.int64), rows[:, MATCHES]
    weights, columns = np.array(SIZES) / 1326, []
    chances = [_match_chances(start, 2 * (players - 1)) for start in range(STARTS)]
    for group in np.array_split(np.argsort(advantages), GROUPS):
        inside = np.isin(starts, group)
        columns.append(inside - weights[group].sum())
        for many in range(1, 4):
            expected = sum(weights[start] * sum(chances[start][many:]) for start in group.tolist())
            columns.append((inside & (matches >= many)) - expected)
    return np.stack(columns, axis=1)


def shared_gain(rows: Array, players: int, advantages: Array) -> GainEstimate:
    """The mean gain of knowing all hands, corrected by regression on the controls.

    Hands of one table depend on each other, so the error is that of the means of tables.
    """
    gains = rows[:, GAIN]
    if players == 1:
        return GainEstimate(float(gains.mean()), 0.0)
    tables = gains.reshape(-1, players).mean(axis=1)
    known = controls(rows, players, advantages).reshape(len(tables), players, -1).mean(axis=1)
    if len(tables) > 8 * known.shape[1]:
        slopes, *_ = np.linalg.lstsq(known - known.mean(axis=0), tables - tables.mean(), rcond=None)
        tables = tables - known @ slopes
    return GainEstimate(float(tables.mean()), float(tables.std(ddof=1)) / sqrt(len(tables)))


def last_gain(rows: Array, players: int, advantages: Array) -> GainEstimate:
    """The mean gain of acting last: raise or check by one's hand and how many others raised.

    What one more raise says is fitted to the pairs, suits and ranks of hands. Each half of the
    tables decides by what the other half shows, so chance does not flatter it.
    """
    plain = advantages[rows[:, START].astype(np.int64)]
    differences, shown = rows[:, RAISED] - rows[:, CHECKED], _raise_features(rows)
    half = np.arange(len(rows)) // players % 2
    gains = np.zeros(len(rows))
    for side in (0, 1):
        other, mine = half != side, half == side
        slopes, *_ = np.linalg.lstsq(shown[other], (differences - plain)[other], rcond=None)
        raises = (plain + shown @ slopes >= 0).astype(np.int64)
        gains[mine] = ((raises - (plain >= 0)) * differences)[mine]
    tables = gains.reshape(-1, players).mean(axis=1)
    return GainEstimate(float(tables.mean()), float(tables.std(ddof=1)) / sqrt(len(tables)))


def _raise_features(rows: Array) -> Array:
    """How many more others raised than on average: for all hands, pairs, suited ones, by ranks."""
    row, column = np.divmod(rows[:, START].astype(np.int64), 13)
    more = rows[:, RAISERS] - rows[:, RAISERS].mean()
    kinds = (1, row == column, row > column, np.maximum(row, column), np.minimum(row, column))
    return np.stack([more * kind for kind in kinds], axis=1)
