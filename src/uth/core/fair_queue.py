"""A queue that has an end, and in which the networks of those who wait take turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Hands out the items of the lowest priority number first, of each network one in rotation.

    So whoever asks for much waits for themselves. When it is full, the network that waits for the
    most gives way to one that waits for less.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: dict[int, dict[str, deque[T]]] = {}
        """By priority, what each network waits for; the first network is the next."""

    def __iter__(self) -> Iterator[T]:
        for networks in self._waiting.values():
            for items in networks.values():
                yield from items

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def put(self, item: T, network: str, priority: int = 0) -> T | None:
        """Let an item wait; returns what gives way where there is no room: it or another one."""
        loser = None
        if len(self) >= self._most:
            largest = max(self._networks(), key=self._count)
            if self._count(largest) <= self._count(network) + 1:
                return item
            loser = self._last(largest)
            self.remove(loser)
        self._waiting.setdefault(priority, {}).setdefault(network, deque()).append(item)
        return loser

    def pop(self) -> T:
        """The next item; there must be one."""
        priority = min(self._waiting)
        networks = self._waiting[priority]
        network = next(iter(networks))
        items = networks.pop(network)
        item = items.popleft()
        if items:
            networks[network] = items
        elif not networks:
            del self._waiting[priority]
        return item

    def remove(self, item: T) -> None:
        """Take an item out that waits."""
        for priority, networks in self._waiting.items():
            for network, items in networks.items():
                if item in items:
                    items.remove(item)
                    if not items:
                        del networks[network]
                    if not networks:
                        del self._waiting[priority]
                    return

    def clear(self) -> None:
        self._waiting.clear()

    def _networks(self) -> list[str]:
        return [network for networks in self._waiting.values() for network in networks]

    def _count(self, network: str) -> int:
        return sum(len(networks.get(network, ())) for networks in self._waiting.values())

    def _last(self, network: str) -> T:
        """What a network waits for last."""
        priority = max(one for one, networks in self._waiting.items() if network in networks)
        return self._waiting[priority][network][-1]
