"""The figures that documents print, compared with the exact ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from uth.core.hands import CATEGORY_BY_NAME, Category
from uth.core.money import Odds, parse_odds
from uth.core.texts import text
from uth.exact.bets.side_bets import hand_counts, hand_returns
from uth.exact.solver.boards import Boards
from uth.exact.solver.game_rules import BLIND_CATEGORIES
from uth.exact.solver.house_game import hand_nets
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.reports.par import Json
from uth.rulebook import store
from uth.rulebook.model import Rulebook

PRINTING = "LW-11"
"""The clause that prints figures; a house whose document has no such clause prints none."""
PRINTED_TRIPS = {"UTH-01": 0.90, "UTH-02": 1.90, "UTH-03": 3.50, "UTH-04": 6.18}
PRINTED_GAME = 0.84
"""In percent, as the maker's sheet prints them (LW-11)."""


def prints_figures(house: Rulebook) -> bool:
    """Whether the house's own document prints edges to compare with."""
    return bool(store.clause_list()[PRINTING]["house"] == house.id)


def printed_rows(house: Rulebook, solution: Solution, boards: Boards) -> list[Json]:
    """The figures that the house's document prints, each beside the exact one."""
    if not prints_figures(house):
        return []
    return [*trips_rows(house, solution), game_row(solution, boards)]


def trips_rows(house: Rulebook, solution: Solution) -> list[Json]:
    """The printed Trips pay tables that the house may choose."""
    hands, rows = hand_counts(solution.outcomes), []
    for name in house.choices("tables.paytable"):
        if not house.offers("trips") or name not in PRINTED_TRIPS:
            continue
        chosen, printed = name == house.tables.chosen("paytable"), PRINTED_TRIPS[name]
        pays = house.pays.by_category("trips") if chosen else library_trips(name)
        exact = float(hand_returns(hand_nets(pays), hands).edge) * 100
        rows.append(_row(text("par.printed_trips", table=name), printed, exact, in_force=chosen))
    return rows


def _row(figure: str, printed: float, exact: float, *, in_force: bool, remark: str = "") -> Json:
    return {
        "figure": figure,
        "clause": PRINTING,
        "printed_percent": printed,
        "exact_percent": exact,
        "agrees": round(exact, 2) == printed,
        "in_force": in_force,
        "remark": remark,
    }


def library_trips(name: str) -> dict[Category, Odds]:
    """What Trips pays under a printed pay table."""
    pays = store.data("tables.toml")["paytable"][name]["trips"]
    return {CATEGORY_BY_NAME[hand]: parse_odds(odds) for hand, odds in pays.items()}


def game_row(solution: Solution, boards: Boards) -> Json:
    """The whole game, whose printed figure does not match its pay table."""
    risk = float(solution.element_of_risk) * 100
    remark = text(
        "par.printed_remark",
        risk=f"{risk:.3f}",
        edge=f"{float(solution.house_edge) * 100:.3f}",
        other=f"{even_money_flush(solution, boards):.3f}",
    )
    return _row(text("par.printed_game"), PRINTED_GAME, risk, in_force=True, remark=remark)


def even_money_flush(solution: Solution, boards: Boards) -> float:
    """The element of risk, in percent, if the Blind paid 1 to 1 for a flush."""
    odds = dict(zip(BLIND_CATEGORIES, solution.rules.blind, strict=True))
    odds[Category.FLUSH] = Fraction(1)
    rules = replace(solution.rules, blind=tuple(odds.values()), cap=None)
    return float(solve(rules, boards=boards).element_of_risk) * 100
