"""Strategies by name: best play, the simple strategy, a strategy file, or a Python function."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from threading import Lock

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.simulation.batches import Play
from uth.exact.simulation.function_strategy import function_play, load_function
from uth.exact.simulation.strategy_file import read_strategy
from uth.exact.simulation.strategy_tables import StrategyTables, best_tables, simple_tables
from uth.exact.solver.boards import count_boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.solve import solve

OPTIMAL, SIMPLE, FILE, FUNCTION = "optimal", "simple", "file", "function"
NAMED = (OPTIMAL, SIMPLE)


@dataclass(frozen=True)
class StrategyChoice:
    """Which strategy: its kind, and the content of the file that it is in."""

    kind: str
    content: bytes = b""
    function: str = ""
    path: str = ""

    def __str__(self) -> str:
        return (
            self.kind if self.kind in NAMED else ":".join(filter(None, (self.path, self.function)))
        )

    @property
    def compiled(self) -> bool:
        """Whether it is played by compiled kernels."""
        return self.kind != FUNCTION


_one_at_a_time = Lock()


def tables_for(choice: StrategyChoice, game: GameRules) -> StrategyTables:
    """The decision tables of a strategy in a game, made once in a process."""
    with _one_at_a_time:
        return _tables(choice, game)


@lru_cache(4)
def _best(game: GameRules) -> tuple[StrategyTables, Fraction]:
    """The tables of best play, and its value."""
    boards = count_boards()
    solution = solve(game, endings=False, boards=boards)
    return best_tables(solution, boards), solution.ev


def best_value(game: GameRules) -> Fraction:
    """The value of best play in antes."""
    with _one_at_a_time:
        return _best(game)[1]


@lru_cache(4)
def _tables(choice: StrategyChoice, game: GameRules) -> StrategyTables:
    match choice.kind:
        case "optimal":
            return _best(game)[0]
        case "simple":
            return simple_tables(game)
        case _:
            tables = read_strategy(choice.content, choice.path).tables
            check_offered(tables, game, choice.path)
            return tables


def check_offered(tables: StrategyTables, game: GameRules, path: str) -> None:
    """Refuse a file with a bet that the game does not offer."""
    for street, parts, offered in (
        ("preflop", (tables.preflop,), game.play),
        ("flop", (tables.flop,), game.flop),
        ("river", (tables.river_ranks, tables.river_suits), game.river),
    ):
        used = {int(multiple) for part in parts for multiple in np.unique(part)} - {0}
        if not used <= offered:
            bet = max(used - offered)
            raise Refusal("strategy/not_offered", bet=f"{bet}x", street=street, where=path)


def play_for(choice: StrategyChoice, game: GameRules) -> Play:
    """How a strategy plays rows of cards."""
    if choice.kind == FUNCTION:
        function = load_function(choice.content.decode(), choice.function, choice.path)
        return partial(function_play, function, game)
    return tables_for(choice, game).multiples
