"""The PAR sheet of a house: all that a maker or a regulator files, as plain data.

Every figure but the confidence bands is exact until it is written down; what is a number in the
data is a rounded exact value, and counts are whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from uth.core.money import print_dollars
from uth.exact.bets.base_wagers import base_lotteries
from uth.exact.bets.house_bets import HouseBet, house_bets
from uth.exact.bets.position import PositionFinder, position_passes
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solve import solve
from uth.reports.par import bonuses as par_more
from uth.reports.par import limits as par_limits
from uth.reports.par import printed as par_printed
from uth.reports.par import words as par_words

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.exact.bets.lottery import Lottery
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

CONFIDENCE = 1.959963984540054
"""Standard deviations either side for 95 %."""
VOLATILITY = 1.6448536269514722
"""Standard deviations either side for 90 %, as volatility indices are given."""
BONUSES = ("trips", "bad_beat", "ultimate_pairs")
HANDS = (1_000, 10_000, 100_000, 1_000_000)


@dataclass(frozen=True)
class ParSheet:
    """A house, its solution, and an ante to show amounts for."""

    house: Rulebook
    solution: Solution
    boards: Boards
    ante: Cents

    def data(self) -> Json:
        """The whole sheet."""
        bets = house_bets(self.house, self.solution)
        return {
            "house": {
                "id": self.house.id,
                "name": self.house.name,
                "document": self.house.document,
            },
            "ante": print_dollars(self.ante),
            "rules": self.rules_in_force(),
            "base_game": self.base_game(),
            "base_wagers": [
                wager_json(name, lottery) for name, lottery in base_lotteries(self.solution).items()
            ],
            "bonus_wagers": [
                wager_json(bet.name, bet.lottery, bet.table, bet.assumption) for bet in bets
            ],
            "more": par_more.more(self.house, self.solution),
            "more_told": par_more.more_told(self.house, self.solution),
            "position": self.position(bets),
            "caps": [
                par_limits.at_ante(self.house, self.solution, self.boards, ante)
                for ante in par_limits.antes(self.house)
            ],
            "bonus_limits": par_limits.bonus_limits(self.house, bets),
            "aggregates": par_limits.aggregates(self.house),
            "limits_cover": par_limits.covers(self.house),
            "printed": [
                *par_printed.trips_rows(self.house, self.solution),
                par_printed.game_row(self.solution, self.boards),
            ],
            "assumptions": self.assumptions(bets),
            "starting_hands": {
                hand.name: {
                    **{action.value: float(value) for action, value in hand.values.items()},
                    "best": hand.best.value,
                }
                for hand in reversed(self.solution.hands)
            },
            "net": [
                {"net": float(net), "count": count, "probability": count / DEALS}
                for net, count in self.solution.net.items()
            ],
        }

    def rules_in_force(self) -> list[Json]:
        """Every entry of the rulebook, with the clause that it rests on."""
        raw = self.house.source["house"]
        rules = []
        for entry, clause in self.house.sources.items():
            value: Any = raw
            for part in entry.split("."):
                value = value.get(part, {}) if isinstance(value, dict) else {}
            if isinstance(value, dict) and "value" in value:
                rules.append(
                    {
                        "entry": entry,
                        "value": value["value"],
                        "clause": clause,
                        "name": par_words.entry_name(entry),
                        "words": par_words.told(entry, value["value"]),
                        "in_force": par_words.in_force(self.house, entry),
                        "assumed": clause in par_words.ASSUMED,
                    }
                )
        return rules

    def base_game(self) -> Json:
        solution = self.solution
        deviation = solution.moments.deviation
        return {
            "ev": str(solution.ev),
            "house_edge": float(solution.house_edge),
            "element_of_risk": float(solution.element_of_risk),
            "average_wager": float(solution.average_wager),
            "standard_deviation": deviation,
            "skewness": solution.moments.skewness,
            "volatility_index": VOLATILITY * deviation,
            "hit_rate": float(
                Fraction(sum(c for net, c in solution.net.items() if net > 0), DEALS)
            ),
            "actions": {
                action.value: float(often) for action, often in solution.frequencies.items()
            },
            "deals": DEALS,
            "confidence": confidence(
                float(solution.house_edge), deviation, (-max(solution.net), -min(solution.net))
            ),
        }

    def position(self, bets: list[HouseBet]) -> Json:
        """The Ante and the least stake on every bonus wager, together."""
        limits, progressive = self.house.limits, self.house.progressive
        least = limits.bonus_minimum or limits.minimum
        stakes = {
            bet.name: progressive.wager if bet.name == "progressive" else least for bet in bets
        }
        found = PositionFinder(self.house, self.boards, self.solution).find(
            self.ante, stakes, progressive.seed
        )
        return {
            "stakes": {name: print_dollars(stake) for name, stake in found.stakes.items()},
            "assumptions": {bet.name: bet.assumption for bet in bets if bet.assumption},
            "meter": print_dollars(progressive.seed) if progressive.offered else None,
            "mean": float(found.mean / 100),
            "standard_deviation": found.deviation / 100,
            "gain": float(found.gain / 100),
            "correlations": [
                {"one": one, "other": other, "value": found.correlation(one, other)}
                for one, other in sorted(found.covariances)
                if one != other
            ],
        }

    def assumptions(self, bets: list[HouseBet]) -> list[Json]:
        told = {
            "Q-8": "the Progressive's wager, seed and shares are not in the documents",
            "Q-9": "Ultimate Pairs table two is not printed",
        }
        used = dict.fromkeys(bet.assumption for bet in bets if bet.assumption)
        return [{"reading": reading, "what": told[reading]} for reading in used]


def confidence(edge: float, deviation: float, possible: tuple[Fraction, Fraction]) -> list[Json]:
    """Where about 95 % of results lie, by the normal approximation: the house's part of the stakes.

    Cut at what is possible: the house wins no more than the stake, and pays no more than the best
    line.
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


def wager_json(name: str, lottery: Lottery, table: str = "", assumption: str = "") -> Json:
    """A pay table with combinations, probability, return and contribution."""
    nets = [line.net for line in lottery.lines]
    return {
        "wager": name,
        "table": table,
        "assumption": assumption,
        "edge": float(lottery.edge),
        "hit_rate": float(lottery.hit_rate),
        "standard_deviation": lottery.deviation,
        "volatility_index": VOLATILITY * lottery.deviation,
        "deals": lottery.deals,
        "confidence": confidence(float(lottery.edge), lottery.deviation, (-max(nets), -min(nets))),
        "lines": [
            {
                "hand": line.label,
                "net": str(line.net),
                "combinations": line.count,
                "probability": float(lottery.chance(line)),
                "return": float(lottery.chance(line) * (line.net + line.stake)),
                "contribution": float(lottery.chance(line) * line.net),
            }
            for line in lottery.lines
        ],
    }


def par_sheet(house: Rulebook, boards: Boards, ante: Cents) -> ParSheet:
    return ParSheet(house, solve(game_rules(house), boards=boards), boards, ante)


def par_passes(house: Rulebook) -> int:
    """How often a sheet goes through all boards: for the game, another one, a position, caps."""
    rules = game_rules(house)
    bonuses = [name for name in BONUSES if getattr(house.wagers, name, False)]
    if house.progressive.offered:
        bonuses.append("progressive")
    return 3 + 2 + position_passes(bonuses) + par_limits.capped_passes(house, rules)
