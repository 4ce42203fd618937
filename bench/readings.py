"""What other readings are worth over simulated rounds of every house: the tables of readings.md.

A full table plays the base game's best play. Its stakes and its bank are drawn anew every 200
rounds: in one seat of ten the Ante is the maximum, else up to ten times the minimum; each bonus
wager is placed half of the time, for the amount of the Ante. A player-dealer puts up 4 to 100 times
the minimum, so that many banks are short. The Progressive is left out: none of these readings looks
at it.
"""

from __future__ import annotations

import argparse
import random
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from bench.measure import table as markdown
from uth.core.money import Cents, dollars
from uth.exact.banking.batch_settlement import MultipliedAmounts, SeatAmounts, settle_batch
from uth.exact.banking.dealt_rounds import RoundBatch, SeatPlay, deal_rounds, play_rounds
from uth.exact.solver.ante_game import legal_game
from uth.exact.solver.boards import count_boards
from uth.exact.solver.solve import solve
from uth.reports.readings import HouseReadings, ReadingsReport, expected_text, reading_text
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES, load_house
from uth.table.resettlement import Resettled, possible
from uth.table.wagers import bonus_wagers

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from uth.exact.arrays import Array
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.game_rules import GameRules
    from uth.exact.solver.solution import Solution

    Solve = Callable[[GameRules], Solution]
    Stakes = dict[str, Cents]

ROUNDS, SEED, DOLLAR = 100_000, 12, 100
BATCH = 200
"""Rounds with the same stakes and the same bank."""
COLUMNS = ("other reading", "clause", "rounds", "players", "bank", "house", "moved", "expected")


class SimulatedTable:
    """A full table of one house; every settled round is added to a report."""

    def __init__(self, house: str, seed: int, solve: Solve) -> None:
        self.rules = load_house(house)
        self.random = random.Random(f"{seed} {house}")
        self.report = ReadingsReport(lambda rules: solve(legal_game(rules, rules.limits.minimum)))
        self.seats = 5 if self.rules.player_dealer else 6
        self._plays = cache(lambda game: SeatPlay(solve(game)))
        self._amounts: dict[Hashable, SeatAmounts] = {}

    def play(self, rounds: int) -> None:
        """Rounds with the same stakes and bank, settled under every reading."""
        stakes = [self._stakes() for _ in range(self.seats)]
        bank = None
        if self.rules.player_dealer:
            bank = self.rules.limits.minimum * self.random.randint(4, 100)
        draw = np.random.default_rng(self.random.getrandbits(64))
        cards = deal_rounds(draw, rounds, 7 + 2 * self.seats)
        plays = [self._plays(legal_game(self.rules, wagers["ante"])) for wagers in stakes]
        self._settle(play_rounds(plays, cards), stakes, bank)

    def _settle(self, batch: RoundBatch, stakes: list[Stakes], bank: Cents | None) -> None:
        def nets(rules: Rulebook) -> Array:
            seats = [self._seat_amounts(rules, wagers) for wagers in stakes]
            return settle_batch(rules, seats, batch, bank).nets

        ended, rounds = nets(self.rules), len(batch.cards)
        for other, totals in self.report.count(self.rules, rounds):
            more = nets(other.rules) - ended
            for changed in more.T[more.any(axis=0)].tolist():
                players = {f"P{seat}": net for seat, net in enumerate(changed, 1)}
                totals.add(Resettled(players), self.rules.player_dealer)
            opened = any(
                possible(other.rules, wagers, wagers["ante"])
                - possible(self.rules, wagers, wagers["ante"])
                for wagers in stakes
            )
            totals.opened += rounds * opened

    def _seat_amounts(self, rules: Rulebook, wagers: Stakes) -> MultipliedAmounts:
        """What the wagers of a seat win or lose before caps and cover; only folds change that."""
        settlement = rules.settlement
        key = settlement.survives_fold, settlement.folds, *wagers
        if key not in self._amounts:
            self._amounts[key] = SeatAmounts(rules, dict.fromkeys(wagers, DOLLAR))
        return MultipliedAmounts(self._amounts[key], wagers["ante"] // DOLLAR)

    def _stakes(self) -> Stakes:
        limits = self.rules.limits
        ante = min(limits.minimum * self.random.randint(1, 10), limits.maximum)
        if not self.random.randrange(10):
            ante = limits.maximum
        stakes = {"ante": ante, "blind": ante}
        for wager in bonus_wagers(self.rules):
            wanted = not wager.linked and self.random.random() < 0.5
            if wanted and wager.needs(self.rules) in ("", *stakes):
                stakes[wager.name] = ante
        return stakes


class Games:
    """The solved games of all houses, each solved once."""

    @cached_property
    def boards(self) -> Boards:
        return count_boards()

    @cached_property
    def solve(self) -> Solve:
        return cache(lambda rules: solve(rules, boards=self.boards))


def simulate(house: str, rounds: int, seed: int, solve: Solve) -> HouseReadings:
    """The rounds of one house under every other reading."""
    game = SimulatedTable(house, seed, solve)
    for done in range(0, rounds, BATCH):
        game.play(min(BATCH, rounds - done))
    return game.report.houses[house]


def house_table(found: HouseReadings) -> str:
    """A house as Markdown."""
    rows = []
    for one in found.readings.values():
        expected = expected_text(one.expected)
        if one.opened:
            expected += f"; in {one.opened:,} rounds more would have been possible"
        amounts = (one.players, one.bank, one.house, one.players_absolute)
        words = (reading_text(one.name), one.clause, f"{one.rounds:,}")
        rows.append((*words, *map(dollars, amounts), expected))
    return markdown(f"`{found.house}`, {found.rounds:,} rounds", COLUMNS, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of each house")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--house", choices=HOUSES, action="append", help="repeat for more")
    options = parser.parse_args()
    games = Games()
    for house in options.house or HOUSES:
        print(house_table(simulate(house, options.rounds, options.seed, games.solve)), flush=True)


if __name__ == "__main__":
    main()
