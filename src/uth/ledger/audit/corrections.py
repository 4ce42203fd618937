"""Corrections under audit: each as it was asked for, by another, and once (Q-21)."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.ledger.audit.verify_rounds import need
from uth.ledger.journal.accounts import at_cage
from uth.ledger.journal.bookings import Move
from uth.ledger.journal.store import StoredEvent


class _Asked(msgspec.Struct):
    round: int
    source: str
    target: str
    amount: Cents
    by: str


class _Withdrawn(msgspec.Struct):
    asked: int


class _Made(msgspec.Struct):
    asked: int
    by: str
    amount: Cents
    moves: tuple[Move, ...]


_ASKED = msgspec.json.Decoder(_Asked)
_WITHDRAWN = msgspec.json.Decoder(_Withdrawn)
_MADE = msgspec.json.Decoder(_Made)


class Corrections:
    """The requests of a stream that still wait, and which were made."""

    def __init__(self) -> None:
        self._waiting: dict[int, _Asked] = {}
        self._made: set[int] = set()

    def take(self, kept: StoredEvent) -> None:
        if kept.kind == "CorrectionRequested":
            self._waiting[kept.version] = _ASKED.decode(kept.body)
        elif kept.kind == "Corrected":
            self._approved(_MADE.decode(kept.body))
        elif kept.kind == "CorrectionWithdrawn":
            number = _WITHDRAWN.decode(kept.body).asked
            need(number in self._waiting, "correction/unasked", "it did not wait")
            del self._waiting[number]

    def _approved(self, made: _Made) -> None:
        need(made.asked not in self._made, "correction/twice", "it was made once already")
        asked = self._waiting.pop(made.asked, None)
        need(asked is not None, "correction/unasked", "it did not wait")
        assert asked is not None
        self._made.add(made.asked)
        moved = [(move.round, move.source, move.target, move.amount) for move in made.moves]
        wanted = (asked.round, asked.source, asked.target, asked.amount)
        same = moved == [wanted] and made.amount == asked.amount
        need(same, "correction/otherwise", "another was asked for than was made")
        concerned = at_cage(made.by) in (asked.source, asked.target)
        need(made.by != asked.by and not concerned, "approval/own", "nobody approves his own")
