"""Simulated means are where the exact figures say, and depend on the seed alone."""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from uth.compute.row_files import RowFile
from uth.compute.simulation import run_simulation
from uth.compute.workers import Threads
from uth.exact.bets.house_bets import house_bets
from uth.exact.bets.jackpots.envy import envy
from uth.exact.bets.jackpots.mystery import Mystery
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.exact.simulation.job import SimulationJob, simulate_chunk
from uth.exact.simulation.round_distribution import round_distributions
from uth.exact.simulation.ruin import adjustment, chances, ruin_curve
from uth.exact.simulation.strategies import StrategyChoice
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.simulation.totals import Figures
from uth.rulebook.store import HOUSES, load_house
from uth.table.wagers import bonus_wagers

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution

OPTIMAL = StrategyChoice("optimal")
HANDS = 2_000_000
ERRORS = 4.5


@cache
def table_of(name: str, seats: int, bank: int | None = None) -> SimulatedTable:
    """All seats with every bonus wager of a house."""
    house = load_house(name)
    ante = house.limits.minimum
    wagers = {"ante": ante, "blind": ante}
    for wager in bonus_wagers(house):
        wagers[wager.name] = wager.fixed_stake(house) or ante
    return SimulatedTable(house, wagers, seats, bank)


def job_of(table: SimulatedTable, hands: int, seed: int = 1, rows: bool = False) -> SimulationJob:
    return SimulationJob(table, OPTIMAL, hands, seed, rows)


@pytest.mark.parametrize("name", HOUSES)
def test_means_are_within_their_bands(name: str, standard: Solution) -> None:
    seats = {"california": 5, "hollywood-pa": 6, "light-and-wonder": 3}.get(name, 1)
    table = table_of(name, seats)
    figures, run = run_simulation(job_of(table, HANDS // len(HOUSES)))
    assert not run.partial
    assert figures.net.within(float(standard.ev), ERRORS)
    wagers = figures.wagers
    for bet in house_bets(table.house, standard):
        if bet.name != "progressive":
            assert wagers[bet.name].within(float(-bet.returns.edge), ERRORS), bet.name
    for action, often in standard.frequencies.items():
        spread = sqrt(float(often * (1 - often)) / figures.totals.rounds)
        assert abs(figures.actions[action.value] - float(often)) <= ERRORS * spread
    if table.progressive:
        rules, stake = table.house.progressive, table.stake("progressive")
        mean = float(envy(rules, seats - 1).mean) / stake
        assert wagers["envy"].within(mean, ERRORS)
        assert wagers["mystery"].within(float(Mystery(rules).long_run_value) / stake, ERRORS)
        check_fixed_prizes(job_of(table, HANDS // len(HOUSES)))


def check_fixed_prizes(job: SimulationJob) -> None:
    """What the Progressive wins without its meter, which needs millions of rounds to settle."""
    table = job.table
    bet, column = ProgressiveBet(table.house.progressive), table.names.index("progressive")
    won = sum(simulate_chunk(job, chunk)[0].sums[column] for chunk in range(job.chunks))
    hands = job.rounds * table.seats
    mean = won / hands / table.stake("progressive")
    without = bet.at(Fraction(0))
    spread = sqrt(float(without.variance) / hands)
    assert abs(mean - float(without.mean)) <= ERRORS * spread


def same(one: Figures, other: Figures) -> bool:
    return one.totals == other.totals


@pytest.mark.slow
def test_figures_depend_on_the_seed_and_not_on_workers() -> None:
    table = table_of("hollywood-pa", 6)
    job = job_of(table, 700_000)
    one, _ = run_simulation(job, workers=Threads(1))
    assert same(one, run_simulation(job, workers=Threads(4))[0])
    assert not same(one, run_simulation(job_of(table, 700_000, seed=2))[0])


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_every_seat_hand_is_a_row_that_adds_up(tmp_path: Path, suffix: str) -> None:
    table = table_of("hollywood-pa", 6)
    path = tmp_path / f"hands.{suffix}"
    with RowFile(path, table) as rows:
        figures, run = run_simulation(job_of(table, 60_000, rows=True), rows=rows)
        assert not path.exists()
        rows.finish()
    assert run.done > 1
    without, _ = run_simulation(job_of(table, 60_000))
    assert same(figures, without)
    if suffix == "csv":
        with path.open(newline="") as file:
            read = list(csv.DictReader(file))
    else:
        import pyarrow.parquet

        read = pyarrow.parquet.read_table(path).to_pylist()
    assert len(read) == figures.hands
    for at, name in enumerate(table.names):
        assert sum(int(row[f"{name}_net"]) for row in read) == figures.totals.sums[at]
    assert len({row["cards"] + row["board"] + row["dealer"] for row in read}) == len(read)
    assert [int(read[0]["round"]), int(read[-1]["round"])] == [1, figures.totals.rounds]


def test_a_short_bank_pays_and_collects_less() -> None:
    table = table_of("california", 5, 4 * load_house("california").limits.minimum)
    figures, _ = run_simulation(job_of(table, 100_000))
    assert 0.3 < figures.short <= 1
    assert figures.uncovered > 0
    full, _ = run_simulation(job_of(table_of("california", 5), 100_000))
    assert full.short == 0


def test_the_distribution_of_a_round_is_the_solutions(standard: Solution) -> None:
    house = load_house("light-and-wonder")
    ante = house.limits.minimum
    table = SimulatedTable(house, {"ante": ante, "blind": ante})
    seat, bank = round_distributions(table, standard.outcomes)
    assert seat.counts == {int(net * ante): count for net, count in standard.net.items()}
    assert {-net: count for net, count in bank.counts.items()} == dict(seat.counts)


def test_ruin_by_hand() -> None:
    """A fair coin for one unit: known chances; a coin of 2/3: the root is ln 2."""
    from math import comb, log

    from uth.exact.simulation.round_distribution import RoundDistribution

    coin = RoundDistribution({100: 1, -100: 1}, True)
    assert chances(coin, 10).even == pytest.approx(comb(10, 5) / 2**10)
    assert chances(coin, 11).ahead == pytest.approx(0.5)
    curve = ruin_curve(coin, 2, 300)
    assert curve[:4].tolist() == pytest.approx([1.0, 0.5, 0.25, 0.0])
    good = RoundDistribution({100: 2, -100: 1}, True)
    assert adjustment(good) == pytest.approx(log(2))
    assert ruin_curve(good, 400, 500)[5] == pytest.approx(2.0**-5, rel=1e-6)
    assert adjustment(coin) == 0
