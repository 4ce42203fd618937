"""The audit of corrections: each as requested, approved by somebody else, and only once (Q-21)."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.audit.round_verifier import require
from uth.ledger.journal.accounts import at_cage
from uth.ledger.journal.bookings import Move
from uth.ledger.journal.store import StoredEvent


class _Request(msgspec.Struct):
    round: int
    source: str
    target: str
    amount: Cents
    by: str


class _Withdrawal(msgspec.Struct):
    request: int


class _Correction(msgspec.Struct):
    by: str
    amount: Cents
    moves: tuple[Move, ...]
    request: int


_REQUEST = msgspec.json.Decoder(_Request)
_WITHDRAWAL = msgspec.json.Decoder(_Withdrawal)
_CORRECTION = msgspec.json.Decoder(_Correction)


class Corrections:
    """The pending requests of a stream, and those that were carried out."""

    def __init__(self) -> None:
        self._pending: dict[int, _Request] = {}
        self._done: set[int] = set()

    def apply(self, stored: StoredEvent) -> None:
        if stored.kind == "CorrectionRequested":
            self._pending[stored.version] = _REQUEST.decode(stored.body)
        elif stored.kind == "Corrected":
            self._check(_CORRECTION.decode(stored.body))
        elif stored.kind == "CorrectionWithdrawn":
            self._take(_WITHDRAWAL.decode(stored.body).request)

    def _take(self, number: int) -> _Request:
        request = self._pending.pop(number, None)
        if request is None:
            raise Refusal("correction/unasked", "there is no such pending request")
        return request

    def _check(self, correction: _Correction) -> None:
        number = correction.request
        require(number not in self._done, "correction/twice", "it was carried out before")
        request = self._take(number)
        self._done.add(number)
        moves = [(move.round, move.source, move.target, move.amount) for move in correction.moves]
        requested = (request.round, request.source, request.target, request.amount)
        same = moves == [requested] and correction.amount == request.amount
        require(same, "correction/otherwise", "it is not the correction that was requested")
        concerned = at_cage(correction.by) in (request.source, request.target)
        own = correction.by == request.by or concerned
        require(not own, "approval/own", "nobody may approve their own correction")
