"""The search for the worst deal: boards in order of their bounds, then dealers, then holdings.

On each board, only so many disjoint holdings can make a category, which bounds what the board can
cost. The search ends when no remaining bound exceeds the worst deal found so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from uth.core.hands import CATEGORIES
from uth.core.money import Cents
from uth.exact.arrays import Array
from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.banking.buffers import Buffers, class_spans, rarest_first
from uth.exact.banking.ended_wagers import Wagers
from uth.exact.banking.holding_lines import HOLDINGS, HoldingLines
from uth.exact.banking.seat_outcomes import (
    WAYS,
    BestPlay,
    best_plays,
    category_and_result,
    merged_worth,
    ways_against,
    worth_of_sets,
)
from uth.exact.banking.settled_deal import Candidate, WorstDeal, settled_deal
from uth.exact.kernels.worst_deal import IMPOSSIBLE, best_assignment, search_holdings, upper_bound
from uth.exact.progress import Report
from uth.exact.solver.evaluator import evaluator
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, HoldingBonus

FIRST_STEPS, FULL_STEPS = 40, 1 << 13
"""Steps per dealer strength: each is first searched briefly, then to the end."""
MOST_BOARDS, MOST_STEPS = 2000, 1 << 15
"""The limits of one search; beyond them its result is only a bound."""


@dataclass(frozen=True)
class DealerTask:
    """A dealer strength to search: its upper bound, the dealer's possible holdings, pay lines."""

    at_most: Cents
    strength: int
    deals: Array
    pay_line_of: Array


@dataclass(frozen=True)
class SearchBoard:
    """A board, all 1,081 holdings with their strengths, and the dealer strengths to search."""

    cards: Array
    pairs: Array
    strengths: Array
    tasks: list[DealerTask]

    @property
    def at_most(self) -> Cents:
        return self.tasks[0].at_most if self.tasks else IMPOSSIBLE


class Search:
    """One search over all boards; `unpaid` wagers win nothing here and are counted separately."""

    def __init__(
        self,
        house: Rulebook,
        seats: Sequence[Wagers],
        board_bounds: BoardBounds,
        unpaid: frozenset[str],
        progress: Report,
    ) -> None:
        self.house: Rulebook = house
        self.seats: Sequence[Wagers] = seats
        self.board_bounds: BoardBounds = board_bounds
        self.progress: Report = progress
        staked = {name for wagers in seats for name in wagers}
        self.lines: HoldingLines = HoldingLines(
            {
                name: house.pays.by_holding(name)
                for name, wager in WAGERS.items()
                if name in staked and isinstance(wager, HoldingBonus)
            }
        )
        odds = self.lines.odds
        known: dict[tuple[tuple[str, Cents], ...], list[list[BestPlay]]] = {}
        self.plays: list[list[list[BestPlay]]] = []
        for wagers in seats:
            key = tuple(sorted(wagers.items()))
            if key not in known:
                known[key] = best_plays(house, wagers, odds, unpaid)
            self.plays.append(known[key])
        self.worth: Array = worth_of_sets(self.plays)
        self.buffers: Buffers = Buffers(len(seats), self.worth.shape[1])
        lost = self.worth[:, len(odds) - 1 :: len(odds)]
        self.base: Array = np.ascontiguousarray(lost)
        self.extra: Array = np.array(
            [
                (self.worth[:, pay_line :: len(odds)] - lost).max(axis=(0, 1))
                for pay_line in range(len(odds))
            ]
        )
        self.by_line: bool = bool(self.extra.max() > self.base.max())
        """Whether classes are ordered by pay line first: the costlier criterion comes first."""
        self.merged: Array = self._ordered(merged_worth(self.plays, len(odds)), len(CATEGORIES))
        self.worth = self._ordered(self.worth, WAYS)
        self.steps: int = MOST_STEPS
        self.best: int = IMPOSSIBLE
        self.unsearched: int = IMPOSSIBLE
        """The highest bound among what was not searched to the end."""
        self.best_deal: Candidate | None = None

    def _ordered(self, worth: Array, ways: int) -> Array:
        if not self.by_line:
            return worth
        lines = len(self.lines.odds)
        split = worth.reshape(len(CATEGORIES), ways, lines, -1).swapaxes(1, 2)
        return np.ascontiguousarray(split.reshape(worth.shape))

    def _classes(self, ways: Array | int, lines: Array | int, way_count: int) -> Array:
        """The classes of ways and pay lines."""
        if self.by_line:
            return np.asarray(lines * way_count + ways)
        return np.asarray(ways * len(self.lines.odds) + lines)

    def run(self) -> tuple[Cents, WorstDeal]:
        """The highest bound first: kinds of board, then their boards, then dealers on these."""
        kinds, kind_of = self.board_bounds.kinds
        bounds = np.array([max(self._bounds(kind)) for kind in kinds])[kind_of]
        if self.lines.tables:
            spare = Buffers(len(self.seats), len(self.extra))
            groups = self.lines.groups
            bounds += max(self.lines.most(group, self.extra, spare) for group in groups)
        order = np.lexsort((-np.arange(len(bounds)), -bounds)).tolist()
        waiting: list[tuple[int, int, SearchBoard]] = []
        prepared = 0
        for at, after in zip(order, (*order[1:], None), strict=True):
            if bounds[at] <= self.best:
                break
            if prepared >= MOST_BOARDS:
                self.unsearched = max(self.unsearched, int(bounds[at]))
                break
            for cards in self.lines.variants(self.board_bounds.boards[at]):
                prepared += 1
                board = self._prepare(cards, int(bounds[at]))
                heappush(waiting, (-board.at_most, prepared, board))
            below = IMPOSSIBLE if after is None else int(bounds[after])
            while waiting and -waiting[0][0] >= max(below, self.best + 1):
                self._search(heappop(waiting)[2])
            possible = min(MOST_BOARDS, int((bounds > self.best).sum()))
            self.progress(prepared, max(prepared, possible))
        while waiting and -waiting[0][0] > self.best:
            self._search(heappop(waiting)[2])
        assert self.best_deal is not None, "some board can be dealt to every seat"
        deal = settled_deal(self.house, self.seats, self.plays, self.best_deal)
        return max(self.best, self.unsearched), deal

    def _bounds(self, most: Array) -> list[Cents]:
        """Bounds on what all seats win without holding bonuses, by the dealer's category."""
        bounds, buffers = [], self.buffers
        for theirs in range(len(CATEGORIES)):
            rooms = np.zeros((2, WAYS), np.int64)
            for way in range(WAYS):
                mine, _ = category_and_result(theirs, way)
                rooms[0, way] = most[0, mine] - (mine == theirs)
                rooms[1, way] = most[1, mine] - (mine <= theirs)
            bounds.append(
                best_assignment(self.base[theirs], rooms, buffers.sizes, buffers.best_by_seats)
                if most[0, theirs] > 0
                else 2 * IMPOSSIBLE
            )
        return bounds

    def _prepare(self, cards: Array, limit: Cents) -> SearchBoard:
        """A board with its holdings and a bound for each dealer strength."""
        left = ~np.isin(HOLDINGS, cards).any(axis=1)
        pairs = HOLDINGS[left]
        sevens = np.hstack((np.broadcast_to(cards, (len(pairs), 5)), pairs)).astype(np.uint8)
        strengths = evaluator().evaluate(sevens)
        lines, buffers, tasks = len(self.lines.odds), self.buffers, []
        buffers.used[:], buffers.taken[:] = 0, 0
        for group in self.lines.groups:
            deals, pay_line_of = group.deals[left], group.pay_line_of[left]
            ways = len(CATEGORIES) - 1 - (strengths >> 20)
            classes = self._classes(ways, pay_line_of, len(CATEGORIES))
            order = np.argsort(classes, kind="stable")
            spans = class_spans(classes[order], len(CATEGORIES) * lines)
            possible = np.unique(strengths[deals]).tolist()
            for theirs in {strength >> 20 for strength in possible}:
                equal = len(CATEGORIES) - 1 - theirs
                last = int(self._classes(equal, lines - 1, len(CATEGORIES)))
                own = _only(classes[deals & (strengths >> 20 == theirs)])
                at_most = upper_bound(
                    self.merged[theirs], buffers.sizes, last, own, pairs[order], spans, 0,
                    *buffers.for_bound,
                )  # fmt: skip
                at_most = min(at_most, limit)
                if at_most > self.best:
                    tasks += [
                        DealerTask(at_most, strength, deals, pay_line_of)
                        for strength in possible
                        if strength >> 20 == theirs
                    ]
        tasks.sort(key=lambda task: -task.at_most)
        return SearchBoard(cards, pairs, strengths, tasks)

    def _search(self, board: SearchBoard) -> None:
        """Search every dealer strength on a board, the highest bounds first."""
        tasks = board.tasks
        for steps in (FIRST_STEPS, FULL_STEPS):
            tasks = [
                task
                for task in tasks
                if task.at_most > self.best and not self._search_dealer(board, task, steps)
            ]
        self.unsearched = max(
            (self.unsearched, *(task.at_most for task in tasks if task.at_most > self.best))
        )

    def _search_dealer(self, board: SearchBoard, task: DealerTask, steps: int) -> bool:
        """Search one dealer strength; returns whether the search was completed."""
        pairs, strengths, dealer = board.pairs, board.strengths, task.strength
        lines, theirs = len(self.lines.odds), dealer >> 20
        equal = len(CATEGORIES) - theirs
        ways = ways_against(strengths, dealer)
        classes = self._classes(ways, task.pay_line_of, WAYS)
        counts = np.bincount(classes, minlength=WAYS * lines)
        counts[self._classes(equal, np.arange(lines), WAYS)] += len(pairs)
        order = rarest_first(classes, counts)
        classes, ways = classes[order], ways[order]
        spans = class_spans(classes, len(counts))
        spans[:, 2] = np.flatnonzero(ways == equal)[0]
        out, steps = np.zeros(len(self.seats) + 2, np.int64), min(steps, self.steps)
        may_deal = task.deals[order] & (strengths[order] == dealer)
        last, own = int(self._classes(equal, lines - 1, WAYS)), _only(classes[may_deal])
        total = search_holdings(
            self.best, steps, last, own, self.worth[theirs], self.buffers.sizes, pairs[order],
            classes, spans, may_deal, self.buffers.for_search, out,
        )  # fmt: skip
        if total > self.best:
            self.best = total
            self.best_deal = Candidate(
                board=board.cards,
                dealer_strength=dealer,
                holdings=pairs[order][out[1:]],
                classes=(ways * lines + task.pay_line_of[order])[out[1:]],
            )
        self.steps -= steps - int(out[0])
        return bool(out[0])


def _only(classes: Array) -> int:
    """The class if all are the same, else -1."""
    return int(classes[0]) if (classes == classes[0]).all() else -1
