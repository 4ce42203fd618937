"""The index of rounds: where each one ended, who played, and the table after it.

It follows from the journal and could be made from it again. With it a hand is found by player,
table and time, and a table is taken up, without reading a journal from its beginning.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import msgspec

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Append, Head, RoundEnd
from uth.ledger.journal.chain import snapshot_sum
from uth.table import events as e
from uth.table.state import Table
from uth.table.wire import to_json

_TABLE = msgspec.json.Decoder(Table)


class RoundRow(msgspec.Struct, frozen=True):
    """A closed round in the index; `body` is the table after it, tied to the chain by `sum`."""

    stream: str
    round: int
    version: int
    """That of its RoundClosed."""
    at: int
    void: bool
    body: bytes
    sum: bytes

    @property
    def place(self) -> RoundCursor:
        return RoundCursor(self.at, self.stream, self.round)


class RoundCursor(msgspec.Struct, frozen=True, order=True):
    """Where a reader has come to in the order of rounds: ask on from here."""

    at: int
    stream: str
    round: int


class RoundQuery(msgspec.Struct, frozen=True):
    """Which rounds are asked for; empty words and None ask for all."""

    stream: str = ""
    player: str = ""
    since: int = 0
    until: int | None = None
    after: RoundCursor | None = None
    most: int = 200


def players_of(table: Table) -> tuple[str, ...]:
    """Who has a part in the round on the table: by wager, on the back line, or as the bank."""
    found = set()
    for number, seat in table.taken():
        if seat.wagers or number == table.bank.seat:
            found.add(seat.player)
        found.update(backing.player for backing in seat.backing)
    return tuple(sorted(found))


def end_of(version: int, event: e.RoundClosed, before: Table, after: Table) -> RoundEnd:
    body = zlib.compress(to_json(after), 1)
    return RoundEnd(version, event.round, event.void, players_of(before), body)


def rows_of(append: Append, hashes: Sequence[bytes]) -> list[RoundRow]:
    return [
        row_of(append.stream, append.at, end, hashes[end.version - append.expected - 1])
        for end in append.ends
    ]


def row_of(stream: str, at: int, end: RoundEnd, digest: bytes) -> RoundRow:
    tied = snapshot_sum(Head(stream, end.version, digest), end.body)
    return RoundRow(stream, end.round, end.version, at, end.void, end.body, tied)


def is_tied(row: RoundRow, digest: bytes) -> bool:
    """Whether a line belongs to just this point of the chain."""
    return snapshot_sum(Head(row.stream, row.version, digest), row.body) == row.sum


def read_table(row: RoundRow) -> Table:
    """The table after a round."""
    try:
        return _TABLE.decode(zlib.decompress(row.body))
    except (zlib.error, msgspec.MsgspecError):
        where = f"{row.stream} round {row.round}"
        raise Refusal("index/altered", "the table after a round can't be read", where) from None
