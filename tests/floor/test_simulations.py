"""Simulated tables on a page: steps that go on, and figures that depend on the seed alone."""

from __future__ import annotations

import msgspec
import pytest

from uth.compute.simulation import run_simulation
from uth.core.refusal import Refusal
from uth.exact.simulation.growing_run import MOST_STEP, next_batches
from uth.exact.simulation.job import SimulationJob
from uth.exact.simulation.strategies import StrategyChoice
from uth.exact.simulation.table_setup import SimulatedTable
from uth.floor.jobs import simulations
from uth.floor.jobs.job_messages import SimulateJob
from uth.floor.jobs.simulations import Simulations
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES, load_house
from uth.table.wagers import bonus_wagers


def test_steps_double_and_then_stay_equal() -> None:
    hands, steps = 0, []
    while hands < 8 * MOST_STEP:
        after = next_batches(2, hands) * 8192 * 2
        steps.append(after - hands)
        hands = after
    assert steps[:4] == [16384, 16384, 32768, 65536]
    assert set(steps[-6:]) == {MOST_STEP}


@pytest.mark.slow
def test_a_step_has_the_figures_of_a_simulation_of_that_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also after other tables pushed the run out, and for a step that was answered before."""
    monkeypatch.setattr(simulations, "MOST_RUNS", 1)
    house, watched = load_house("hollywood-pa"), Simulations()
    job = SimulateJob(canonical(house), seats=2, seed=7)
    answers = []
    for _ in range(3):
        answer = watched.step(house, job)
        answers.append(answer)
        job = msgspec.structs.replace(job, hands=answer.hands)
    assert [answer.hands for answer in answers] == [16384, 32768, 65536]
    other = load_house("cardroom-25")
    watched.step(other, SimulateJob(canonical(other), wagers=(), strategy="simple"))
    again = watched.step(house, msgspec.structs.replace(job, hands=16384))
    assert again == answers[1]
    table = SimulatedTable(house, wagers_of(house), 2)
    whole = SimulationJob(table, StrategyChoice("optimal"), 65536, 7)
    figures, _ = run_simulation(whole)
    last = answers[2]
    assert (last.net.mean, last.net.stderr) == (figures.net.mean, figures.net.stderr)
    assert {one.name: one.mean for one in last.wagers} == {
        name: one.mean for name, one in figures.wagers.items()
    }
    assert last.actions == figures.actions
    assert last.exact_net is not None
    assert abs(last.net.mean - last.exact_net) < 5 * last.net.stderr


def wagers_of(house: Rulebook) -> dict[str, int]:
    """Every wager of the house: as high as the Ante, or as the one stake that it has."""
    ante = house.limits.minimum
    fixed = {wager.name: wager.fixed_stake(house) for wager in bonus_wagers(house)}
    return {"ante": ante, "blind": ante, **{name: one or ante for name, one in fixed.items()}}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSES)
def test_every_house_can_be_watched_with_all_its_wagers(name: str) -> None:
    house = load_house(name)
    answer = Simulations().step(house, SimulateJob(canonical(house), strategy="simple"))
    staked = {one.name for one in answer.wagers}
    assert set(answer.offered) <= staked
    assert answer.exact_net is None
    assert 1 <= answer.most_seats <= 6


def test_a_wager_that_the_house_lacks_is_refused() -> None:
    house = load_house("cardroom-25")
    for wrong in ("bad_beat", "ante ", "nothing"):
        with pytest.raises(Refusal, match="wager/not_offered"):
            Simulations().step(house, SimulateJob(canonical(house), wagers=(wrong,)))
