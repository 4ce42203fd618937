"""A journal that another program wrote, under an approved house's id, by departing rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR
from tests.floor.room import Room
from tests.floor.sources import Bytes
from uth.core.refusal import Refusal
from uth.floor import floor as floor_module
from uth.floor.floor import Floor
from uth.floor.records.hand_history import find_replay, hands
from uth.floor.records.recorded_readings import recorded_readings
from uth.floor.tables import recovery
from uth.floor.tables.orders import Order
from uth.floor.tables.progress import TableProgress
from uth.ledger.audit.audit import audit
from uth.ledger.backup import backup
from uth.ledger.journal.store import Reader
from uth.ledger.opening import open_store
from uth.ledger.sql.store import SqlStore
from uth.rulebook.approval import table_guard as guard
from uth.rulebook.canonical import canonical, digest, from_canonical
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table import decide
from uth.web.logs import log_entry

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


def test_q_29_the_table_is_not_loaded_and_the_others_are(
    forged: Room, caplog: pytest.LogCaptureFixture
) -> None:
    forged.floor.open_table("t2", load_house("california"), FLOOR)
    again = Floor(forged.store, clock=forged.clock, source=Bytes())
    again.tables.recover()
    assert [*again.tables] == ["t2"]
    assert again.tables.refused["t1"].code == "house/departs"
    again.tables.recover()
    entries = [log_entry(record) for record in caplog.records if record.levelname == "ERROR"]
    assert [(one["message"], one["table"], one["fault"]) for one in entries] == [
        ("a table is not run", "t1", "house/departs")
    ]
    for reach in (again.tables.writer, again.tables.acquire):
        with pytest.raises(Refusal, match=r"refused|house/departs"):
            reach("t1")
    again.books.buy_in("Ann", 50_000, FLOOR)
    driver.perform(again, Order("t2", "Ann", c.Sit("Ann", 1, 50_000)))


@pytest.fixture
def in_file(monkeypatch: pytest.MonkeyPatch, sqlite_store: SqlStore) -> SqlStore:
    """The store that rooms are made in: one that can be copied."""
    monkeypatch.setattr("tests.floor.room.MemoryStore", lambda clock: sqlite_store)
    return sqlite_store


def test_q_29_a_backup_of_it_is_no_way_around(
    in_file: SqlStore, forged: Room, folder: Path
) -> None:
    backup(in_file, folder / "copy.db")
    copy = open_store(folder / "copy.db")
    again = Floor(copy, clock=forged.clock, source=Bytes())
    again.tables.recover()
    assert [*again.tables] == []
    assert again.tables.refused["t1"].code == "house/departs"
    assert audit(copy).findings[0].code == "house/departs"
    copy.close()


def test_a_journal_that_cannot_be_read_stops_no_other_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    room.floor.open_table("t2", load_house("california"), FLOOR)
    read = recovery.recover_progress

    def damaged(reader: Reader, stream: str, *, banked: bool) -> TableProgress:
        if stream == "table/t1":
            raise KeyError(stream)
        return read(reader, stream, banked=banked)

    monkeypatch.setattr(recovery, "recover_progress", damaged)
    again = Floor(room.store, clock=room.clock, source=Bytes())
    again.tables.recover()
    assert [*again.tables] == ["t2"]
    assert str(again.tables.refused["t1"]) == (
        "journal/unreadable: the event can't be read (KeyError) (t1)"
    )


def test_a_store_that_does_not_answer_is_no_fault_of_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()

    def unavailable(*arguments: object, **more: object) -> TableProgress:
        raise Refusal("store/closed")

    monkeypatch.setattr(recovery, "recover_progress", unavailable)
    again = Floor(room.store, clock=room.clock, source=Bytes())
    with pytest.raises(Refusal, match="store/closed"):
        again.tables.recover()
    assert again.tables.refused == {}


def test_q_29_its_rounds_are_not_replayed(forged: Room) -> None:
    with forged.store.reading() as reader:
        for read in (
            lambda: list(hands(reader)),
            lambda: find_replay(reader, "t1", 1),
            lambda: recorded_readings(reader),
        ):
            with pytest.raises(Refusal, match="house/departs"):
                read()
        assert list(hands(reader, readable=True)) == []
