"""Fills the floor's feed from this node's commits and from the journals of all nodes."""

from __future__ import annotations

import asyncio
import contextlib

from uth.core.refusal import Refusal
from uth.floor.cage.bookings import Booked
from uth.floor.floor import Floor
from uth.floor.records.feed import Feed, Unheard, followed, of_booking
from uth.floor.tables.updates import TableCommit
from uth.ledger.journal.accounts import table_stream


class FeedReader:
    """On a single node, reads the journal of a table or a booking as soon as it has news.

    With several nodes, something on another node may have happened first. News from here then only
    wake the reader, which reads all journals and publishes their news in order.
    """

    def __init__(self, floor: Floor, feed: Feed) -> None:
        self._floor = floor
        self._feed = feed
        self._news = asyncio.Event()
        floor.books.listeners.append(self._booked)

    def hear(self, news: TableCommit) -> None:
        if not self._feed.pass_over(news):
            self._changed(table_stream(news.name))

    def _booked(self, stream: str, booking: Booked) -> None:
        if next(of_booking("", 0, booking), None) is not None:
            self._changed(stream)

    def _changed(self, stream: str) -> None:
        if self._floor.leases.shared:
            self._news.set()
            return
        with contextlib.suppress(Refusal):  # what can't be read now is read with the next news
            with self._floor.store.reading() as reader:
                unheard = self._feed.read(reader, [reader.stream(stream)])
            self._feed.publish(unheard)

    async def read_on(self) -> None:
        """Publish what the journals hold that was not published yet; reads in another thread."""
        self._news.clear()
        self._feed.publish(await asyncio.to_thread(self._unheard))

    def _unheard(self) -> list[Unheard]:
        with self._floor.store.reading() as reader:
            return self._feed.read(reader, followed(reader))

    async def rest(self, seconds: float) -> None:
        """Wait for news from this node, or for this long: then other nodes may have some."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
