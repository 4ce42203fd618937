"""The fold: a table and an event make the next table. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from uth.table import events as e
from uth.table.changes import CHANGES
from uth.table.postings import NOT_OF_THE_ROUND, Posting, postings
from uth.table.state import Table
from uth.table.wagers import WAGERS


def opened(event: e.TableOpened) -> Table:
    """The first state of every table."""
    return Table(
        house=event.house,
        rulebook=event.rulebook,
        minimum=event.minimum,
        maximum=event.maximum,
        practice=event.practice,
        posted_maximum=event.posted_maximum,
    )


class Transition(NamedTuple):
    """An event, the money it moves, and the table after it: all that is ever derived from it."""

    event: e.Event
    postings: list[Posting]
    table: Table


def transition(table: Table, event: e.Event) -> Transition:
    """Fold one event into a table."""
    moved = postings(event)
    return Transition(event, moved, _after(table, event, moved))


def evolve(table: Table, event: e.Event) -> Table:
    """The table after an event."""
    return transition(table, event).table


def _after(table: Table, event: e.Event, moved: list[Posting]) -> Table:
    """Its money first, then its own change."""
    if moved:
        table = _move(table, moved)
        if table.phase != "betting" and not isinstance(event, NOT_OF_THE_ROUND):
            table = replace(table, moves=(*table.moves, *_reversible(table, event, moved)))
    change = CHANGES.get(type(event))
    return change(table, event) if change else table


def replay(stream: Iterable[e.Event]) -> Table:
    """The table that a whole stream of events leads to."""
    first, *rest = stream
    assert isinstance(first, e.TableOpened), "a stream begins with the opening of its table"
    table = opened(first)
    for event in rest:
        table = evolve(table, event)
    return table


def _move(table: Table, moved: list[Posting]) -> Table:
    balances = dict(table.balances)
    for source, target, amount in moved:
        for account, change in ((source, -amount), (target, amount)):
            balance = balances.get(account, 0) + change
            if balance:
                balances[account] = balance
            else:
                balances.pop(account, None)
    return replace(table, balances=balances)


def _reversible(table: Table, event: e.Event, moved: list[Posting]) -> list[Posting]:
    """What voiding the round would reverse: all but a jackpot that was awarded."""
    if not isinstance(event, e.Settled) or not WAGERS[event.wager].has_meter:
        return moved
    if all(seat != event.seat for seat, _, _ in table.awards or ()):
        return moved
    return [posting for posting in moved if posting[0] != event.payer]
