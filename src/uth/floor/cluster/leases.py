"""Which node runs a table: a lease with an epoch that every commit to the table checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.store import Lease, Store

MILLISECONDS = 5_000


class Leases:
    """The leases of one node; without an owner there is one node, which needs no leases."""

    def __init__(self, store: Store, owner: str = "", milliseconds: int = MILLISECONDS) -> None:
        self._store = store
        self._owner = owner
        self._milliseconds = milliseconds
        self._held: dict[str, Lease] = {}
        self.later: Callable[[Callable[[], None]], object] = lambda release: release()
        """Calls what releases a lease; a server has it called in another thread."""

    @property
    def shared(self) -> bool:
        return bool(self._owner)

    def own(self, owner: str) -> bool:
        """Whether this is the node's own name: after a restart it may reuse its lease."""
        return owner == self._owner

    @property
    def pause(self) -> float:
        """Seconds between two renewals: short enough that no lease expires."""
        return self._milliseconds / 4_000

    def acquire(self, table: str) -> int:
        """The epoch with which this node may write to a table; refused while another holds it."""
        if not self._owner:
            return 0
        if table not in self._held:
            stream = table_stream(table)
            self._held[table] = self._store.acquire(stream, self._owner, self._milliseconds)
        return self._held[table].epoch

    def release(self, table: str) -> None:
        lease = self._held.pop(table, None)
        if lease is not None:
            self.later(partial(self._release, lease))

    def _release(self, lease: Lease) -> None:
        """One that can't be released, because the store fails or others have it, expires."""
        with suppress(Refusal):
            self._store.release(lease)

    def renew(self, tables: Iterable[str]) -> list[str]:
        """Renew leases after a third of their time, all in one transaction.

        Returns the tables that others have taken. One that is released meanwhile stays released.
        """
        held = {name: self._held[name] for name in tables if name in self._held}
        if not held:
            return []
        with self._store.reading() as reader:
            latest = reader.now() + 2 * self._milliseconds // 3
        due = {name: lease for name, lease in held.items() if lease.expires <= latest}
        if not due:
            return []
        renewed = self._store.renew(list(due.values()), self._milliseconds)
        by_stream = {lease.stream: lease for lease in renewed}
        lost = []
        for name, lease in due.items():
            if lease.stream not in by_stream:
                lost.append(name)
            elif self._held.get(name) is lease:
                self._held[name] = by_stream[lease.stream]
        return lost
