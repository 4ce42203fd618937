"""Where a table stands and since when: the fold of its journal, made alike live and in recovery."""

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
from uth.table.evolve import evolve, opened
from uth.table.state import Table


class PhaseTimes(msgspec.Struct, frozen=True):
    """When things began, by the clock of the floor; 0 for never."""

    phase: Millis = 0
    wagered: Millis = 0
    """The first wager of this round."""
    offered: Millis = 0
    """The bank's last offer, or nobody's taking it."""
    away: dict[int, Millis] = {}
    """Since when a held seat has been empty."""
    cut: dict[int, Millis] = {}
    """Since when in this round a seat's player has been cut off; 0 for since before."""


class TableProgress(msgspec.Struct, frozen=True):
    """A table at one version, and all that the floor needs to go on from there."""

    table: Table
    version: int
    turn: int
    """The version at which this phase began, or the floor was asked: what was decided before it
    comes too late."""
    times: PhaseTimes
    dealt: e.Dealt | None = None
    """This round's deal, for its receipt."""
    so_far: tuple[e.Event, ...] = ()
    """This round since “No more bets”, for one who comes in the middle of it."""


class RoundSecrets(msgspec.Struct, frozen=True):
    """What lies beside the table's own stream: the shuffle committed to, and this round's feeds."""

    shuffle: OpenShuffle
    fair_version: int
    fed: tuple[MeterFed, ...] = ()


def begin(event: e.Event, at: Millis) -> TableProgress:
    if not isinstance(event, e.TableOpened):
        raise Refusal("journal/beginning", "a stream begins with TableOpened")
    return TableProgress(opened(event), 1, 1, PhaseTimes(phase=at))


def advance(progress: TableProgress, event: e.Event, at: Millis) -> TableProgress:
    """The situation after one more event."""
    before, table = progress.table, evolve(progress.table, event)
    version = progress.version + 1
    turned = table.phase != before.phase or table.round != before.round
    dealt = event if isinstance(event, e.Dealt) else progress.dealt
    closed = isinstance(event, e.RoundClosed)
    begun = isinstance(event, e.BetsClosed) or bool(progress.so_far)
    return TableProgress(
        table,
        version,
        version if turned or isinstance(event, e.ApprovalRequested) else progress.turn,
        _times(progress.times, table, event, at, turned),
        None if closed else dealt,
        (*progress.so_far, event) if begun and not closed else (),
    )


def _times(times: PhaseTimes, table: Table, event: e.Event, at: Millis, turned: bool) -> PhaseTimes:
    if turned:
        times = replace(times, phase=at)
    if isinstance(event, e.WagersPlaced):
        first = times.wagered or at
        times = replace(times, wagered=first if any(table.in_play()) else 0)
    elif isinstance(event, e.RoundClosed):
        times = replace(times, wagered=0)
    elif isinstance(event, e.BankOffered | e.BankUntaken):
        times = replace(times, offered=at)
    elif isinstance(event, e.PlayerLeft | e.SeatReleased | e.PlayerSeated):
        away = {number: times.away.get(number, at) for number, seat in table.taken() if seat.away}
        times = replace(times, away=away)
    if isinstance(event, e.RoundClosed):
        return replace(times, cut=dict.fromkeys(_cut_off(table), 0))
    cut = {number: times.cut.get(number, at) for number in _cut_off(table)}
    return replace(times, cut=cut) if cut != times.cut else times


def between_rounds(table: Table, version: int, at: Millis) -> TableProgress:
    """A table just after a round was closed."""
    return TableProgress(
        table, version, version, PhaseTimes(phase=at, cut=dict.fromkeys(_cut_off(table), 0))
    )


def _cut_off(table: Table) -> list[int]:
    return [number for number, seat in table.taken() if seat.disconnected]


def held_until(progress: TableProgress) -> dict[int, Millis]:
    """When each seat that is held and empty is given up, by its number (CR-9)."""
    return {
        number: since + progress.table.seat(number).hold * MINUTE
        for number, since in progress.times.away.items()
    }


def recover(entries: Iterable[StoredEvent], progress: TableProgress | None = None) -> TableProgress:
    """The situation that a table's stream leads to, from its beginning or from a later one."""
    for kept in entries:
        event = read_event(kept)
        at = to_millis(kept.at)
        progress = advance(progress, event, at) if progress else begin(event, at)
    if progress is None:
        raise Refusal("journal/empty", "there is no such table")
    return progress
