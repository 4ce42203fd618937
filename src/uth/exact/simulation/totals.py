"""What a simulation has counted so far, and the figures that follow: means with standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from uth.exact.simulation.meters import MeterRun, SimulatedMeters, Won, first_meters
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.solver.outcomes import Action, bet

Hits = list[tuple[int, int, int, int]]
"""Round, seat, strength of the hand, and the Progressive's net of all seats in that round."""


@dataclass(frozen=True)
class ChunkSums:
    """What a chunk adds: plain numbers, so that it can be sent and saved."""

    rounds: int
    sums: list[int]
    squares: list[int]
    actions: list[int]
    hits: Hits


@dataclass(frozen=True)
class MeanEstimate:
    """A simulated mean and its standard error; 0 rounds have neither."""

    mean: float
    stderr: float

    def within(self, value: float, errors: float) -> bool:
        """Whether a figure is at most so many standard errors away."""
        return abs(value - self.mean) <= errors * self.stderr


@dataclass(frozen=True)
class Totals:
    """All rounds so far, in exact integers."""

    rounds: int
    sums: tuple[int, ...]
    squares: tuple[int, ...]
    actions: tuple[int, ...]
    meters: SimulatedMeters | None = None
    jackpots: int = 0
    mysteries: int = 0

    def saved(self) -> dict[str, Any]:
        """As a checkpoint has it."""
        meters = self.meters
        state = None
        if meters:
            state = [meters.main, meters.mystery, meters.target, meters.drawn, meters.fed]
        return {
            "rounds": self.rounds, "sums": [*self.sums], "squares": [*self.squares],
            "actions": [*self.actions], "meters": state, "jackpots": self.jackpots,
            "mysteries": self.mysteries,
        }  # fmt: skip

    @classmethod
    def load(cls, saved: dict[str, Any]) -> Totals:
        meters = saved["meters"]
        return cls(
            rounds=saved["rounds"],
            sums=(*saved["sums"],),
            squares=(*saved["squares"],),
            actions=(*saved["actions"],),
            meters=SimulatedMeters(*meters) if meters else None,
            jackpots=saved["jackpots"],
            mysteries=saved["mysteries"],
        )


@dataclass(frozen=True)
class Combiner:
    """Adds chunks in their order; the meters go from one to the next."""

    table: SimulatedTable
    seed: int

    @property
    def meter_run(self) -> MeterRun | None:
        if not self.table.progressive:
            return None
        return MeterRun(self.table.house.progressive, tuple(self.table.order.tolist()), self.seed)

    def start(self) -> Totals:
        wagers = len(self.table.names)
        meters = first_meters(self.table.house.progressive) if self.table.progressive else None
        return Totals(0, (0,) * (wagers + 4), (0,) * (wagers + 2), (0,) * 101, meters)

    def add(self, totals: Totals, more: ChunkSums) -> tuple[Totals, list[Won], list[Won]]:
        """The totals with a chunk, and what was won from the two meters in it."""
        sums = [a + b for a, b in zip(totals.sums, more.sums, strict=True)]
        squares = [a + b for a, b in zip(totals.squares, more.squares, strict=True)]
        actions = tuple(a + b for a, b in zip(totals.actions, more.actions, strict=True))
        meters, jackpots, mysteries = totals.meters, list[Won](), list[Won]()
        run = self.meter_run
        if run and meters:
            main, fed = meters.main, totals.rounds
            before = {hit[0]: hit[3] for hit in more.hits}
            for number, seat, amount, after in run.jackpots(
                main, fed, [hit[:3] for hit in more.hits]
            ):
                jackpots.append(Won(number, seat, amount))
                main, fed = after, number + 1
            main = run.feed_main(main, totals.rounds + more.rounds - fed)
            meters, mysteries = run.mysteries(meters, more.rounds)
            meters = SimulatedMeters(main, meters.mystery, meters.target, meters.drawn, meters.fed)
            _add_won(sums, squares, self.table.names.index("progressive"), jackpots, before)
            _add_won(sums, squares, self.table.names.index("mystery"), mysteries, {})
        after_all = Totals(
            rounds=totals.rounds + more.rounds,
            sums=tuple(sums),
            squares=tuple(squares),
            actions=actions,
            meters=meters,
            jackpots=totals.jackpots + len(jackpots),
            mysteries=totals.mysteries + len(mysteries),
        )
        return after_all, jackpots, mysteries


def _add_won(
    sums: list[int], squares: list[int], column: int, won: list[Won], before: dict[int, int]
) -> None:
    """Add amounts to rounds whose net was known without them."""
    nets = dict(before)
    for one in won:
        net = nets.get(one.round, 0)
        nets[one.round] = net + one.amount
        squares[column] += nets[one.round] ** 2 - net**2
        sums[column] += one.amount


@dataclass(frozen=True)
class Figures:
    """The figures of a simulation: means in antes, a bonus wager's in its own stake."""

    table: SimulatedTable
    totals: Totals

    def __repr__(self) -> str:
        net = f"{self.net.mean:.4f} ± {self.net.stderr:.4f}"
        return f"Figures({self.table.house.id!r}, hands={self.hands}, net={net})"

    @property
    def hands(self) -> int:
        """Seat-hands."""
        return self.totals.rounds * self.table.seats

    @property
    def net(self) -> MeanEstimate:
        """The base game: Ante, Play and Blind."""
        return self._estimate(len(self.table.names), self.table.seats * self.table.ante)

    @property
    def wagers(self) -> dict[str, MeanEstimate]:
        return {
            name: self._estimate(at, self.table.seats * self.table.stake(name))
            for at, name in enumerate(self.table.names)
        }

    @property
    def bank(self) -> MeanEstimate:
        """The bank's result of a round before its fee, in antes."""
        return self._estimate(len(self.table.names) + 1, self.table.ante)

    @property
    def uncovered(self) -> float:
        """What the bank did not cover in a round, in antes."""
        at = len(self.table.names) + 2
        return self.totals.sums[at] / max(1, self.totals.rounds) / self.table.ante

    @property
    def short(self) -> float:
        """The share of rounds in which the bank did not cover everything."""
        return self.totals.sums[len(self.table.names) + 3] / max(1, self.totals.rounds)

    @property
    def actions(self) -> dict[str, float]:
        """How often each action ends the betting, for every action of the house."""
        play = self.table.house.play
        multiples = sorted({*play.preflop, *play.flop, *play.river}, reverse=True)
        counts = {bet(multiple).value: self.totals.actions[multiple] for multiple in multiples}
        counts[Action.FOLD.value] = self.totals.actions[0]
        return {name: count / max(1, self.hands) for name, count in counts.items()}

    def _estimate(self, column: int, unit: int) -> MeanEstimate:
        rounds, total = self.totals.rounds, self.totals.sums[column]
        if not rounds:
            return MeanEstimate(0.0, 0.0)
        mean = Fraction(total, rounds)
        spread = max(Fraction(0), Fraction(self.totals.squares[column], rounds) - mean**2)
        error = sqrt(spread / (rounds - 1)) if rounds > 1 else 0.0
        return MeanEstimate(float(mean / unit), error / unit)
