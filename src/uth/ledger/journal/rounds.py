"""The index of rounds: when each round ended, who played, and the table after it.

The index follows from the journal and could be rebuilt from it. With it, rounds are looked up by
player, table and time, and a table is recovered, without reading a journal from the beginning.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Append, Head, RoundEnd
from uth.ledger.journal.chain import snapshot_sum
from uth.table import events as e
from uth.table.state import Table
from uth.table.wire import to_json

if TYPE_CHECKING:
    from uth.ledger.journal.store import Snapshot

_TABLE = msgspec.json.Decoder(Table)


class RoundRow(msgspec.Struct, frozen=True):
    """A closed round in the index; `body` is the table after it, tied to the chain by `sum`."""

    stream: str
    round: int
    version: int
    """The version of its RoundClosed."""
    at: int
    void: bool
    body: bytes
    sum: bytes

    @property
    def cursor(self) -> RoundCursor:
        return RoundCursor(self.at, self.stream, self.round)


class RoundCursor(msgspec.Struct, frozen=True, order=True):
    """A position in the order of rounds, from which the next page continues."""

    at: int
    stream: str
    round: int


class RoundQuery(msgspec.Struct, frozen=True):
    """Which rounds to return; empty strings and None do not filter."""

    stream: str = ""
    player: str = ""
    since: int = 0
    until: int | None = None
    after: RoundCursor | None = None
    most: int = 200


def players_in_round(table: Table) -> tuple[str, ...]:
    """Everybody in the current round: with a wager, on the back line, or as the bank."""
    players = set()
    for number, seat in table.taken():
        if seat.wagers or number == table.bank.seat:
            players.add(seat.player)
        players.update(backing.player for backing in seat.backing)
    return tuple(sorted(players))


def round_end(version: int, event: e.RoundClosed, before: Table, after: Table) -> RoundEnd:
    """The end of a round for the index, given the tables before and after its RoundClosed."""
    body = zlib.compress(to_json(after), 1)
    return RoundEnd(version, event.round, event.void, players_in_round(before), body)


def round_rows(append: Append, hashes: Sequence[bytes]) -> list[RoundRow]:
    """The rows of the rounds that an append closes, given the hashes of its events."""
    rows = []
    for end in append.ends:
        head = Head(append.stream, end.version, hashes[end.version - append.expected - 1])
        row = RoundRow(
            stream=append.stream,
            round=end.round,
            version=end.version,
            at=append.at,
            void=end.void,
            body=end.body,
            sum=snapshot_sum(head, end.body),
        )
        rows.append(row)
    return rows


def is_tied(row: RoundRow | Snapshot, digest: bytes) -> bool:
    """Whether a stored state belongs to the event with this hash."""
    return snapshot_sum(Head(row.stream, row.version, digest), row.body) == row.sum


def read_table(row: RoundRow) -> Table:
    """The table after a round."""
    try:
        return _TABLE.decode(zlib.decompress(row.body))
    except (zlib.error, msgspec.MsgspecError):
        where = f"{row.stream} round {row.round}"
        raise Refusal("index/unreadable", where=where) from None
