"""Updates: one message per commit and viewer, built only from `view`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from uth.floor.clock import Millis
from uth.floor.fairness.receipts import Receipt
from uth.floor.meters.linked_meter import MeterView
from uth.floor.tables.felt import (
    CoverLeft,
    cover_left,
    cover_steps,
    covers_in_sight,
    deal_sequence,
)
from uth.floor.tables.progress import TableProgress, held_until
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.decide import DecisionOption, decision_options
from uth.table.settling.seat_cover import SeatCover
from uth.table.view import SeatView, TableView, own_seat, to_be_seen, view, with_seat
from uth.table.wire import to_json


class Update(msgspec.Struct, frozen=True, tag="update"):
    """A table after a commit, as one viewer may see it."""

    table: str
    version: int
    turn: int
    at: Millis
    events: tuple[Any, ...]
    """What happened, without face-down cards."""
    view: TableView
    commitment: str
    """Of the shuffle for the round in progress, or the next one."""
    meters: MeterView | None = None
    receipt: Receipt | None = None
    """Of the round that this commit closed."""
    since: Millis = 0
    """When this phase began: the times to bet and to act count from here."""
    may: tuple[str, ...] = ()
    """The decisions that the viewer may make now."""
    closed: tuple[DecisionOption, ...] = ()
    """The other decisions of the street, each with the reason why the viewer can't make it."""
    so_far: tuple[Any, ...] = ()
    """For a viewer who has just joined: the round so far, without face-down cards."""
    wagered: Millis = 0
    """When this round's first wager was placed: the time to bet counts from here; 0 for none."""
    offered: Millis = 0
    """When the bank was last offered: the time to answer counts from here."""
    held: dict[str, Millis] = {}
    """Until when each seat of an absent player is held."""
    cover: CoverLeft | None = None
    """What the bank can still pay and collect; null if the house banks."""
    seat_covers: tuple[SeatCover, ...] = ()
    """Before “No more bets”: how much of each seat's wagers the bank will cover."""
    cover_steps: tuple[CoverLeft, ...] = ()
    """The same after each `Settled` among the events, in their order."""
    deal_sequence: tuple[int, ...] = ()
    """Where a deal puts each card, in order: 0 the dealer, 1 to 6 the seats, 7 the board."""


_GAP = b"\0"
"""Stands for a viewer's own part in the text for all; JSON never contains this byte."""


class TableCommit(msgspec.Struct, frozen=True):
    """A commit to a table, from which the update for any viewer is made."""

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
    """The updates of one commit for many viewers; the common part is built once."""

    def __init__(self, news: TableCommit) -> None:
        self._table = news.progress.table
        self._rules = news.rules
        progress = news.progress
        self._public = Update(
            table=news.name,
            version=progress.version,
            turn=progress.turn,
            at=news.at,
            events=tuple(to_be_seen(event) for event in news.events),
            view=view(self._table),
            commitment=news.commitment,
            meters=news.meters,
            receipt=news.receipt,
            since=progress.times.phase,
            so_far=() if news.events else tuple(map(to_be_seen, progress.so_far)),
            wagered=progress.times.wagered,
            offered=progress.times.offered,
            held={str(number): until for number, until in held_until(progress).items()},
            cover=cover_left(self._table, news.rules),
            seat_covers=covers_in_sight(self._table, news.rules),
            cover_steps=cover_steps(self._table, news.rules, news.events),
            deal_sequence=deal_sequence(news.events),
        )
        seats = reversed(self._public.view.seats)
        self._seats = {seat.player: seat for seat in seats if seat is not None}

    def update(self, viewer: str) -> Update:
        own, may, closed = self._own(viewer)
        seen = self._public.view
        shown = with_seat(seen, own) if own else seen
        return replace(self._public, view=shown, may=may, closed=closed)

    def to(self, viewer: str) -> bytes:
        """The message for one viewer."""
        own, may, closed = self._own(viewer)
        return self._text(own, may, closed) if own or may else self._for_all

    @cached_property
    def _for_all(self) -> bytes:
        return self._text(None, (), ())

    @cached_property
    def _parts(self) -> tuple[list[bytes], list[bytes]]:
        """The text before, between and after the seats and the decisions, and each seat's text."""
        seen, gap = self._public.view, cast(Any, msgspec.Raw(_GAP))
        shown = replace(seen, seats=gap)
        text = to_json(replace(self._public, view=shown, may=gap, closed=gap))
        return text.split(_GAP), [to_json(seat) for seat in seen.seats]

    def _text(
        self, own: SeatView | None, may: tuple[str, ...], closed: tuple[DecisionOption, ...]
    ) -> bytes:
        """The same as the JSON of `update`."""
        (before, between, comma, after), seats = self._parts
        if own is not None:
            seats = [*seats[: own.seat - 1], to_json(own), *seats[own.seat :]]
        decisions = [to_json(part) if part else b"[]" for part in (may, closed)]
        own_seats = b"[" + b",".join(seats) + b"]"
        return b"".join((before, own_seats, between, decisions[0], comma, decisions[1], after))

    def _own(
        self, viewer: str
    ) -> tuple[SeatView | None, tuple[str, ...], tuple[DecisionOption, ...]]:
        """What only this viewer sees: their cards, and their decisions."""
        seat = self._seats.get(viewer)
        if seat is None:
            return None, (), ()
        own = own_seat(self._table, seat)
        if not seat.to_act:
            return own, (), ()
        options = decision_options(self._table, viewer, self._rules)
        may = tuple([option.action for option in options if not option.reason])
        return own, may, tuple([option for option in options if option.reason])


Listener = Callable[[TableCommit], None]
"""Called with every commit after it is durable."""
