"""The small parts: names, seals, streams with a wrong beginning, shares of a meter."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.ledger.house import METER, House
from tests.ledger.memory import MemoryStore
from tests.table.driver import Game
from uth.core.cards import DECK, parse_cards
from uth.core.hands import rank_hand
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal import accounts, chain, meter_events
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal import table_streams as tables
from uth.ledger.journal.batch import Append, Batch, Entry, Head
from uth.ledger.journal.rounds import players_in_round
from uth.ledger.journal.store import Snapshot, StoredEvent
from uth.ledger.sql.store import SqlStore, transaction
from uth.rulebook.store import load_house
from uth.table import events as e
from uth.table import postings as p
from uth.table.meters import UNITS, Hit
from uth.table.meters.link import Meters

SALT = b"s" * 32
RULES = load_house("hollywood-pa")


@pytest.mark.parametrize("name", ["", "A", "a/b", "a b", "-a", "x" * 41, "ä"])
def test_names_that_no_table_can_have(name: str) -> None:
    with pytest.raises(Refusal, match="stream/name"):
        accounts.table_stream(name)


@pytest.mark.parametrize(
    ("posting", "expected"),
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
    posting: p.Posting, expected: tuple[str, str, int]
) -> None:
    assert accounts.to_house_accounts("table/7", posting) == expected


@given(st.lists(st.tuples(st.binary(max_size=8), st.binary(max_size=8)), min_size=2, max_size=2))
def test_no_two_events_have_the_same_hash(parts: list[tuple[bytes, bytes]]) -> None:
    one, two = (
        chain.link(chain.START, "a", 1, at=0, kind="k", body=body, seal=seal)
        for body, seal in parts
    )
    assert (one == two) == (parts[0] == parts[1])


def test_a_seal_hides_and_binds() -> None:
    assert chain.seal(b"1", b"23") != chain.seal(b"12", b"3")
    assert chain.seal(SALT, b"") == b""
    assert chain.salt_for(SALT, 1) != chain.salt_for(SALT, 2)


def test_an_append_whose_author_knows_the_head_names_the_next_one() -> None:
    entries = (Entry("Opened", b"{}"), Entry("Closed", b"{}"))
    head = Head("table/main", 3, b"h" * 32)
    append = chain.chained(Append("table/main", 3, entries), head)
    assert append.follows == head.hash
    assert append.hashes == tuple(chain.extend(head, append))
    assert append.head == Head("table/main", 5, append.hashes[-1])


def test_a_secret_needs_a_salt() -> None:
    dealt = e.Dealt(DECK, "red", "shuffler", (1,))
    with pytest.raises(Refusal, match="journal/salt"):
        tables.to_entry(dealt, b"short")
    with pytest.raises(Refusal, match="journal/salt"):
        meter_events.to_entry(meter_events.TargetDrawn(30_000), b"short")
    entry = tables.to_entry(dealt, SALT)
    assert b"Ah" not in entry.body
    stored = StoredEvent(
        "table/1",
        1,
        at=0,
        kind=entry.kind,
        body=entry.body,
        seal=b"",
        hash=b"",
        secret=entry.secret,
    )
    assert tables.read_event(stored) == dealt


def test_streams_with_a_wrong_beginning_or_none() -> None:
    store = MemoryStore()
    for stream, entry in (
        ("table/1", tables.to_entry(e.DealerCall("x"), b"")),
        ("meter/1", meter_events.to_entry(meter_events.TargetDrawn(30_000), SALT)),
    ):
        store.commit(Batch((Append(stream, 0, (entry,)),)))
    with store.reading() as reader:
        for name, code in (("1", "journal/beginning"), ("2", "journal/no_")):
            with pytest.raises(Refusal, match=code):
                tables.recover(reader, name)
            with pytest.raises(Refusal, match=code):
                meters.recover(reader, name)
        with pytest.raises(Refusal, match="journal/beginning"):
            tables.rulebook_of(reader, "table/1")
    codes = {finding.where: finding.code for finding in audit(store).findings}
    assert codes == dict.fromkeys(("meter/1 event 1", "table/1 event 1"), "journal/beginning")


def test_the_rulebook_of_a_table(played: tuple[MemoryStore, House]) -> None:
    store, house = played
    with store.reading() as reader:
        assert tables.rulebook_of(reader, "table/t1") == house.tables["t1"].rulebook


@pytest.fixture
def played() -> tuple[MemoryStore, House]:
    """Two rounds with a meter, and a third in progress."""
    store = MemoryStore()
    house = House(store)
    house.open("t1", "hollywood-pa")
    house.sit("t1")
    house.play("t1", 2)
    house.bet("t1")
    return store, house


@pytest.mark.parametrize("wrong", ["body", "version", "sum", "format", "other", "none"])
def test_a_wrong_snapshot_of_a_meter_is_ignored_and_reported(
    played: tuple[MemoryStore, House], wrong: str
) -> None:
    store, house = played
    contents, stream = store._contents, "meter/link"
    snapshot = contents.snapshots[stream]
    head = contents.rows[stream].head
    other = {
        "body": replace(snapshot, body=snapshot.body.replace(b"1", b"2")),
        "version": replace(snapshot, version=9_999),
        "sum": replace(snapshot, sum=b""),
        "format": _tied(snapshot, head, b"{}"),
        "other": _tied(snapshot, head, snapshot.body.replace(b"1", b"2")),
        "none": snapshot,
    }[wrong]
    contents.snapshots[stream] = other
    if wrong != "other":
        again = House(store)
        assert (again.tables, again.meter) == (house.tables, house.meter)
    codes = [finding.code for finding in audit(store).findings]
    stray = {"none": [], "version": ["snapshot/stray"]}
    assert codes == stray.get(wrong, ["snapshot/altered"])


def _tied(snapshot: Snapshot, head: Head, body: bytes) -> Snapshot:
    return replace(snapshot, body=body, sum=chain.snapshot_sum(head, body))


@pytest.mark.parametrize("stream", ["table/t1", "cage"])
def test_only_meters_have_snapshots(played: tuple[MemoryStore, House], stream: str) -> None:
    contents = played[0]._contents
    head = contents.rows[stream].head
    empty = Snapshot(stream, head.version, b"", b"")
    contents.snapshots[stream] = _tied(empty, head, b"{}")
    assert [finding.code for finding in audit(played[0]).findings] == ["snapshot/altered"]


@pytest.mark.parametrize("wrong", ["body", "version", "sum", "none"])
def test_a_table_is_recovered_from_the_index_unless_that_is_wrong(
    played: tuple[MemoryStore, House], wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, house = played
    index = store._contents.index
    *earlier, (row, players) = index["table/t1"]
    other = {
        "body": replace(row, body=earlier[0][0].body),
        "version": replace(row, version=9_999),
        "sum": replace(row, sum=b""),
        "none": row,
    }[wrong]
    index["table/t1"] = (*earlier, (other, players))
    read: list[int] = []
    read_event = tables.read_event

    def counted(stored: StoredEvent) -> e.Event:
        read.append(stored.version)
        return read_event(stored)

    monkeypatch.setattr(tables, "read_event", counted)
    with store.reading() as reader:
        assert tables.recover(reader, "t1") == house.tables["t1"]
        end = reader.stream("table/t1").version
    assert read == list(range(row.version + 1 if wrong == "none" else 1, end + 1))


def meter_with(main: int, target: int | None = 30_000) -> meters.Meter:
    return meters.Meter(METER, "digest", Meters(main, 250_000_000, target))


def test_whoever_only_sits_there_is_not_in_the_round() -> None:
    game = Game("california").sit(1, 2, 3).bank(2).bet(3)
    assert players_in_round(game.table) == ("P2", "P3")


def test_a_meter_is_opened_once() -> None:
    (opened,) = meters.open_meter(RULES)
    with pytest.raises(Refusal, match="meter/event"):
        meters.apply_event(METER, meter_with(10**10), opened, RULES.progressive)


def test_only_a_value_that_nobody_knows_can_be_lost() -> None:
    lost = meter_events.TargetLost()
    sealed = meters.evolve(meter_with(0, meters.HIDDEN), lost, RULES.progressive)
    assert sealed.meters.target is None
    with pytest.raises(Refusal, match="meter/target_known"):
        meters.evolve(meter_with(0), lost, RULES.progressive)


def test_a_straight_flush_takes_a_tenth_and_its_fraction_stays() -> None:
    """The accounts hold whole cents; the meter carries the rest."""
    before = meter_with(1_000_000 * UNITS + 12_345)
    straight_flush = rank_hand(parse_cards("9h 8h 7h 6h 5h"))
    jackpots = meters.award_jackpots(before, RULES, "t1", 3, (Hit(2, straight_flush),))
    assert jackpots.awards == ((2, 100_000, 1_234, False),)
    after = meters.apply_event(METER, before, jackpots, RULES.progressive)
    assert after.meters.main == 900_000 * UNITS + 12_345
    (posting,) = meters.implied_postings(before, jackpots, after, 9)
    assert (posting.source, posting.target, posting.amount) == (
        "meter/link/main", "house/table/t1", 100_000
    )  # fmt: skip


def test_fractions_of_a_cent_are_carried_and_never_dropped() -> None:
    """A thousand contributions of 3.33 cents are 3,330 cents, whatever each one posts."""
    meter, posted = meter_with(0), 0
    for _ in range(1_000):
        after = meters.Meter(
            METER, "digest", Meters(meter.meters.main + 33_300, meter.meters.mystery)
        )
        event = meter_events.FeedTakenBack("t1", 1, 1, main=0, mystery=0, jackpots=0, mysteries=0)
        posted += sum(posting.amount for posting in meters.implied_postings(meter, event, after, 1))
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


def test_a_database_error_is_a_refusal(sqlite_store: SqlStore) -> None:
    for error, code in (
        (sqlite3.OperationalError("disk I/O error"), "store/unreachable"),
        (sqlite3.DatabaseError("database disk image is malformed"), "store/damaged"),
    ):
        with pytest.raises(Refusal) as caught, transaction(sqlite_store.engine):
            raise error
        assert caught.value.code == code
