"""Running every kernel once, so that each is compiled and kept."""

from __future__ import annotations

import numpy as np

from uth.core.cards import DECK
from uth.exact.advice import Spot, advise
from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.banking.worst_deal import worst_deal
from uth.exact.bets.wager_means import wager_means
from uth.exact.kernels.cache import KERNELS
from uth.exact.solver.boards import count_boards
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.solve import solve
from uth.rulebook.store import load_house


def kernels() -> list[str]:
    """The kernels that are compiled here, by name."""
    return [name for name, module in KERNELS.items() if not module.endswith(".plain")]


def warm_solve() -> None:
    """All that `solve` needs, and the wagers that follow its play."""
    boards = count_boards()
    solution = solve(boards=boards)
    wager_means(boards, solution, solution.book.decided.pays)


def warm_rest() -> None:
    """Advice on every street, batches, and a bank's worst deal."""
    hole = DECK[:2]
    advise(spot=Spot(hole, DECK[2:7]))
    advise(spot=Spot(hole, DECK[2:5]))
    advise(spot=Spot(hole, (), DECK[2:32], DECK[32:34]))
    evaluator().places(np.arange(7, dtype=np.uint8).reshape(1, 7))
    evaluator().count_all()
    crowds = BoardBounds.free(np.arange(5, dtype=np.int64).reshape(1, 5))
    worst_deal(load_house("california"), [{"ante": 100, "blind": 100}], crowds)
