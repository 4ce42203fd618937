"""What brings the floor's feed its news: the house itself, and the journals of all nodes."""

from __future__ import annotations

import asyncio
import contextlib

from uth.floor.cage.bookings import Booked
from uth.floor.floor import Floor
from uth.floor.records.feed import Feed, Unheard, of_booking
from uth.floor.tables.updates import TableCommit


class FloorReader:
    """Tells at once what happens in a house that is alone.

    Where several nodes serve one house, something at another may have happened before. News from
    here then only wakes the reader, who reads on in all journals and tells it in its turn.
    """

    def __init__(self, house: Floor, feed: Feed) -> None:
        self._house = house
        self._feed = feed
        self._news = asyncio.Event()
        house.listeners.append(self._hear)
        house.books.listeners.append(self._booked)

    @property
    def _shared(self) -> bool:
        return self._house.leases.shared

    def _hear(self, news: TableCommit) -> None:
        if self._shared:
            if not self._feed.pass_over(news):
                self._news.set()
        elif not self._feed.hear(news):
            self._read_at_once(f"table/{news.name}")

    def _booked(self, stream: str, booking: Booked) -> None:
        """What the floor books is no table's news: the feed reads it in the journal."""
        if next(of_booking("", 0, booking), None) is None:
            return
        if self._shared:
            self._news.set()
        else:
            self._read_at_once(stream)

    def _read_at_once(self, stream: str) -> None:
        with self._house.store.reading() as reader:
            found = self._feed.read(reader, [reader.stream(stream)])
        self._feed.tell(found)

    async def read_on(self) -> None:
        """Tell what was not heard of any journal; the store is asked beside the loop."""
        self._news.clear()
        self._feed.tell(await asyncio.to_thread(self._unheard))

    def _unheard(self) -> list[Unheard]:
        with self._house.store.reading() as reader:
            return self._feed.read(reader, self._feed.unread(reader))

    async def rest(self, seconds: float) -> None:
        """Until there is news from here, or for so long: then others may have some."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
