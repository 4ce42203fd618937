"""The PAR sheet of a house, as plain data: the figures that makers and regulators file.

All figures are exact and rounded only when they are written; counts are integers. Intervals are
quantiles of the exact distribution of many hands.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec

from uth import __version__
from uth.core.money import Cents, print_dollars
from uth.core.texts import text
from uth.exact.bets.base_wagers import base_returns
from uth.exact.bets.combined_play import COMBINED_PASSES, combined_play
from uth.exact.bets.house_bets import HouseBet, house_bets
from uth.exact.bets.intervals import Nets, interval
from uth.exact.bets.late_wagers import fold_loses
from uth.exact.bets.position import Position, PositionFinder, position_passes
from uth.exact.bets.return_table import ReturnTable
from uth.exact.solver.ante_game import bindings, game_at
from uth.exact.solver.boards import Boards
from uth.exact.solver.house_game import beaten_hand_wager
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.reports.assumptions import assumption_facts
from uth.reports.houses.departures import departures
from uth.reports.houses.rule_entries import rule_entries
from uth.reports.par import Json, banking, limits, linked, printed
from uth.rulebook.assumptions import wager_readings
from uth.rulebook.canonical import digest
from uth.rulebook.model import Rulebook
from uth.table.wagers import bonus_wagers

VOLATILITY = 1.6448536269514722
"""Standard deviations on either side for 90 %, by which the volatility index is defined."""
HANDS = (1_000, 10_000, 100_000, 1_000_000)
GAME_PASSES, COMPARISON_PASSES = 3, 2
"""Passes over all boards for the game, and for the even-money flush in `printed`."""
BANKER = "banker"
"""What replaces "house" in the names of figures where a player banks."""


@dataclass(frozen=True)
class ParSheet:
    """The PAR sheet of a house at an ante."""

    house: Rulebook
    solution: Solution
    boards: Boards
    ante: Cents
    date: str = ""
    """When the sheet is made, as `2026-11-17`."""

    def data(self) -> Json:
        """All sections of the sheet; where a player banks, none speaks of the house's edge."""
        bets = house_bets(self.house, self.solution)
        play = combined_play(self.house, self.solution, self.boards)
        position = self.find_position()
        sheet = {
            "house": {
                "id": self.house.id,
                "name": self.house.name,
                "document": self.house.document,
                "approved": self.house.approved,
                "departures": [one.text for one in departures(self.house)],
                "approved_on": self.house.approved_on,
            },
            "edition": {
                "version": __version__,
                "date": self.date,
                "rulebook": digest(self.house),
            },
            "banked_by": self.house.bank.kind,
            "ante": print_dollars(self.ante),
            "binds": [one.figures for one in bindings(self.house, self.ante)],
            "rules": self.rules_in_force(),
            "base_game": self.base_game(),
            "base_wagers": [
                self.wager(name, returns) for name, returns in base_returns(self.at_ante).items()
            ],
            "bonus_wagers": [
                {
                    **self.wager(bet.name, bet.returns, bet.table),
                    "holds_for": holds_for(self.house, bet.name),
                }
                for bet in bets
            ],
            "combined_play": play.figures if play else None,
            "linked": linked.linked(self.house),
            "banking": self.banking(position),
            "position": self.position(position, bets),
            "caps": [
                limits.limits_at_ante(self.house, self.solution, self.boards, ante)
                for ante in limits.antes_to_solve(self.house)
            ],
            "bonus_limits": limits.bonus_limits(self.house, bets),
            "aggregates": limits.aggregates(self.house),
            "limits_cover": limits.coverage_notes(self.house),
            "printed": printed.printed_rows(self.house, self.solution, self.boards),
            "assumptions": [
                {"reading": fact.id, "what": fact.text} for fact in assumption_facts(self.house)
            ],
            "starting_hands": {hand.name: hand.figures for hand in reversed(self.at_ante.hands)},
            "net": [
                {"net": float(net), "count": count, "probability": count / DEALS}
                for net, count in self.at_ante.net.items()
            ],
        }
        return _for_banker(sheet) if self.house.player_dealer else sheet

    def wager(self, name: str, returns: ReturnTable, table: str = "") -> Json:
        return wager_json(name, returns, table, wager_readings(self.house, name))

    @cached_property
    def at_ante(self) -> Solution:
        """The solution of the game at this Ante, with the caps and ceilings that bind there."""
        rules = game_at(self.house, self.ante)
        if rules == self.solution.rules:
            return self.solution
        return solve(rules, boards=self.boards)

    def rules_in_force(self) -> list[Json]:
        """All entries of the rulebook, with their clauses."""
        rows = [msgspec.structs.asdict(entry) for entry in rule_entries(self.house)]
        return [{"entry": row.pop("path"), **row} for row in rows]

    def base_game(self) -> Json:
        solution = self.at_ante
        deviation = solution.moments.deviation
        return {
            "ev": str(solution.ev),
            **solution.figures,
            "volatility_index": VOLATILITY * deviation,
            "hit_rate": float(solution.hit_rate),
            "deals": DEALS,
            "intervals": intervals(solution.net),
        }

    def find_position(self) -> Position:
        """One seat with the Ante and the minimum stake on every bonus wager."""
        least = self.house.limits.minimum
        stakes = {
            wager.name: wager.fixed_stake(self.house) or wager.minimum(self.house, least)
            for wager in bonus_wagers(self.house)
        }
        finder = PositionFinder(self.house, self.boards, self.solution)
        return finder.find(self.ante, stakes, self.house.progressive.seed)

    def banking(self, position: Position) -> Json | None:
        """The banker's side; None where the house banks."""
        if not self.house.player_dealer:
            return None
        plain = self.ante * self.at_ante.ev
        return banking.banking(self.house, plain, position.mean, dict(position.stakes))

    def position(self, position: Position, bets: list[HouseBet]) -> Json:
        progressive = self.house.progressive
        return {
            "stakes": {name: print_dollars(stake) for name, stake in position.stakes.items()},
            "assumptions": {bet.name: list(bet.assumptions) for bet in bets if bet.assumptions},
            "meter": print_dollars(progressive.seed) if progressive.offered else None,
            "mean": float(position.mean / 100),
            "mean_best_play": float((position.mean + position.gain) / 100),
            "binds": [one.figures for one in position.binds],
            "standard_deviation": position.deviation / 100,
            "gain": float(position.gain / 100),
            "correlations": [
                {"one": one, "other": other, "value": position.correlation(one, other)}
                for one, other in sorted(position.covariances)
                if one != other
            ],
        }


def _for_banker(value: Any) -> Any:
    """The same figures with the banker's name instead of the house's."""
    if isinstance(value, list):
        return [_for_banker(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        name.replace("house_edge", f"{BANKER}_edge"): _for_banker(part)
        for name, part in value.items()
    }


def holds_for(house: Rulebook, wager: str) -> str:
    """For which play the edge of a bonus wager holds."""
    return text("return.base_play" if fold_loses(house, wager) else "return.any_play")


def intervals(nets: Nets) -> list[Json]:
    """What the bank wins per unit staked in 95 % of all runs of so many hands."""
    rows = []
    for hands in HANDS:
        bounds = interval(nets, hands)
        rows.append({"hands": hands, "low": -float(bounds.high), "high": -float(bounds.low)})
    return rows


def wager_json(
    name: str, returns: ReturnTable, table: str = "", assumptions: tuple[str, ...] = ()
) -> Json:
    """A return table as data."""
    nets: Counter[Fraction] = Counter()
    for pay_line in returns.lines:
        nets[pay_line.net] += pay_line.count
    return {
        "wager": name,
        "table": table,
        "assumptions": list(assumptions),
        "edge": float(returns.edge),
        "hit_rate": float(returns.hit_rate),
        "standard_deviation": returns.deviation,
        "volatility_index": VOLATILITY * returns.deviation,
        "deals": returns.deals,
        "intervals": intervals(nets),
        "lines": [
            {
                "hand": pay_line.label,
                "net": str(pay_line.net),
                "combinations": pay_line.count,
                "probability": float(returns.chance(pay_line)),
                "return": float(returns.chance(pay_line) * (pay_line.net + pay_line.stake)),
                "contribution": float(returns.chance(pay_line) * pay_line.net),
            }
            for pay_line in returns.lines
        ],
    }


def par_passes(house: Rulebook) -> int:
    """How many passes over all boards a sheet needs."""
    return (
        GAME_PASSES
        + (COMPARISON_PASSES if printed.prints_figures(house) else 0)
        + (COMBINED_PASSES if beaten_hand_wager(house) else 0)
        + position_passes(house, [wager.name for wager in bonus_wagers(house)])
        + limits.limit_passes(house)
    )
