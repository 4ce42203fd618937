"""Those who wait for a seat: first come, first seated; a bot gives its place up to a person."""

from __future__ import annotations

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.clock import Clock
from uth.floor.people.names import is_bot
from uth.floor.tables.orders import Order
from uth.floor.tables.table_writer import TableWriter
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Reader, Store
from uth.table import commands as c

KIND = "line"


class WaitingList:
    """The lines at the tables that are kept here; noted in the store, so that they outlast it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._waiting: dict[str, dict[str, Cents]] = {}
        self._last = 0

    def load(self, table: str, reader: Reader) -> None:
        """The line as the store has it, when a table is taken up."""
        noted = reader.notes(KIND, table)
        self._waiting[table] = {note.key[len(table) + 1 :]: int(note.body) for note in noted}

    def add(self, table_writer: TableWriter, player: str, chips: Cents) -> int:
        """Wait for the next seat; the place in the line."""
        if table_writer.table.present(player):
            raise Refusal("player/twice", "this player is at the table already", "player")
        line = self._waiting.setdefault(table_writer.name, {})
        if player not in line:
            self._last = max(self._clock(), self._last + 1)
            self._note(_note(table_writer.name, player, self._last, b"%d" % chips))
            line[player] = chips
        return list(line).index(player) + 1

    def remove(self, table: str, player: str) -> bool:
        """Wait no longer; whether he did."""
        found = self._waiting.get(table, {}).pop(player, None) is not None
        if found:
            self._note(_note(table, player))
        return found

    def forget(self, table: str) -> None:
        """The table is kept elsewhere now, and its line with it."""
        self._waiting.pop(table, None)

    def clear(self, table: str) -> None:
        """The table is closed: nobody waits for it any more."""
        self._note(*(_note(table, player) for player in self.line(table)))
        self.forget(table)

    def _note(self, *notes: Note) -> None:
        if notes:
            self._store.commit(Batch(notes=tuple(map(NoteWrite, notes))))

    def line(self, table: str) -> tuple[str, ...]:
        return tuple(self._waiting.get(table, ()))

    def next(self, table_writer: TableWriter) -> Order | None:
        """Seat the first in line, or ask a bot without a wager to leave."""
        line = self._waiting.get(table_writer.name)
        if not line:
            return None
        player, chips = next(iter(line.items()))
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

    def refused(self, order: Order) -> bool:
        """One who can't be seated (his money went elsewhere) waits no longer."""
        return self.remove(order.table, order.actor)


def _note(table: str, player: str, at: int = 0, body: bytes = b"") -> Note:
    return Note(KIND, f"{table} {player}", table, at, body)
