"""The figures of the sixth house, from a copy of the program that has it; prints them as JSON.

The first argument is the folder of the mathematics, which is not copied: its kernels are compiled.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

import uth.exact

uth.exact.__path__[:] = [sys.argv[1]]

from uth.core.cards import parse_cards  # noqa: E402
from uth.exact.banking.board_bounds import BoardBounds  # noqa: E402
from uth.exact.banking.worst_deal import worst_deal  # noqa: E402
from uth.exact.bets.dealer_lines import mean_product  # noqa: E402
from uth.exact.bets.house_bets import house_bets  # noqa: E402
from uth.exact.bets.position import PositionFinder  # noqa: E402
from uth.exact.solver.boards import count_boards  # noqa: E402
from uth.exact.solver.house_game import game_rules  # noqa: E402
from uth.exact.solver.solve import solve  # noqa: E402
from uth.reports.par.sheet import ParSheet, par_passes  # noqa: E402
from uth.rulebook import store  # noqa: E402

HOUSE, WAGER, OTHER = "hole-card-club", "hole_card_bonus", "ultimate_pairs"
BOTH = f"""
extends = "{HOUSE}"
id = "both"
name = "Both bonuses"
document = "Rules for both"
[layout]
circles = ["Ante", "Blind", "Play", "Trips", "Hole Card Bonus", "Ultimate Pairs"]
[wagers]
ultimate_pairs = true
[tables]
ultimate_pairs = "%s"
[settlement]
survives_fold = ["trips", "hole_card_bonus", "ultimate_pairs"]
"""


def main() -> dict[str, Any]:
    house = store.load_house(HOUSE)
    boards = count_boards()
    solution = solve(game_rules(house), boards=boards)
    (bet,) = (bet for bet in house_bets(house, solution) if bet.name == WAGER)
    sheet = ParSheet(house, solution, boards, 2500).data()
    both = {table: store.load_text(BOTH % table) for table in ("1", "2")}
    finder = PositionFinder(both["1"], boards, solution)
    position = finder.find(1000, {WAGER: 300, OTHER: 200, "trips": 100})
    board = np.array([[card.index for card in parse_cards("2c 7d 9s Js Td")]], np.int64)
    stakes = {"ante": 1000, "blind": 1000, WAGER: 300, OTHER: 200}
    return {
        "edge": str(bet.returns.edge),
        "hit_rate": str(bet.returns.hit_rate),
        "table": bet.table,
        "products": {
            table: str(mean_product(rules.pays.by_holding(WAGER), rules.pays.by_holding(OTHER)))
            for table, rules in both.items()
        },
        "sheet": {
            "wagers": {row["wager"]: row["edge"] for row in sheet["bonus_wagers"]},
            "limits": {row["wager"]: row["how"] for row in sheet["bonus_limits"]},
            "stakes": sheet["position"]["stakes"],
            "passes": par_passes(house),
        },
        "means": {name: str(mean) for name, mean in position.means.items()},
        "covariance": str(position.covariances[WAGER, OTHER]),
        "variance": str(position.covariances[WAGER, WAGER]),
        "correlation": position.correlation("base", WAGER),
        "worst": worst_deal(both["2"], [stakes], BoardBounds.free(board)).at_most,
    }


if __name__ == "__main__":
    print(json.dumps(main()))
