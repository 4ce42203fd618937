"""What other readings are worth over simulated rounds of every house: the tables of readings.md.

Six seats play by the bots' rules of thumb, with cards, stakes and banks drawn from a seed. In one
seat of ten the Ante is the maximum, else up to ten times the minimum; each bonus wager is placed
half of the time, for the amount of the Ante. A player-dealer puts up 4 to 100 times the minimum, so
that many banks are short. The Progressive is left out: none of these readings looks at it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from bench.measure import table as markdown
from uth.coach import bots
from uth.core.cards import DECK
from uth.core.money import Cents, dollars
from uth.reports.readings import HouseReadings, ReadingsReport, expected_text, reading_text
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES, load_house
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import open_table, step
from uth.table.resettlement import at_settlement
from uth.table.state import Seat, Table
from uth.table.wagers import bonus_wagers, within_ceiling

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution

ROUNDS, SEED = 100_000, 12
CHIPS = 10**12
COLUMNS = ("other reading", "clause", "rounds", "players", "bank", "house", "moved", "expected")
STREETS = {"preflop": (4, 3), "flop": (2,), "river": (1,)}


class SimulatedTable:
    """A full table of one house; every settled round is added to a report."""

    def __init__(self, house: str, seed: int, report: ReadingsReport) -> None:
        self.rules = load_house(house)
        self.random = random.Random(f"{seed} {house}")
        self.report = report
        _, self.table = open_table(self.rules)
        for seat in range(1, 7):
            self._do(c.Sit(f"P{seat}", seat, CHIPS))

    def _do(self, command: c.Command) -> tuple[Table, list[e.Event]]:
        before = self.table
        events, self.table = step(before, command, self.rules)
        return before, [*events]

    def play(self) -> None:
        """One round, from the bank to the closed round."""
        if self.table.bank.offered:
            bank = self.rules.limits.minimum * self.random.randint(4, 100)
            self._do(c.TakeBank(self.table.seat(self.table.bank.offered).player, bank))
        for number, seat in self.table.taken():
            if number != self.table.bank.seat:
                self._do(c.Wager(seat.player, self._stakes()))
        self._do(c.CloseBets())
        deck = self.random.sample(DECK, len(DECK))
        number = self.table.round
        before, events = self._do(c.Deal(tuple(deck)))
        while self.table.phase in STREETS:
            before, events = self._decide()
        table = at_settlement(before, events)
        assert table is not None, "a round that was dealt is settled"
        self.report.add(self.rules, table)
        while self.table.round == number:
            self._do(c.Approve("floor", self.table.due[0].paid))

    def _stakes(self) -> dict[str, Cents]:
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

    def _decide(self) -> tuple[Table, list[e.Event]]:
        """The next seat acts; the last one of a street may lead to the settlement."""
        number = next(number for number, seat in self.table.taken() if seat.to_act)
        seat, board = self.table.seat(number), self.table.board[: self.table.turned]
        action = bots.choose(self.table.hands[number], board, self._actions(seat))
        return self._do(c.Act(seat.player, action))

    def _actions(self, seat: Seat) -> list[str]:
        ante, phase = seat.wagers["ante"], self.table.phase
        bets = [f"{m}x" for m in STREETS[phase] if within_ceiling(self.rules, m * ante)]
        return [*bets, "fold" if phase == "river" else "check"]


def solver() -> Callable[[Rulebook], Solution]:
    """Solves the base game of a house, each game once."""
    from uth.exact.solver.ante_game import legal_game
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import solve

    boards = count_boards()
    solve_once = cache(lambda rules: solve(rules, boards=boards))
    return lambda house: solve_once(legal_game(house, house.limits.minimum))


def simulate(
    house: str, rounds: int, seed: int, solve: Callable[[Rulebook], Solution] | None = None
) -> HouseReadings:
    """The rounds of one house under every other reading."""
    report = ReadingsReport(solve)
    game = SimulatedTable(house, seed, report)
    for _ in range(rounds):
        game.play()
    return report.houses[house]


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
    parser.add_argument("--exact", action="store_true", help="solve the base games too")
    options = parser.parse_args()
    solve = solver() if options.exact else None
    for house in options.house or HOUSES:
        print(house_table(simulate(house, options.rounds, options.seed, solve)), flush=True)


if __name__ == "__main__":
    main()
