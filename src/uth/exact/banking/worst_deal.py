"""The most that all seats together can win in one round: every board, dealer and holding.

A seat's result depends on how its hand stands to the dealer's, and on its two cards where it has
Ultimate Pairs. Seats may play as they like, not only well.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from uth.exact.banking.worst_search import Search, WorstDeal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uth.core.money import Cents
    from uth.exact.banking.board_bounds import BoardBounds
    from uth.exact.banking.seat_outcomes import Wagers
    from uth.rulebook.model import Rulebook


@dataclass(frozen=True)
class Worst:
    """No deal costs more than `at_most`; `deal` is the most expensive that was found."""

    at_most: Cents
    deal: WorstDeal

    @property
    def exact(self) -> bool:
        return self.deal.total == self.at_most


def _nobody(done: int, of: int) -> None:
    """Nobody watches."""


def worst_deal(
    house: Rulebook,
    seats: Sequence[Wagers],
    crowds: BoardBounds,
    progress: Callable[[int, int], None] = _nobody,
) -> Worst:
    """The worst on these boards; seats may play as they like, not only well.

    A table aggregate (Q-25) is spent at most once. So each wager that has one is taken once as
    every seat's own, and once as paid out whole beside all that the seats win on other wagers;
    the least of these bounds holds.
    """
    caps = house.payouts.aggregate or {}
    held = [wager for wager in caps if len(seats) > 1 and any(wager in seat for seat in seats)]
    found = []
    for many in range(len(held) + 1):
        for unpaid in combinations(held, many):
            besides = sum(caps[wager] for wager in unpaid)
            at_most, deal = Search(house, seats, crowds, frozenset(unpaid), progress).run()
            found.append(Worst(at_most + besides, deal))
    return Worst(
        min(worst.at_most for worst in found),
        max((worst.deal for worst in found), key=lambda deal: deal.total),
    )
