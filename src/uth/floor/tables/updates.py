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
from uth.table.state import Seat, Table
from uth.table.view import SeatView, TableView, own_seat, seat_view, to_be_seen, with_seats
from uth.table.wire import to_json


class Update(msgspec.Struct, frozen=True, gc=False, tag="update"):
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


NO_DECISIONS = b"[]", b"[]"
_GAP = b"\0"
"""Stands for a viewer's own part in the text for all; JSON never contains this byte."""


class TableCommit(msgspec.Struct, frozen=True, gc=False):
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


class SeatPart:
    """What viewers see of one seat, and what only its player sees: their cards and decisions."""

    def __init__(self, table: Table, number: int, seat: Seat, rules: Rulebook) -> None:
        self._seat = seat
        self._content = _content(table, number, seat)
        self.public: SeatView = seat_view(table, number, seat)
        self.own: SeatView = own_seat(table, self.public) or self.public
        options = decision_options(table, seat.player, rules) if self.public.to_act else []
        self.may: tuple[str, ...] = ()
        self.closed: tuple[DecisionOption, ...] = ()
        self.decisions: tuple[bytes, bytes] = NO_DECISIONS
        if options:
            self.may = tuple([option.action for option in options if not option.reason])
            self.closed = tuple([option for option in options if option.reason])
            self.decisions = to_json(self.may), to_json(self.closed)
        self.text: bytes = to_json(self.public)
        self.own_text: bytes = self.text if self.own is self.public else to_json(self.own)

    def still_true(self, table: Table, number: int, seat: Seat) -> bool:
        """Whether nothing has changed; a seat that is another object has."""
        return seat is self._seat and self._content == _content(table, number, seat)


def _content(table: Table, number: int, seat: Seat) -> tuple[object, ...]:
    """All that the view of a seat and its decisions follow from, besides the seat and the rules."""
    return table.hands[number], table.chips(seat.player), table.phase, table.minimum


class Broadcast:
    """The updates of one commit for many viewers; the common part is built once.

    Most commits change one seat: the parts of the others are taken from the broadcast before.
    """

    def __init__(self, news: TableCommit, before: Broadcast | None = None) -> None:
        self._table = news.progress.table
        self._rules = news.rules
        progress = news.progress
        self._parts = self._seat_parts(before)
        seats = tuple([part.public if part else None for part in self._parts])
        self._public = Update(
            table=news.name,
            version=progress.version,
            turn=progress.turn,
            at=news.at,
            events=tuple(map(to_be_seen, news.events)),
            view=with_seats(self._table, seats),
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
        self._own = {part.public.player: part for part in reversed(self._parts) if part}
        self._seat_texts = [part.text if part else b"null" for part in self._parts]
        self._for_all = b""

    def _seat_parts(self, before: Broadcast | None) -> list[SeatPart | None]:
        table, rules = self._table, self._rules
        known = before._parts if before and before._rules is rules else [None] * len(table.seats)
        parts: list[SeatPart | None] = []
        for number, (seat, part) in enumerate(zip(table.seats, known, strict=True), 1):
            if seat is None:
                part = None
            elif part is None or not part.still_true(table, number, seat):
                part = SeatPart(table, number, seat, rules)
            parts.append(part)
        return parts

    def update(self, viewer: str) -> Update:
        part, public = self._own.get(viewer), self._public
        if part is None:
            return public
        seats = [part.own if seat is part.public else seat for seat in public.view.seats]
        seen = replace(public.view, seats=tuple(seats))
        return replace(public, view=seen, may=part.may, closed=part.closed)

    def to(self, viewer: str) -> bytes:
        """The message for one viewer, the same as the JSON of `update`."""
        part = self._own.get(viewer)
        if part is None or (part.own is part.public and not part.may):
            self._for_all = self._for_all or self._text()
            return self._for_all
        return self._text(part.own_text, part.public.seat, part.decisions)

    @cached_property
    def _frame(self) -> list[bytes]:
        """The text before, between and after the seats and the decisions."""
        gap = cast(Any, msgspec.Raw(_GAP))
        shown = replace(self._public.view, seats=gap)
        return to_json(replace(self._public, view=shown, may=gap, closed=gap)).split(_GAP)

    def _text(
        self, own: bytes = b"", number: int = 0, decisions: tuple[bytes, bytes] = NO_DECISIONS
    ) -> bytes:
        seats = self._seat_texts
        if number:
            seats = [*seats[: number - 1], own, *seats[number:]]
        before, between, comma, after = self._frame
        may, closed = decisions
        return b"".join((before, b"[", b",".join(seats), b"]", between, may, comma, closed, after))


Listener = Callable[[TableCommit], None]
"""Called with every commit after it is durable."""
