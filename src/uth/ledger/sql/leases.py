"""Leases of streams, within the transaction of a commit."""

from __future__ import annotations

from collections.abc import Sequence

from uth.ledger.journal.store import Lease, lease_held, lease_lost
from uth.ledger.sql.commit import BatchCommit


def acquire(commit: BatchCommit, stream: str, owner: str, milliseconds: int) -> Lease:
    row, now = commit.lock_stream(stream)
    if row.expires > now and row.owner != owner:
        raise lease_held(row)
    return commit.set_lease(Lease(stream, owner, row.epoch + 1, now + milliseconds))


def renew(commit: BatchCommit, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
    """Those that nobody else has taken, locked in the order of their names."""
    renewed = []
    for lease in sorted(held, key=lambda lease: lease.stream):
        now = _lock_own(commit, lease)
        if now is not None:
            own = Lease(lease.stream, lease.owner, lease.epoch, now + milliseconds)
            renewed.append(commit.set_lease(own))
    return renewed


def release(commit: BatchCommit, lease: Lease) -> None:
    if _lock_own(commit, lease) is None:
        raise lease_lost(lease)
    commit.set_lease(Lease(lease.stream, lease.owner, lease.epoch, 0))


def _lock_own(commit: BatchCommit, lease: Lease) -> int | None:
    """Lock the stream of a lease; the database's time, or None if others have taken it."""
    locked = commit.find_stream(lease.stream)
    if locked is None or (locked[0].owner, locked[0].epoch) != (lease.owner, lease.epoch):
        return None
    return locked[1]
