"""The simulator for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.library.extras import from_extra
from uth.library.houses import House, load_house
from uth.library.stakes import check_amount, stakes_of
from uth.library.whole_numbers import whole

if TYPE_CHECKING:
    from uth.exact.simulation.totals import Figures


def simulate(
    house: House,
    hands: int,
    *,
    seats: int = 1,
    wagers: Mapping[str, Cents] | None = None,
    bank: Cents | None = None,
    strategy: str = "optimal",
    seed: int = 1,
) -> Figures:
    """Simulate a table whose seats play `optimal` or `simple`; the seed decides the figures.

    `wagers` are in cents, by default an Ante and a Blind of the minimum. Means are in antes, a
    bonus wager's in its own stake. Needs the extra `exact`.

    >>> import uth
    >>> figures = uth.simulate("light-and-wonder", 100_000, strategy="simple")
    >>> figures.hands
    100000
    >>> figures.net.within(-0.0238, 4)
    True
    """
    with from_extra("exact"):
        from uth.compute.simulation import run_simulation
        from uth.exact.simulation.job import SimulationJob
        from uth.exact.simulation.strategies import NAMED, StrategyChoice
        from uth.exact.simulation.table_setup import SimulatedTable
    rules = load_house(house)
    if strategy not in NAMED:
        raise Refusal("strategy/unknown", strategy=strategy, known=NAMED, where="strategy")
    seed, bank = whole(seed), whole(bank)
    if type(seed) is not int or seed < 0:
        raise Refusal("seed/number", value=seed, where="seed")
    if bank is not None:
        check_amount(bank, "bank")
    table = SimulatedTable(rules, stakes_of(rules, wagers), whole(seats), bank)
    figures, _ = run_simulation(SimulationJob(table, StrategyChoice(strategy), whole(hands), seed))
    return figures
