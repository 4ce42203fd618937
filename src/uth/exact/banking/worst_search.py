"""The search for a worst deal: boards in the order of their bounds, then dealers, then holdings.

On a board the seats share out the categories, each of which only so many holdings without a
common card can make; that bounds what a board can cost. The search ends where no bound is above
what was found.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from uth.core.cards import DECK
from uth.core.hands import CATEGORIES
from uth.exact.banking.buffers import Buffers, class_spans
from uth.exact.banking.pair_lines import HOLDINGS, PairLines
from uth.exact.banking.seat_outcomes import (
    WAYS,
    merged_worth,
    seat_ends,
    standing_of,
    ways_of,
    worth_of_sets,
)
from uth.exact.kernels.board_bounds import NOWHERE, bound, search_dealer, share
from uth.exact.solver.evaluator import evaluator
from uth.table.settlement import Spot, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.exact.banking.board_bounds import BoardBounds
    from uth.exact.banking.seat_outcomes import End, Wagers
    from uth.exact.solver.boards import Array
    from uth.rulebook.model import Rulebook

A_LITTLE, TO_THE_END = 40, 1 << 13
"""Steps for a dealer's strength: every one is tried a little before any to the end."""
MOST_BOARDS, MOST_STEPS = 2000, 1 << 15
"""To look at before what was found is called the best that is known."""


@dataclass(frozen=True)
class SeatEnd:
    """What a seat holds in the worst deal, its Play multiple (0: a fold) and what it wins."""

    cards: tuple[Card, ...]
    multiple: int
    wins: Cents


@dataclass(frozen=True)
class WorstDeal:
    """A deal as the table settles it, before the fee; others may cost as much."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    seats: tuple[SeatEnd, ...]

    @property
    def total(self) -> Cents:
        return sum(seat.wins for seat in self.seats)


@dataclass(frozen=True)
class Job:
    """A dealer's strength to search, the holdings that he may have, and everybody's lines."""

    at_most: Cents
    dealers: int
    deals: Array
    line_of: Array


@dataclass(frozen=True)
class Board:
    """A board with all 1,081 holdings and what they make."""

    cards: Array
    pairs: Array
    strengths: Array
    jobs: list[Job]

    @property
    def at_most(self) -> Cents:
        return self.jobs[0].at_most if self.jobs else NOWHERE


class Search:
    """One search over all boards, with wagers that are counted apart left `unpaid`."""

    def __init__(
        self,
        house: Rulebook,
        seats: Sequence[Wagers],
        crowds: BoardBounds,
        unpaid: frozenset[str],
        progress: Callable[[int, int], None],
    ) -> None:
        self.house, self.seats, self.crowds, self.progress = house, seats, crowds, progress
        paired = any(wagers.get("ultimate_pairs") for wagers in seats)
        self.lines = PairLines(house.pays.ultimate_pairs if paired else ())
        odds = self.lines.odds
        known: dict[tuple[tuple[str, Cents], ...], list[list[End]]] = {}
        self.ends = []
        for wagers in seats:
            key = tuple(sorted(wagers.items()))
            if key not in known:
                known[key] = seat_ends(house, wagers, odds, unpaid)
            self.ends.append(known[key])
        self.worth = worth_of_sets(self.ends)
        self.scratch = Buffers(len(seats), self.worth.shape[1])
        lost = self.worth[:, len(odds) - 1 :: len(odds)]
        self.base = np.ascontiguousarray(lost)
        self.extra = np.array(
            [
                (self.worth[:, line :: len(odds)] - lost).max(axis=(0, 1))
                for line in range(len(odds))
            ]
        )
        self.by_line = bool(self.extra.max() > self.base.max())
        """Whether classes stand by line first: the dearer half should bound the other."""
        self.merged = self._ordered(merged_worth(self.ends, len(odds)), len(CATEGORIES))
        self.worth = self._ordered(self.worth, WAYS)
        self.steps = MOST_STEPS
        self.best = NOWHERE
        self.left_over = NOWHERE
        """What a search that was given up might still have found."""
        self.found: tuple[Array, int, Array, Array] | None = None

    def _ordered(self, worth: Array, ways: int) -> Array:
        if not self.by_line:
            return worth
        lines = len(self.lines.odds)
        split = worth.reshape(len(CATEGORIES), ways, lines, -1).swapaxes(1, 2)
        return np.ascontiguousarray(split.reshape(worth.shape))

    def _classes(self, ways: Array | int, lines: Array | int, many: int) -> Array:
        """The class of a way, of so many, and a line."""
        found = lines * many + ways if self.by_line else ways * len(self.lines.odds) + lines
        return np.asarray(found)

    def run(self) -> tuple[Cents, WorstDeal]:
        """The highest bound first: a kind of board, then its boards, then what is dealt there."""
        kinds, kind_of = self.crowds.kinds
        bounds = np.array([max(self._bounds(kind)) for kind in kinds])[kind_of]
        if self.lines.table:
            spare = Buffers(len(self.seats), len(self.extra))
            groups = self.lines.groups
            bounds += max(self.lines.most(group, self.extra, spare) for group in groups)
        order = np.lexsort((-np.arange(len(bounds)), -bounds)).tolist()
        waiting: list[tuple[int, int, Board]] = []
        looked_at = 0
        for at, after in zip(order, (*order[1:], None), strict=True):
            if bounds[at] <= self.best:
                break
            if looked_at >= MOST_BOARDS:
                self.left_over = max(self.left_over, int(bounds[at]))
                break
            for cards in self.lines.variants(self.crowds.boards[at]):
                looked_at += 1
                board = self._look(cards, int(bounds[at]))
                heappush(waiting, (-board.at_most, looked_at, board))
            below = NOWHERE if after is None else int(bounds[after])
            while waiting and -waiting[0][0] >= max(below, self.best + 1):
                self._search(heappop(waiting)[2])
            possible = min(MOST_BOARDS, int((bounds > self.best).sum()))
            self.progress(looked_at, max(looked_at, possible))
        while waiting and -waiting[0][0] > self.best:
            self._search(heappop(waiting)[2])
        return max(self.best, self.left_over), self._deal()

    def _bounds(self, crowd: Array) -> list[Cents]:
        """What the seats can win together at most without Ultimate Pairs, by dealer's category."""
        found, scratch = [], self.scratch
        for theirs in range(len(CATEGORIES)):
            rooms = np.zeros((2, WAYS), np.int64)
            for way in range(WAYS):
                made, _ = standing_of(theirs, way)
                rooms[0, way] = crowd[0, made] - (made == theirs)
                rooms[1, way] = crowd[1, made] - (made <= theirs)
            dealt = crowd[0, theirs] > 0
            total = share(self.base[theirs], rooms, scratch.sizes, scratch.found) if dealt else 0
            found.append(total if dealt else 2 * NOWHERE)
        return found

    def _look(self, cards: Array, limit: Cents) -> Board:
        """A board's holdings, and what they win at most against each category of the dealer's."""
        left = ~np.isin(HOLDINGS, cards).any(axis=1)
        pairs = HOLDINGS[left]
        sevens = np.hstack((np.broadcast_to(cards, (len(pairs), 5)), pairs)).astype(np.uint8)
        strengths = evaluator().evaluate(sevens)
        lines, scratch, jobs = len(self.lines.odds), self.scratch, []
        scratch.used[:], scratch.taken[:] = 0, 0
        for group in self.lines.groups:
            deals, line_of = group.deals[left], group.line_of[left]
            made = len(CATEGORIES) - 1 - (strengths >> 20)
            classes = self._classes(made, line_of, len(CATEGORIES))
            order = np.argsort(classes, kind="stable")
            spans = class_spans(classes[order], len(CATEGORIES) * lines)
            possible = np.unique(strengths[deals]).tolist()
            for theirs in {dealers >> 20 for dealers in possible}:
                equal = len(CATEGORIES) - 1 - theirs
                last = int(self._classes(equal, lines - 1, len(CATEGORIES)))
                own = _only(classes[deals & (strengths >> 20 == theirs)])
                at_most = bound(
                    self.merged[theirs], scratch.sizes, last, own, pairs[order], spans, 0,
                    *scratch.of_bound,
                )  # fmt: skip
                at_most = min(at_most, limit)
                if at_most > self.best:
                    jobs += [
                        Job(at_most, dealers, deals, line_of)
                        for dealers in possible
                        if dealers >> 20 == theirs
                    ]
        jobs.sort(key=lambda job: -job.at_most)
        return Board(cards, pairs, strengths, jobs)

    def _search(self, board: Board) -> None:
        """Every strength that a dealer may have on a board, those first that promise most."""
        jobs = board.jobs
        for steps in (A_LITTLE, TO_THE_END):
            jobs = [
                job for job in jobs if job.at_most > self.best and not self._try(board, job, steps)
            ]
        self.left_over = max(
            (self.left_over, *(job.at_most for job in jobs if job.at_most > self.best))
        )

    def _try(self, board: Board, job: Job, steps: int) -> bool:
        """One strength of the dealer's; whether all of it was looked at."""
        pairs, strengths, dealers = board.pairs, board.strengths, job.dealers
        lines, theirs = len(self.lines.odds), dealers >> 20
        equal = len(CATEGORIES) - theirs
        ways = ways_of(strengths, dealers)
        classes = self._classes(ways, job.line_of, WAYS)
        many = np.bincount(classes, minlength=WAYS * lines)
        many[self._classes(equal, np.arange(lines), WAYS)] += len(pairs)
        place = np.empty_like(many)
        place[np.argsort(many, kind="stable")] = np.arange(len(many))
        order = np.argsort(place[classes], kind="stable")
        classes, ways = classes[order], ways[order]
        spans = class_spans(classes, len(many))
        spans[:, 2] = np.flatnonzero(ways == equal)[0]
        out, steps = np.zeros(len(self.seats) + 2, np.int64), min(steps, self.steps)
        may_deal = job.deals[order] & (strengths[order] == dealers)
        last, own = int(self._classes(equal, lines - 1, WAYS)), _only(classes[may_deal])
        total = search_dealer(
            self.best, steps, last, own, self.worth[theirs], self.scratch.sizes, pairs[order],
            classes, spans, may_deal, self.scratch.of_search, out,
        )  # fmt: skip
        if total > self.best:
            self.best = total
            self.found = (
                board.cards,
                dealers,
                pairs[order][out[1:]],
                (ways * lines + job.line_of[order])[out[1:]],
            )
        self.steps -= steps - int(out[0])
        return bool(out[0])

    def _deal(self) -> WorstDeal:
        """Give the holdings that were found to the seats that gain most by them, and settle."""
        assert self.found is not None, "some board can be dealt to every seat"
        board, dealers, pairs, classes = self.found
        theirs = dealers >> 20
        held = list(zip(classes[1:].tolist(), pairs[1:].tolist(), strict=True))
        at_table = max(
            permutations(held),
            key=lambda order: sum(
                seat[theirs][of].wins for seat, (of, _) in zip(self.ends, order, strict=True)
            ),
        )
        spots = [
            Spot(number, _cards(cards), ends[theirs][of].multiple, wagers)
            for number, (wagers, ends, (of, cards)) in enumerate(
                zip(self.seats, self.ends, at_table, strict=True), 1
            )
        ]
        banker = len(spots) + 1 if self.house.player_dealer else None
        dealer = _cards(pairs[0].tolist())
        rows = settle(self.house, _cards(board.tolist()), dealer, spots, banker).rows
        return WorstDeal(
            _cards(board.tolist()),
            dealer,
            tuple(
                SeatEnd(
                    spot.cards,
                    spot.multiple,
                    sum(row.paid - row.taken for row in rows if row.seat == spot.seat),
                )
                for spot in spots
            ),
        )


def _only(classes: Array) -> int:
    """The one class that there is, or -1."""
    return int(classes[0]) if (classes == classes[0]).all() else -1


def _cards(indices: Sequence[int]) -> tuple[Card, ...]:
    return tuple(DECK[index] for index in indices)
