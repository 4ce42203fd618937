"""The floor's feed: events for supervisors and surveillance as they happen; never a card."""

from __future__ import annotations

from bisect import insort_right
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from uth.core.money import Cents
from uth.floor.cage import bookings as cage
from uth.floor.clock import Millis, to_millis
from uth.floor.tables.updates import TableCommit
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.bookings import Corrected, CorrectionRequested, CorrectionWithdrawn
from uth.ledger.journal.store import Reader, StreamRow
from uth.ledger.journal.table_streams import next_round, read_event
from uth.table import events as e

FOLLOWED = ("cage/", "floor/", "table/")
"""The journals that the feed follows; at the same time, bookings come first."""
RECENT = 200


OF_EVENT: dict[type[e.Event], str] = {
    e.LimitsChanged: "limits",
    e.ShufflerSwitched: "shuffler",
    e.ApprovalRequested: "approval_requested",
    e.Approved: "approved",
    e.VoidRequested: "void_requested",
    e.VoidRequestEnded: "void_ended",
    e.RoundVoided: "void",
    e.MaximumPosted: "maximum",
    e.MaximumWithdrawn: "maximum_withdrawn",
    e.JackpotsClaimed: "claimed",
    e.JackpotsAwarded: "jackpot",
    e.MysteryWon: "mystery",
    e.PlayerDisconnected: "disconnected",
    e.PlayerReconnected: "reconnected",
    e.SeatHeld: "held",
    e.SeatReleased: "released",
    e.MinimumGrandfathered: "grandfathered",
    e.MinimumLost: "lost_minimum",
    e.Forfeited: "forfeited",
}
OF_BOOKING: dict[type[cage.Booked], str] = {
    cage.Opened: "opened",
    cage.Closed: "closed",
    cage.Counted: "counted",
    CorrectionRequested: "correction_requested",
    Corrected: "corrected",
    CorrectionWithdrawn: "correction_withdrawn",
    cage.Bought: "bought",
    cage.Cashed: "cashed",
}
if TYPE_CHECKING:
    Kind: TypeAlias = str
else:
    Kind = Literal[(*OF_BOOKING.values(), *OF_EVENT.values())]


class FeedItem(msgspec.Struct, frozen=True, tag_field="type", tag="floor", omit_defaults=True):
    """One thing that happened; fields without a value are left out."""

    kind: Kind
    table: str
    """Empty if it was at the cage."""
    at: Millis
    round: int = 0
    by: str = ""
    confirmed_by: str = ""
    """The second supervisor of a void."""
    player: str = ""
    seat: int = 0
    amount: Cents = 0
    minimum: Cents = 0
    maximum: Cents = 0
    reason: str = ""
    variance: Cents = 0
    """How far a count is off from the books."""
    shuffler: str = ""


COMMON = (
    "by",
    "confirmed_by",
    "player",
    "seat",
    "amount",
    "minimum",
    "maximum",
    "reason",
    "variance",
    "shuffler",
)
"""The fields that a feed item has of its event or booking."""


def _common(record: e.Event | cage.Booked) -> dict[str, Any]:
    return {name: getattr(record, name) for name in COMMON if hasattr(record, name)}


def of_event(table: str, at: Millis, number: int, event: e.Event) -> Iterator[FeedItem]:
    """The feed items of an event at a table."""
    kind = OF_EVENT.get(type(event))
    if kind is None:
        return
    if isinstance(event, e.JackpotsClaimed):
        for seat in event.seats:
            yield FeedItem(kind, table, at, number, seat=seat)
    elif isinstance(event, e.JackpotsAwarded):
        for seat, amount, _ in event.awards:
            yield FeedItem(kind, table, at, number, seat=seat, amount=amount)
    else:
        yield FeedItem(kind, table, at, number, **_common(event))


def of_booking(table: str, at: Millis, booking: cage.Booked) -> Iterator[FeedItem]:
    """The feed items of a booking; not of money that somebody took for themselves."""
    fields, number = _common(booking), getattr(booking, "round", 0)
    match booking:
        case cage.Closed():
            fields["amount"] = booking.win
        case cage.Counted():
            fields["amount"] = booking.counted
        case Corrected():
            number = booking.moves[0].round
        case cage.Bought() | cage.Cashed():
            table = ""
            if booking.by == booking.player:
                return
        case _:
            pass
    yield FeedItem(OF_BOOKING[type(booking)], table, at, number, **fields)


class Unheard(msgspec.Struct, frozen=True):
    """The unpublished items of a journal, and the version up to which it was read."""

    stream: str
    version: int
    news: tuple[FeedItem, ...]


class Feed:
    """Publishes items in order of time, from commits on this node and from the journals."""

    def __init__(self) -> None:
        self.hearers: set[Callable[[FeedItem], None]] = set()
        self._recent: list[tuple[Millis, FeedItem]] = []
        self._seen: dict[str, int] = {}
        self._latest: dict[str, Millis] = {}
        """The time of each journal's last item."""

    @property
    def recent(self) -> list[FeedItem]:
        """The latest items in order of time; late ones are sorted in."""
        return [item for _, item in self._recent]

    def begin(self, reader: Reader) -> None:
        """Start now: what happened before is in the reports."""
        for row in followed(reader):
            self._seen.setdefault(row.stream, row.version)

    def pass_over(self, news: TableCommit) -> bool:
        """Skip a commit of this node without items; returns False if the journal must be read."""
        stream, version = table_stream(news.name), news.progress.version
        seen = self._seen.get(stream, 0)
        if seen < version:
            missed = seen != version - len(news.events)
            if missed or not OF_EVENT.keys().isdisjoint(map(type, news.events)):
                return False
            self._seen[stream] = version
        return True

    def read(self, reader: Reader, rows: Iterable[StreamRow]) -> list[Unheard]:
        """The unpublished items of these journals, for `publish`."""
        return [
            Unheard(row.stream, row.version, tuple(_read_on(reader, row.stream, seen)))
            for row in rows
            if (seen := self._seen.get(row.stream, 0)) < row.version
        ]

    def publish(self, unheard: Iterable[Unheard]) -> None:
        """Publish the items of several journals in order of time.

        Each journal keeps its own order, whatever the clocks of the nodes say: an item is sorted
        no earlier than the one before it. Items of the same time keep the order given.
        """
        timed: list[tuple[Millis, FeedItem]] = []
        for journal in unheard:
            stream = journal.stream
            self._seen[stream] = max(journal.version, self._seen.get(stream, 0))
            for item in journal.news:
                self._latest[stream] = max(item.at, self._latest.get(stream, 0))
                timed.append((self._latest[stream], item))
        for at, item in sorted(timed, key=_time):
            insort_right(self._recent, (at, item), key=_time)
            del self._recent[:-RECENT]
            for hearer in list(self.hearers):
                hearer(item)


_time = itemgetter(0)


def followed(reader: Reader) -> Iterator[StreamRow]:
    """The journals of bookings and tables, of all nodes."""
    for kind in FOLLOWED:
        yield from reader.streams(kind)


def _read_on(reader: Reader, stream: str, after: int) -> Iterator[FeedItem]:
    kind, _, table = stream.partition("/")
    if kind == "table":
        yield from _at_table(reader, table, after)
        return
    for entry in reader.events(stream, after):
        yield from of_booking(table, to_millis(entry.at), cage.DECODER.decode(entry.body))


def _at_table(reader: Reader, table: str, after: int) -> Iterator[FeedItem]:
    stream, number = table_stream(table), 1
    for row in reader.last_rounds(stream, RECENT):
        if row.version <= after:
            number = row.round + 1
            break
    for entry in reader.events(stream, after):
        event = read_event(entry)
        yield from of_event(table, to_millis(entry.at), number, event)
        number = next_round(number, event)
