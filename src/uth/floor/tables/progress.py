"""A table's progress: the fold of its journal with times, the same live and in recovery."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import MINUTE, Millis, to_millis
from uth.floor.fairness.shuffle import OpenShuffle
from uth.ledger.journal.meter_events import MeterFed
from uth.ledger.journal.store import StoredEvent
from uth.ledger.journal.table_streams import read_event
from uth.table import events as e
from uth.table.evolve import Transition, opened, transition
from uth.table.state import Table


class PhaseTimes(msgspec.Struct, frozen=True, gc=False):
    """When things began; 0 for never."""

    phase: Millis = 0
    wagered: Millis = 0
    """When the first wager of this round was placed."""
    offered: Millis = 0
    """When the bank was last offered, or declined by everybody."""
    away: dict[int, Millis] = {}
    """Since when each held seat has been empty."""
    cut: dict[int, Millis] = {}
    """Since when in this round each seat's player is disconnected; 0 for since before it."""


class TableProgress(msgspec.Struct, frozen=True, gc=False):
    """A table at one version, and everything the floor needs to continue from there."""

    table: Table
    version: int
    turn: int
    """The version at which this phase began or an approval was requested: an order based on an
    earlier version is too late."""
    times: PhaseTimes
    dealt: e.Dealt | None = None
    """This round's deal, for its receipt."""
    so_far: tuple[e.Event, ...] = ()
    """The events since “No more bets”, for somebody who joins during the round."""


class RoundSecrets(msgspec.Struct, frozen=True, gc=False):
    """What is not in the table's own stream: the shuffle, and this round's contributions."""

    shuffle: OpenShuffle
    fair_version: int
    fed: tuple[MeterFed, ...] = ()


def begin(event: e.Event, at: Millis) -> TableProgress:
    if not isinstance(event, e.TableOpened):
        raise Refusal("journal/beginning", kind="TableOpened")
    return TableProgress(opened(event), 1, 1, PhaseTimes(phase=at))


def advance(progress: TableProgress, step: Transition, at: Millis) -> TableProgress:
    """The progress after one more event."""
    before, event, table = progress.table, step.event, step.table
    version, kind, so_far = progress.version + 1, type(event), progress.so_far
    turned = table.phase != before.phase or table.round != before.round
    dealt = event if isinstance(event, e.Dealt) else progress.dealt
    closed = kind is e.RoundClosed
    begun = so_far or kind is e.BetsClosed
    return TableProgress(
        table=table,
        version=version,
        turn=version if turned or kind is e.ApprovalRequested else progress.turn,
        times=_times(progress, step, at, turned),
        dealt=None if closed else dealt,
        so_far=(*so_far, event) if begun and not closed else (),
    )


_OFFERS = (e.BankOffered, e.BankUntaken)
_SEATING = (e.PlayerLeft, e.SeatReleased, e.PlayerSeated)
_PRESENCE = (*_SEATING, e.PlayerDisconnected, e.PlayerReconnected)
"""Events that change who is at the table, or connected to it."""
_TIMED = (e.WagersPlaced, e.RoundClosed, *_OFFERS, *_PRESENCE)
"""Events that set a time."""


def _times(progress: TableProgress, step: Transition, at: Millis, turned: bool) -> PhaseTimes:
    times, event, table = progress.times, step.event, step.table
    if turned:
        times = replace(times, phase=at)
    if not isinstance(event, _TIMED):
        return times
    if isinstance(event, e.WagersPlaced):
        first = times.wagered or at
        times = replace(times, wagered=first if any(table.in_play()) else 0)
    elif isinstance(event, e.RoundClosed):
        times = replace(times, wagered=0)
    elif isinstance(event, _OFFERS):
        times = replace(times, offered=at)
    elif isinstance(event, _SEATING):
        away = {number: times.away.get(number, at) for number, seat in table.taken() if seat.away}
        times = replace(times, away=away)
    if isinstance(event, e.RoundClosed):
        return replace(times, cut=dict.fromkeys(_cut_off(table), 0))
    if not isinstance(event, _PRESENCE):
        return times
    cut = {number: times.cut.get(number, at) for number in _cut_off(table)}
    return replace(times, cut=cut) if cut != times.cut else times


def between_rounds(table: Table, version: int, at: Millis) -> TableProgress:
    """The progress of a table just after a round was closed."""
    return TableProgress(
        table, version, version, PhaseTimes(phase=at, cut=dict.fromkeys(_cut_off(table), 0))
    )


def _cut_off(table: Table) -> list[int]:
    return [number for number, seat in table.taken() if seat.disconnected]


def resumed(progress: TableProgress, at: Millis) -> TableProgress:
    """The progress of a table that runs again after an outage: every time to act starts anew."""
    times = progress.times
    anew = replace(
        times,
        phase=at,
        wagered=at if times.wagered else 0,
        offered=at if times.offered else 0,
        cut={number: at if since else 0 for number, since in times.cut.items()},
    )
    return replace(progress, times=anew)


def held_until(progress: TableProgress) -> dict[int, Millis]:
    """When each empty held seat is given up, by seat number (CR-9)."""
    return {
        number: since + progress.table.seat(number).hold * MINUTE
        for number, since in progress.times.away.items()
    }


def recover(entries: Iterable[StoredEvent], progress: TableProgress | None = None) -> TableProgress:
    """Fold a table's journal, from the beginning or from earlier progress."""
    for entry in entries:
        event = read_event(entry)
        at = to_millis(entry.at)
        if progress is None:
            progress = begin(event, at)
        else:
            progress = advance(progress, transition(progress.table, event), at)
    if progress is None:
        raise Refusal("journal/no_table")
    return progress
