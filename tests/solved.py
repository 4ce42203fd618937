"""Solved games as session fixtures: they are expensive, and the same for every test."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from uth.exact.banking.board_bounds import BoardBounds
    from uth.exact.progress import Report
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.game_rules import BeatenHandBet, GameRules
    from uth.exact.solver.solution import Solution

EXPENSIVE = frozenset({"boards", "games", "standard", "board_bounds", "solved_once"})
SOLVERS = (
    "uth.exact.solver.solve",
    "uth.exact.banking.bank",
    "uth.exact.bets.position",
    "uth.reports.par.limits",
    "uth.reports.par.printed",
    "uth.reports.par.sheet",
)
"""The modules in which `solve` is replaced."""
CACHED = 12
"""Solutions in memory at once, about 40 MB each."""


class Solve(Protocol):
    def __call__(
        self,
        rules: GameRules = ...,
        *,
        beaten_hand: BeatenHandBet | None = None,
        endings: bool = True,
        boards: Boards | None = None,
    ) -> Solution: ...


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses one of these fixtures as slow."""
    for item in items:
        if EXPENSIVE.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def boards() -> Boards:
    from uth.exact.solver.boards import count_boards

    return count_boards()


@pytest.fixture(scope="session")
def games(boards: Boards) -> Solve:
    """`solve` with a cache."""
    from uth.exact.solver.game_rules import STANDARD
    from uth.exact.solver.solve import solve

    counted = boards

    @lru_cache(maxsize=CACHED)
    def cached(rules: GameRules, beaten_hand: BeatenHandBet | None, endings: bool) -> Solution:
        return solve(rules, beaten_hand=beaten_hand, endings=endings, boards=counted)

    def solve_cached(
        rules: GameRules = STANDARD,
        *,
        beaten_hand: BeatenHandBet | None = None,
        endings: bool = True,
        boards: Boards | None = None,
    ) -> Solution:
        return cached(rules, beaten_hand, endings)

    return solve_cached


@pytest.fixture(scope="session")
def standard(games: Solve) -> Solution:
    return games()


@pytest.fixture(scope="session")
def board_bounds(boards: Boards) -> BoardBounds:
    from uth.exact.banking.board_bounds import BoardBounds

    return BoardBounds.everywhere(boards)


@pytest.fixture
def solved_once(games: Solve, boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands and sheets use these boards and games instead of solving again."""
    from uth.exact.progress import Progress

    def counted(report: Report | None = None, passes: int = 1) -> Boards:
        return replace(boards, progress=Progress(report))

    monkeypatch.setattr("uth.exact.solver.boards.count_boards", counted)
    for module in SOLVERS:
        monkeypatch.setattr(f"{module}.solve", games)
