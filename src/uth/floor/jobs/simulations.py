"""Simulated tables that grow while somebody watches; the latest are remembered."""

from __future__ import annotations

from collections import OrderedDict

from msgspec.structs import replace

from uth.exact.simulation.growing_run import GrowingRun, next_batches
from uth.exact.simulation.strategies import OPTIMAL, StrategyChoice, best_value
from uth.exact.simulation.table_setup import SimulatedTable, most_seats
from uth.exact.simulation.totals import MeanEstimate
from uth.floor.jobs.answers import Simulated, SimulatedMean
from uth.floor.jobs.job_messages import MOST_SIMULATED, SimulateJob
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, bonus_wagers, offered

MOST_RUNS = 8


class Simulations:
    """The runs that are watched now; the deals depend on the seed, so a lost one is only slower."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, GrowingRun] = OrderedDict()

    def step(self, rules: Rulebook, job: SimulateJob) -> Simulated:
        """The figures after the step that follows the hands of the job."""
        begun = replace(job, hands=0).key
        run = self._runs.pop(begun, None)
        batches = next_batches(job.seats, job.hands)
        if run is None or run.batches > batches:
            run = GrowingRun(_table(rules, job), StrategyChoice(job.strategy), job.seed)
        run.grow(batches)
        self._runs[begun] = run
        while len(self._runs) > MOST_RUNS:
            self._runs.popitem(last=False)
        return _answer(run, job)


def _table(rules: Rulebook, job: SimulateJob) -> SimulatedTable:
    """The table of a job: every bonus wager is as high as the Ante, unless it has one stake."""
    ante = job.ante or rules.limits.minimum
    wagers = {"ante": ante, "blind": ante}
    names = job.wagers
    if names is None:
        names = tuple(wager.name for wager in bonus_wagers(rules))
    for name in names:
        fixed = WAGERS[name].fixed_stake(rules) if offered(rules, name) else None
        wagers.setdefault(name, fixed or ante)
    return SimulatedTable(rules, wagers, job.seats)


def _answer(run: GrowingRun, job: SimulateJob) -> Simulated:
    table, figures = run.table, run.figures
    best = job.strategy == OPTIMAL
    return Simulated(
        name=table.house.name,
        bank=table.house.bank.kind,
        ante=table.ante,
        seats=table.seats,
        most_seats=most_seats(table.house),
        strategy=job.strategy,
        seed=job.seed,
        hands=figures.hands,
        most=MOST_SIMULATED,
        offered=tuple(wager.name for wager in bonus_wagers(table.house)),
        net=_mean("net", figures.net),
        exact_net=float(best_value(table.game)) if best else None,
        wagers=tuple(_mean(name, estimate) for name, estimate in figures.wagers.items()),
        actions=figures.actions,
    )


def _mean(name: str, estimate: MeanEstimate) -> SimulatedMean:
    return SimulatedMean(name, estimate.mean, estimate.stderr)
