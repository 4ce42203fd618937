"""The audit of corrections on its own: what was requested, by two people, and once (Q-21)."""

from __future__ import annotations

import pytest

from uth.core.refusal import Refusal
from uth.ledger.audit.corrections import Corrections
from uth.ledger.journal.bookings import Corrected, CorrectionRequested, CorrectionWithdrawn, Move
from uth.ledger.journal.store import StoredEvent
from uth.table.wire import to_json

HOUSE, ANN = "house/table/main", "player/ann"
REQUEST = CorrectionRequested("main", 1, HOUSE, ANN, 500, "short", "flo")
NUMBER = 7
"""The version of the request in its stream."""


def approved(amount: int = 500, by: str = "gus", moved: int = 500) -> Corrected:
    return Corrected(NUMBER, by, amount, (Move(HOUSE, ANN, moved, round=1),))


def stored(
    version: int, event: CorrectionRequested | Corrected | CorrectionWithdrawn
) -> StoredEvent:
    return StoredEvent(
        "table/main", version, 0, type(event).__name__, to_json(event), b"", bytes(32)
    )


def checked(
    *events: Corrected | CorrectionWithdrawn, request: CorrectionRequested = REQUEST
) -> str:
    """The code of what is wrong after a request; empty if nothing is."""
    corrections = Corrections()
    corrections.apply(stored(NUMBER, request))
    try:
        for version, event in enumerate(events, NUMBER + 1):
            corrections.apply(stored(version, event))
    except Refusal as refusal:
        return refusal.code
    return ""


WITHDRAWN = CorrectionWithdrawn(NUMBER, "flo", 1, 500)


def test_a_correction_as_requested_by_another_supervisor_is_right() -> None:
    assert checked(approved()) == ""
    assert checked(WITHDRAWN) == ""


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([approved(), approved()], "correction/twice"),
        ([WITHDRAWN, approved()], "correction/unasked"),
        ([WITHDRAWN, WITHDRAWN], "correction/unasked"),
        ([approved(amount=501)], "correction/otherwise"),
        ([approved(moved=501)], "correction/otherwise"),
        ([approved(by="flo")], "correction/self_approved"),
        ([approved(by="ann")], "correction/self_approved"),
    ],
)
def test_any_other_is_found(events: list[Corrected | CorrectionWithdrawn], code: str) -> None:
    assert checked(*events) == code


def test_other_events_are_none_of_its_business() -> None:
    Corrections().apply(StoredEvent("table/main", 1, 0, "Dealt", b"", b"", bytes(32)))
