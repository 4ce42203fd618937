"""The small parts: names, seals, streams that begin wrongly, shares of a meter."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.ledger.house import METER, House
from tests.ledger.memory import MemoryStore
from uth.core.cards import DECK, parse_cards
from uth.core.ranking import rank_hand
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal import accounts, chain, meter_events
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal import table_streams as tables
from uth.ledger.journal.batch import Append, Batch, Head
from uth.ledger.journal.store import Snapshot, StoredEvent
from uth.ledger.sql.store import SqlStore, asked
from uth.rulebook.store import load_house
from uth.table import events as e
from uth.table import postings as p
from uth.table.link import Meters
from uth.table.meters import UNITS, Hit

SALT = b"s" * 32
RULES = load_house("hollywood-pa")


@pytest.mark.parametrize("name", ["", "A", "a/b", "a b", "-a", "x" * 41, "ä"])
def test_names_that_no_table_has(name: str) -> None:
    with pytest.raises(Refusal, match="stream/name"):
        accounts.table_stream(name)


@pytest.mark.parametrize(
    ("moved", "expected"),
    [
        ((p.OUTSIDE, "player/Ann", 5), ("player/Ann", "chips/table/7/Ann", 5)),
        (("player/A/b", p.OUTSIDE, 5), ("chips/table/7/A/b", "player/A/b", 5)),
        (("player/Ann", "wager/Ann", 5), ("chips/table/7/Ann", "wager/table/7/Ann", 5)),
        (("wager/Ann", "house", 5), ("wager/table/7/Ann", "house/table/7", 5)),
        (("wager/Ann", "bank", 5), ("wager/table/7/Ann", "bank/table/7", 5)),
        (("fees", "drop", 5), ("fees/table/7", "drop/table/7", 5)),
    ],
)
def test_a_tables_accounts_in_the_whole_house(
    moved: p.Posting, expected: tuple[str, str, int]
) -> None:
    assert accounts.globally("table/7", moved) == expected


@given(st.lists(st.tuples(st.binary(max_size=8), st.binary(max_size=8)), min_size=2, max_size=2))
def test_no_two_events_have_the_same_hash(parts: list[tuple[bytes, bytes]]) -> None:
    one, two = (chain.link(chain.START, "a", 1, 0, "k", body, seal) for body, seal in parts)
    assert (one == two) == (parts[0] == parts[1])


def test_a_seal_hides_and_binds() -> None:
    assert chain.seal(b"1", b"23") != chain.seal(b"12", b"3")
    assert chain.seal(SALT, b"") == b""
    assert chain.salt_for(SALT, 1) != chain.salt_for(SALT, 2)


def test_what_is_hidden_needs_a_salt() -> None:
    dealt = e.Dealt(DECK, "red", "shuffler", (1,))
    with pytest.raises(Refusal, match="journal/salt"):
        tables.to_entry(dealt, b"short")
    with pytest.raises(Refusal, match="journal/salt"):
        meter_events.to_entry(meter_events.TargetDrawn(30_000), b"short")
    entry = tables.to_entry(dealt, SALT)
    assert b"Ah" not in entry.body
    kept = StoredEvent("table/1", 1, 0, entry.kind, entry.body, b"", b"", secret=entry.secret)
    assert tables.read_event(kept) == dealt


def test_streams_that_begin_wrongly_or_not_at_all() -> None:
    store = MemoryStore()
    for stream, entry in (
        ("table/1", tables.to_entry(e.DealerCall("x"), b"")),
        ("meter/1", meter_events.to_entry(meter_events.TargetDrawn(30_000), SALT)),
    ):
        store.commit(Batch((Append(stream, 0, (entry,)),)))
    with store.reading() as reader:
        for name, code in (("1", "journal/beginning"), ("2", "journal/empty")):
            with pytest.raises(Refusal, match=code):
                tables.recover(reader, name)
            with pytest.raises(Refusal, match=code):
                meters.recover(reader, name)
        with pytest.raises(Refusal, match="journal/beginning"):
            list(tables.replay_events(reader.events("table/1")))


@pytest.mark.parametrize("wrong", ["body", "version", "sum", "format", "none"])
def test_a_snapshot_is_a_short_cut_and_never_the_truth(wrong: str) -> None:
    """Whatever is wrong with it, the table is what its events say; the audit tells of it."""
    store = MemoryStore()
    house = House(store)
    house.open("t1", "hollywood-pa")
    house.sit("t1")
    house.play("t1", 2)
    house.bet("t1")
    shots = store._contents.shots
    for stream in ("table/t1", "meter/link"):
        shot = shots[stream]
        head = next(kept for kept in store._contents.kept[stream] if kept.version == shot.version)
        other = {
            "body": replace(shot, body=shot.body.replace(b"1", b"2")),
            "version": replace(shot, version=9_999),
            "sum": replace(shot, sum=b""),
            "format": _tied(shot, Head(stream, shot.version, head.hash), b"{}"),
            "none": shot,
        }[wrong]
        shots[stream] = other
    again = House(store)
    assert (again.tables, again.meter) == (house.tables, house.meter)
    found = audit(store).findings
    assert len(found) == (0 if wrong == "none" else 2)
    with store.reading() as reader:
        for _, _, table in tables.replay_events(reader.events("table/t1")):
            last = table
    assert last == house.tables["t1"]


def _tied(shot: Snapshot, head: Head, body: bytes) -> Snapshot:
    return replace(shot, body=body, sum=chain.snapshot_sum(head, body))


def test_a_snapshot_with_other_money_in_it_is_found() -> None:
    store = MemoryStore()
    house = House(store)
    house.open("t1")
    house.sit("t1")
    house.play("t1")
    shot = store._contents.shots["table/t1"]
    row = store._contents.rows["table/t1"]
    richer = replace(house.tables["t1"], balances={})
    store._contents.shots["table/t1"] = _tied(shot, row.head, tables.snapshot(richer))
    (finding,) = audit(store).findings
    assert (finding.code, finding.sentence) == ("snapshot/altered", "it tells another state")
    assert audit(store, rounds=False).findings == ()


def test_no_snapshot_is_taken_in_mid_round() -> None:
    house = House(MemoryStore())
    house.open("t1")
    house.sit("t1")
    house.bet("t1")
    house.deal("t1")
    assert tables.snapshot(house.tables["t1"]) == b""


def standing(main: int, target: int | None = 30_000) -> meters.Meter:
    return meters.Meter(METER, "digest", Meters(main, 250_000_000, target))


def test_a_meter_is_opened_once() -> None:
    (opened,) = meters.open_meter(RULES)
    with pytest.raises(Refusal, match="meter/event"):
        meters.follow(METER, standing(10**10), opened, RULES.progressive)


def test_a_straight_flush_takes_a_tenth_and_its_fraction_stays() -> None:
    """The accounts hold whole cents; the rest is carried in the meter."""
    before = standing(1_000_000 * UNITS + 12_345)
    straight_flush = rank_hand(parse_cards("9h 8h 7h 6h 5h"))
    given = meters.give(before, RULES, "t1", 3, (Hit(2, straight_flush),))
    assert given.awards == ((2, 100_000, 1_234, False),)
    after = meters.follow(METER, before, given, RULES.progressive)
    assert after.meters.main == 900_000 * UNITS + 12_345
    (posting,) = meters.implied(before, given, after, 9)
    assert (posting.source, posting.target, posting.amount) == (
        "meter/link/main", "house/table/t1", 100_000
    )  # fmt: skip


def test_fractions_of_a_cent_are_carried_and_never_dropped() -> None:
    """A thousand contributions of 3.33 cents are 3,330 cents, whatever each one posts."""
    meter, posted = standing(0), 0
    for _ in range(1_000):
        after = meters.Meter(
            METER, "digest", Meters(meter.meters.main + 33_300, meter.meters.mystery)
        )
        event = meter_events.FeedTakenBack("t1", 1, 1, 0, 0, 0, 0)
        posted += sum(posting.amount for posting in meters.implied(meter, event, after, 1))
        meter = after
    assert posted == meter.meters.main // UNITS == 3_330


def test_a_simulated_clock_expires_a_lease() -> None:
    now = [1_000]
    store = MemoryStore(lambda: now[0])
    store.acquire("table/1", "north", 50)
    now[0] += 49
    with pytest.raises(Refusal, match="lease/held"):
        store.acquire("table/1", "south", 50)
    now[0] += 1
    assert store.acquire("table/1", "south", 50).epoch == 2


def test_a_house_in_memory_forgets_nothing() -> None:
    house = House(MemoryStore())
    house.open("t1", "light-and-wonder")
    house.sit("t1")
    house.play("t1", 2)
    house.store.close()
    assert House(house.store).tables == house.tables


def test_what_a_failed_database_says(sqlite_store: SqlStore) -> None:
    for error, code in (
        (sqlite3.OperationalError("disk I/O error"), "store/unreachable"),
        (sqlite3.DatabaseError("database disk image is malformed"), "store/damaged"),
    ):
        with pytest.raises(Refusal) as caught, asked(sqlite_store.engine):
            raise error
        assert caught.value.code == code
