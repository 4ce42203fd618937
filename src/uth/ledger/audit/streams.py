"""The audit of one stream: what each event must be, and the postings it implies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from uth.core.refusal import Refusal, require
from uth.ledger.audit.corrections import Corrections
from uth.ledger.audit.round_verifier import MeterRecord, RoundVerifier
from uth.ledger.journal import bookings, meter_events
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal import table_streams as tables
from uth.ledger.journal.batch import Posting
from uth.ledger.journal.chain import link, seal
from uth.ledger.journal.rounds import RoundRow, is_tied, players_in_round, read_table
from uth.ledger.journal.store import Checkpoint, Snapshot, StoredAnswer, StoredEvent, StreamRow
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.postings import postings
from uth.table.state import Table
from uth.table.wire import to_json

CLOSED, VOIDED = "RoundClosed", "RoundVoided"
"""A round whose cards were left out by a backup must be voided before it is closed."""


class AuditContext:
    """What the audits of all streams share."""

    def __init__(self, rules: Callable[[str], Rulebook], replay: bool) -> None:
        self.rules = rules
        self.replay = replay
        """Whether rounds are replayed; otherwise only the chain and the money are checked."""
        self.at_tables: MeterRecord = MeterRecord()
        self.at_meters: MeterRecord = MeterRecord()
        self.open_rounds: set[tuple[str, int]] = set()
        self.rounds = 0


class ChainCheck:
    """The chain of one stream, from a checkpoint on."""

    def __init__(self, row: StreamRow, checkpoint: Checkpoint) -> None:
        self.row = row
        self.version: int = checkpoint.version
        self._before = checkpoint.hash
        self._left_out = False
        """Whether a secret is missing that a backup may have left out."""

    def apply(self, stored: StoredEvent, redacted: bool) -> None:
        self.version += 1
        require(stored.version == self.version, "journal/missing")
        expected = link(
            self._before,
            stored.stream,
            stored.version,
            at=stored.at,
            kind=stored.kind,
            body=stored.body,
            seal=stored.seal,
            answered=stored.answered,
        )
        require(stored.hash == expected, "journal/altered")
        left_out = redacted and bool(stored.seal) and not stored.secret
        require(seal(stored.salt, stored.secret) == stored.seal or left_out, "journal/secret")
        self._left_out = (self._left_out or left_out) and stored.kind != VOIDED
        require(not (self._left_out and stored.kind == CLOSED), "journal/settled_secret")
        self._before = stored.hash

    def check_answer(
        self, stored: StoredEvent, answer: StoredAnswer | None, redacted: bool
    ) -> None:
        """An event has exactly the answer that was committed with it."""
        if answer is None:
            right = not stored.answered or redacted
        else:
            right = bool(stored.answered) and answer.sum == stored.answered
        require(right, "answer/missing")

    def end(self) -> None:
        last, head = (self.version, self._before), (self.row.version, self.row.hash)
        if last != head:
            self.version = min(self.version, self.row.version) + 1
            raise Refusal("journal/head")


class ClosedRound(NamedTuple):
    """A round that an event has closed."""

    round: int
    void: bool
    players: tuple[str, ...] = ()
    after: Table | None = None
    """None if rounds are not replayed."""


def check_indexed(
    indexed: tuple[RoundRow, tuple[str, ...]] | None, stored: StoredEvent, closed: ClosedRound
) -> None:
    """Compare a round's row in the index with the journal."""
    if indexed is None:
        raise Refusal("index/missing")
    row, players = indexed
    same = (row.round, row.version, row.at, row.void) == (
        closed.round,
        stored.version,
        stored.at,
        closed.void,
    )
    require(same and is_tied(row, stored.hash), "index/altered")
    if closed.after is not None:
        same = players == closed.players and read_table(row) == closed.after
        require(same, "index/content")


class StreamAudit:
    """The audit of one stream; this one finds only that nothing is left open at its end."""

    ended: ClosedRound | None = None
    """The round that the last event has closed."""

    @property
    def round(self) -> int:
        """The last round that was closed."""
        return 0

    @property
    def state(self) -> bytes:
        """What the next check continues from."""
        return b""

    def apply(self, stored: StoredEvent) -> tuple[str, list[Posting]]:
        """Check an event; returns its kind and the postings it implies."""
        raise NotImplementedError

    def matches(self, snapshot: Snapshot, stored: StoredEvent) -> bool:
        """Whether a snapshot belongs to this event and is right; only meters have snapshots."""
        return False

    def end(self) -> None:
        """Called after the last event."""


class BookingStream(StreamAudit):
    """A stream of bookings: postings are what each event lists; corrections are followed."""

    def __init__(self, context: AuditContext) -> None:
        self._corrections = Corrections() if context.replay else None

    def apply(self, stored: StoredEvent) -> tuple[str, list[Posting]]:
        if self._corrections is not None:
            self._corrections.apply(stored)
        return bookings.implied_postings(stored.version, stored.body)


class _TablePosition(msgspec.Struct):
    """The current round and rulebook of a table, which its postings mention."""

    round: int = 1
    rulebook: str = ""


_POSITION = msgspec.json.Decoder(_TablePosition)


class TableStream(StreamAudit):
    """A table's stream: its postings, and its rounds if they are replayed."""

    def __init__(self, context: AuditContext, stream: str, name: str, state: bytes) -> None:
        self._context = context
        self._stream = stream
        self._name = name
        self._position = _POSITION.decode(state) if state else _TablePosition()
        self._verifier: RoundVerifier | None = None
        if context.replay:
            self._verifier = RoundVerifier(name, context.rules, context.at_tables)

    def apply(self, stored: StoredEvent) -> tuple[str, list[Posting]]:
        event = tables.read_event(stored)
        position = self._position
        if isinstance(event, e.TableOpened):
            position.rulebook = event.rulebook
        self.ended: ClosedRound | None = self._replay(event)
        implied = tables.house_postings(
            self._stream,
            stored.version,
            round_number=position.round,
            rulebook=position.rulebook,
            event=event,
            postings=postings(event),
        )
        position.round = tables.next_round(position.round, event)
        return type(event).__name__, implied

    def _replay(self, event: e.Event) -> ClosedRound | None:
        """The round that an event closes, replayed if that is wanted."""
        verifier = self._verifier
        before = verifier.table if verifier is not None else None
        if verifier is not None:
            verifier.apply(event)
        if not isinstance(event, e.RoundClosed):
            return None
        if verifier is None or before is None:
            return ClosedRound(event.round, event.void)
        return ClosedRound(event.round, event.void, players_in_round(before), verifier.table)

    @property
    def round(self) -> int:
        """The last round that was closed."""
        return self._position.round - 1

    @property
    def state(self) -> bytes:
        return to_json(self._position)

    def end(self) -> None:
        verifier = self._verifier
        if verifier is None or verifier.table is None:
            return
        self._context.rounds += verifier.rounds
        self._context.open_rounds.add((self._name, verifier.table.round))


class MeterStream(StreamAudit):
    """A meter's stream, applied by the same functions that created it."""

    def __init__(self, context: AuditContext, name: str, state: bytes) -> None:
        self._context = context
        self._name = name
        self._meter = meters.read_snapshot(state) if state else None

    @property
    def state(self) -> bytes:
        return to_json(self._meter)

    def apply(self, stored: StoredEvent) -> tuple[str, list[Posting]]:
        event, before = meter_events.read_meter_event(stored), self._meter
        if before is not None:
            rules = self._context.rules(before.rulebook)
        elif isinstance(event, meter_events.MeterOpened):
            rules = self._context.rules(event.rulebook)
            require(event == meters.open_meter(rules)[0], "meter/opening")
        else:
            raise Refusal("journal/beginning", kind="MeterOpened")
        after = meters.apply_event(self._name, before, event, rules.progressive)
        self._meter = after
        if self._context.replay:
            self._record(event)
        return type(event).__name__, meters.implied_postings(before, event, after, stored.version)

    def matches(self, snapshot: Snapshot, stored: StoredEvent) -> bool:
        """Whether a snapshot belongs to this event and has the meter after it."""
        try:
            meter = meters.read_snapshot(snapshot.body)
        except msgspec.MsgspecError:
            return False
        return is_tied(snapshot, stored.hash) and meter == self._meter

    def _record(self, event: meter_events.MeterEvent) -> None:
        record = self._context.at_meters
        match event:
            case meter_events.MeterFed():
                spot = (event.table, event.round, event.seat)
                require(spot not in record.fed, "meter/fed_twice")
                record.fed.add(spot)
            case meter_events.MysteryHit():
                record.mysteries.add((event.table, event.round, event.seat, event.amount))
            case meter_events.JackpotsGiven():
                key = (event.table, event.round)
                require(key not in record.awards, "meter/paid_twice")
                record.awards[key] = tuple(award[:3] for award in event.awards)
                record.shares[key] = event.hits
            case meter_events.FeedTakenBack():
                spot = (event.table, event.round, event.seat)
                require(spot in record.fed, "meter/not_fed")
                require(spot not in record.taken_back, "meter/returned_twice")
                record.taken_back.add(spot)
