"""Further figures of the bonus wagers: Bad Beat without folds, meters, Envy, Must-Hit-By."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from uth.exact.bets.envy import envy_mean
from uth.exact.bets.mystery import Mystery
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.bets.side_bets import bad_beat_returns as bad_beat_lottery
from uth.exact.solver.house_game import bad_beat

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

METERS = (10_000, 100_000, 500_000, 1_000_000)
"""Dollars."""
PLAYERS = range(1, 7)


def bonus_figures(house: Rulebook, solution: Solution) -> Json:
    """The figures as numbers; only those of wagers that the house offers."""
    figures: Json = {}
    if house.wagers.bad_beat:
        free = bad_beat_lottery(bad_beat(house), solution.outcomes, fold_loses=False)
        figures["bad_beat_if_a_fold_did_not_lose"] = float(free.edge)
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


def bonus_figure_rows(house: Rulebook, solution: Solution) -> list[Json]:
    """The same figures as text: a label, the value with its unit, and the reading assumed."""
    figures, rows = bonus_figures(house, solution), []

    def add(figure: str, value: str, assumption: str = "") -> None:
        rows.append({"figure": figure, "value": value, "assumption": assumption})

    if "bad_beat_if_a_fold_did_not_lose" in figures:
        edge = figures["bad_beat_if_a_fold_did_not_lose"]
        add("Bad Beat, house edge if a fold did not lose it", f"{edge * 100:.4f} %")
    if not house.progressive.offered:
        return rows
    never = ProgressiveBet(house.progressive).break_even is None
    even = "never" if never else f"${figures['progressive_break_even_dollars']:,.2f}"
    add("Progressive, meter at which it breaks even", even, "Q-8")
    long_run = f"{figures['progressive_long_run_edge'] * 100:.4f} %"
    add("Progressive, house edge in the long run", long_run, "Q-8")
    for meter, edge in figures["progressive_edge_at_dollars"].items():
        figure = f"Progressive, house edge with the meter at ${int(meter):,}"
        add(figure, f"{edge * 100:.4f} %", "Q-8")
    for players, amount in figures["envy_cents_by_players"].items():
        who = "1 player" if players == "1" else f"{players} players"
        add(f"Envy, value per round with {who} at the table", f"${amount / 100:.6f}")
    mystery = f"${figures['must_hit_by_cents_a_wager'] / 100:.6f}"
    add("Must-Hit-By, value per Progressive wager in the long run", mystery, "Q-8")
    return rows
