"""The PAR sheet of a house: all that a maker or a regulator files, as plain data.

Every figure is exact until it is written down; what is a number in the data is a rounded
exact value, and counts are whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from uth.core.hands import Category
from uth.core.money import print_dollars
from uth.exact.base_wagers import base_lotteries
from uth.exact.house import bad_beat, game_rules
from uth.exact.house_bets import HouseBet, house_bets
from uth.exact.outcomes import DEALS, Outcome, Result, base_net, distribution, moments
from uth.exact.position import PositionFinder
from uth.exact.progressive import Mystery, ProgressiveBet, envy
from uth.exact.rules import BLIND_CATEGORIES, GameRules
from uth.exact.side_bets import bad_beat as bad_beat_lottery
from uth.exact.solving import solve

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.exact.boards import Boards
    from uth.exact.lottery import Lottery
    from uth.exact.solution import Solution
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

CONFIDENCE = 1.959963984540054
"""Standard deviations either side for 95 %."""
VOLATILITY = 1.6448536269514722
"""Standard deviations either side for 90 %, as volatility indices are given."""
HANDS = (1_000, 10_000, 100_000, 1_000_000)
PRINTED_TRIPS = {"UTH-01": 0.90, "UTH-02": 1.90, "UTH-03": 3.50, "UTH-04": 6.18}
PRINTED_GAME = 0.84
"""Per cent, as the maker's sheet prints them (LW-11)."""


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
            "more": self.more(),
            "position": self.position(bets),
            "caps": [self.at_ante(ante) for ante in self.antes()],
            "printed": self.printed(bets),
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
                rules.append({"entry": entry, "value": value["value"], "clause": clause})
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
            "confidence": confidence(float(solution.house_edge), deviation),
        }

    def more(self) -> Json:
        """Bad Beat without its fold, meters, Envy, the mystery."""
        found: Json = {}
        if self.house.wagers.bad_beat:
            free = bad_beat_lottery(bad_beat(self.house), self.solution.outcomes, fold_loses=False)
            found["bad_beat_if_a_fold_did_not_lose"] = float(free.edge)
        rules = self.house.progressive
        if rules.offered:
            bet, mystery = ProgressiveBet(rules), Mystery(rules)
            found["progressive_break_even_dollars"] = float((bet.break_even or 0) / 100)
            found["progressive_long_run_edge"] = float(bet.long_run_edge)
            found["progressive_edge_at_dollars"] = {
                str(dollars): float(bet.at(Fraction(dollars * 100)).edge)
                for dollars in (10_000, 100_000, 500_000, 1_000_000)
            }
            found["envy_cents_by_players"] = {
                str(others + 1): float(envy(rules, others).mean) for others in range(6)
            }
            found["must_hit_by_cents_a_wager"] = float(mystery.long_run_value)
        return found

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
            "mean": float(found.mean / 100),
            "standard_deviation": found.deviation / 100,
            "gain": float(found.gain / 100),
            "correlations": [
                {"one": one, "other": other, "value": found.correlation(one, other)}
                for one, other in sorted(found.covariances)
                if one != other
            ],
        }

    def antes(self) -> list[Cents]:
        """Minimum, middle and maximum of the table."""
        low, high, chip = (
            self.house.limits.minimum,
            self.house.limits.maximum,
            self.house.limits.chip,
        )
        middle = (low + high) // 2 // chip * chip
        return [low, middle, high]

    def at_ante(self, ante: Cents) -> Json:
        """What a cap on winnings does at an ante, under the play that no cap decides."""
        cap = self.house.payouts.maximum

        def net(outcome: Outcome) -> Fraction:
            found = ante * base_net(self.solution.rules, outcome)
            if outcome.result is Result.WIN and cap is not None:
                return min(found, Fraction(cap))
            return found

        capped = distribution(self.solution.outcomes, net)
        return {
            "ante": print_dollars(ante),
            "cap": None if cap is None else print_dollars(cap),
            "worst_case": print_dollars(int(max(capped))),
            "house_edge": float(-moments(capped).mean / ante),
        }

    def printed(self, bets: list[HouseBet]) -> list[Json]:
        """What the documents print, beside what is exact."""
        rows = []
        for bet in bets:
            if bet.name == "trips" and bet.table in PRINTED_TRIPS:
                exact = float(bet.lottery.edge) * 100
                printed = PRINTED_TRIPS[bet.table]
                rows.append(
                    {
                        "figure": f"Trips, {bet.table}, house edge",
                        "clause": "LW-11",
                        "printed_percent": printed,
                        "exact_percent": exact,
                        "agrees": round(exact, 2) == printed,
                        "remark": "",
                    }
                )
        risk = float(self.solution.element_of_risk) * 100
        other = self.even_money_flush()
        rows.append(
            {
                "figure": "The whole game against the dealer",
                "clause": "LW-11",
                "printed_percent": PRINTED_GAME,
                "exact_percent": risk,
                "agrees": round(risk, 2) == PRINTED_GAME,
                "remark": (
                    f"The exact figure is {risk:.3f} % of all money wagered "
                    f"({float(self.solution.house_edge) * 100:.3f} % of the Ante). With an "
                    f"even-money flush on the Blind it would be {other:.3f} %."
                ),
            }
        )
        return rows

    def even_money_flush(self) -> float:
        """The element of risk, in per cent, if a flush paid 1 to 1 on the Blind."""
        odds = dict(zip(BLIND_CATEGORIES, self.solution.rules.blind, strict=True))
        odds[Category.FLUSH] = Fraction(1)
        rules = GameRules(
            tuple(odds.values()), self.solution.rules.play, self.solution.rules.qualify
        )
        return float(solve(rules, boards=self.boards).element_of_risk) * 100

    def assumptions(self, bets: list[HouseBet]) -> list[Json]:
        told = {
            "Q-8": "the Progressive's wager, seed and shares are not in the documents",
            "Q-9": "Ultimate Pairs table two is not printed",
        }
        used = dict.fromkeys(bet.assumption for bet in bets if bet.assumption)
        return [{"reading": reading, "what": told[reading]} for reading in used]


def confidence(edge: float, deviation: float) -> list[Json]:
    """Where 95 % of all results lie: the house's part of the antes staked."""
    return [
        {
            "hands": hands,
            "low": edge - CONFIDENCE * deviation / sqrt(hands),
            "high": edge + CONFIDENCE * deviation / sqrt(hands),
        }
        for hands in HANDS
    ]


def wager_json(name: str, lottery: Lottery, table: str = "", assumption: str = "") -> Json:
    """A pay table with combinations, probability, return and contribution."""
    return {
        "wager": name,
        "table": table,
        "assumption": assumption,
        "edge": float(lottery.edge),
        "hit_rate": float(lottery.hit_rate),
        "standard_deviation": lottery.deviation,
        "volatility_index": VOLATILITY * lottery.deviation,
        "deals": lottery.deals,
        "confidence": confidence(float(lottery.edge), lottery.deviation),
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
