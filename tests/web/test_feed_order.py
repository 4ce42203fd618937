"""The floor feed is in order of time, on whichever node something happened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.floor import driver
from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from tests.web.served_app import PATIENCE
from uth.core.refusal import Refusal
from uth.floor.cluster.leases import Leases
from uth.floor.floor import Floor
from uth.floor.records.feed import RECENT, Feed, FeedItem, Unheard
from uth.floor.runner import FloorRunner
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.ledger.journal.store import Store
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.web.server import make_app

ACTS_AS_OTHER_NODES = True
"""These tests write to the store on their own event loop, as other nodes do on theirs."""

LONG = 3_600_000
THREE = {"ante": 300, "blind": 300}
"""Milliseconds: no lease expires, and no node polls the journals meanwhile."""
STILL = Pace(step=10**9, betting=10**9)
POSTGRES = pytest.param("postgres_store", marks=pytest.mark.slow)


@pytest.fixture(params=["memory_store", "sqlite_store", POSTGRES])
def store(request: pytest.FixtureRequest) -> Store:
    result: Store = request.getfixturevalue(request.param)
    return result


def other_node(store: Store, clock: Clock) -> Floor:
    """The floor of another node, which knows this one only through the store."""
    leases = Leases(store, "other", LONG)
    return Floor(store, clock=clock, source=Bytes("other"), pace=STILL, leases=leases)


@asynccontextmanager
async def this_node(store: Store, clock: Clock) -> AsyncIterator[FloorRunner]:
    """A node that follows the journals and has read everything so far."""
    app = make_app(store, clock=clock, source=Bytes("this"), pace=STILL, owner="this", lease=LONG)
    runner = app.runner
    with store.reading() as reader:
        runner.feed.begin(reader)
    try:
        yield runner
    finally:
        await runner.stop()


@asynccontextmanager
async def following(runner: FloorRunner) -> AsyncIterator[None]:
    minding = asyncio.create_task(runner.run_cluster())
    try:
        yield
    finally:
        minding.cancel()
        await asyncio.gather(minding, return_exceptions=True)


def listen(feed: Feed) -> list[FeedItem]:
    heard: list[FeedItem] = []
    feed.hearers.add(heard.append)
    return heard


async def until(right: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not right():
            await asyncio.sleep(0.005)


def limits(floor: Floor, table: str, minimum: int, keep: tuple[str, ...] = ()) -> None:
    driver.perform(floor, Order(table, "flo", c.SetLimits("flo", minimum, 2_500, keep)))


def opened(floor: Floor, table: str) -> None:
    floor.open_table(table, load_house("cardroom-25"), "flo")


def told(value: list[FeedItem]) -> list[tuple[str, str]]:
    return [(news.kind, news.table) for news in value]


def test_unread_events_of_several_journals_are_published_by_time(store: Store) -> None:
    """The names are in the reverse order of the times."""

    async def go() -> None:
        clock = Clock()
        async with this_node(store, clock) as runner:
            heard, other = listen(runner.feed), other_node(store, clock)
            deeds: list[Callable[[], Any]] = [
                lambda: opened(other, "zoo"),
                lambda: opened(other, "bar"),
                lambda: other.books.buy_in("pat", 90_000, "flo"),
                lambda: driver.perform(other, Order("zoo", "pat", c.Sit("pat", 1, 50_000))),
                lambda: driver.perform(other, Order("zoo", "pat", c.Wager("pat", THREE))),
                lambda: limits(other, "zoo", 500, keep=("pat",)),
                lambda: limits(other, "bar", 500),
                lambda: other.books.count("zoo", 0, "flo"),
                lambda: other.books.count("bar", 0, "flo"),
                lambda: limits(other, "bar", 300),
                lambda: other.books.cash_out("pat", 500, "flo"),
                lambda: limits(other, "zoo", 300),
            ]
            expected = [
                ("opened", "zoo"),
                ("opened", "bar"),
                ("bought", ""),
                ("limits", "zoo"),
                ("grandfathered", "zoo"),
                ("limits", "bar"),
                ("counted", "zoo"),
                ("counted", "bar"),
                ("limits", "bar"),
                ("cashed", ""),
                ("limits", "zoo"),
                ("lost_minimum", "zoo"),
            ]
            for deed in deeds:
                clock.pass_ms(1_000)
                deed()
            async with following(runner):
                await until(lambda: len(heard) == len(expected))
            assert heard == runner.feed.recent
            assert told(heard) == expected
            assert [news.at for news in heard] == sorted(news.at for news in heard)

    asyncio.run(go())


def test_local_events_are_published_after_earlier_ones_of_other_nodes(store: Store) -> None:
    async def go() -> None:
        clock = Clock()
        async with this_node(store, clock) as runner, following(runner):
            heard, other = listen(runner.feed), other_node(store, clock)
            opened(runner.floor, "own")
            await until(lambda: told(heard) == [("opened", "own")])
            clock.pass_ms(1_000)
            opened(other, "zoo")
            clock.pass_ms(1_000)
            order = Order("own", "flo", c.SetLimits("flo", 500, 2_500))
            await runner.orders.perform(order)
            await until(lambda: len(heard) == 3)
            assert told(heard) == [("opened", "own"), ("opened", "zoo"), ("limits", "own")]
            clock.pass_ms(1_000)
            limits(other, "zoo", 500)
            clock.pass_ms(1_000)
            runner.floor.books.count("own", 0, "flo")
            await until(lambda: len(heard) == 5)
            assert told(heard)[3:] == [("limits", "zoo"), ("counted", "own")]
            assert heard == runner.feed.recent

    asyncio.run(go())


def test_events_that_could_not_be_read_are_published_later(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        clock, store = Clock(), MemoryStore()
        async with this_node(store, clock) as runner:
            heard, reader = listen(runner.feed), runner._feed_reader
            opened(other_node(store, clock), "zoo")
            with monkeypatch.context() as patch:
                patch.setattr("uth.floor.records.feed._read_on", _fails)
                with pytest.raises(Refusal):
                    await reader.read_on()
            assert heard == []
            await reader.read_on()
            await reader.read_on()
            assert told(heard) == [("opened", "zoo")], "once"

    asyncio.run(go())


def _fails(*_: object) -> None:
    raise Refusal("store/unreachable", reason="tests")


def news(table: str, at: int, number: int) -> FeedItem:
    return FeedItem("limits", table, at, number)


def test_late_events_are_sorted_by_their_time() -> None:
    """Listeners receive it when it is known; those who connect later, in order of time."""
    feed = Feed()
    heard = listen(feed)
    own = [news("own", 1_000, 1), news("own", 3_000, 2)]
    late = [news("late", 500, 1), news("late", 2_000, 2), news("late", 3_000, 3)]
    feed.publish([Unheard("table/own", 2, tuple(own))])
    feed.publish([Unheard("table/late", 3, tuple(late))])
    assert heard == own + late
    assert feed.recent == [late[0], own[0], late[1], own[1], late[2]]
    many = [news("own", 4_000 + number, number) for number in range(RECENT)]
    feed.publish([Unheard("table/own", 2 + RECENT, tuple(many))])
    assert feed.recent == many, "the oldest are forgotten"
    feed.publish([Unheard("table/late", 4, (news("late", 3_500, 4),))])
    assert feed.recent == many, "and it is too old to be among the latest"


def test_a_journal_keeps_its_own_order_whatever_the_clocks_say() -> None:
    """A node whose clock is behind continues a table; all events of a commit have one time."""
    feed = Feed()
    mine = [news("mine", 5_000, 1), news("mine", 2_000, 2), news("mine", 2_000, 3)]
    other = [news("other", 3_000, 1), news("other", 5_000, 2), news("other", 6_000, 3)]
    feed.publish([Unheard("table/mine", 3, tuple(mine)), Unheard("table/other", 3, tuple(other))])
    assert feed.recent == [other[0], *mine, *other[1:]]
    again = news("mine", 4_000, 4)
    feed.publish([Unheard("table/mine", 4, (again,))])
    assert feed.recent == [other[0], *mine, other[1], again, other[2]]
