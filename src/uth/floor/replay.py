"""A hand that is over, event by event as it was recorded: what a replay shows."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.core.refusal import Refusal
from uth.floor.recall import Hand
from uth.floor.times import told
from uth.ledger.accounts import table_stream
from uth.ledger.store import Reader
from uth.ledger.tables import from_kept
from uth.rulebook.canonical import from_canonical
from uth.table import events as e
from uth.table.evolve import evolve, opened
from uth.table.notation.recording import record


class Replay(msgspec.Struct, frozen=True):
    """The hand in sum, and all from “No more bets” to its end; nothing is hidden any more."""

    hand: Hand
    events: tuple[Any, ...]


def find_replay(reader: Reader, name: str, round_number: int) -> Replay:
    """A closed round again; one that is not over is not told."""
    kept_events = iter(reader.events(table_stream(name)))
    first = next(kept_events, None)
    event = from_kept(first) if first is not None else None
    if isinstance(event, e.TableOpened):
        table, events = opened(event), list[e.Event]()
        before = table
        for kept in kept_events:
            event = from_kept(kept)
            if isinstance(event, e.BetsClosed):
                before, events = table, []
            events.append(event)
            table = evolve(table, event)
            if isinstance(event, e.RoundClosed) and event.round == round_number:
                rules = from_canonical(reader.rulebook(table.rulebook))
                done = record(before, events, rules)
                at, version = told(kept.at), kept.version
                hand = Hand(name, round_number, at, version, table.rulebook, event.void, done)
                return Replay(hand, tuple(events))
    raise Refusal("hand/none", "there is no such hand, or it is not over", "round")
