"""More on the bonus wagers: Bad Beat without its fold, meters, Envy, the mystery."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from uth.exact.bets.progressive import Mystery, ProgressiveBet, envy_mean
from uth.exact.bets.side_bets import bad_beat as bad_beat_lottery
from uth.exact.solver.house_game import bad_beat

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

METERS = (10_000, 100_000, 500_000, 1_000_000)
"""Dollars."""
PLAYERS = range(1, 7)


def more(house: Rulebook, solution: Solution) -> Json:
    """The figures as numbers."""
    found: Json = {}
    if house.wagers.bad_beat:
        free = bad_beat_lottery(bad_beat(house), solution.outcomes, fold_loses=False)
        found["bad_beat_if_a_fold_did_not_lose"] = float(free.edge)
    rules = house.progressive
    if rules.offered:
        bet, mystery = ProgressiveBet(rules), Mystery(rules)
        found["progressive_break_even_dollars"] = float((bet.break_even or 0) / 100)
        found["progressive_long_run_edge"] = float(bet.long_run_edge)
        found["progressive_edge_at_dollars"] = {
            str(meter): float(bet.at(Fraction(meter * 100)).edge) for meter in METERS
        }
        found["envy_cents_by_players"] = {
            str(players): float(envy_mean(rules, players - 1)) for players in PLAYERS
        }
        found["must_hit_by_cents_a_wager"] = float(mystery.long_run_value)
    return found


def more_told(house: Rulebook, solution: Solution) -> list[Json]:
    """The same for people: what it is, its value with its unit, and the reading it rests on."""
    found, rows = more(house, solution), []

    def tell(figure: str, value: str, assumption: str = "") -> None:
        rows.append({"figure": figure, "value": value, "assumption": assumption})

    if "bad_beat_if_a_fold_did_not_lose" in found:
        edge = found["bad_beat_if_a_fold_did_not_lose"]
        tell("Bad Beat, house edge if a fold did not lose it", f"{edge * 100:.4f} %")
    if not house.progressive.offered:
        return rows
    never = ProgressiveBet(house.progressive).break_even is None
    even = "at no meter" if never else f"${found['progressive_break_even_dollars']:,.2f}"
    tell("Progressive, meter at which it breaks even", even, "Q-8")
    long_run = f"{found['progressive_long_run_edge'] * 100:.4f} %"
    tell("Progressive, house edge over the meter's whole life", long_run, "Q-8")
    for meter, edge in found["progressive_edge_at_dollars"].items():
        figure = f"Progressive, house edge with the meter at ${int(meter):,}"
        tell(figure, f"{edge * 100:.4f} %", "Q-8")
    for players, amount in found["envy_cents_by_players"].items():
        who = "1 player" if players == "1" else f"{players} players"
        tell(f"Envy, worth a round with {who} at the table", f"${amount / 100:.6f}")
    mystery = f"${found['must_hit_by_cents_a_wager'] / 100:.6f}"
    tell("Must-Hit-By, worth a Progressive wager in the long run", mystery, "Q-8")
    return rows
