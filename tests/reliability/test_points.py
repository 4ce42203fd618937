"""A crash before and after every durable write of an evening: the journal comes to be the same."""

from __future__ import annotations

import pytest

from tests.reliability import points
from tests.reliability.once import check_audit
from tests.reliability.points import Moment, Mortal, Room, crash, record

pytestmark = pytest.mark.slow
KINDS = """
AccountKept ApprovalAsked Approved Acted BankOffered BankSettled BankTaken BetsClosed BoardTurned
Bought Cashed Closed Corrected CorrectionAsked CorrectionWithdrawn Counted Dealt DealerTurned
FeedTakenBack FeeTaken
JackpotsAwarded JackpotsGiven LimitsKept MeterFed MeterOpened MysteryHit MysteryWon Opened
PlayerLeft PlayerSeated Reversed RoundClosed RoundVoided SeedMixed SeedRevealed Settled
ShuffleCommitted TableOpened TargetDrawn WagersPlaced
"""
"""What must happen in the script, so that a crash has hit each kind of write."""


@pytest.fixture(scope="module")
def evening() -> tuple[list[Moment], Mortal]:
    return record()


def test_the_script_has_everything(evening: tuple[list[Moment], Mortal]) -> None:
    moments, store = evening
    with store.reading() as reader:
        kinds = {kept.kind for row in reader.streams() for kept in reader.events(row.stream)}
    assert set(KINDS.split()) <= kinds
    assert {*store.writes} == {"commit", "rulebook", "acquire", "release"}
    phases = {moment.name.removeprefix("linked ") for moment in moments}
    assert {"betting", "closed", "preflop", "flop", "river", "settling"} <= phases
    assert check_audit(store) == 2 * points.ROUNDS


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_crash_at_every_write(evening: tuple[list[Moment], Mortal], when: str) -> None:
    moments, store = evening
    found = [crash(moments, number, when) for number in range(1, len(store.writes) + 1)]
    assert [wrong for wrong in found if wrong] == []


def test_what_is_not_asked_under_a_key_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One who asks again without a key is given twice."""

    def careless(room: Room, name: str, key: str) -> None:
        room.floor.books.buy_in(name, 300_000, "Flo")

    monkeypatch.setattr(points, "_bought", careless)
    moments, store = record()
    found = [crash(moments, number, "after") for number in range(1, len(store.writes) + 1)]
    assert {wrong.split(", ")[1] for wrong in found if wrong} == {"buy ann", "buy bob"}
