"""A linked meter: fed and paid out by many tables, in one recorded order.

Other nodes may use the same meter. The node that commits second finds another version, reads the
meter again and retries, so that no wager counts twice and no jackpot is paid twice.
"""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_micros
from uth.floor.fairness.fairness_events import (
    MysteryCommitted,
    MysteryLost,
    MysteryRevealed,
    entry_of,
    fair_stream,
    is_lost,
    read_fairness_event,
    value_committed,
)
from uth.floor.fairness.mystery_value import HiddenValue, draw_value, reopen_value
from uth.floor.fairness.randomness import Source
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal.accounts import meter_stream
from uth.ledger.journal.batch import Append, Batch, Entry
from uth.ledger.journal.meter_events import (
    MeterEvent,
    MeterFed,
    MysteryHit,
    TargetDrawn,
    TargetLost,
)
from uth.ledger.journal.store import Reader, Store, StoredEvent
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.table.meters import UNITS, Hit


class MeterView(msgspec.Struct, frozen=True):
    """What the two meters show; of the hidden value, only its commitment."""

    name: str
    main: Cents
    mystery: Cents
    must_hit_by: Cents
    number: int
    """The number of the current mystery, from 1."""
    commitment: str


class MeterState(msgspec.Struct, frozen=True):
    """A meter at one version, with its hidden value."""

    meter: meters.Meter
    version: int
    value: HiddenValue
    fair_version: int


class MeterChanges:
    """What an order changes on a meter, as part of the order's transaction."""

    def __init__(self, state: MeterState, rules: Rulebook, source: Source) -> None:
        self._before = state
        self._rules = rules
        self._source = source
        self._meter = state.meter
        self._value = state.value
        self._events: list[MeterEvent] = []
        self._fair: list[Entry] = []

    def feed(self, table: str, round_number: int, seat: int, player: str) -> Cents:
        """Add a Progressive wager; returns the amount of the mystery if it wins that."""
        won = 0
        for event in meters.feed(self._meter, self._rules, table, round_number, seat, player):
            self._take(event)
            if isinstance(event, MysteryHit):
                won = event.amount
        if won:
            self._draw(won)
        return won

    def _draw(self, paid: Cents) -> None:
        """Reveal the value that was hit, and commit to a new one."""
        old = self._value
        seed = old.seed.open().hex()
        self._fair.append(entry_of(MysteryRevealed(old.name.number, seed, old.target(), paid)))
        number = old.name.number + 1
        self._value = draw_value(self._rules.progressive, self._meter.name, number, self._source)
        self._fair.append(value_committed(self._value))
        self._take(TargetDrawn(self._value.target()))

    def give(
        self, table: str, round_number: int, hits: tuple[Hit, ...]
    ) -> tuple[tuple[int, Cents, int], ...]:
        """Pay a round's claims from the meter; returns seat, amount and remainder of each."""
        given = meters.award_jackpots(self._meter, self._rules, table, round_number, hits)
        self._take(given)
        return tuple((seat, amount, rest) for seat, amount, rest, _ in given.awards)

    def take_back(self, fed: MeterFed) -> None:
        self._take(meters.take_back(fed, self._rules.cite("round.void")))

    def _take(self, event: MeterEvent) -> None:
        self._meter = meters.evolve(self._meter, event, self._rules.progressive)
        self._events.append(event)

    @property
    def fed(self) -> tuple[MeterFed, ...]:
        return tuple(event for event in self._events if isinstance(event, MeterFed))

    def appends(self, at: Millis, salt: bytes) -> tuple[Append, ...]:
        before, name = self._before, self._meter.name
        if not self._events:
            return ()
        append, _ = meters.meter_append(
            name,
            before.meter,
            self._events,
            self._rules,
            expected=before.version,
            at=to_micros(at),
            salt=salt,
        )
        if not self._fair:
            return (append,)
        fair = fair_stream(meter_stream(name))
        return append, Append(fair, before.fair_version, tuple(self._fair), at=to_micros(at))

    def after(self) -> MeterState:
        before = self._before
        return MeterState(
            self._meter,
            before.version + len(self._events),
            self._value,
            before.fair_version + len(self._fair),
        )


class LinkedMeter:
    """A meter in use; while it can't be reached, no Progressive wager is accepted."""

    def __init__(self, name: str, rules: Rulebook, state: MeterState) -> None:
        self.name = name
        self.rules = rules
        self.state: MeterState = state
        self.cut = False
        """Cut off on purpose, by a test."""
        self.lost: bool = False
        """Whether the store failed last time."""

    @property
    def reachable(self) -> bool:
        return not (self.cut or self.lost)

    def run(self, source: Source) -> MeterChanges:
        self.need()
        return MeterChanges(self.state, self.rules, source)

    def need(self) -> None:
        """Refuse while the meter can't be reached."""
        if not self.reachable:
            raise Refusal("meter/unreachable", where=self.name)

    def refresh(self, reader: Reader) -> None:
        """Read the meter again: another node may have changed it."""
        self.state = _read_state(self.name, reader)
        self.lost = False

    def view(self, after: MeterState | None = None) -> MeterView:
        """What the meters show now, or will show after the order in progress."""
        state = after or self.state
        meters, value = state.meter.meters, state.value
        return MeterView(
            name=self.name,
            main=meters.main // UNITS,
            mystery=meters.mystery // UNITS,
            must_hit_by=self.rules.progressive.mystery_between[1],
            number=value.name.number,
            commitment=value.commitment,
        )


def open_meter(
    store: Store, name: str, rules: Rulebook, *, at: Millis, source: Source
) -> LinkedMeter:
    """The meter of this name from the store, or a new one with a first hidden value.

    It keeps the rulebook that it was opened with, even if the house has changed its terms.
    """
    stream, redraw = meter_stream(name), None
    with store.reading() as reader:
        if reader.stream(stream).version:
            entry, committed = _committed(reader, stream)
            if not is_lost(entry, reader.redacted()):
                _, own = meters.recover(reader, name)
                return LinkedMeter(name, own, _read_state(name, reader))
            redraw = _redraw(reader, name, committed, at=at, source=source)
    if redraw is not None:
        _commit_unless_late(store, redraw)
        return open_meter(store, name, rules, at=at, source=source)
    store.save_rulebook(canonical(rules))
    value = draw_value(rules.progressive, name, 1, source)
    events = [*meters.open_meter(rules), TargetDrawn(value.target())]
    append, meter = meters.meter_append(
        name, None, events, rules, expected=0, at=to_micros(at), salt=source(32)
    )
    fair = Append(fair_stream(stream), 0, (value_committed(value),), at=to_micros(at))
    if not _commit_unless_late(store, Batch((append, fair))):
        return open_meter(store, name, rules, at=at, source=source)
    return LinkedMeter(name, rules, MeterState(meter, append.version, value, 1))


def _commit_unless_late(store: Store, batch: Batch) -> bool:
    """Commit, unless another table or node was first; returns whether it was committed."""
    try:
        store.commit(batch)
    except Refusal as refusal:
        if refusal.code != "journal/version":
            raise
        return False
    return True


def _committed(reader: Reader, stream: str) -> tuple[StoredEvent, MysteryCommitted]:
    """The entry that commits to a meter's hidden value: the last of its fairness stream."""
    fair = fair_stream(stream)
    for entry in reader.events(fair, reader.stream(fair).version - 1):
        event = read_fairness_event(entry)
        if isinstance(event, MysteryCommitted):
            return entry, event
    raise Refusal("mystery/none", where=stream)


def _redraw(
    reader: Reader, name: str, lost: MysteryCommitted, *, at: Millis, source: Source
) -> Batch:
    """Replace a hidden value that a backup left out by a new one, above what the meter shows."""
    stream = meter_stream(name)
    meter, rules = meters.recover(reader, name)
    shown = -(-meter.meters.mystery // UNITS)
    value = draw_value(rules.progressive, name, lost.name.number + 1, source, shown)
    append, _ = meters.meter_append(
        name,
        meter,
        [TargetLost(), TargetDrawn(value.target())],
        rules,
        expected=reader.stream(stream).version,
        at=to_micros(at),
        salt=source(32),
    )
    entries = (entry_of(MysteryLost(lost.name.number)), value_committed(value))
    fair = fair_stream(stream)
    return Batch((append, Append(fair, reader.stream(fair).version, entries, at=to_micros(at))))


def _read_state(name: str, reader: Reader) -> MeterState:
    stream = meter_stream(name)
    meter, _ = meters.recover(reader, name)
    entry, committed = _committed(reader, stream)
    value = reopen_value(committed.name, committed.commitment, entry.secret)
    return MeterState(meter, reader.stream(stream).version, value, entry.version)
