"""The nodes on one database: which node runs which table, and its address."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import MINUTE, Clock, Millis
from uth.ledger.journal.accounts import checked_id, table_stream
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

NODE, TABLE = "node", "table"
GONE = MINUTE
"""A node that has not been seen for this long is no longer listed."""


class Node(msgspec.Struct, frozen=True):
    """A node; `seen` is when it last announced itself, by its own clock."""

    name: str
    url: str
    seen: Millis


class Nodes:
    """This node among the others; without a name it is the only one."""

    def __init__(self, store: Store, clock: Clock, name: str = "", url: str = "") -> None:
        self.name: str = name and checked_id(name)
        self.url = url
        self._store = store
        self._clock = clock
        self._announced: dict[str, bytes] = {}

    @property
    def shared(self) -> bool:
        return bool(self.name)

    def announce(self, tables: Mapping[str, bytes]) -> None:
        """Note that this node runs, and the summaries of its tables that have changed."""
        now = self._clock()
        notes = [Note(NODE, self.name, "", now, self.url.encode() or b"-")]
        notes += [
            Note(TABLE, table, self.name, now, body)
            for table, body in tables.items()
            if self._announced.get(table) != body
        ]
        self._store.commit(Batch(notes=tuple(map(NoteWrite, notes))))
        self._announced = dict(tables)

    def forget(self, table: str) -> None:
        """Delete the summary of a closed table."""
        if self.shared:
            self._announced.pop(table, None)
            self._store.commit(Batch(notes=(NoteWrite(Note(TABLE, table)),)))

    def all(self) -> list[Node]:
        """The nodes seen within the last minute."""
        after = self._clock() - GONE
        with self._store.reading() as reader:
            return [_node(note) for note in reader.notes(NODE) if note.at > after]

    def tables(self) -> dict[str, tuple[str, bytes]]:
        """The node and the summary of each table, as the nodes announced them."""
        with self._store.reading() as reader:
            return {note.key: (note.name, note.body) for note in reader.notes(TABLE)}

    def owner_of(self, table: str) -> Node | None:
        """The other node that holds a table's lease; None if this one or no node does."""
        with self._store.reading() as reader:
            row = reader.stream(table_stream(table))
            if row.expires <= reader.now() or row.owner == self.name:
                return None
            note = reader.note(NODE, row.owner)
        return _node(note) if note is not None else Node(row.owner, "", 0)


def _node(note: Note) -> Node:
    url = note.body.decode()
    return Node(note.key, "" if url == "-" else url, note.at)


def elsewhere(node: Node, table: str) -> Refusal:
    """The refusal for a table on a node that the request can't be forwarded to."""
    return Refusal("lease/elsewhere", table=table, node=node.name, where=node.url)
