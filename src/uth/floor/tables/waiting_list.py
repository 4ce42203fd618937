"""Waiting lists: first come, first seated; a bot gives up its seat for a person."""

from __future__ import annotations

from functools import partial

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.clock import Clock
from uth.floor.people.names import is_bot
from uth.floor.people.sessions import Later
from uth.floor.store_steps import Steps, at_once
from uth.floor.tables.orders import Order
from uth.floor.tables.table_writer import TableWriter
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Reader, Store
from uth.table import commands as c

KIND = "line"


class WaitingList:
    """The waiting lists of this node's tables; kept as notes, so that they survive a restart."""

    def __init__(self, store: Store, clock: Clock, later: Later | None = None) -> None:
        self._store = store
        self._later = later or store.commit
        """Commits what nobody waits for."""
        self._clock = clock
        self._waiting: dict[str, dict[str, Cents]] = {}
        self._last = 0

    def load(self, table: str, reader: Reader) -> None:
        """Read a table's list from the store."""
        notes = reader.notes(KIND, table)
        self._waiting[table] = {note.key[len(table) + 1 :]: int(note.body) for note in notes}

    def add_steps(self, table_writer: TableWriter, player: str, chips: Cents) -> Steps[int]:
        """Put a player on the list; returns their position."""
        if table_writer.table.present(player):
            raise Refusal("player/twice", player=player, where="player")
        players = self._waiting.setdefault(table_writer.name, {})
        if player not in players:
            self._last = max(self._clock(), self._last + 1)
            note = _note(table_writer.name, player, self._last, b"%d" % chips)
            yield partial(self._write, note)
            players[player] = chips
        return list(players).index(player) + 1

    @at_once(add_steps)
    def add(self) -> None: ...

    def remove_steps(self, table: str, player: str) -> Steps[None]:
        """Take a player off the list who asks for it."""
        if self._waiting.get(table, {}).pop(player, None) is not None:
            yield partial(self._write, _note(table, player))

    def remove(self, table: str, player: str) -> bool:
        """Take a player off the list who had their turn; returns whether they were on it."""
        waited = self._waiting.get(table, {}).pop(player, None) is not None
        if waited:
            self._later(Batch(notes=(NoteWrite(_note(table, player)),)))
        return waited

    def forget(self, table: str) -> None:
        """Another node runs the table now, and its list."""
        self._waiting.pop(table, None)

    def clear(self, table: str) -> None:
        """The table is closed: delete its list."""
        self._write(*(_note(table, player) for player in self.players(table)))
        self.forget(table)

    def _write(self, *notes: Note) -> None:
        if notes:
            self._store.commit(Batch(notes=tuple(map(NoteWrite, notes))))

    def players(self, table: str) -> tuple[str, ...]:
        return tuple(self._waiting.get(table, ()))

    def next(self, table_writer: TableWriter) -> Order | None:
        """Seat the first on the list, or let a bot without a wager leave."""
        players = self._waiting.get(table_writer.name)
        if not players:
            return None
        player, chips = next(iter(players.items()))
        table = table_writer.table
        if table.present(player):
            self.remove(table_writer.name, player)
            return None
        for number in range(1, table_writer.rules.layout.places + 1):
            if table.seats[number - 1] is None:
                return Order(table_writer.name, player, c.Sit(player, number, chips))
        if table.phase == "betting":
            for number, seat in table.taken():
                if is_bot(seat.player) and not seat.wagers and number != table.bank.seat:
                    return Order(table_writer.name, seat.player, c.Leave(seat.player))
        return None


def _note(table: str, player: str, at: int = 0, body: bytes = b"") -> Note:
    return Note(KIND, f"{table} {player}", table, at, body)
