"""What a program gets of a round that was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from uth.core.cards import Card
from uth.core.money import Cents, dollars
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.notation import print_round, record
from uth.table.state import Table


@dataclass(frozen=True, repr=False)
class RoundResult:
    """A round that was played."""

    number: int
    nets: Mapping[int, Cents]
    """What each seat won or lost, in cents, collection included."""
    cards: Mapping[int, tuple[Card, ...]]
    board: tuple[Card, ...]
    settled: tuple[e.Settled, ...]
    """Every wager's end, with the clauses that say so."""
    events: tuple[e.Event, ...]
    before: Table
    """The table before "No more bets"."""
    rules: Rulebook

    @cached_property
    def notation(self) -> str:
        """The whole round as text, for `uth.replay`."""
        return print_round(record(self.before, self.events, self.rules))

    @property
    def net(self) -> Cents:
        """What all seats won or lost together."""
        return sum(self.nets.values())

    def __repr__(self) -> str:
        nets = ", ".join(f"{seat}: {dollars(net)}" for seat, net in self.nets.items())
        return f"RoundResult({self.number}, nets={{{nets}}})"
