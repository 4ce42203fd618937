"""The linked meters over a whole simulation: one after another, whoever computed the rounds.

What feeds the meters is the same in every round, so chunks need not know them: each reports its
hits, and the awards follow in the order of the rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from uth.core.hands import Hand
from uth.core.money import Cents
from uth.exact.simulation.batches import random_words
from uth.rulebook.model import ProgressiveRules
from uth.table.meters import UNITS, Hit, award
from uth.table.meters.link import start, target_range

MYSTERY_STREAM = 1


@dataclass(frozen=True)
class SimulatedMeters:
    """The two meters in units, the hidden value that is drawn, and how many were drawn."""

    main: int
    mystery: int
    target: Cents | None = None
    drawn: int = 0
    fed: int = 0
    """Progressive wagers so far."""


@dataclass(frozen=True)
class Won:
    """What a seat won from a meter in a round, both numbered from 0."""

    round: int
    seat: int
    amount: Cents


def first_meters(rules: ProgressiveRules) -> SimulatedMeters:
    meters = start(rules)
    return SimulatedMeters(meters.main, meters.mystery)


@dataclass(frozen=True)
class MeterRun:
    """The meters of a table whose seats all stake on the Progressive in every round."""

    rules: ProgressiveRules
    order: tuple[int, ...]
    """The seats in the order in which equal hands are paid."""
    seed: int

    @property
    def seats(self) -> int:
        return len(self.order)

    def mysteries(self, state: SimulatedMeters, rounds: int) -> tuple[SimulatedMeters, list[Won]]:
        """Feed the mystery by so many rounds; it is won by the wager that exceeds its value."""
        step, left = self.rules.wager * self.rules.mystery_share, rounds * self.seats
        meter, target, drawn, fed, won = state.mystery, state.target, state.drawn, state.fed, []
        while left:
            if target is None:
                low, high = target_range(self.rules)
                draw = random_words(self.seed, MYSTERY_STREAM, drawn)
                target, drawn = int(draw.integers(low, high, endpoint=True)), drawn + 1
            needed = max(1, (target * UNITS - meter) // step + 1) if step else left + 1
            if needed > left:
                meter, fed, left = meter + left * step, fed + left, 0
                continue
            meter, fed, left = meter + needed * step, fed + needed, left - needed
            amount, carried = divmod(meter, UNITS)
            number, seat = divmod(fed - 1, self.seats)
            won.append(Won(number, seat, amount))
            meter, target = self.rules.mystery_restart * UNITS + carried, None
        return SimulatedMeters(state.main, meter, target, drawn, fed), won

    def jackpots(
        self, main: int, fed: int, hits: Iterable[tuple[int, int, int]]
    ) -> Iterator[tuple[int, int, Cents, int]]:
        """Round, seat, award and the meter after it, for hits (round, seat, strength) in order.

        `main` is the meter and `fed` the rounds that it holds; each round feeds it before it pays.
        """
        step = self.rules.wager * self.rules.main_share * self.seats
        turn = {seat: at for at, seat in enumerate(self.order)}
        for number, group in groupby(hits, key=lambda hit: hit[0]):
            main += (number + 1 - fed) * step
            fed = number + 1
            ordered = sorted(group, key=lambda hit: turn[hit[1]])
            awards = award(self.rules, main, [Hit(seat, Hand(hand)) for _, seat, hand in ordered])
            main = awards.after
            for given in awards.given:
                yield number, given.seat, given.amount, main

    def feed_main(self, main: int, rounds: int) -> int:
        """The meter after so many more rounds without a hit."""
        return main + rounds * self.rules.wager * self.rules.main_share * self.seats
