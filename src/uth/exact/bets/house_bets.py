"""The return tables of the bonus wagers that a house offers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from uth.core.money import print_dollars
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.bets.side_bets import (
    bad_beat_returns,
    hand_counts,
    trips_returns,
    ultimate_pairs_returns,
)
from uth.exact.solver.house_game import bad_beat, trips_nets

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.exact.bets.return_table import ReturnTable
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook


@dataclass(frozen=True)
class HouseBet:
    """A bonus wager, its pay table and, if its terms are assumed, the reading they rest on."""

    name: str
    table: str
    returns: ReturnTable
    assumption: str = ""


def house_bets(house: Rulebook, solution: Solution, meter: Cents | None = None) -> list[HouseBet]:
    """The bonus wagers in order of settlement; the Progressive at `meter`, else at its seed."""
    bets = []
    if house.wagers.trips:
        returns = trips_returns(trips_nets(house), hand_counts(solution.outcomes))
        bets.append(HouseBet("trips", house.tables.paytable, returns))
    if house.wagers.bad_beat:
        returns = bad_beat_returns(bad_beat(house), solution.outcomes)
        bets.append(HouseBet("bad_beat", f"table {house.tables.bad_beat}", returns))
    if house.wagers.ultimate_pairs:
        assumption = "Q-9" if house.pays.ultimate_pairs_assumed else ""
        table = f"table {house.tables.ultimate_pairs}"
        returns = ultimate_pairs_returns(house.pays.ultimate_pairs)
        bets.append(HouseBet("ultimate_pairs", table, returns, assumption))
    if house.progressive.offered:
        value = house.progressive.seed if meter is None else meter
        label = "its seed" if meter is None else f"${print_dollars(meter)}"
        returns = ProgressiveBet(house.progressive).at(Fraction(value))
        bets.append(HouseBet("progressive", f"meter at {label}", returns, "Q-8"))
    return bets
