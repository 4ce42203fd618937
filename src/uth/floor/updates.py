"""What leaves the floor: one message a commit and viewer, built from `view` and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from uth.floor.link import MeterView
from uth.floor.receipt import Receipt
from uth.floor.situation import Moved, Situation
from uth.floor.times import Millis
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.decide import decisions
from uth.table.view import TableView, to_be_seen, view
from uth.table.wire import to_json


class Update(msgspec.Struct, frozen=True, tag="update"):
    """A table after a commit, as one viewer may know it."""

    table: str
    version: int
    turn: int
    at: Millis
    events: tuple[Any, ...]
    """What happened, without what lies face down."""
    view: TableView
    commitment: str
    """That of the shuffle for the round in progress, or the next."""
    meters: MeterView | None = None
    receipt: Receipt | None = None
    """Of a round that this commit has closed."""
    since: Millis = 0
    """When this phase began: times to bet and to act count from here."""
    may: tuple[str, ...] = ()
    """The decisions that are the viewer's to take now."""
    settled: tuple[Moved, ...] = ()
    """For one who has just come: money of this round that has moved before."""
    wagered: Millis = 0
    """When this round's first wager was made, from which the time to bet counts; 0 for not yet."""
    offered: Millis = 0
    """When the bank was last offered, from which the time to answer counts."""


class Published(msgspec.Struct, frozen=True):
    """A commit, ready to be shown to anybody."""

    name: str
    rules: Rulebook
    situation: Situation
    at: Millis
    events: tuple[e.Event, ...]
    commitment: str
    meters: MeterView | None = None
    receipt: Receipt | None = None

    def to(self, viewer: str) -> bytes:
        """The message for one viewer."""
        return to_json(self.update(viewer))

    def update(self, viewer: str) -> Update:
        table = self.situation.table
        return Update(
            self.name,
            self.situation.version,
            self.situation.turn,
            self.at,
            tuple(to_be_seen(event) for event in self.events),
            view(table, viewer),
            self.commitment,
            self.meters,
            self.receipt,
            self.situation.times.phase,
            decisions(table, viewer, self.rules),
            () if self.events else self.situation.settled,
            self.situation.times.wagered,
            self.situation.times.offered,
        )


Listener = Callable[[Published], None]
"""Told of every commit after it is durable."""
