"""The index of rounds made from a journal that was written before there was one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from uth.ledger.journal.batch import RoundEnd
from uth.ledger.journal.rounds import end_of, row_of
from uth.ledger.journal.store import StoredEvent
from uth.ledger.journal.table_streams import replay_events
from uth.ledger.sql import schema as t
from uth.ledger.sql.reader import SqlReader
from uth.table import events as e
from uth.table.state import Table

AT_ONCE = 500


def index_rounds(connection: sa.Connection) -> None:
    """Every closed round of every table."""
    reader = SqlReader(connection, sa.literal(0, sa.BigInteger))
    for row in reader.streams("table/"):
        found = _ends(connection, row.stream)
        while some := list(islice(found, AT_ONCE)):
            rows = [asdict(row_of(kept.stream, kept.at, end, kept.hash)) for kept, end in some]
            connection.execute(sa.insert(t.rounds), rows)
            people: list[dict[str, Any]] = [
                {"player": player, "at": kept.at, "stream": kept.stream, "round": end.round}
                for kept, end in some
                for player in end.players
            ]
            connection.execute(sa.insert(t.round_players), people)


OLD = [t.events.c[name] for name in ("stream", "version", "at", "kind", "body", "seal", "hash")]
"""An event as it was when this was written: later steps add to it."""


def _ends(connection: sa.Connection, stream: str) -> Iterator[tuple[StoredEvent, RoundEnd]]:
    statement = (
        sa.select(*OLD, t.secrets.c.secret, t.secrets.c.salt)
        .select_from(t.events.outerjoin(t.secrets))
        .where(t.events.c.stream == stream)
        .order_by(t.events.c.version)
    )
    entries = [
        StoredEvent(*row[:7], secret=row[7] or b"", salt=row[8] or b"")
        for row in connection.execute(statement)
    ]
    before: Table | None = None
    for kept, (version, event, table) in zip(entries, replay_events(entries), strict=True):
        if isinstance(event, e.RoundClosed) and before is not None:
            yield kept, end_of(version, event, before, table)
        before = table
