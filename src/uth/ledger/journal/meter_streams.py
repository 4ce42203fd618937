"""The stream of a linked meter: its contributions and awards, and the postings they imply.

A meter counts in 1/10,000 cent (`uth.table.meters.link`). Its accounts hold the whole cents; the
stream carries the fraction, so contributions minus awards equal the meter exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict, replace

from uth.core.money import Cents
from uth.core.refusal import Refusal, require
from uth.ledger.journal.accounts import house, meter_stream
from uth.ledger.journal.batch import Append, Posting
from uth.ledger.journal.chain import salt_for
from uth.ledger.journal.game_events import PREFIX as GAMES
from uth.ledger.journal.meter_events import (
    FeedTakenBack,
    JackpotsGiven,
    MeterEvent,
    MeterFed,
    MeterOpened,
    MysteryHit,
    TargetDrawn,
    TargetLost,
    contribution,
    read_meter_event,
    to_entry,
)
from uth.ledger.journal.rounds import is_tied
from uth.ledger.journal.store import Reader
from uth.rulebook.approval.table_guard import recorded_rules
from uth.rulebook.canonical import digest
from uth.rulebook.model import ProgressiveRules, Rulebook
from uth.table.meters import UNITS, Hit, link
from uth.table.wagers import PROGRESSIVE
from uth.table.wire import to_json


class Meter(msgspec.Struct, frozen=True):
    """The current state of a meter, and the digest of the rulebook with its terms."""

    name: str
    rulebook: str
    meters: link.Meters


def open_meter(rules: Rulebook) -> list[MeterEvent]:
    """The first event of a new meter."""
    start = link.start(rules.progressive)
    return [MeterOpened(digest(rules), start.main, start.mystery)]


def feed(
    meter: Meter, rules: Rulebook, table: str, round_number: int, seat: int, player: str
) -> list[MeterEvent]:
    """The contribution of one Progressive wager, and the mystery if it is hit."""
    _, fed, won = link.feed(rules.progressive, meter.meters)
    who = (table, round_number, seat, player)
    events: list[MeterEvent] = [MeterFed(*who, **asdict(fed), clauses=rules.cite("meter.fed"))]
    if won:
        events.append(MysteryHit(*who, amount=won, clauses=rules.cite("meter.mystery")))
    return events


def award_jackpots(
    meter: Meter, rules: Rulebook, table: str, round_number: int, hits: tuple[Hit, ...]
) -> JackpotsGiven:
    """Pay the claims of one round from the current meter."""
    _, awards = link.claim(rules.progressive, meter.meters, hits)
    shares = {hit.seat: rules.progressive.prizes[hit.hand.category].basis_points for hit in hits}
    return JackpotsGiven(
        table,
        round_number,
        tuple((award.seat, shares[award.seat] or 0) for award in awards.given),
        tuple((award.seat, award.amount, award.rest, award.reseeded) for award in awards.given),
        rules.cite("meter.awarded"),
    )


def take_back(event: MeterFed, clauses: tuple[str, ...] = ()) -> FeedTakenBack:
    """The event that returns a void round's contribution."""
    fed = asdict(contribution(event))
    return FeedTakenBack(event.table, event.round, event.seat, **fed, clauses=clauses)


def evolve(meter: Meter, event: MeterEvent, progressive: ProgressiveRules) -> Meter:
    """The meter after an event; an event that contradicts the terms is refused."""
    before = meter.meters
    match event:
        case TargetDrawn(target=target):
            hidden = replace(before, target=HIDDEN)
            after = link.draw(progressive, before, target) if target else hidden
        case TargetLost():
            require(before.target == HIDDEN, "meter/target_known")
            after = replace(before, target=None)
        case MeterFed():
            after = _add(before, event, progressive)
        case MysteryHit(amount=amount):
            won, carried = divmod(before.mystery, UNITS)
            restart = progressive.mystery_restart * UNITS + carried
            require(won == amount and _is_above(before), "meter/mystery")
            after = replace(before, mystery=restart, target=None, mysteries=before.mysteries + 1)
        case JackpotsGiven():
            after = _paid(before, event, progressive)
        case FeedTakenBack():
            after = link.take_back(before, contribution(event))
        case _:
            raise Refusal("meter/event")
    return replace(meter, meters=after)


HIDDEN = -1
"""The target if a backup left it out: a hit can't be checked then."""


def _is_above(meters: link.Meters) -> bool:
    return meters.target is not None and meters.mystery > meters.target * UNITS


def _add(before: link.Meters, event: MeterFed, progressive: ProgressiveRules) -> link.Meters:
    """Add a contribution; if it wins the mystery, the next event resets that."""
    require(before.target is not None, "meter/no_target")
    require(before.target == HIDDEN or not _is_above(before), "meter/mystery_unpaid")
    _, expected, _ = link.feed(progressive, before)
    require(contribution(event) == expected, "meter/contribution")
    return replace(before, main=before.main + event.main, mystery=before.mystery + event.mystery)


def _paid(before: link.Meters, event: JackpotsGiven, progressive: ProgressiveRules) -> link.Meters:
    """Each share is taken from what the previous ones left (Q-7)."""
    meter, jackpots = before.main, before.jackpots
    require(len(event.hits) == len(event.awards), "meter/awards")
    for (seat, share), (paid_seat, amount, rest, reseeded) in zip(
        event.hits, event.awards, strict=True
    ):
        due, left = divmod(meter * share // UNITS, UNITS)
        paid = (paid_seat, amount, rest)
        expected = (seat, due, 0 if share == UNITS else left)
        require(paid == expected, "meter/share", seat=seat)
        require(reseeded == (share == UNITS), "meter/reseeded")
        meter -= amount * UNITS
        if reseeded:
            meter += progressive.seed * UNITS
            jackpots += 1
    return replace(before, main=meter, jackpots=jackpots)


def origin_stream(table: str) -> str:
    """The stream of what feeds a meter: a table, or another game by its whole name."""
    return table if table.startswith(GAMES) else f"table/{table}"


def implied_postings(
    before: Meter | None, event: MeterEvent, after: Meter, version: int
) -> list[Posting]:
    """The postings of an event: together, the change of the meter's whole cents."""
    stream = meter_stream(after.name)
    main, mystery, seeding = f"{stream}/main", f"{stream}/mystery", house(stream)
    previous = before.meters if before else link.Meters(0, 0)
    changes = {
        main: after.meters.main // UNITS - previous.main // UNITS,
        mystery: after.meters.mystery // UNITS - previous.mystery // UNITS,
    }
    at_table = house(origin_stream(event.table)) if hasattr(event, "table") else seeding
    moves: list[tuple[str, str, Cents]] = []
    if isinstance(event, MysteryHit):
        moves = [(mystery, at_table, event.amount)]
    elif isinstance(event, JackpotsGiven):
        moves = [(main, at_table, amount) for _, amount, _, _ in event.awards]
    for source, _, amount in moves:
        changes[source] += amount
    for account, change in changes.items():
        other = seeding if moves else at_table
        moves.append((other, account, change) if change > 0 else (account, other, -change))
    wager = "mystery" if isinstance(event, MysteryHit) else PROGRESSIVE.name
    return [
        Posting(
            version=version,
            source=source,
            target=target,
            amount=amount,
            round=getattr(event, "round", 0),
            wager=wager,
            clauses=" ".join(getattr(event, "clauses", ())),
            rulebook=after.rulebook,
        )
        for source, target, amount in moves
        if amount
    ]


def meter_append(
    name: str,
    before: Meter | None,
    events: Sequence[MeterEvent],
    rules: Rulebook,
    *,
    expected: int,
    at: int,
    salt: bytes = b"",
    epoch: int = 0,
) -> tuple[Append, Meter]:
    """The append of some meter events, ready to be committed, and the meter after it."""
    meter, entries, postings = before, [], []
    for version, event in enumerate(events, expected + 1):
        after = apply_event(name, meter, event, rules.progressive)
        entries.append(to_entry(event, salt and salt_for(salt, version)))
        postings += implied_postings(meter, event, after, version)
        meter = after
    assert meter is not None, "an append has events"
    append = Append(
        meter_stream(name),
        expected,
        tuple(entries),
        tuple(postings),
        at=at,
        epoch=epoch,
        rulebook=meter.rulebook,
        snapshot=to_json(meter),
    )
    return append, meter


def apply_event(
    name: str, meter: Meter | None, event: MeterEvent, progressive: ProgressiveRules
) -> Meter:
    """The meter after an event; `meter` is None before the first one."""
    if meter is not None:
        return evolve(meter, event, progressive)
    first = _opening(name, event)
    return Meter(name, first.rulebook, link.Meters(first.main, first.mystery))


def _opening(where: str, event: MeterEvent) -> MeterOpened:
    if not isinstance(event, MeterOpened):
        raise Refusal("journal/beginning", kind="MeterOpened", where=where)
    return event


def recover(reader: Reader, name: str) -> tuple[Meter, Rulebook]:
    """The current state of a meter, from its snapshot and the events since, and its rulebook."""
    stream = meter_stream(name)
    version, meter = _from_snapshot(reader, stream)
    rules = recorded_rules(reader.rulebook(meter.rulebook)) if meter else None
    for stored in reader.events(stream, version):
        event = read_meter_event(stored)
        if rules is None:
            rules = recorded_rules(reader.rulebook(_opening(stream, event).rulebook))
        meter = apply_event(name, meter, event, rules.progressive)
    if meter is None or rules is None:
        raise Refusal("journal/no_meter", where=stream)
    return meter, rules


def _from_snapshot(reader: Reader, stream: str) -> tuple[int, Meter | None]:
    """The version and state of a snapshot; a snapshot that is not valid is ignored."""
    snapshot = reader.snapshot(stream)
    if snapshot is None:
        return 0, None
    stored = next(reader.events(stream, snapshot.version - 1), None)
    if stored is None or not is_tied(snapshot, stored.hash):
        return 0, None
    try:
        return snapshot.version, read_snapshot(snapshot.body)
    except msgspec.MsgspecError:
        return 0, None


def read_snapshot(body: bytes) -> Meter:
    return _METER.decode(body)


_METER = msgspec.json.Decoder(Meter)
