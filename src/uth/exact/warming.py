"""Running every kernel once, so that each is compiled and kept."""

from __future__ import annotations

import numpy as np

from uth.core.cards import DECK
from uth.exact.advising import Spot, advise
from uth.exact.boards import count_boards
from uth.exact.evaluator import evaluator
from uth.exact.following import follow
from uth.exact.solving import solve


def warm_solve() -> None:
    """All that `solve` needs, and the wagers that follow its play."""
    boards = count_boards()
    solution = solve(boards=boards)
    follow(boards, solution, solution.book.decided.pays)


def warm_rest() -> None:
    """Advice on every street, and batches."""
    hole = DECK[:2]
    advise(spot=Spot(hole, DECK[2:7]))
    advise(spot=Spot(hole, DECK[2:5]))
    advise(spot=Spot(hole, (), DECK[2:32], DECK[32:34]))
    evaluator().places(np.arange(7, dtype=np.uint8).reshape(1, 7))
    evaluator().count_all()
