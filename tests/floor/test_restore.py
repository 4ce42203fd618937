"""A floor continues from a backup: open rounds are void, and new seeds are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, check_clean, seat_bots
from tests.floor.sources import Bytes, Clock
from uth.core.refusal import Refusal
from uth.core.texts import text
from uth.floor.cluster.leases import Leases
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.receipts import check_receipt
from uth.floor.floor import Floor
from uth.floor.records.hand_history import find_receipt, find_replay, hands, to_notation
from uth.floor.tables.orders import Order
from uth.floor.tables.updates import TableCommit
from uth.ledger.backup import backup
from uth.ledger.opening import open_store
from uth.ledger.sql.store import SqlStore
from uth.rulebook.store import load_house
from uth.table import commands as c


def _floor(store: SqlStore, clock: Clock, seed: str, owner: str = "") -> Floor:
    leases = Leases(store, owner, 10**9)
    return Floor(store, clock=clock, source=Bytes(seed), leases=leases)


def _play(floor: Floor, clock: Clock, table: str, rounds: int) -> None:
    """Let the bots play."""
    last = floor.tables.writer(table).table.round + rounds
    while floor.tables.writer(table).table.round < last:
        _step(floor, clock, table)


def _step(floor: Floor, clock: Clock, table: str) -> None:
    state = floor.tables.writer(table).table
    if state.approval_pending:
        driver.perform(floor, Order(table, FLOOR, c.Approve(FLOOR, state.due[0].paid)))
    elif not driver.step(floor, table):
        clock.now = max(clock.now + 1, driver.wake(floor, table) or 0)


@pytest.mark.parametrize("owner", ["", "one"])
@pytest.mark.parametrize("phase", ["betting", "closed", "flop"])
def test_a_house_out_of_a_backup_deals_again(folder: Path, phase: str, owner: str) -> None:
    clock = Clock()
    store = open_store(folder / "house.db")
    floor = _floor(store, clock, "one", owner)
    floor.open_table("t1", load_house("hollywood-pa"), FLOOR)
    seat_bots(floor, "t1", 3)
    _play(floor, clock, "t1", 2)
    while floor.tables.writer("t1").table.phase != phase:
        _step(floor, clock, "t1")
    number = floor.tables.writer("t1").table.round
    before = floor.tables.writer("t1").secrets.shuffle.commitment
    backup(store, folder / "copy.db")
    store.close()

    copy = open_store(folder / "copy.db")
    again = _floor(copy, clock, "two")
    heard: list[TableCommit] = []
    again.listeners.append(heard.append)
    again.tables.recover()
    table_writer = again.tables.writer("t1")
    assert table_writer.table.phase == "betting"
    assert table_writer.table.round == number + (phase != "betting")
    assert table_writer.secrets.shuffle.commitment != before
    assert heard[-1].commitment == table_writer.secrets.shuffle.commitment
    check_clean(copy)
    _play(again, clock, "t1", 3)
    with copy.reading() as reader:
        rounds = list(hands(reader))
        assert [hand.round for hand in rounds] == list(range(1, table_writer.table.round))
        for hand in rounds:
            assert to_notation(hand)
            if phase == "betting" or hand.round != number:
                check_receipt(find_receipt(reader, "t1", hand.round))
        if phase != "betting":
            voided = find_replay(reader, "t1", number).hand
            assert voided.void
            assert "backup" in text(f"void_reason.{voided.hand.actions[-1].text}")
            with pytest.raises(Refusal, match="seed/none"):
                find_receipt(reader, "t1", number)
        kinds = [fair.read_fairness_event(entry) for entry in reader.events("fair/meter/link")]
        assert any(isinstance(event, fair.MysteryLost) for event in kinds)
    once_more = _floor(copy, clock, "three")
    once_more.tables.recover()
    assert once_more.tables.writer("t1").progress == again.tables.writer("t1").progress
    check_clean(copy)
    copy.close()


def test_a_hidden_value_in_force_is_not_drawn_again(folder: Path) -> None:
    """Otherwise a floor could draw again until it liked the value."""
    from uth.ledger.audit.audit import audit
    from uth.ledger.journal.batch import Append, Batch, Entry
    from uth.ledger.journal.meter_events import TargetLost
    from uth.table.wire import to_json

    clock = Clock()
    store = open_store(folder / "house.db")
    floor = _floor(store, clock, "one")
    floor.open_table("t1", load_house("hollywood-pa"), FLOOR)
    entry = Entry("TargetLost", to_json(TargetLost()))
    with store.reading() as reader:
        version = reader.stream("meter/link").version
    store.commit(Batch((Append("meter/link", version, (entry,)),)))
    first = audit(store).findings[0]
    assert first.code == "meter/target_known"
    store.close()
