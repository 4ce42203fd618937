"""The figures that documents print, compared with the exact ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from uth.core.hands import CATEGORIES, Category
from uth.core.odds import parse_odds
from uth.exact.bets.side_bets import hand_counts, trips_returns
from uth.exact.solver.game_rules import BLIND_CATEGORIES
from uth.exact.solver.house_game import trips_nets
from uth.exact.solver.solve import solve
from uth.rulebook import store

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

PRINTED_TRIPS = {"UTH-01": 0.90, "UTH-02": 1.90, "UTH-03": 3.50, "UTH-04": 6.18}
PRINTED_GAME = 0.84
"""In percent, as the maker's sheet prints them (LW-11)."""


def trips_rows(house: Rulebook, solution: Solution) -> list[Json]:
    """The printed Trips pay tables that the house may choose."""
    hands, rows = hand_counts(solution.outcomes), []
    for name in house.tables.approved_paytables:
        if not house.wagers.trips or name not in PRINTED_TRIPS:
            continue
        chosen, printed = name == house.tables.paytable, PRINTED_TRIPS[name]
        nets = trips_nets(house) if chosen else library_trips(name)
        exact = float(trips_returns(nets, hands).edge) * 100
        rows.append(
            {
                "figure": f"Trips, {name}, house edge",
                "clause": "LW-11",
                "printed_percent": printed,
                "exact_percent": exact,
                "agrees": round(exact, 2) == printed,
                "in_force": chosen,
                "remark": "",
            }
        )
    return rows


def library_trips(name: str) -> dict[Category, Fraction]:
    """What one unit on Trips nets with each hand under a printed pay table."""
    pays = store.data("tables.toml")["paytable"][name]["trips"]
    odds = {hand.replace("_", " "): parse_odds(text).fraction for hand, text in pays.items()}
    return {category: odds.get(category.words, Fraction(-1)) for category in CATEGORIES}


def game_row(solution: Solution, boards: Boards) -> Json:
    """The whole game, whose printed figure does not match its pay table."""
    risk = float(solution.element_of_risk) * 100
    other = even_money_flush(solution, boards)
    return {
        "figure": "The whole game against the dealer",
        "clause": "LW-11",
        "printed_percent": PRINTED_GAME,
        "exact_percent": risk,
        "agrees": round(risk, 2) == PRINTED_GAME,
        "in_force": True,
        "remark": (
            f"The exact figure is {risk:.3f} % of all money wagered "
            f"({float(solution.house_edge) * 100:.3f} % of the Ante). With an "
            f"even-money flush on the Blind it would be {other:.3f} %."
        ),
    }


def even_money_flush(solution: Solution, boards: Boards) -> float:
    """The element of risk, in percent, if the Blind paid 1 to 1 for a flush."""
    odds = dict(zip(BLIND_CATEGORIES, solution.rules.blind, strict=True))
    odds[Category.FLUSH] = Fraction(1)
    rules = replace(solution.rules, blind=tuple(odds.values()), cap=None)
    return float(solve(rules, boards=boards).element_of_risk) * 100
