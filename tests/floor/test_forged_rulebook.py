"""A journal that another program wrote, under an approved house's id, by departing rules."""

from __future__ import annotations

import json

import pytest

from tests.floor.room import Room
from tests.floor.sources import Bytes
from uth.core.refusal import Refusal
from uth.floor import floor as floor_module
from uth.floor.floor import Floor
from uth.floor.records.hand_history import find_replay, hands
from uth.floor.records.recorded_readings import recorded_readings
from uth.ledger.audit.audit import audit
from uth.rulebook.approval import table_guard as guard
from uth.rulebook.canonical import canonical, digest, from_canonical
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import decide

pytestmark = pytest.mark.clause("Q-29")


@pytest.fixture
def forged(monkeypatch: pytest.MonkeyPatch, checked_anew: None) -> Room:
    """A closed round at a table of `cardroom-25` that pays $500 without approval."""
    source = json.loads(canonical(load_house("cardroom-25")))
    source["house"]["payouts"]["approval_above"]["value"] = "100000"
    rules = from_canonical(json.dumps(source))
    with monkeypatch.context() as unguarded:
        unguarded.setattr(floor_module, "check_table", lambda rules: None)
        unguarded.setattr(decide, "check_played_by", lambda rules, rulebook: None)
        unguarded.setattr(guard, "checked_digest", digest)
        unguarded.setattr("tests.floor.room.load_house", lambda house: rules)
        room = Room()
        room.sit("Ann")
        room.bet("Ann")
        for command in (c.CloseBets(), c.VoidRound("Fay", "exposed-card")):
            room.do(command)
    guard.recorded_rules.cache_clear()
    return room


def test_q_29_the_audit_finds_it(forged: Room) -> None:
    first = audit(forged.store).findings[0]
    assert (first.code, first.where) == ("house/departs", "table/t1 event 1")
    assert "Any payout over $300" in str(first)
    assert audit(forged.store, rounds=False).findings == ()


def test_q_29_the_table_is_not_loaded(forged: Room) -> None:
    again = Floor(forged.store, clock=forged.clock, source=Bytes())
    with pytest.raises(Refusal, match="house/departs"):
        again.tables.recover()
    assert not again.tables


def test_q_29_its_rounds_are_not_replayed(forged: Room) -> None:
    with forged.store.reading() as reader:
        for read in (
            lambda: list(hands(reader)),
            lambda: find_replay(reader, "t1", 1),
            lambda: recorded_readings(reader),
        ):
            with pytest.raises(Refusal, match="house/departs"):
                read()
