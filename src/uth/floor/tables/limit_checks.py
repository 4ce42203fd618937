"""Checks a player's own limits before a stake, over all tables and all nodes."""

from __future__ import annotations

from collections.abc import Mapping

from uth.core.money import Cents
from uth.floor.clock import Clock
from uth.floor.people.limit_tracking import STAKING, StoredLimits, at_stake, may_stake, most_lost
from uth.floor.people.names import is_bot
from uth.floor.people.player_limits import LimitGuard, PlayerLimits
from uth.floor.tables.orders import Order
from uth.floor.tables.recovery import staked_elsewhere
from uth.floor.tables.table_writer import TableWriter
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

STAKED = "staked"
"""The kind of the notes that serialize the stakes of one player."""


class LimitChecks:
    """Knows what players have at stake; one with limits stakes one thing at a time."""

    def __init__(self, store: Store, clock: Clock, limits: StoredLimits, guard: LimitGuard) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits
        self._guard = guard

    def check(
        self, table_writer: TableWriter, tables: Mapping[str, TableWriter], order: Order
    ) -> tuple[NoteWrite, ...]:
        """Refuse a stake that the player's limits do not allow.

        With several nodes each stake writes a note. If two nodes allow a stake at the same moment,
        the second commit finds the note changed and is prepared again.
        """
        player, command = order.actor, order.command
        if not isinstance(command, STAKING) or is_bot(player):
            return ()
        if self._guard.limits(player) == PlayerLimits():
            return ()
        others = (other for name, other in tables.items() if name != order.table)
        staked = sum(
            at_stake(other.table, other.rules, player)
            for other in others
            if may_stake(other.table, player)
        )
        notes: tuple[NoteWrite, ...] = ()
        if self._limits.shared:
            elsewhere, notes = self._elsewhere(player, tables)
            staked += elsewhere
        staked += self._limits.under_way(player)
        self._guard.require(player, staked + most_lost(table_writer.rules, command))
        return notes

    def _elsewhere(
        self, player: str, tables: Mapping[str, TableWriter]
    ) -> tuple[Cents, tuple[NoteWrite, ...]]:
        """What the player has at stake on other nodes, and the note for this stake."""
        with self._store.reading() as reader:
            before = reader.note(STAKED, player)
            self._limits.catch_up(reader, tables.keys())
            names = set(self._limits.sits_at(player)) - tables.keys()
            staked = sum(staked_elsewhere(reader, name, player) for name in names)
        expected = before.body if before else b""
        note = Note(STAKED, player, "", self._clock(), b"%d" % (int(expected or b"0") + 1))
        return staked, (NoteWrite(note, expected),)
