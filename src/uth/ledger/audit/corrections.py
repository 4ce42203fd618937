"""The audit of corrections: each as requested, approved by somebody else, and only once (Q-21)."""

from __future__ import annotations

import msgspec

from uth.core.refusal import Refusal, require
from uth.ledger.journal.accounts import at_cage
from uth.ledger.journal.bookings import Corrected, CorrectionRequested, CorrectionWithdrawn
from uth.ledger.journal.store import StoredEvent

_DECODER = msgspec.json.Decoder(CorrectionRequested | Corrected | CorrectionWithdrawn)
KINDS = {kind.__name__ for kind in (CorrectionRequested, Corrected, CorrectionWithdrawn)}


class Corrections:
    """The pending requests of a stream, and those that were carried out."""

    def __init__(self) -> None:
        self._pending: dict[int, CorrectionRequested] = {}
        self._done: set[int] = set()

    def apply(self, stored: StoredEvent) -> None:
        if stored.kind not in KINDS:
            return
        event = _DECODER.decode(stored.body)
        if isinstance(event, CorrectionRequested):
            self._pending[stored.version] = event
        elif isinstance(event, Corrected):
            self._check(event)
        else:
            self._take(event.request)

    def _take(self, number: int) -> CorrectionRequested:
        request = self._pending.pop(number, None)
        if request is None:
            raise Refusal("correction/unasked")
        return request

    def _check(self, correction: Corrected) -> None:
        number = correction.request
        require(number not in self._done, "correction/twice")
        request = self._take(number)
        self._done.add(number)
        moves = [(move.round, move.source, move.target, move.amount) for move in correction.moves]
        requested = (request.round, request.source, request.target, request.amount)
        same = moves == [requested] and correction.amount == request.amount
        require(same, "correction/otherwise")
        concerned = at_cage(correction.by) in (request.source, request.target)
        own = correction.by == request.by or concerned
        require(not own, "correction/self_approved")
