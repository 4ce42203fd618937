"""Which node keeps a table: a lease with an epoch that every commit of the table checks."""

from __future__ import annotations

from collections.abc import Iterable

from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.store import Lease, Store

MILLISECONDS = 5_000


class Leases:
    """The leases of one node; without an owner's name a house is alone and needs none."""

    def __init__(self, store: Store, owner: str = "", milliseconds: int = MILLISECONDS) -> None:
        self._store = store
        self._owner = owner
        self._milliseconds = milliseconds
        self._held: dict[str, Lease] = {}

    @property
    def shared(self) -> bool:
        return bool(self._owner)

    def own(self, owner: str) -> bool:
        """Whether a name is this node's, which may begin anew under it after a restart."""
        return owner == self._owner

    @property
    def pause(self) -> float:
        """Seconds between two looks at the leases: often enough to renew each in time."""
        return self._milliseconds / 4_000

    def take(self, table: str) -> int:
        """The epoch under which this node may write to a table; refused while another holds it."""
        if not self._owner:
            return 0
        if table not in self._held:
            stream = table_stream(table)
            self._held[table] = self._store.acquire(stream, self._owner, self._milliseconds)
        return self._held[table].epoch

    def give_up(self, table: str) -> None:
        lease = self._held.pop(table, None)
        if lease is not None:
            try:
                self._store.release(lease)
            except Refusal:
                return

    def renew(self, tables: Iterable[str]) -> list[str]:
        """Before a third of the time is gone; the tables whose leases were taken by others."""
        held = {name: self._held[name] for name in tables if name in self._held}
        if not held:
            return []
        with self._store.reading() as reader:
            now = reader.now()
        lost = []
        for table, lease in held.items():
            if 3 * (lease.expires - now) > 2 * self._milliseconds:
                continue
            try:
                self._held[table] = self._store.renew(lease, self._milliseconds)
            except Refusal as no:
                if no.code != "lease/lost":
                    raise
                lost.append(table)
        return lost
