"""A table with its meters: a command, and at once what it owes the meters and gets from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import transitions
from uth.table.evolve import Transition
from uth.table.meters import Hit, link
from uth.table.settling.table_settlement import table_hits
from uth.table.state import Table

Shares = tuple[tuple[int, Cents, int], ...]
"""Seat, amount and remainder of each jackpot."""


class TableMeters(Protocol):
    """The meters as a table uses them; those of several tables may be the same."""

    def feed(self, table: Table, event: e.ProgressiveStaked) -> Cents:
        """Add the contributions of a wager; returns the mystery where it wins that."""

    def award(self, table: Table, hits: tuple[Hit, ...]) -> Shares | None:
        """Pay the hands of a round; None while they have to wait."""

    def close_round(self, *, void: bool) -> None:
        """Forget what the round fed, or take it back (Q-21)."""


def linked_transitions(
    table: Table, command: c.Command, rules: Rulebook, meters: TableMeters | None
) -> Iterator[Transition]:
    """All that a command brings about: each wager feeds the meters in turn, the mystery is paid
    before the deal (Q-23), and a jackpot as soon as it is claimed (Q-7).
    """
    steps = transitions(table, command, rules)
    yield from steps
    if meters is None or not steps:
        return
    table = steps[-1].table
    for step in steps:
        if isinstance(step.event, e.ProgressiveStaked):
            won = meters.feed(table, step.event)
            if won:
                mystery = c.PayMystery(step.event.seat, won)
                for paid in transitions(table, mystery, rules):
                    table = paid.table
                    yield paid
        elif isinstance(step.event, e.RoundClosed):
            meters.close_round(void=step.event.void)
    if table.claims and not isinstance(command, c.AwardJackpots):
        shares = meters.award(table, table_hits(rules, table))
        if shares is not None:
            yield from linked_transitions(table, c.AwardJackpots(shares), rules, meters)


class OwnMeters:
    """Meters that one table has for itself."""

    def __init__(
        self, rules: Rulebook, meters: link.Meters, draw: Callable[[Cents, Cents], Cents]
    ) -> None:
        self._progressive = rules.progressive
        self.meters: link.Meters = meters
        self._draw = draw
        """Draws the next hidden value of the mystery, both ends included."""
        self._fed: list[link.Fed] = []

    def feed(self, table: Table, event: e.ProgressiveStaked) -> Cents:
        progressive = self._progressive
        if self.meters.target is None:
            target = self._draw(*link.target_range(progressive))
            self.meters = link.draw(progressive, self.meters, target)
        self.meters, fed, won = link.feed(progressive, self.meters)
        self._fed.append(fed)
        return won

    def award(self, table: Table, hits: tuple[Hit, ...]) -> Shares | None:
        return self.pay(hits)

    def pay(self, hits: tuple[Hit, ...]) -> Shares:
        self.meters, awards = link.claim(self._progressive, self.meters, hits)
        return tuple((given.seat, given.amount, given.rest) for given in awards.given)

    def close_round(self, *, void: bool) -> None:
        for fed in self._fed if void else ():
            self.meters = link.take_back(self.meters, fed)
        self._fed = []
