"""A crash before and after every durable write of an evening: the journal ends up the same."""

from __future__ import annotations

import pytest

from tests.reliability import crash_points
from tests.reliability.crash_points import CrashingStore, Moment, Room, crash, record
from tests.reliability.promises import check_audit

pytestmark = pytest.mark.slow
KINDS = """
AccountRecorded ApprovalRequested Approved Acted BankOffered BankSettled BankTaken BetsClosed
BoardTurned
Bought Cashed Closed Corrected CorrectionRequested CorrectionWithdrawn Counted Dealt DealerTurned
FeedTakenBack FeeTaken
JackpotsAwarded JackpotsGiven LimitsSet MeterFed MeterOpened MysteryHit MysteryWon Opened
PlayerLeft PlayerSeated Reversed RoundClosed RoundVoided SeedMixed SeedRevealed Settled
ShuffleCommitted TableOpened TargetDrawn WagersPlaced
"""
"""The events that the script must contain, so that a crash hits each kind of write."""


@pytest.fixture(scope="module")
def evening() -> tuple[list[Moment], CrashingStore]:
    return record()


def test_the_script_has_everything(evening: tuple[list[Moment], CrashingStore]) -> None:
    moments, store = evening
    with store.reading() as reader:
        kinds = {entry.kind for row in reader.streams() for entry in reader.events(row.stream)}
    assert set(KINDS.split()) <= kinds
    assert {*store.writes} == {"commit", "rulebook", "acquire", "release"}
    phases = {moment.name.removeprefix("linked ") for moment in moments}
    assert {"betting", "closed", "preflop", "flop", "river", "settling"} <= phases
    assert check_audit(store) == 2 * crash_points.ROUNDS


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_crash_at_every_write(evening: tuple[list[Moment], CrashingStore], when: str) -> None:
    moments, store = evening
    failures = [crash(moments, number, when) for number in range(1, len(store.writes) + 1)]
    assert [failure for failure in failures if failure] == []


def test_a_retry_without_a_key_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key, a retry books twice."""

    def careless(room: Room, name: str, key: str) -> None:
        room.floor.books.buy_in(name, 300_000, "Flo")

    monkeypatch.setattr(crash_points, "_bought", careless)
    moments, store = record()
    failures = [crash(moments, number, "after") for number in range(1, len(store.writes) + 1)]
    assert {failure.split(", ")[1] for failure in failures if failure} == {"buy ann", "buy bob"}
