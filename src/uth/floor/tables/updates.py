"""What leaves the floor: one message a commit and viewer, built from `view` and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from uth.floor.fairness.receipts import Receipt
from uth.floor.meters.linked_meter import MeterView
from uth.floor.tables.felt import CoverLeft, cover_left, cover_steps, deal_sequence
from uth.floor.tables.progress import TableProgress, held_until
from uth.floor.times import Millis
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.decide import decisions
from uth.table.view import TableView, for_viewer, to_be_seen, view
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
    so_far: tuple[Any, ...] = ()
    """For one who has just come: this round until now, without what lies face down."""
    wagered: Millis = 0
    """When this round's first wager was made, from which the time to bet counts; 0 for not yet."""
    offered: Millis = 0
    """When the bank was last offered, from which the time to answer counts."""
    held: dict[str, Millis] = {}
    """Until when each seat whose player is away is held for him."""
    cover: CoverLeft | None = None
    """What the bank can still pay and collect; null where nobody but the house banks."""
    cover_steps: tuple[CoverLeft, ...] = ()
    """The same after each `Settled` among the events, in their order."""
    deal_sequence: tuple[int, ...] = ()
    """Where a deal lays each card, in order: 0 the dealer, 1 to 6 the seats, 7 the board."""


class TableCommit(msgspec.Struct, frozen=True):
    """A commit, ready to be shown to anybody."""

    name: str
    rules: Rulebook
    progress: TableProgress
    at: Millis
    events: tuple[e.Event, ...]
    commitment: str
    meters: MeterView | None = None
    receipt: Receipt | None = None

    def to(self, viewer: str) -> bytes:
        """The message for one viewer."""
        return Broadcast(self).to(viewer)

    def update(self, viewer: str) -> Update:
        return Broadcast(self).update(viewer)


class Broadcast:
    """One commit on its way to many: what all of them may know alike is made once."""

    def __init__(self, news: TableCommit) -> None:
        self._table = news.progress.table
        self._rules = news.rules
        self._public = Update(
            news.name,
            news.progress.version,
            news.progress.turn,
            news.at,
            tuple(to_be_seen(event) for event in news.events),
            view(self._table),
            news.commitment,
            news.meters,
            news.receipt,
            news.progress.times.phase,
            (),
            () if news.events else tuple(map(to_be_seen, news.progress.so_far)),
            news.progress.times.wagered,
            news.progress.times.offered,
            {str(number): until for number, until in held_until(news.progress).items()},
            cover_left(self._table, news.rules),
            cover_steps(self._table, news.rules, news.events),
            deal_sequence(news.events),
        )
        self._written = b""

    def update(self, viewer: str) -> Update:
        table, public = self._table, self._public
        seen = for_viewer(table, public.view, viewer)
        may = decisions(table, viewer, self._rules)
        return replace(public, view=seen, may=may) if may or seen is not public.view else public

    def to(self, viewer: str) -> bytes:
        """The message for one viewer."""
        found = self.update(viewer)
        if found is not self._public:
            return to_json(found)
        self._written = self._written or to_json(found)
        return self._written


Listener = Callable[[TableCommit], None]
"""Told of every commit after it is durable."""
