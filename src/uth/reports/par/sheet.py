"""The PAR sheet of a house, as plain data: the figures that makers and regulators file.

All figures except the confidence bands are exact and rounded only when they are written; counts
are integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import msgspec

from uth.core.money import Cents, print_dollars
from uth.core.texts import text
from uth.exact.bets.base_wagers import base_returns
from uth.exact.bets.house_bets import HouseBet, house_bets
from uth.exact.bets.position import PositionFinder, position_passes
from uth.exact.bets.return_table import ReturnTable
from uth.exact.solver.ante_game import bindings, game_at
from uth.exact.solver.boards import Boards
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.reports.houses.departures import departures
from uth.reports.houses.rule_entries import rule_entries
from uth.reports.par import Json, bonuses, limits, printed
from uth.rulebook.model import Rulebook
from uth.table.wagers import bonus_wagers

CONFIDENCE = 1.959963984540054
"""Standard deviations on either side of the mean for 95 %."""
VOLATILITY = 1.6448536269514722
"""Standard deviations on either side for 90 %, by which the volatility index is defined."""
HANDS = (1_000, 10_000, 100_000, 1_000_000)
GAME_PASSES, COMPARISON_PASSES = 3, 2
"""Passes over all boards for the game, and for the even-money flush in `printed`."""


@dataclass(frozen=True)
class ParSheet:
    """The PAR sheet of a house at an ante."""

    house: Rulebook
    solution: Solution
    boards: Boards
    ante: Cents

    def data(self) -> Json:
        """All sections of the sheet."""
        bets = house_bets(self.house, self.solution)
        more = bonuses.bonus_figures(self.house, self.solution)
        return {
            "house": {
                "id": self.house.id,
                "name": self.house.name,
                "document": self.house.document,
                "approved": self.house.approved,
                "departures": [one.text for one in departures(self.house)],
                "approved_on": self.house.approved_on,
            },
            "ante": print_dollars(self.ante),
            "binds": [one.figures for one in bindings(self.house, self.ante)],
            "rules": self.rules_in_force(),
            "base_game": self.base_game(),
            "base_wagers": [
                wager_json(name, returns) for name, returns in base_returns(self.at_ante).items()
            ],
            "bonus_wagers": [
                wager_json(bet.name, bet.returns, bet.table, bet.assumption) for bet in bets
            ],
            "more": more,
            "more_rows": bonuses.bonus_figure_rows(self.house, more),
            "position": self.position(bets),
            "caps": [
                limits.limits_at_ante(self.house, self.solution, self.boards, ante)
                for ante in limits.antes_to_solve(self.house)
            ],
            "bonus_limits": limits.bonus_limits(self.house, bets),
            "aggregates": limits.aggregates(self.house),
            "limits_cover": limits.coverage_notes(self.house),
            "printed": [
                *printed.trips_rows(self.house, self.solution),
                printed.game_row(self.solution, self.boards),
            ],
            "assumptions": self.assumptions(bets),
            "starting_hands": {hand.name: hand.figures for hand in reversed(self.at_ante.hands)},
            "net": [
                {"net": float(net), "count": count, "probability": count / DEALS}
                for net, count in self.at_ante.net.items()
            ],
        }

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
            "confidence": confidence(
                float(solution.house_edge), deviation, (-max(solution.net), -min(solution.net))
            ),
        }

    def position(self, bets: list[HouseBet]) -> Json:
        """One seat with the Ante and the minimum stake on every bonus wager."""
        progressive, least = self.house.progressive, self.house.limits.minimum
        stakes = {
            wager.name: wager.fixed_stake(self.house) or wager.minimum(self.house, least)
            for wager in bonus_wagers(self.house)
        }
        position = PositionFinder(self.house, self.boards, self.solution).find(
            self.ante, stakes, progressive.seed
        )
        return {
            "stakes": {name: print_dollars(stake) for name, stake in position.stakes.items()},
            "assumptions": {bet.name: bet.assumption for bet in bets if bet.assumption},
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

    def assumptions(self, bets: list[HouseBet]) -> list[Json]:
        used = {bet.assumption: bet for bet in reversed(bets) if bet.assumption}
        return [
            {
                "reading": reading,
                "what": text(f"par.assumed.{reading}", wager=bet.name, table=bet.table),
            }
            for reading, bet in sorted(used.items(), reverse=True)
        ]


def confidence(edge: float, deviation: float, possible: tuple[Fraction, Fraction]) -> list[Json]:
    """The 95 % bands of the house's win per unit staked, by the normal approximation.

    They are cut at the possible values: from the best line's pay to the whole stake.
    """
    least, most = (float(bound) for bound in possible)
    rows = []
    for hands in HANDS:
        reach = CONFIDENCE * deviation / sqrt(hands)
        low, high = edge - reach, edge + reach
        rows.append(
            {
                "hands": hands,
                "low": max(low, least),
                "high": min(high, most),
                "low_cut": low < least,
                "high_cut": high > most,
            }
        )
    return rows


def wager_json(name: str, returns: ReturnTable, table: str = "", assumption: str = "") -> Json:
    """A return table as data."""
    nets = [pay_line.net for pay_line in returns.lines]
    return {
        "wager": name,
        "table": table,
        "assumption": assumption,
        "edge": float(returns.edge),
        "hit_rate": float(returns.hit_rate),
        "standard_deviation": returns.deviation,
        "volatility_index": VOLATILITY * returns.deviation,
        "deals": returns.deals,
        "confidence": confidence(float(returns.edge), returns.deviation, (-max(nets), -min(nets))),
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
        + COMPARISON_PASSES
        + position_passes(house, [wager.name for wager in bonus_wagers(house)])
        + limits.limit_passes(house)
    )
