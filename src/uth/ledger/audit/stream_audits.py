"""Which audit a stream has, by its name."""

from __future__ import annotations

from uth.ledger.audit.game_stream import GameStream
from uth.ledger.audit.streams import (
    AuditContext,
    BookingStream,
    MeterStream,
    StreamAudit,
    TableStream,
)


def stream_audit(context: AuditContext, stream: str, state: bytes = b"") -> StreamAudit:
    """The audit of a stream, from its beginning or from the state of a checkpoint."""
    prefix, _, name = stream.partition("/")
    if prefix == "table":
        return TableStream(context, stream, name, state)
    if prefix == "game":
        return GameStream(context, stream, state)
    return MeterStream(context, name, state) if prefix == "meter" else BookingStream(context)
