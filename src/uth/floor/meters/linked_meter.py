"""A linked meter as the floor holds it: fed and paid by many tables, in one recorded order.

Other nodes may move the same meter. Whoever commits first is first; the other finds that the meter
has another version, looks at it anew and tries again, so no wager counts twice and no jackpot is
paid twice.
"""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.fairness.fairness_events import (
    MysteryCommitted,
    MysteryLost,
    MysteryRevealed,
    fair_stream,
    is_lost,
    plain,
    recover_value,
    value_committed,
)
from uth.floor.fairness.fairness_events import read_fairness_event as fair_from_kept
from uth.floor.fairness.mystery_value import HiddenValue, draw_value
from uth.floor.fairness.randomness import Source
from uth.floor.times import Millis, to_micros
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal.accounts import meter_stream
from uth.ledger.journal.batch import Append, Batch, Entry
from uth.ledger.journal.meter_events import (
    MeterEvent,
    MeterFed,
    MeterOpened,
    MysteryHit,
    TargetDrawn,
    TargetLost,
    read_meter_event,
)
from uth.ledger.journal.store import Reader, Store
from uth.rulebook.canonical import canonical, from_canonical
from uth.rulebook.model import Rulebook
from uth.table.meters import UNITS, Hit


class MeterView(msgspec.Struct, frozen=True):
    """What the two meters show; the hidden value is in its commitment alone."""

    name: str
    main: Cents
    mystery: Cents
    must_hit_by: Cents
    number: int
    """The how manieth mystery this is."""
    commitment: str


class MeterState(msgspec.Struct, frozen=True):
    """A meter at one version, with its journal of fairness."""

    meter: meters.Meter
    version: int
    value: HiddenValue
    fair_version: int


class MeterChanges:
    """What one round does to a meter; it becomes part of the round's own transaction."""

    def __init__(self, standing: MeterState, rules: Rulebook, source: Source) -> None:
        self._before = standing
        self._rules = rules
        self._source = source
        self._meter = standing.meter
        self._value = standing.value
        self._events: list[MeterEvent] = []
        self._fair: list[Entry] = []

    def feed(self, table: str, round_number: int, seat: int, player: str) -> Cents:
        """One Progressive wager; the mystery's cents where it wins it."""
        won = 0
        for event in meters.feed(self._meter, self._rules, table, round_number, seat, player):
            self._take(event)
            if isinstance(event, MysteryHit):
                won = event.amount
        if won:
            self._draw(won)
        return won

    def _draw(self, paid: Cents) -> None:
        """Reveal the value that was hit, and commit to a new one at once."""
        old = self._value
        seed = old.seed.open().hex()
        self._fair.append(plain(MysteryRevealed(old.name.number, seed, old.target(), paid)))
        number = old.name.number + 1
        self._value = draw_value(self._rules.progressive, self._meter.name, number, self._source)
        self._fair.append(value_committed(self._value))
        self._take(TargetDrawn(self._value.target()))

    def give(
        self, table: str, round_number: int, hits: tuple[Hit, ...]
    ) -> tuple[tuple[int, Cents, int], ...]:
        """Pay a round's claims from the meter as it stands: seat, cents and rest of each."""
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
    """One meter of the house. While it can't be asked, no Progressive wager is taken."""

    def __init__(self, name: str, rules: Rulebook, standing: MeterState) -> None:
        self.name = name
        self.rules = rules
        self.state = standing
        self.cut = False
        """Cut off on purpose: by the floor, or by a test."""
        self.lost = False
        """The store that holds it did not answer last time."""

    @property
    def reachable(self) -> bool:
        return not (self.cut or self.lost)

    def run(self, source: Source) -> MeterChanges:
        self.need()
        return MeterChanges(self.state, self.rules, source)

    def need(self) -> None:
        """No Progressive wager is taken, and no bets are closed on one, without the meter."""
        if not self.reachable:
            raise Refusal(
                "meter/unreachable",
                "the linked meter can't be reached: no Progressive wager now",
                self.name,
            )

    def refresh(self, reader: Reader) -> None:
        """Look at the meter anew: another node may have moved it."""
        self.state = _standing(self.name, self.rules, reader)
        self.lost = False

    def view(self) -> MeterView:
        return self.view_of(None)

    def view_of(self, after: MeterState | None) -> MeterView:
        """What the meters show, or will show after what is under way."""
        standing, most = after or self.state, self.rules.progressive.mystery_between[1]
        counted, value = standing.meter.meters, standing.value
        return MeterView(
            self.name,
            counted.main // UNITS,
            counted.mystery // UNITS,
            most,
            value.name.number,
            value.commitment,
        )


def open_meter(
    store: Store, name: str, rules: Rulebook, *, at: Millis, source: Source
) -> LinkedMeter:
    """The meter of this name: recovered from the store, or opened with a first hidden value."""
    stream = meter_stream(name)
    anew: Batch | None = None
    with store.reading() as reader:
        if reader.stream(stream).version:
            own = _rules_of(reader, stream)
            lost = _lost_value(reader, stream)
            if lost is None:
                return LinkedMeter(name, own, _standing(name, own, reader))
            anew = _drawn_anew(reader, name, own, lost, at, source)
    if anew is not None:
        try:
            store.commit(anew)
        except Refusal as no:
            if no.code != "journal/version":  # another node has drawn it
                raise
        return open_meter(store, name, rules, at=at, source=source)
    store.save_rulebook(canonical(rules))
    value = draw_value(rules.progressive, name, 1, source)
    events = [*meters.open_meter(rules), TargetDrawn(value.target())]
    append, meter = meters.meter_append(
        name, None, events, rules, expected=0, at=to_micros(at), salt=source(32)
    )
    fair = Append(fair_stream(stream), 0, (value_committed(value),), at=to_micros(at))
    store.commit(Batch((append, fair)))
    return LinkedMeter(name, rules, MeterState(meter, append.version, value, 1))


def _lost_value(reader: Reader, stream: str) -> MysteryCommitted | None:
    """The last value that was committed to, where a backup left it out."""
    lost: MysteryCommitted | None = None
    redacted = reader.redacted()
    for entry in reader.events(fair_stream(stream)):
        event = fair_from_kept(entry)
        lost = None
        if isinstance(event, MysteryCommitted) and is_lost(entry, redacted):
            lost = event
    return lost


def _drawn_anew(
    reader: Reader, name: str, rules: Rulebook, lost: MysteryCommitted, at: Millis, source: Source
) -> Batch:
    """Another hidden value, above what stands on the meter, in place of the lost one."""
    stream = meter_stream(name)
    meter, _ = meters.recover(reader, name)
    stands = -(-meter.meters.mystery // UNITS)
    value = draw_value(rules.progressive, name, lost.name.number + 1, source, stands)
    append, _ = meters.meter_append(
        name,
        meter,
        [TargetLost(), TargetDrawn(value.target())],
        rules,
        expected=reader.stream(stream).version,
        at=to_micros(at),
        salt=source(32),
    )
    entries = (plain(MysteryLost(lost.name.number)), value_committed(value))
    fair = fair_stream(stream)
    return Batch((append, Append(fair, reader.stream(fair).version, entries, at=to_micros(at))))


def _rules_of(reader: Reader, stream: str) -> Rulebook:
    """The terms that a meter was opened with, long after a house has changed its own."""
    first = read_meter_event(next(iter(reader.events(stream))))
    assert isinstance(first, MeterOpened), "a meter begins by opening"
    return from_canonical(reader.rulebook(first.rulebook))


def _standing(name: str, rules: Rulebook, reader: Reader) -> MeterState:
    stream = meter_stream(name)
    fair = fair_stream(stream)
    value = recover_value(reader.events(fair))
    if value is None:
        raise Refusal("mystery/none", "no hidden value is committed to for this meter", name)
    return MeterState(
        meters.recover(reader, name)[0],
        reader.stream(stream).version,
        value,
        reader.stream(fair).version,
    )
