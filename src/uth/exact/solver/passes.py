"""The two passes of a solution: boards to flops to decide, and back again to count."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.kernels import decisions, flops, tally, values
from uth.exact.kernels.counting import CATEGORIES
from uth.exact.kernels.layout import (
    FLUSH_BOARDS,
    FLUSH_FLOPS,
    HOLDINGS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
)
from uth.exact.solver.game_rules import BLIND_CATEGORIES, LARGEST
from uth.exact.solver.threads import in_slices, on_all

if TYPE_CHECKING:
    from fractions import Fraction

    from uth.core.hands import Category
    from uth.exact.solver.boards import Array, Boards
    from uth.exact.solver.game_rules import BadBeat, GameRules


def joined(parts: Array) -> Array:
    """What the threads summed, summed, in the first one's place."""
    whole: Array = parts[0]
    for part in parts[1:]:
        whole += part
    return whole


@dataclass(frozen=True)
class Pays:
    """The pay tables in whole numbers, as the kernels read them."""

    scale: int
    vector: Array

    @property
    def flop_bets(self) -> int:
        """How many of the flop's bets can be best: its largest, and its smallest."""
        return 1 + int(self.vector[values.FLOP_MOST] != self.vector[values.FLOP_LEAST])

    @property
    def river_bets(self) -> int:
        return 1 + int(self.vector[values.RIVER_MOST] != self.vector[values.RIVER_LEAST])


def whole_pays(rules: GameRules, bad_beat: BadBeat | None = None) -> Pays:
    """Scale all odds to integers. With a Bad Beat, play is for both wagers together."""
    pays = bad_beat_pays(bad_beat, rules.scale) if bad_beat else blank_pays(rules.scale)
    beat = int(pays.vector[values.BEAT :].max())
    if pays.scale * (max(rules.blind) + rules.room) + beat > LARGEST:
        raise Refusal(
            "solve/odds_too_fine",
            "these odds take more than 64 bits to count; use smaller numbers or denominators",
        )
    pays.vector[values.SCALE] = pays.scale
    pays.vector[values.QUALIFY] = rules.qualify
    for at, multiples in ((values.FLOP_MOST, rules.flop), (values.RIVER_MOST, rules.river)):
        pays.vector[at : at + 2] = max(multiples) - 1, min(multiples) - 1
    for category, odds in zip(BLIND_CATEGORIES, rules.blind, strict=True):
        capped = rules.capped(category)
        pays.vector[values.CAPPED + category.value] = pays.scale if capped else 0
        pays.vector[values.BLIND + category.value] = int((capped or odds) * pays.scale)
    return pays


def blank_pays(scale: int) -> Pays:
    """No wager at all."""
    return Pays(scale, np.zeros(values.PAYS, np.int64))


def bad_beat_pays(bad_beat: BadBeat, scale: int = 1) -> Pays:
    """A Bad Beat alone."""
    stakes = [bad_beat.stake, *(bad_beat.stake * odds for _, odds in bad_beat.odds)]
    pays = blank_pays(lcm(scale, *(stake.denominator for stake in stakes)))
    stake = int(bad_beat.stake * pays.scale)
    pays.vector[values.BEAT_STAKE] = stake
    pays.vector[values.BEAT : values.BEAT + CATEGORIES] = -stake
    for category, odds in bad_beat.odds:
        pays.vector[values.BEAT + category.value] = int(bad_beat.stake * odds * pays.scale)
    return pays


def sure_pays(nets: dict[Category, Fraction]) -> Pays:
    """A wager that looks at the player's hand alone, a fold or not: Trips."""
    pays = blank_pays(lcm(*(net.denominator for net in nets.values())))
    for category, net in nets.items():
        pays.vector[values.SURE + category.value] = int(net * pays.scale)
    return pays


@dataclass(frozen=True)
class Decided:
    """What the first pass finds; every value × 990 × scale.

    `totals[channel][start]` is summed over the 2,118,760 boards of one holding, `gains` is what
    the flop's best bet gains over checking, `bets` which it is (0 the largest, 1 the smallest),
    and `taken[start]` the sum of the positive gains of all its holdings.
    """

    pays: Pays
    flops: Array
    holes: Array
    sizes: list[int]
    plain_values: Array
    totals: list[list[int]]
    gains: Array
    bets: Array
    taken: list[int]


def start_totals(by_ranks: Array, by_suit: Array) -> list[list[int]]:
    """Per channel and starting hand: the ranks' total and what each of four suits adds."""
    totals = []
    for ranks, suits in zip(by_ranks.tolist(), by_suit.tolist(), strict=True):
        row = []
        for start in range(decisions.STARTS):
            a, b = divmod(start, 13)
            high, low = max(a, b), min(a, b)
            k = high * (high + 1) // 2 + low
            if a > b:
                own = suits[PAIRS + 169 + high * (high - 1) // 2 + low] + suits[k]
            else:
                own = suits[PAIRS + a * 13 + b] + suits[PAIRS + b * 13 + a]
            row.append(ranks[k] + own + 2 * suits[k])
        totals.append(row)
    return totals


def decide(boards: Boards, pays: Pays, threads: int) -> Decided:
    """From the value of every board to the choice on every flop."""
    plain_values = np.zeros((RANK_BOARDS, values.CHANNELS, PAIRS), np.int64)
    rank_gains = np.zeros((pays.flop_bets, RANK_FLOPS, PAIRS), np.int64)
    rank_totals = np.zeros((values.CHANNELS, PAIRS), np.int64)
    suit_gains = np.zeros((threads, pays.flop_bets, FLUSH_FLOPS, HOLDINGS), np.int64)
    suit_totals = np.zeros((threads, values.CHANNELS, HOLDINGS), np.int64)

    def gather(part: int, parts: int, thread: int) -> None:
        flops.gather_flushes(
            part, parts, boards.suited_sets, boards.plain_of_flush, *boards.flush.arrays,
            pays.vector, plain_values, boards.free_outside, boards.rank_classes,
            suit_gains[thread], suit_totals[thread],
        )  # fmt: skip

    on_all(
        threads,
        lambda thread: flops.value_rank_boards(
            thread, threads, *boards.plain.arrays, pays.vector, plain_values
        ),
    )
    flops.gather_ranks(boards.rank_boards, pays.vector, plain_values, rank_gains, rank_totals)
    in_slices(threads, FLUSH_BOARDS, boards.watch, gather)

    table, canonical = decisions.holes(), decisions.canonical_flops()
    by_suit = joined(suit_gains)
    gains = np.empty((decisions.FLOPS, decisions.HOLES), np.int64)
    bets = np.zeros((decisions.FLOPS, decisions.HOLES), np.int8)
    high = np.zeros((threads, decisions.STARTS), np.int64)
    low = np.zeros((threads, decisions.STARTS), np.int64)
    on_all(
        threads,
        lambda thread: decisions.decide_flops(
            thread, threads, canonical, table, rank_gains, by_suit, gains, bets, high[thread],
            low[thread],
        ),
    )  # fmt: skip
    return Decided(
        pays,
        canonical,
        table,
        np.bincount(table[:, 2], minlength=decisions.STARTS).tolist(),
        plain_values,
        start_totals(rank_totals, joined(suit_totals)),
        gains,
        bets,
        [
            (upper << 32) + lower
            for upper, lower in zip(joined(high).tolist(), joined(low).tolist(), strict=True)
        ],
    )


def count_endings(boards: Boards, decided: Decided, raises: list[int], threads: int) -> Array:
    """How often each choice is made, with which hand, against which: [choice][mine][dealer].

    `raises` has the choice of each starting hand, -1 where it checks.
    """
    raised, flop_from = np.array(raises, np.int64), max(raises) + 1
    early = flop_from + decided.pays.flop_bets
    actions = early + decided.pays.river_bets + 1
    by_ranks = np.zeros((threads, early, RANK_FLOPS, PAIRS), np.int64)
    by_suit = np.zeros((threads, FLUSH_FLOPS, early, HOLDINGS), np.int32)
    flushed = np.zeros((threads, RANK_BOARDS, early + 1, PAIRS), np.int32)
    counts = np.zeros((threads, actions, CATEGORIES, tally.COLUMNS), np.int64)
    on_all(
        threads,
        lambda thread: tally.collect_choices(
            thread, threads, decided.flops, decided.holes, decided.gains, decided.bets,
            raised, flop_from, by_ranks[thread], by_suit[thread],
        ),
    )  # fmt: skip
    choices, free = joined(by_suit), boards.free_outside.astype(np.int32)
    in_slices(
        threads,
        FLUSH_BOARDS,
        boards.watch,
        lambda part, parts, thread: tally.tally_flushes(
            part, parts, boards.suited_sets, boards.plain_of_flush, *boards.flush.arrays,
            decided.pays.vector, free, boards.rank_classes, choices,
            flushed[thread], counts[thread],
        ),
    )  # fmt: skip
    tally.tally_ranks(
        boards.rank_boards, *boards.plain.arrays, decided.pays.vector, decided.plain_values,
        joined(by_ranks), joined(flushed), counts[0],
    )  # fmt: skip
    return joined(counts)
