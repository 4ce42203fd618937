"""What is dear to make and never changes: counted boards and solved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.solver.boards import count_boards
from uth.exact.solver.solve import solve

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution


@pytest.fixture(autouse=True)
def always(untraced: None) -> None:
    """Coverage is not asked of the mathematics, and its plain twins take five times as long so."""


@pytest.fixture(scope="session")
def boards() -> Boards:
    return count_boards()


@pytest.fixture(scope="session")
def standard(boards: Boards) -> Solution:
    return solve(boards=boards)


@pytest.fixture(scope="session")
def crowds(boards: Boards) -> BoardBounds:
    return BoardBounds.everywhere(boards)
