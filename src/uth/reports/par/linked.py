"""Progressive, Envy and Must-Hit-By together: one wager's whole return, by meter and players."""

from __future__ import annotations

from fractions import Fraction

from uth.core.money import Cents, print_dollars
from uth.exact.bets.jackpots.envy import envy_mean
from uth.exact.bets.jackpots.mystery import Mystery
from uth.exact.bets.jackpots.progressive import ProgressiveBet, total_edge
from uth.reports.par import Json
from uth.rulebook.assumptions import wager_readings
from uth.rulebook.model import Rulebook
from uth.table.wagers import PROGRESSIVE

METERS = (1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000)
"""Cents."""
PLAYERS = range(1, 7)


def linked(house: Rulebook) -> Json | None:
    """None if the house has no Progressive. A return is the share of the wager that comes back."""
    rules = house.progressive
    if not rules.offered:
        return None
    bet, mystery = ProgressiveBet(rules), Mystery(rules)
    by_mystery = mystery.long_run_value / rules.wager
    by_envy = {players: envy_mean(rules, players - 1) / rules.wager for players in PLAYERS}

    def row(meter: Cents) -> Json:
        prizes = 1 + bet.at(Fraction(meter)).mean
        return {
            "meter": print_dollars(meter),
            "progressive": float(prizes),
            "together": [float(prizes + by_mystery + envy) for envy in by_envy.values()],
        }

    even = bet.break_even
    whole = (
        None
        if even is None
        else [
            max(Fraction(0), even - rules.wager * (by_mystery + envy) / bet.meter_share)
            for envy in by_envy.values()
        ]
    )
    return {
        "assumptions": list(wager_readings(house, PROGRESSIVE.name)),
        "wager": print_dollars(rules.wager),
        "players": list(PLAYERS),
        "must_hit_by": float(by_mystery),
        "envy": [float(envy) for envy in by_envy.values()],
        "rows": [row(meter) for meter in sorted({rules.seed, *METERS})],
        "long_run": {
            "progressive": float(1 - bet.long_run_edge),
            "together": [float(1 - total_edge(rules, players - 1)) for players in PLAYERS],
        },
        "break_even": None
        if even is None or whole is None
        else {
            "progressive": float(even / 100),
            "together": [float(meter / 100) for meter in whole],
        },
    }
