"""A backup is a complete, valid store, without the cards of unsettled rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ledger.house import House, balances
from tests.table.driver import rules_of
from uth.core.cards import print_cards
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.backup import backup
from uth.ledger.journal.table_streams import recover
from uth.ledger.opening import open_store
from uth.ledger.sql.store import SqlStore, StoreFailure
from uth.table import commands as c


@pytest.fixture(params=["sqlite_store", "postgres_store"])
def store(request: pytest.FixtureRequest) -> SqlStore:
    store: SqlStore = request.getfixturevalue(request.param)
    return store


def in_progress(store: SqlStore) -> House:
    """One table between rounds, one within a round, and a mystery that was not hit."""
    house = House(store)
    for name, kind in (("t1", "hollywood-pa"), ("t2", "hollywood-pa")):
        house.open(name, kind)
        house.sit(name)
        house.play(name, 2)
    house.bet("t2")
    house.do("t2", c.Deal(house.deck()), key="deal")
    return house


def test_it_is_complete_except_for_unsettled_cards(store: SqlStore, folder: Path) -> None:
    house = in_progress(store)
    path = folder / "backup.db"
    backup(store, path)
    copy = open_store(path)
    assert audit(copy).findings == ()
    assert balances(copy) == balances(store)
    with copy.reading() as reader, store.reading() as original:
        assert reader.redacted() == {
            (stored.stream, stored.version)
            for row in original.streams()
            for stored in original.events(row.stream)
            if (stored.secret or stored.answered)
            and stored.version > original.public_until(row.stream)
        }
        assert len(reader.redacted()) == 3
        assert copy.answer("dealer", "deal") is None
        for row in original.streams():
            hidden = {version for stream, version in reader.redacted() if stream == row.stream}
            for stored, copied in zip(
                original.events(row.stream), reader.events(row.stream), strict=True
            ):
                assert (stored.hash, stored.body) == (copied.hash, copied.body)
                assert copied.secret == (b"" if stored.version in hidden else stored.secret)
        assert recover(reader, "t1") == house.tables["t1"]
    copy.close()
    table = house.tables["t2"]
    hidden_hand = print_cards(table.hands[1])
    data = path.read_bytes()
    deck = [card.text for card in table.deck]
    for start in range(0, 48, 4):
        text = ",".join(f'"{card}"' for card in deck[start : start + 3]).encode()
        assert text not in data, hidden_hand
    assert sorted(path.name for path in folder.glob("backup*")) == ["backup.db"]


def test_a_house_continues_from_a_backup_by_voiding_open_rounds(
    store: SqlStore, folder: Path
) -> None:
    in_progress(store)
    backup(store, folder / "backup.db")
    copy = open_store(folder / "backup.db")
    house = House(copy)
    house.do("t2", c.VoidRestored("floor"))
    house.play("t1")
    assert audit(copy).findings == ()
    assert not [name for name in balances(copy) if name.startswith("wager/table/t2")]
    copy.close()


def test_a_backup_of_a_backup(store: SqlStore, folder: Path) -> None:
    in_progress(store)
    backup(store, folder / "one.db")
    one = open_store(folder / "one.db")
    backup(one, folder / "two.db")
    two = open_store(folder / "two.db")
    assert audit(two).findings == ()
    with one.reading() as first, two.reading() as second:
        assert first.redacted() == second.redacted()
    one.close()
    two.close()


def test_only_the_owner_may_read_a_store(folder: Path) -> None:
    path = folder / "house.db"
    store = open_store(path)
    House(store).issue("Ann", 5)
    modes = {file.name: file.stat().st_mode & 0o777 for file in folder.glob("house.db*")}
    store.close()
    assert modes == dict.fromkeys(("house.db", "house.db-wal", "house.db-shm"), 0o600)


def test_nothing_is_overwritten(store: SqlStore, folder: Path) -> None:
    path = folder / "backup.db"
    path.write_text("precious")
    with pytest.raises(Refusal, match="backup/exists"):
        backup(store, path)
    assert path.read_text() == "precious"


def test_a_round_that_waits_for_approval_is_unsettled_too(
    sqlite_store: SqlStore, folder: Path
) -> None:
    """Its hands can't be checked in the copy, but its money is."""
    approval = {"approval_above": {"value": "300", "clause": "CR-12"}}
    house = House(sqlite_store)
    house.open("t1", rules=rules_of("hollywood-pa", {"payouts": approval}))
    house.sit("t1")
    house.bet("t1")
    house.deal("t1", house.royal("t1"))
    player = house.tables["t1"].seat(1).player
    while house.tables["t1"].phase != "settling":
        for _, seat in house.tables["t1"].taken():
            if house.tables["t1"].seat(house.tables["t1"].find(seat.player)).to_act:
                last = house.tables["t1"].phase == "river"
                raised = "1x" if seat.player == player else "fold"
                house.do("t1", c.Act(seat.player, raised if last else "check"))
    assert house.tables["t1"].approval_pending
    backup(sqlite_store, folder / "backup.db")
    copy = open_store(folder / "backup.db")
    assert audit(copy).findings == ()
    again = House(copy)
    again.do("t1", c.VoidRestored("floor"))
    assert audit(copy).findings == ()
    copy.close()


def test_a_folder_that_does_not_exist_is_refused(sqlite_store: SqlStore, folder: Path) -> None:
    with pytest.raises(
        Refusal, match="backup/unwritable: the backup can't be written: No such file or directory"
    ):
        backup(sqlite_store, folder / "none" / "backup.db")


def test_a_backup_that_fails_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(store: SqlStore, path: Path) -> None:
        raise StoreFailure(OSError("disk I/O error"))

    store = open_store(folder / "house.db")
    monkeypatch.setattr("uth.ledger.backup._write", fail)
    with pytest.raises(Refusal, match="backup/failed"):
        backup(store, folder / "copy.db")
    assert not list(folder.glob("copy.db*"))
    store.close()
