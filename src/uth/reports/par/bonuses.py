"""Further figures of the bonus wagers: without folds, by the meter, Envy, Must-Hit-By."""

from __future__ import annotations

from fractions import Fraction

from uth.core.texts import text
from uth.exact.bets.envy import envy_mean
from uth.exact.bets.mystery import Mystery
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.bets.side_bets import beaten_hand_returns
from uth.exact.solver.house_game import beaten_hand_wager, hand_nets
from uth.exact.solver.solution import Solution
from uth.reports.par import Json
from uth.rulebook.model import Rulebook

METERS = (10_000, 100_000, 500_000, 1_000_000)
"""Dollars."""
PLAYERS = range(1, 7)


def bonus_figures(house: Rulebook, solution: Solution) -> Json:
    """The figures as numbers; only those of wagers that the house offers."""
    figures: Json = {}
    beaten = beaten_hand_wager(house)
    if beaten:
        nets = hand_nets(house.pays.by_category(beaten))
        free = beaten_hand_returns(nets, solution.outcomes, fold_loses=False)
        figures[f"{beaten}_if_a_fold_did_not_lose"] = float(free.edge)
    rules = house.progressive
    if rules.offered:
        bet, mystery = ProgressiveBet(rules), Mystery(rules)
        figures["progressive_break_even_dollars"] = float((bet.break_even or 0) / 100)
        figures["progressive_long_run_edge"] = float(bet.long_run_edge)
        figures["progressive_edge_at_dollars"] = {
            str(meter): float(bet.at(Fraction(meter * 100)).edge) for meter in METERS
        }
        figures["envy_cents_by_players"] = {
            str(players): float(envy_mean(rules, players - 1)) for players in PLAYERS
        }
        figures["must_hit_by_cents_a_wager"] = float(mystery.long_run_value)
    return figures


def bonus_figure_rows(house: Rulebook, figures: Json) -> list[Json]:
    """The same figures as text: a label, the value with its unit, and the reading assumed."""
    beaten, rows = beaten_hand_wager(house), []

    def add(figure: str, value: str, assumption: str = "", **facts: object) -> None:
        label = text(f"par.figure.{figure}", **facts)
        rows.append({"figure": label, "value": value, "assumption": assumption})

    if beaten:
        edge = figures[f"{beaten}_if_a_fold_did_not_lose"]
        add("without_folds", f"{edge * 100:.4f} %", wager=beaten)
    if not house.progressive.offered:
        return rows
    never = ProgressiveBet(house.progressive).break_even is None
    even = f"${figures['progressive_break_even_dollars']:,.2f}"
    add("break_even", text("par.never") if never else even, "Q-8")
    add("long_run", f"{figures['progressive_long_run_edge'] * 100:.4f} %", "Q-8")
    for meter, edge in figures["progressive_edge_at_dollars"].items():
        add("edge_at", f"{edge * 100:.4f} %", "Q-8", meter=100 * int(meter))
    for players, amount in figures["envy_cents_by_players"].items():
        add("envy", f"${amount / 100:.6f}", players=int(players))
    add("mystery", f"${figures['must_hit_by_cents_a_wager'] / 100:.6f}", "Q-8")
    return rows
