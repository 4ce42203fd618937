"""Opening a table: a refusal changes nothing, and a name keeps its owner."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.floor.evening import FLOOR, check_clean
from tests.floor.sources import Bytes, Clock
from tests.floor.test_concurrent_bookings import meanwhile
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.cage.corrections import entries
from uth.floor.cage.shift_report import shift_report
from uth.floor.cluster.leases import Leases
from uth.floor.floor import Floor
from uth.floor.people.names import LONGEST, bot_name, is_bot
from uth.floor.tables.orders import Order
from uth.ledger.journal.store import Lease
from uth.rulebook.store import load_house, load_text
from uth.table import commands as c

LINKED = load_house("hollywood-pa")
OTHER_TERMS = load_text('extends = "hollywood-pa"\n[progressive]\nseed = "777"\n')


def a_floor(store: MemoryStore, node: str = "") -> Floor:
    return Floor(store, clock=Clock(), source=Bytes(node), leases=Leases(store, node))


def versions(store: MemoryStore) -> dict[str, int]:
    with store.reading() as reader:
        return {row.stream: row.version for row in reader.streams() if row.version}


def _another_rulebook(floor: Floor) -> None:
    floor.open_table("t1", load_house("california"), FLOOR, tray=5)


def _other_terms(floor: Floor) -> None:
    floor.open_table("t2", OTHER_TERMS, FLOOR, "link")


def _as_ones_own(floor: Floor) -> None:
    floor.open_table("t1", LINKED, "guest-1", "own.t1", timed=False, practice=True)


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (_another_rulebook, "table/rulebook"),
        (_other_terms, "meter/terms"),
        (_as_ones_own, "table/taken"),
    ],
)
@pytest.mark.parametrize("node", ["", "one"])
def test_a_refused_opening_has_changed_nothing(
    ask: Callable[[Floor], None], why: str, node: str
) -> None:
    store = MemoryStore(Clock())
    floor = a_floor(store, node)
    floor.open_table("t1", LINKED, FLOOR, tray=100)
    floor.close_table("t1", FLOOR, tray=100)
    before = versions(store)
    with pytest.raises(Refusal, match=why):
        ask(floor)
    assert versions(store) == before
    assert floor.tables == {}
    with store.reading() as reader:
        (table,) = shift_report(reader, 0, floor.clock() + 1).tables
    assert [one.what for one in table.sittings] == ["opened", "closed"]
    a_floor(store, "two" if node else "").open_table("t1", LINKED, FLOOR)


def test_of_two_nodes_that_open_a_table_one_gets_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore(Clock())
    one, two = a_floor(store, "one"), a_floor(store, "two")
    one.open_table("t1", LINKED, FLOOR)
    one.close_table("t1", FLOOR)
    acquire, left = store.acquire, [lambda: one.open_table("t1", LINKED, FLOOR, tray=100)]

    def after_another(stream: str, owner: str, milliseconds: int) -> Lease:
        if left:
            left.pop()()
        return acquire(stream, owner, milliseconds)

    monkeypatch.setattr(store, "acquire", after_another)
    with pytest.raises(Refusal, match="lease/held"):
        two.open_table("t1", LINKED, FLOOR, tray=999)
    assert two.tables == {}
    assert one.close_table("t1", FLOOR, tray=100).variance == 0
    two.open_table("t1", LINKED, FLOOR, tray=999)
    check_clean(store)


def test_two_who_hold_no_leases_open_a_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore(Clock())
    one, two = a_floor(store), a_floor(store)
    one.open_table("t1", LINKED, FLOOR)
    one.close_table("t1", FLOOR)
    meanwhile(monkeypatch, store, lambda: one.open_table("t1", LINKED, FLOOR, tray=100))
    with pytest.raises(Refusal, match="table/open"):
        two.open_table("t1", LINKED, FLOOR, tray=999)
    with one.store.reading() as reader:
        bookings = [booking for _, _, booking in entries(reader, "floor/t1")]
    trays = [booking.tray for booking in bookings if isinstance(booking, cage.Opened)]
    assert trays == [None, 100]


def test_a_table_name_keeps_its_owner() -> None:
    floor = a_floor(MemoryStore(Clock()))
    rules = load_house("light-and-wonder")
    floor.open_table("vip", rules, FLOOR)
    floor.close_table("vip", FLOOR)
    floor.open_table("vip", rules, "Gus")
    floor.close_table("vip", "Gus")
    floor.open_table("den", rules, "ann", practice=True)
    floor.close_table("den", "ann")
    for name, by, practice in (
        ("vip", "ann", True),
        ("vip", FLOOR, True),
        ("den", "bob", True),
        ("den", FLOOR, False),
        ("den", "ann", False),
    ):
        with pytest.raises(Refusal, match="table/taken"):
            floor.open_table(name, rules, by, practice=practice)
    floor.open_table("den", rules, "ann", practice=True)
    floor.open_table("vip", rules, FLOOR)


def test_bots_have_names_of_their_own_at_every_table() -> None:
    tables = ["main", "b" * 29, *("b" * length for length in (30, 38, 40)), "b" * 39 + "c"]
    names = {bot_name(called, table) for called in ("Ada", "Cleo") for table in tables}
    assert len(names) == 2 * len(tables)
    assert all(is_bot(name) and len(name) <= LONGEST for name in names)
    assert bot_name("Ada", "main") == "Ada main (bot)"


def test_nothing_of_a_closed_table_stays_in_memory() -> None:
    evening = Floor(MemoryStore(), clock=Clock(), source=Bytes())
    rules = load_house("hollywood-pa")
    for name, link in (("own", "own.own"), ("one", "link"), ("two", "link")):
        evening.open_table(name, rules, FLOOR, link)
        evening.schedule.refused(Order(name, FLOOR, c.CloseBets()))
    evening.close_table("own", FLOOR)
    evening.close_table("one", FLOOR)
    assert list(evening.schedule._refused) == ["two"]
    tables = evening.tables
    assert (list(tables), list(tables.terms), list(tables.links)) == (["two"], ["two"], ["link"])
    evening.open_table("own", rules, FLOOR, "own.own")
    assert set(tables.links) == {"link", "own.own"}
