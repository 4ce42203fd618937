"""A linked meter's stream: what fed it, what it paid, and the cents that move with each.

A meter counts in 1/10,000 cent (`uth.table.link`); its accounts hold the whole cents of that, and
the fraction is carried in the stream. So contributions less awards are the meter, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import house, meter_stream
from uth.ledger.journal.batch import Append, Posting
from uth.ledger.journal.chain import salt_for
from uth.ledger.journal.meter_events import (
    FeedTakenBack,
    JackpotsGiven,
    MeterEvent,
    MeterFed,
    MeterOpened,
    MysteryHit,
    TargetDrawn,
    TargetLost,
    read_meter_event,
    to_entry,
)
from uth.ledger.journal.store import Reader, short_cut
from uth.rulebook.canonical import digest, from_canonical
from uth.rulebook.model import Progressive, Rulebook
from uth.table import link
from uth.table.meters import UNITS, Hit
from uth.table.wire import to_json


class Meter(msgspec.Struct, frozen=True):
    """A meter as it stands, and the rulebook of its terms."""

    name: str
    rulebook: str
    meters: link.Meters


def open_meter(rules: Rulebook) -> list[MeterEvent]:
    start = link.start(rules.progressive)
    return [MeterOpened(digest(rules), start.main, start.mystery)]


def feed(
    meter: Meter, rules: Rulebook, table: str, round_number: int, seat: int, player: str
) -> list[MeterEvent]:
    """One Progressive wager: its contribution, and the mystery where it is hit."""
    _, fed, won = link.feed(rules.progressive, meter.meters)
    who = (table, round_number, seat, player)
    events: list[MeterEvent] = [
        MeterFed(*who, fed.main, fed.mystery, fed.jackpots, fed.mysteries, rules.cite("meter.fed"))
    ]
    if won:
        events.append(MysteryHit(*who, won, rules.cite("meter.mystery")))
    return events


def give(
    meter: Meter, rules: Rulebook, table: str, round_number: int, hits: tuple[Hit, ...]
) -> JackpotsGiven:
    """Pay the claims of one round from the meter as it stands."""
    _, awards = link.claim(rules.progressive, meter.meters, hits)
    shares = {hit.seat: rules.progressive.prizes[hit.hand.category].basis_points for hit in hits}
    return JackpotsGiven(
        table,
        round_number,
        tuple((given.seat, shares[given.seat] or 0) for given in awards.given),
        tuple((given.seat, given.amount, given.rest, given.reseeded) for given in awards.given),
        rules.cite("meter.awarded"),
    )


def take_back(event: MeterFed, clauses: tuple[str, ...] = ()) -> FeedTakenBack:
    return FeedTakenBack(
        event.table,
        event.round,
        event.seat,
        event.main,
        event.mystery,
        event.jackpots,
        event.mysteries,
        clauses,
    )


def begin(name: str, event: MeterOpened) -> Meter:
    return Meter(name, event.rulebook, link.Meters(event.main, event.mystery))


def evolve(meter: Meter, event: MeterEvent, progressive: Progressive) -> Meter:
    """The meter after an event; one that its terms do not give is refused."""
    before = meter.meters
    match event:
        case TargetDrawn(target=target):
            after = link.draw(progressive, before, target) if target else _hidden(before)
        case TargetLost():
            _need(before.target == HIDDEN, "a hidden value that stands is not drawn anew")
            after = replace(before, target=None)
        case MeterFed():
            after = _add(before, event, progressive)
        case MysteryHit(amount=amount):
            won, carried = divmod(before.mystery, UNITS)
            restart = progressive.mystery_restart * UNITS + carried
            _need(won == amount and _is_above(before), "the mystery was not won, or not so much")
            after = replace(before, mystery=restart, target=None, mysteries=before.mysteries + 1)
        case JackpotsGiven():
            after = _paid(before, event, progressive)
        case FeedTakenBack():
            after = link.take_back(before, event.fed)
        case _:
            raise Refusal("meter/event", "a meter is opened once")
    return replace(meter, meters=after)


HIDDEN = -1
"""Stands for a target that a backup left out: above nothing, so no hit can be checked by it."""


def _hidden(before: link.Meters) -> link.Meters:
    return replace(before, target=HIDDEN)


def _is_above(meters: link.Meters) -> bool:
    return meters.target is not None and meters.mystery > meters.target * UNITS


def _need(holds: bool, sentence: str) -> None:
    if not holds:
        raise Refusal("meter/wrong", sentence)


def _add(before: link.Meters, event: MeterFed, progressive: Progressive) -> link.Meters:
    """The contribution; a mystery that it wins is emptied by the event that follows."""
    _need(before.target is not None, "fed while no hidden value stood")
    _need(before.target == HIDDEN or not _is_above(before), "a won mystery was not paid")
    expected = link.Fed(
        progressive.wager * progressive.main_share,
        progressive.wager * progressive.mystery_share,
        before.jackpots,
        before.mysteries,
    )
    _need(event.fed == expected, "a contribution is not what the rulebook says")
    return replace(before, main=before.main + event.main, mystery=before.mystery + event.mystery)


def _paid(before: link.Meters, event: JackpotsGiven, progressive: Progressive) -> link.Meters:
    """Each share of the meter as it then stands (Q-7)."""
    meter, jackpots = before.main, before.jackpots
    _need(len(event.hits) == len(event.awards), "hits and awards differ in number")
    for (seat, share), (paid_seat, amount, rest, reseeded) in zip(
        event.hits, event.awards, strict=True
    ):
        due, left = divmod(meter * share // UNITS, UNITS)
        given = (paid_seat, amount, rest)
        expected = (seat, due, 0 if share == UNITS else left)
        _need(given == expected, f"seat {seat} was not given its share")
        _need(reseeded == (share == UNITS), "a meter is reseeded when all of it is won")
        meter -= amount * UNITS
        if reseeded:
            meter += progressive.seed * UNITS
            jackpots += 1
    return replace(before, main=meter, jackpots=jackpots)


def implied(before: Meter | None, event: MeterEvent, after: Meter, version: int) -> list[Posting]:
    """The cents that move with an event: always the change in the meter's whole cents."""
    stream = meter_stream(after.name)
    main, mystery, seeding = f"{stream}/main", f"{stream}/mystery", house(stream)
    then = before.meters if before else link.Meters(0, 0)
    changes = {
        main: after.meters.main // UNITS - then.main // UNITS,
        mystery: after.meters.mystery // UNITS - then.mystery // UNITS,
    }
    at_table = house(f"table/{event.table}") if hasattr(event, "table") else seeding
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
    wager = "mystery" if isinstance(event, MysteryHit) else "progressive"
    return [
        Posting(
            version,
            source,
            target,
            amount,
            getattr(event, "round", 0),
            wager,
            " ".join(getattr(event, "clauses", ())),
            after.rulebook,
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
    """What happened to a meter, ready to be committed, and the meter after it."""
    meter, entries, found = before, [], []
    for version, event in enumerate(events, expected + 1):
        then = follow(name, meter, event, rules.progressive)
        entries.append(to_entry(event, salt and salt_for(salt, version)))
        found += implied(meter, event, then, version)
        meter = then
    assert meter is not None, "an append has events"
    stream = meter_stream(name)
    rulebook, shot = meter.rulebook, to_json(meter)
    append = Append(stream, expected, tuple(entries), tuple(found), at, epoch, rulebook, shot)
    return append, meter


def follow(name: str, meter: Meter | None, event: MeterEvent, progressive: Progressive) -> Meter:
    if meter is not None:
        return evolve(meter, event, progressive)
    return begin(name, _opening(name, event))


def _opening(where: str, event: MeterEvent) -> MeterOpened:
    if not isinstance(event, MeterOpened):
        raise Refusal("journal/beginning", "a stream begins with MeterOpened", where)
    return event


def recover(reader: Reader, name: str) -> tuple[Meter, Rulebook]:
    """A meter as it stands, and the rulebook of its terms."""
    stream = meter_stream(name)
    version, meter = short_cut(reader, stream, read_snapshot)
    rules = from_canonical(reader.rulebook(meter.rulebook)) if meter else None
    for kept in reader.events(stream, version):
        event = read_meter_event(kept)
        if rules is None:
            rules = from_canonical(reader.rulebook(_opening(stream, event).rulebook))
        meter = follow(name, meter, event, rules.progressive)
    if meter is None or rules is None:
        raise Refusal("journal/empty", "there is no such meter", stream)
    return meter, rules


def read_snapshot(body: bytes) -> Meter:
    return _METER.decode(body)


_METER = msgspec.json.Decoder(Meter)
