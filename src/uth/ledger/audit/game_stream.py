"""The audit of another game on a linked meter: its rounds, and what they had of the meter."""

from __future__ import annotations

import msgspec

from uth.core.refusal import require
from uth.ledger.audit.streams import AuditContext, StreamAudit
from uth.ledger.journal import bookings, game_events
from uth.ledger.journal.batch import Posting
from uth.ledger.journal.store import StoredEvent
from uth.table.wire import to_json


class GameStream(StreamAudit):
    """A linked game's stream: its rounds in order, their moves, and what they had of the meter."""

    def __init__(self, context: AuditContext, stream: str, state: bytes) -> None:
        self._context = context
        self._stream = stream
        self._round = msgspec.json.decode(state, type=int) if state else 0

    @property
    def state(self) -> bytes:
        return to_json(self._round)

    def apply(self, stored: StoredEvent) -> tuple[str, list[Posting]]:
        event = game_events.DECODER.decode(stored.body)
        game = self._stream.removeprefix(game_events.PREFIX)
        require(event.moves == game_events.implied_moves(game, event), "game/moves")
        if isinstance(event, game_events.GamePlayed):
            self._round += 1
            require(event.round == self._round, "game/round")
            if self._context.replay:
                self._record(event)
        return bookings.implied_postings(stored.version, stored.body)

    def _record(self, event: game_events.GamePlayed) -> None:
        record, number = self._context.at_tables, event.round
        record.fed |= {(self._stream, number, seat) for seat in event.seats}
        for seat, amount in event.mysteries:
            record.mysteries.add((self._stream, number, seat, amount))
        if event.hits:
            record.awards[self._stream, number] = event.awards
            record.shares[self._stream, number] = event.hits
