"""The return tables of the bonus wagers that a house offers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.core.texts import text
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.exact.bets.late_wagers import fold_loses, require_early
from uth.exact.bets.return_table import ReturnTable
from uth.exact.bets.side_bets import (
    beaten_hand_returns,
    hand_counts,
    hand_returns,
    holding_returns,
    played_hand_returns,
)
from uth.exact.solver.house_game import hand_nets
from uth.exact.solver.solution import Solution
from uth.rulebook.assumptions import wager_readings
from uth.rulebook.model import Rulebook
from uth.table.wagers import DependsOn, WagerKind, bonus_wagers


@dataclass(frozen=True)
class HouseBet:
    """A bonus wager, its pay table and, if its terms are assumed, the readings they rest on."""

    name: str
    table: str
    returns: ReturnTable
    assumptions: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"HouseBet({self.name!r}, edge={float(self.returns.edge):.4%})"


def house_bets(house: Rulebook, solution: Solution, meter: Cents | None = None) -> list[HouseBet]:
    """The bonus wagers in order of settlement; a linked one at `meter`, else at its seed."""
    return [
        HouseBet(
            wager.name,
            _table(house, wager, meter),
            _returns(house, wager, solution, house.progressive.seed if meter is None else meter),
            wager_readings(house, wager.name),
        )
        for wager in bonus_wagers(house)
    ]


def _table(house: Rulebook, wager: WagerKind, meter: Cents | None) -> str:
    if wager.pay_table is None:
        return text("return.at_seed") if meter is None else text("return.at_meter", meter=meter)
    name = house.tables.chosen(wager.pay_table.kind) or ""
    return text("return.table", name=name) if name.isdigit() else name


def _returns(house: Rulebook, wager: WagerKind, solution: Solution, meter: Cents) -> ReturnTable:
    """The return table, counted by what the wager depends on."""
    require_early(house, (wager.name,))
    lost = fold_loses(house, wager.name)
    match wager.depends_on(house):
        case DependsOn.SEVEN_CARDS:
            nets = hand_nets(house.pays.by_category(wager.name))
            if lost:
                return played_hand_returns(nets, solution.outcomes)
            return hand_returns(nets, hand_counts(solution.outcomes))
        case DependsOn.BEATEN_HAND:
            nets = hand_nets(house.pays.by_category(wager.name))
            return beaten_hand_returns(nets, solution.outcomes, fold_loses=lost)
        case DependsOn.TWO_CARDS | DependsOn.FOUR_CARDS:
            return holding_returns(house.pays.by_holding(wager.name))
        case DependsOn.FIVE_CARDS:
            return ProgressiveBet(house.progressive).at(Fraction(meter))
        case _:
            raise Refusal("solve/wager", wager=wager.name)
