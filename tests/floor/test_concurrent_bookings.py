"""Two nodes book at the same moment: what is allowed once happens once, on every store."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, check_clean
from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.cage.books import Books
from uth.floor.clock import MINUTE
from uth.floor.floor import Floor
from uth.floor.tables.orders import Order
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.bookings import (
    Corrected,
    CorrectionRequested,
    CorrectionWithdrawn,
    Move,
)
from uth.ledger.journal.store import Store
from uth.rulebook.store import load_house
from uth.table import commands as c

REQUEST = CorrectionRequested("t1", 1, "house/table/t1", "player/ann", 500, "paid short", FLOOR)


def played(store: Store) -> Books:
    """The books of a floor after one round."""
    clock = Clock()
    floor = Floor(store, clock=clock, source=Bytes())
    table_writer = floor.open_table("t1", load_house("light-and-wonder"), FLOOR)
    for player in ("ann", "bob"):
        floor.books.buy_in(player, 50_000, FLOOR)
    driver.perform(floor, Order("t1", "ann", c.Sit("ann", 1, 40_000)))
    driver.perform(floor, Order("t1", "ann", c.Wager("ann", {"ante": 500, "blind": 500})))
    while table_writer.table.round == 1:
        clock.now += MINUTE
        driver.tick(floor)
    return floor.books


@pytest.fixture(params=["memory_store", "sqlite_store", "postgres_store"])
def store(request: pytest.FixtureRequest) -> Store:
    made: Store = request.getfixturevalue(request.param)
    return made


def meanwhile(monkeypatch: pytest.MonkeyPatch, store: Store, other: Callable[[], object]) -> None:
    """Let another node do something between the next decision and its commit."""
    commit, left = store.commit, [other]

    def after_another(batch: Batch) -> Committed:
        if left:
            left.pop()()
        return commit(batch)

    monkeypatch.setattr(store, "commit", after_another)


class Waiting(NamedTuple):
    """A pending correction, seen by two nodes."""

    books: Books
    other: Books
    number: int
    before: int
    """What ann has at the cage."""


@pytest.fixture
def waiting(store: Store) -> Waiting:
    books = played(store)
    number, _ = books.request_correction(REQUEST)
    return Waiting(books, Books(store, Clock()), number, books.balance("ann"))


def test_a_correction_that_two_nodes_approve_at_once_is_paid_once(
    store: Store, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    books, other, number, before = waiting
    meanwhile(monkeypatch, store, lambda: other.approve_correction("t1", number, "Gus", 500, "g"))
    with pytest.raises(Refusal, match="correction/done"):
        books.approve_correction("t1", number, "Fay", 500, "f")
    assert books.balance("ann") == before + 500
    check_clean(store)


def test_a_correction_withdrawn_on_one_node_is_not_made_on_another(
    store: Store, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    books, other, number, before = waiting
    meanwhile(monkeypatch, store, lambda: other.withdraw_correction("t1", number, FLOOR))
    with pytest.raises(Refusal, match="correction/withdrawn"):
        books.approve_correction("t1", number, "Gus", 500)
    assert books.balance("ann") == before
    check_clean(store)


def test_both_nodes_answer_the_same_approval(
    store: Store, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    books, other, number, before = waiting
    meanwhile(monkeypatch, store, lambda: other.approve_correction("t1", number, "Gus", 500, "g"))
    made = books.approve_correction("t1", number, "Gus", 500, "g")
    assert (made.request, made.amount) == (number, 500)
    assert books.balance("ann") == before + 500


def test_honest_bookings_at_once_are_all_made(
    store: Store, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    books, other, first, before = waiting
    second, _ = books.request_correction(REQUEST)
    meanwhile(monkeypatch, store, lambda: other.approve_correction("t1", second, "Gus", 500, "g"))
    books.approve_correction("t1", first, "Fay", 500, "f")
    assert books.balance("ann") == before + 1_000
    meanwhile(monkeypatch, store, lambda: other.request_correction(REQUEST, "other"))
    third, _ = books.request_correction(REQUEST, "own")
    assert (first, second, third) == (2, 3, 7), "each knows the number of his own"
    check_clean(store)


def test_nobody_helps_himself_to_more_at_two_nodes_than_at_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    books, other = Books(store, Clock()), Books(store, Clock())
    meanwhile(monkeypatch, store, lambda: other.take_play_money("ann", 9_000, 10_000, "one"))
    with pytest.raises(Refusal, match="money/enough"):
        books.take_play_money("ann", 9_000, 10_000, "two")
    assert books.balance("ann") == 9_000
    books.take_play_money("ann", 1_000, 10_000, "three")
    assert books.take_play_money("ann", 1_000, 10_000, "three").amount == 1_000
    assert books.balance("ann") == 10_000


WITHDRAWN = CorrectionWithdrawn(2, "Gus", 1, 500)


def _made(number: int, by: str = "Gus", **changes: object) -> Corrected:
    move = Move(REQUEST.source, REQUEST.target, 500, REQUEST.round, "correction", "Q-21")
    move = msgspec.structs.replace(move, **changes)
    return Corrected(number, by, move.amount, (move,))


@pytest.mark.parametrize(
    ("bookings", "why"),
    [
        ([_made(2), _made(2, "Fay")], "correction/twice"),
        ([_made(9)], "correction/unasked"),
        ([_made(2, amount=501)], "correction/otherwise"),
        ([_made(2, target="player/bob")], "correction/otherwise"),
        ([_made(2, round=2)], "correction/otherwise"),
        ([_made(2, FLOOR)], "correction/self_approved"),
        ([WITHDRAWN, _made(2)], "correction/unasked"),
        ([_made(2), WITHDRAWN], "correction/unasked"),
        ([_made(2, "ann")], "correction/self_approved"),
    ],
)
def test_the_audit_reports_a_wrong_correction(
    bookings: list[Corrected | CorrectionWithdrawn], why: str
) -> None:
    store = MemoryStore()
    books = played(store)
    assert books.request_correction(REQUEST)[0] == 2
    for booking in bookings:
        books.book(cage.floor_stream("t1"), booking, booking.by)
    (finding,) = audit(store).findings
    assert (finding.code, finding.where) == (why, f"floor/t1 event {2 + len(bookings)}")
