"""The most that all seats together can win in one round, over every board, dealer and holding.

A seat's result depends on how its hand compares with the dealer's and, if it has holding bonuses,
on its two cards. Seats can make any play, not only the optimal one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from uth.core.money import Cents
from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.banking.ended_wagers import Wagers
from uth.exact.banking.settled_deal import WorstDeal
from uth.exact.banking.worst_search import Search
from uth.exact.progress import Report, no_report
from uth.rulebook.model import Rulebook


@dataclass(frozen=True)
class WorstCase:
    """No deal costs more than `at_most`; `deal` is the most expensive deal found."""

    at_most: Cents
    deal: WorstDeal

    @property
    def exact(self) -> bool:
        return self.deal.total == self.at_most


def worst_deal(
    house: Rulebook,
    seats: Sequence[Wagers],
    board_bounds: BoardBounds,
    progress: Report = no_report,
) -> WorstCase:
    """The worst case on these boards.

    A table aggregate (Q-25) is paid at most once. So each wager that has one is counted in two
    ways: as if every seat had its own aggregate, and as if the whole aggregate were paid in
    addition to the other wagers. The least of these bounds holds.
    """
    caps = house.payouts.aggregate or {}
    shared = [wager for wager in caps if len(seats) > 1 and any(wager in seat for seat in seats)]
    cases = []
    for count in range(len(shared) + 1):
        for unpaid in combinations(shared, count):
            aggregates = sum(caps[wager] for wager in unpaid)
            at_most, deal = Search(house, seats, board_bounds, frozenset(unpaid), progress).run()
            cases.append(WorstCase(at_most + aggregates, deal))
    return WorstCase(
        min(case.at_most for case in cases),
        max((case.deal for case in cases), key=lambda deal: deal.total),
    )
