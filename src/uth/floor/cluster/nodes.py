"""The nodes of one house: who serves which table, and where he is reached."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import Clock
from uth.ledger.journal.accounts import checked_id, table_stream
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

NODE, TABLE = "node", "table"
GONE = 60_000
"""Milliseconds after which a node that says nothing is no longer told of."""


class Node(msgspec.Struct, frozen=True):
    """One that serves this house; `seen` is when it last said so, by its own clock."""

    name: str
    url: str
    seen: int


class Nodes:
    """This node among the others; without a name a house is alone, and all of this is nothing."""

    def __init__(self, store: Store, clock: Clock, name: str = "", url: str = "") -> None:
        self.name = name and checked_id(name)
        self.url = url
        self._store = store
        self._clock = clock
        self._told: dict[str, bytes] = {}

    @property
    def shared(self) -> bool:
        return bool(self.name)

    def tell(self, tables: Mapping[str, bytes]) -> None:
        """Say that this node is here, and how its tables stand where that has changed."""
        now = self._clock()
        notes = [Note(NODE, self.name, "", now, self.url.encode() or b"-")]
        notes += [
            Note(TABLE, table, self.name, now, body)
            for table, body in tables.items()
            if self._told.get(table) != body
        ]
        self._store.commit(Batch(notes=tuple(map(NoteWrite, notes))))
        self._told = dict(tables)

    def forget(self, table: str) -> None:
        """A table was closed."""
        if self.shared:
            self._told.pop(table, None)
            self._store.commit(Batch(notes=(NoteWrite(Note(TABLE, table)),)))

    def all(self) -> list[Node]:
        """The nodes that were here within the last minute."""
        after = self._clock() - GONE
        with self._store.reading() as reader:
            return [_node(note) for note in reader.notes(NODE) if note.at > after]

    def tables(self) -> dict[str, tuple[str, bytes]]:
        """What the nodes told of their tables: the node, and its words."""
        with self._store.reading() as reader:
            return {note.key: (note.name, note.body) for note in reader.notes(TABLE)}

    def owner_of(self, table: str) -> Node | None:
        """The other node that holds a table's lease; None where nobody does, or this one."""
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
    """Where a table is, for one who can't be handed on to it."""
    at = f" at {node.url}" if node.url else ""
    sentence = f"table {table} is kept by node {node.name}{at}; ask there, or here again soon"
    return Refusal("lease/elsewhere", sentence, node.url)
