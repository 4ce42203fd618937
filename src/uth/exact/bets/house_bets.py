"""Every bonus wager that a house offers, as a lottery."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from uth.core.money import print_dollars
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.bets.side_bets import bad_beat as bad_beat_lottery
from uth.exact.bets.side_bets import hands_of, trips, ultimate_pairs
from uth.exact.solver.house_game import bad_beat, trips_nets

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.exact.bets.lottery import Lottery
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook


@dataclass(frozen=True)
class HouseBet:
    """A bonus wager in force, and the reading behind it where it is an assumption."""

    name: str
    table: str
    lottery: Lottery
    assumption: str = ""


def house_bets(house: Rulebook, solution: Solution, meter: Cents | None = None) -> list[HouseBet]:
    """In the order of settlement; the Progressive at `meter`, or with its meter at the seed."""
    bets = []
    if house.wagers.trips:
        lottery = trips(trips_nets(house), hands_of(solution.outcomes))
        bets.append(HouseBet("trips", house.tables.paytable, lottery))
    if house.wagers.bad_beat:
        lottery = bad_beat_lottery(bad_beat(house), solution.outcomes)
        bets.append(HouseBet("bad_beat", f"table {house.tables.bad_beat}", lottery))
    if house.wagers.ultimate_pairs:
        assumption = "Q-9" if house.pays.ultimate_pairs_assumed else ""
        table = f"table {house.tables.ultimate_pairs}"
        lottery = ultimate_pairs(house.pays.ultimate_pairs)
        bets.append(HouseBet("ultimate_pairs", table, lottery, assumption))
    if house.progressive.offered:
        stands = house.progressive.seed if meter is None else meter
        label = "its seed" if meter is None else f"${print_dollars(meter)}"
        lottery = ProgressiveBet(house.progressive).at(Fraction(stands))
        bets.append(HouseBet("progressive", f"meter at {label}", lottery, "Q-8"))
    return bets
