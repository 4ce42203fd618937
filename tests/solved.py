"""Solved games, made once a session: expensive to make, and the same for every test."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from uth.exact.banking.board_bounds import BoardBounds
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.game_rules import BadBeat, GameRules
    from uth.exact.solver.solution import Solution
    from uth.exact.solver.threads import Progress

EXPENSIVE = frozenset({"boards", "games", "standard", "crowds", "solved_once"})
SOLVERS = ("solving", "par", "par_limits", "par_printed", "position")
"""Modules of `uth.exact` that call `solve` by this name."""
MOST_KEPT = 12
"""Solutions in memory at once, at about 40 MB each."""


class Solve(Protocol):
    def __call__(
        self,
        rules: GameRules = ...,
        *,
        bad_beat: BadBeat | None = None,
        endings: bool = True,
        boards: Boards | None = None,
        threads: int | None = None,
    ) -> Solution: ...


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs one of these is slow, wherever it stands."""
    for item in items:
        if EXPENSIVE.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def boards() -> Boards:
    from uth.exact.solver.boards import count_boards

    return count_boards()


@pytest.fixture(scope="session")
def games(boards: Boards) -> Solve:
    """`solve`, which remembers what it has solved."""
    from uth.exact.solver.game_rules import STANDARD
    from uth.exact.solver.solve import solve

    counted = boards

    @lru_cache(maxsize=MOST_KEPT)
    def kept(rules: GameRules, bad_beat: BadBeat | None, endings: bool) -> Solution:
        return solve(rules, bad_beat=bad_beat, endings=endings, boards=counted)

    def remembering(
        rules: GameRules = STANDARD,
        *,
        bad_beat: BadBeat | None = None,
        endings: bool = True,
        boards: Boards | None = None,
        threads: int | None = None,
    ) -> Solution:
        return kept(rules, bad_beat, endings)

    return remembering


@pytest.fixture(scope="session")
def standard(games: Solve) -> Solution:
    return games()


@pytest.fixture(scope="session")
def crowds(boards: Boards) -> BoardBounds:
    from uth.exact.banking.board_bounds import BoardBounds

    return BoardBounds.everywhere(boards)


@pytest.fixture
def solved_once(games: Solve, boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands and sheets take boards and games from here instead of solving them anew."""
    from uth.exact.solver.threads import UNWATCHED

    def counted(threads: int | None = None, watch: Progress = UNWATCHED) -> Boards:
        return replace(boards, watch=watch)

    monkeypatch.setattr("uth.exact.solver.boards.count_boards", counted)
    for module in SOLVERS:
        monkeypatch.setattr(f"uth.exact.{module}.solve", games)
