"""`advise`: the exact value of every legal action in a spot, whatever else is known."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from uth.core.cards import DECK, Card, refuse_twice
from uth.core.hands import CATEGORIES
from uth.core.refusal import Refusal
from uth.exact.kernels import spots
from uth.exact.kernels.values import CHANNELS, ONCE, PLAY, RIVER
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.outcomes import Action, best_of, bets
from uth.exact.solver.passes import whole_pays
from uth.exact.solver.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from uth.exact.solver.boards import Array
    from uth.exact.solver.game_rules import BadBeat, GameRules

MOST_DEAD = 30
"""More than five other seats' cards, and enough left for every board and dealer."""


@dataclass(frozen=True)
class Spot:
    """What a player knows: his cards, the board, cards seen elsewhere, the dealer's he has seen.

    Dead and known cards are known at every later decision too.
    """

    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hole) != 2:
            raise Refusal("advise/hole", f"a hand has two cards, not {len(self.hole)}", "cards")
        if len(self.board) not in (0, 3, 5):
            raise Refusal(
                "advise/board",
                f"decisions come with 0, 3 or 5 board cards, not {len(self.board)}",
                "board",
            )
        if len(self.dealer) > 2:
            raise Refusal(
                "advise/dealer", f"the dealer has two cards, not {len(self.dealer)}", "dealer"
            )
        if len(self.dead) > MOST_DEAD:
            raise Refusal(
                "advise/dead", f"at most {MOST_DEAD} dead cards, not {len(self.dead)}", "dead"
            )
        self._refuse_overlaps()

    def _refuse_overlaps(self) -> None:
        """Name the group in which a card turns up again."""
        before: tuple[Card, ...] = ()
        for name, group in (
            ("cards", self.hole),
            ("board", self.board),
            ("dead", self.dead),
            ("dealer", self.dealer),
        ):
            try:
                refuse_twice((*before, *group))
            except Refusal as no:
                raise no.at(name) from None
            before += group

    @property
    def seen(self) -> tuple[Card, ...]:
        return (*self.hole, *self.board, *self.dead, *self.dealer)


@dataclass(frozen=True)
class Advice:
    """Each action's value in antes, over Ante, Blind and Play together."""

    values: dict[Action, Fraction]

    @property
    def best(self) -> Action:
        return best_of(self.values)

    @property
    def costs(self) -> dict[Action, Fraction]:
        """What each action gives away against the best."""
        return {action: self.values[self.best] - value for action, value in self.values.items()}


def indices(cards: tuple[Card, ...]) -> Array:
    return np.array([card.index for card in cards], np.int64)


class SpotSolver:
    """A spot in the kernels' terms."""

    def __init__(self, rules: GameRules, spot: Spot) -> None:
        made = evaluator()
        self.rules = rules
        self.pays = whole_pays(rules)
        self.tables = (made.offsets, made.table, made.flush)
        self.category = made.category
        self.strengths = made.strengths
        self.pair = int(np.searchsorted(made.strengths, 1 << 20))
        self.hole, self.board = indices(spot.hole), indices(spot.board)
        self.known = indices(spot.dealer)
        seen = {card.index for card in spot.seen}
        self.free = np.array([card.index not in seen for card in DECK], np.bool_)
        self.left = 52 - len(seen)
        self.dealer_left = 2 - len(spot.dealer)

    def unit(self, to_come: int) -> int:
        """Boards still to come × dealer holdings after them × scale."""
        dealers = comb(self.left - to_come, self.dealer_left)
        if to_come == 5:
            return comb(self.left, 3) * comb(self.left - 3, 2) * dealers * self.pays.scale
        return comb(self.left, to_come) * dealers * self.pays.scale

    def run_river(self) -> Array:
        """The three channels of a full board."""
        ends, row = np.zeros(spots.ENDS, np.int64), np.zeros(CHANNELS, np.int64)
        place = spots.river_ends(
            self.hole, self.board, self.free, self.known, self.pair, self.tables, ends
        )
        spots.value_river(ends, self.category[place], self.pays.vector, row)
        return row

    def run_flop(self) -> Array:
        """The three channels summed over every turn and river."""
        row = np.zeros(CHANNELS, np.int64)
        spots.flop_values(
            self.hole, self.board, self.free, self.known, self.pair, self.tables, self.category,
            self.pays.vector, row,
        )  # fmt: skip
        return row

    def bets(
        self, multiples: frozenset[int], play: int, once: int, to_come: int
    ) -> dict[Action, Fraction]:
        """What each bet of a street is worth: a straight line in its size."""
        unit = self.unit(to_come)
        return {bet: Fraction(once + (bet.multiple - 1) * play, unit) for bet in bets(multiples)}

    def river(self) -> dict[Action, Fraction]:
        play, once, _ = self.run_river().tolist()
        return {**self.bets(self.rules.river, play, once, 0), Action.FOLD: Fraction(-2)}

    def flop(self) -> dict[Action, Fraction]:
        play, once, river = self.run_flop().tolist()
        check = Fraction(river, self.unit(2))
        return {**self.bets(self.rules.flop, play, once, 2), Action.CHECK: check}

    def pre_flop(self, progress: Callable[[int, int], None]) -> dict[Action, Fraction]:
        """Every flop on its own, the highest card of the flop at a time."""
        total = [0] * CHANNELS

        def work(highest: int) -> list[int]:
            row = np.zeros(CHANNELS, np.int64)
            spots.pre_flop_values(
                highest, self.hole, self.free.copy(), self.known, self.pair, self.tables,
                self.category, self.pays.vector, row,
            )  # fmt: skip
            found: list[int] = row.tolist()
            return found

        done, flops = 0, comb(self.left, 3)
        below = {card: int(self.free[:card].sum()) for card in range(52) if self.free[card]}
        with ThreadPoolExecutor(thread_count()) as pool:
            jobs = {pool.submit(work, highest): highest for highest in reversed(below)}
            for job in as_completed(jobs):
                total = [a + b for a, b in zip(total, job.result(), strict=True)]
                done += comb(below[jobs[job]], 2)
                progress(done, flops)
        check = Fraction(total[RIVER], self.unit(5))
        return {**self.bets(self.rules.play, total[PLAY], total[ONCE], 5), Action.CHECK: check}


def river_bad_beat(wager: BadBeat, spot: Spot) -> Fraction:
    """What a Bad Beat is worth to who stays in on a full board; the beaten hand is paid (Q-20)."""
    free = [card.index for card in DECK if card not in spot.seen]
    rest = list(combinations(free, 2 - len(spot.dealer)))
    known = [card.index for card in (*spot.board, *spot.dealer)]
    hands = [(*known, *more) for more in rest]
    mine, *theirs = (
        evaluator()
        .evaluate(np.array([[card.index for card in spot.board + spot.hole], *hands], np.uint8))
        .tolist()
    )
    odds = dict(wager.odds)
    total = Fraction(0)
    for dealer in theirs:
        beaten = odds.get(CATEGORIES[min(mine, dealer) >> 20]) if dealer != mine else None
        total += -1 if beaten is None else beaten
    return wager.stake * total / len(theirs)


def counting_bad_beat(base: Advice, wager: BadBeat, spot: Spot) -> Advice:
    """A river decision with the Bad Beat counted: a fold loses it (Q-4)."""
    stays = river_bad_beat(wager, spot)
    return Advice(
        {
            action: value + (-wager.stake if action is Action.FOLD else stays)
            for action, value in base.values.items()
        }
    )


def _silent(done: int, flops: int) -> None:
    """Nobody watches."""


def advise(
    rules: GameRules = STANDARD,
    *,
    spot: Spot,
    progress: Callable[[int, int], None] = _silent,
) -> Advice:
    """What each legal action is worth; before the flop, `progress(flops done, of)` is told."""
    known = SpotSolver(rules, spot)
    if not spot.board:
        return Advice(known.pre_flop(progress))
    return Advice(known.flop() if len(spot.board) == 3 else known.river())
