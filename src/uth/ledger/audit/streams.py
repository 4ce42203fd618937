"""The streams under audit: what each event must be, and which postings it implies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from uth.core.refusal import Refusal
from uth.ledger.audit.corrections import Corrections
from uth.ledger.audit.verify_rounds import MeterRecord, RoundVerifier, need
from uth.ledger.journal import bookings, meter_events
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal import table_streams as tables
from uth.ledger.journal.batch import Posting
from uth.ledger.journal.chain import link, seal
from uth.ledger.journal.rounds import RoundRow, is_tied, players_of, read_table
from uth.ledger.journal.store import Checkpoint, StoredAnswer, StoredEvent, StreamRow
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.postings import postings
from uth.table.state import Table
from uth.table.wire import to_json

CLOSED, VOIDED = "RoundClosed", "RoundVoided"
"""A round whose cards a backup left out is closed only after it was made void."""


class Shared:
    """What the streams of one audit tell each other."""

    def __init__(self, rules: Callable[[str], Rulebook], rounds_too: bool) -> None:
        self.rules = rules
        self.rounds_too = rounds_too
        """Without them the chain and the money are looked at, perhaps from a mark on."""
        self.at_tables = MeterRecord()
        self.at_meters = MeterRecord()
        self.open_rounds: set[tuple[str, int]] = set()
        self.rounds = 0


class Walk:
    """The chain of one stream."""

    def __init__(self, row: StreamRow, mark: Checkpoint) -> None:
        self.row = row
        self.version = mark.version
        self._before = mark.hash
        self._left_out = False
        """Whether a secret is missing that a backup may have left out."""
        self._covered = False
        """Whether answers have been under the chain by now: older ones were not."""

    def take(self, kept: StoredEvent, redacted: bool) -> None:
        self.version += 1
        need(kept.version == self.version, "journal/missing", "the event is missing")
        expected = link(
            self._before,
            kept.stream,
            kept.version,
            kept.at,
            kept.kind,
            kept.body,
            kept.seal,
            kept.answered,
        )
        need(kept.hash == expected, "journal/altered", "the event does not follow in the chain")
        left_out = redacted and bool(kept.seal) and not kept.secret
        need(
            seal(kept.salt, kept.secret) == kept.seal or left_out,
            "journal/secret",
            "what was sealed is missing or was exchanged",
        )
        self._left_out = (self._left_out or left_out) and kept.kind != VOIDED
        need(
            not (self._left_out and kept.kind == CLOSED),
            "journal/secret",
            "what was sealed before it is missing, as no backup would leave it out",
        )
        self._before = kept.hash

    def answer(self, kept: StoredEvent, given: StoredAnswer | None, redacted: bool) -> None:
        """The answer that came with an event is there, and none that did not come with it."""
        if kept.answered:
            self._covered = True
            there = given is not None and given.sum == kept.answered
            missing = given is None and redacted
            need(there or missing, "answer/altered", "the answer given with it is another, or gone")
        else:
            need(
                given is None or not self._covered, "answer/altered", "no answer was given with it"
            )

    def end(self) -> None:
        last, head = (self.version, self._before), (self.row.version, self.row.hash)
        if last != head:
            self.version = min(self.version, self.row.version) + 1
            raise Refusal("journal/head", "the journal does not end where its head is")


class ClosedRound(NamedTuple):
    """A round that an event has closed, as far as it was followed."""

    round: int
    void: bool
    players: tuple[str, ...] = ()
    after: Table | None = None
    """None where the opening of a store looks at the chain only."""


def check_indexed(
    found: tuple[RoundRow, tuple[str, ...]] | None, kept: StoredEvent, ended: ClosedRound
) -> None:
    """Hold the index's line for a round against the journal."""
    need(found is not None, "index/missing", "the round is not in the index")
    assert found is not None
    row, players = found
    told = (row.round, row.version, row.at, row.void)
    closed = (ended.round, kept.version, kept.at, ended.void)
    need(
        told == closed and is_tied(row, kept.hash),
        "index/altered",
        "the index tells otherwise of this round",
    )
    if ended.after is not None:
        same = players == ended.players and read_table(row) == ended.after
        need(same, "index/altered", "the index tells of other players, or another table")


class BookingStream:
    """What was booked moves what it lists; corrections are followed where rounds are."""

    ended: ClosedRound | None = None
    state = b""
    round = 0

    def __init__(self, shared: Shared) -> None:
        self._corrections = Corrections() if shared.rounds_too else None

    def take(self, kept: StoredEvent) -> tuple[str, list[Posting]]:
        if self._corrections is not None:
            self._corrections.take(kept)
        return bookings.implied(kept.version, kept.body)

    def stands(self, snapshot: bytes) -> bool:
        """Whoever owns the stream knows what its snapshots say."""
        return True

    def end(self) -> None:
        """Nothing is left open."""


class _At(msgspec.Struct):
    """Where a table's stream has come to, as far as its postings need it."""

    round: int = 1
    rulebook: str = ""


_AT = msgspec.json.Decoder(_At)


class TableStream:
    """A table's stream: its postings, and its rounds where they are asked for."""

    def __init__(self, shared: Shared, stream: str, name: str, state: bytes) -> None:
        self._shared = shared
        self._stream = stream
        self._name = name
        self._at = _AT.decode(state) if state else _At()
        self._follower = RoundVerifier(name, shared.rules) if shared.rounds_too else None
        self.ended: ClosedRound | None = None

    def take(self, kept: StoredEvent) -> tuple[str, list[Posting]]:
        event = tables.read_event(kept)
        if isinstance(event, e.TableOpened):
            self._at.rulebook = event.rulebook
        before = self._follower.table if self._follower is not None else None
        if self._follower is not None:
            self._follower.take(event)
        self.ended = None
        if isinstance(event, e.RoundClosed):
            self.ended = ClosedRound(event.round, event.void)
            if before is not None and self._follower is not None:
                after, players = self._follower.table, players_of(before)
                self.ended = ClosedRound(event.round, event.void, players, after)
        at = self._at
        implied = tables.booked(
            self._stream,
            kept.version,
            round_number=at.round,
            rulebook=at.rulebook,
            event=event,
            moved=postings(event),
        )
        at.round = tables.next_round(at.round, event)
        return type(event).__name__, implied

    @property
    def round(self) -> int:
        """The last round that was closed."""
        return self._at.round - 1

    @property
    def state(self) -> bytes:
        return to_json(self._at)

    def stands(self, snapshot: bytes) -> bool:
        """Whether a snapshot tells the table as it stands now, as far as that is followed."""
        if self._follower is None:
            return True
        return tables.read_snapshot(snapshot) == self._follower.table

    def end(self) -> None:
        follower = self._follower
        if follower is None or follower.table is None:
            return
        self._shared.rounds += follower.rounds
        self._shared.open_rounds.add((self._name, follower.table.round))
        told, found = self._shared.at_tables, follower.linked
        for name in ("fed", "mysteries", "awards", "shares", "taken_back"):
            getattr(told, name).update(getattr(found, name))


class MeterStream:
    """A meter's stream, folded by the same functions that made it."""

    ended: ClosedRound | None = None
    round = 0

    def __init__(self, shared: Shared, name: str, state: bytes) -> None:
        self._shared = shared
        self._name = name
        self._meter = meters.read_snapshot(state) if state else None

    @property
    def state(self) -> bytes:
        return to_json(self._meter)

    def take(self, kept: StoredEvent) -> tuple[str, list[Posting]]:
        event, before = meter_events.read_meter_event(kept), self._meter
        if isinstance(event, meter_events.MeterOpened) and before is None:
            rules = self._shared.rules(event.rulebook)
            need(event == meters.open_meter(rules)[0], "meter/wrong", "opened otherwise")
        else:
            need(before is not None, "meter/wrong", "a meter begins by opening")
            assert before is not None
            rules = self._shared.rules(before.rulebook)
        self._meter = meters.follow(self._name, before, event, rules.progressive)
        if self._shared.rounds_too:
            self._note(event)
        return type(event).__name__, meters.implied(before, event, self._meter, kept.version)

    def stands(self, snapshot: bytes) -> bool:
        return meters.read_snapshot(snapshot) == self._meter

    def _note(self, event: meter_events.MeterEvent) -> None:
        told = self._shared.at_meters
        match event:
            case meter_events.MeterFed():
                spot = (event.table, event.round, event.seat)
                need(spot not in told.fed, "meter/wrong", "a wager was counted twice")
                told.fed.add(spot)
            case meter_events.MysteryHit():
                told.mysteries.add((event.table, event.round, event.seat, event.amount))
            case meter_events.JackpotsGiven():
                key = (event.table, event.round)
                need(key not in told.awards, "meter/wrong", "a jackpot was paid twice")
                told.awards[key] = tuple(award[:3] for award in event.awards)
                told.shares[key] = event.hits
            case meter_events.FeedTakenBack():
                spot = (event.table, event.round, event.seat)
                need(spot in told.fed, "meter/wrong", "what was not fed went back")
                need(spot not in told.taken_back, "meter/wrong", "a feed went back twice")
                told.taken_back.add(spot)
            case _:
                pass

    def end(self) -> None:
        """The accounts are held against the meter by its postings."""


def stream_audit(
    shared: Shared, stream: str, state: bytes = b""
) -> BookingStream | TableStream | MeterStream:
    """How a stream of this name is looked at, from its beginning or from a mark's state on."""
    prefix, _, name = stream.partition("/")
    if prefix == "table":
        return TableStream(shared, stream, name, state)
    return MeterStream(shared, name, state) if prefix == "meter" else BookingStream(shared)
