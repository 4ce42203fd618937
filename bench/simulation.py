"""Seat-hands a second of the simulator beside the table engine, and a hundred million of them.

`python -m bench simulation` measures both. `UTH_BENCH_HANDS` sets how many seat-hands are held
against the exact figures, over all houses together.
"""

from __future__ import annotations

import os
from fractions import Fraction

from bench.measure import interleaved, table
from bench.rounds import SixSeats
from uth.compute.simulation import run_simulation
from uth.exact.bets.house_bets import house_bets
from uth.exact.bets.jackpots.envy import envy_mean
from uth.exact.bets.jackpots.mystery import Mystery
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.exact.simulation.job import SimulationJob
from uth.exact.simulation.strategies import StrategyChoice
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.simulation.totals import MeanEstimate
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.rulebook.store import HOUSES, load_house
from uth.table.wagers import bonus_wagers

PEER = 144_000
"""Seat-hands a second of the best public simulator, as its authors state it."""
RUNS, HANDS, ROUNDS = 5, 6_000_000, 40
ALL_HANDS = int(os.environ.get("UTH_BENCH_HANDS", "100000000"))


def table_of(name: str, seats: int, *, bonuses: bool) -> SimulatedTable:
    house = load_house(name)
    ante = house.limits.minimum
    wagers = {"ante": ante, "blind": ante}
    if bonuses:
        for wager in bonus_wagers(house):
            wagers[wager.name] = wager.fixed_stake(house) or ante
    return SimulatedTable(house, wagers, seats)


def job_of(simulated: SimulatedTable, hands: int) -> SimulationJob:
    job = SimulationJob(simulated, StrategyChoice("optimal"), hands, 2026)
    job.prepare()
    return job


def speed() -> str:
    """Alternately: the simulator with one seat, with six and all bonus wagers, and the table."""
    one = job_of(table_of("light-and-wonder", 1, bonuses=False), HANDS)
    six = job_of(table_of("hollywood-pa", 6, bonuses=True), HANDS)
    engine = SixSeats("light-and-wonder")

    def rounds() -> None:
        for _ in range(ROUNDS):
            engine.play()

    taken = interleaved(
        RUNS, one=lambda: run_simulation(one), six=lambda: run_simulation(six), engine=rounds
    )
    base = 6 * ROUNDS / taken["engine"]
    rows: list[tuple[str, ...]] = [("the table engine, six seats", f"{base:,.0f}", "1")]
    rows.append(("the best public peer, as stated", f"{PEER:,}", f"{PEER / base:,.0f}"))
    for name, label in (
        ("one", "`uth simulate`, one seat, best play"),
        ("six", "`uth simulate`, six seats, every bonus wager and meter"),
    ):
        rate = HANDS / taken[name]
        rows.append((label, f"{rate:,.0f}", f"{rate / base:,.0f}"))
    return table("Simulation: seat-hands a second", ("engine", "a second", "ratio"), rows)


def against_exact() -> str:
    """Every house and bonus wager: the simulated mean, and how far it is from the exact one."""
    rows = []
    for name in HOUSES:
        simulated = table_of(name, 1 if name != "hollywood-pa" else 6, bonuses=True)
        solution = solve(simulated.game)
        job = job_of(simulated, ALL_HANDS // len(HOUSES))
        figures, _ = run_simulation(job)
        rows.append(_row(name, "net", figures.net, solution.ev))
        for wager, mean in _exact(simulated, solution).items():
            rows.append(_row(name, wager, figures.wagers[wager], mean))
    header = ("house", "wager", "simulated", "standard error", "exact", "errors away")
    return table(f"Simulation: {ALL_HANDS:,} seat-hands against the exact figures", header, rows)


def _exact(simulated: SimulatedTable, solution: Solution) -> dict[str, Fraction]:
    """The Progressive, which pays from its meter, has its value in the long run."""
    house = simulated.house
    means = {bet.name: -bet.returns.edge for bet in house_bets(house, solution)}
    if simulated.progressive:
        rules, stake = house.progressive, simulated.stake("progressive")
        means["progressive"] = -ProgressiveBet(rules).long_run_edge
        means["envy"] = envy_mean(rules, simulated.seats - 1) / stake
        means["mystery"] = Mystery(rules).long_run_value / stake
    return means


def _row(house: str, wager: str, estimate: MeanEstimate, exact: Fraction) -> tuple[str, ...]:
    away = (estimate.mean - float(exact)) / estimate.stderr
    return (
        house, wager, f"{estimate.mean:+.6f}", f"{estimate.stderr:.6f}", f"{float(exact):+.6f}",
        f"{away:+.2f}",
    )  # fmt: skip


def measure() -> str:
    return f"{speed()}\n{against_exact()}"
