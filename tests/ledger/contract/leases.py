"""Leases: who may append to a stream."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.ledger.batches import ANN, moves, refused, succeeds
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.store import Lease, Store


class LeaseContract:
    """One owner at a time may append, by the database's clock."""

    def test_a_lease_is_held_by_one(self, store: Store) -> None:
        lease = store.acquire("table/1", "north", 60_000)
        assert (lease.owner, lease.epoch) == ("north", 1)
        with pytest.raises(Refusal, match="lease/held"):
            store.acquire("table/1", "south", 60_000)
        assert store.acquire("table/2", "south", 60_000).epoch == 1
        with store.reading() as reader:
            row = reader.stream("table/1")
            assert (row.owner, row.epoch) == ("north", 1)
            assert row.expires > reader.now() > row.expires - 61_000

    def test_a_stale_owner_can_not_commit(self, store: Store) -> None:
        old = store.acquire("table/1", "north", 60_000)
        store.commit(Batch((moves("table/1", 0, ("issued", ANN, 1), epoch=old.epoch),)))
        store.renew([old], 1)
        time.sleep(0.05)
        new = store.acquire("table/1", "south", 60_000)
        assert new.epoch == 2
        late = Batch((moves("table/1", 1, ("issued", ANN, 1), epoch=old.epoch),))
        assert refused(store, late) == "lease/stale"
        unleased = Batch((moves("table/1", 1, ("issued", ANN, 1)),))
        assert refused(store, unleased) == "lease/stale"
        assert store.renew([old], 60_000) == []
        with pytest.raises(Refusal, match="lease/lost"):
            store.release(old)
        store.commit(Batch((moves("table/1", 1, ("issued", ANN, 1), epoch=new.epoch),)))

    def test_an_expired_lease_is_renewed_before_it_is_used(self, store: Store) -> None:
        lease = store.acquire("table/1", "north", 30)
        time.sleep(0.05)
        batch = Batch((moves("table/1", 0, ("issued", ANN, 1), epoch=lease.epoch),))
        assert refused(store, batch) == "lease/expired"
        assert [own.epoch for own in store.renew([lease], 60_000)] == [lease.epoch]
        store.commit(batch)

    def test_a_released_lease_is_free_at_once(self, store: Store) -> None:
        store.release(store.acquire("table/1", "north", 60_000))
        assert store.acquire("table/1", "south", 60_000).epoch == 2

    def test_the_same_owner_gets_a_new_epoch_after_a_restart(self, store: Store) -> None:
        old = store.acquire("table/1", "north", 60_000)
        assert store.acquire("table/1", "north", 60_000).epoch == old.epoch + 1

    def test_one_of_many_nodes_gets_the_lease(self, store: Store) -> None:
        def acquire(node: int) -> bool:
            return succeeds(lambda: store.acquire("table/1", f"node{node}", 60_000), "lease/held")

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(acquire, range(16))) == 1

    def test_leases_are_renewed_together_and_those_of_others_are_missing(
        self, store: Store
    ) -> None:
        own = [store.acquire(f"table/{number}", "north", 30) for number in (3, 1, 2)]
        time.sleep(0.05)
        store.acquire("table/2", "south", 60_000)
        never = Lease("table/9", "north", 1, 0)
        renewed = store.renew([*own, never], 60_000)
        assert {(lease.stream, lease.epoch) for lease in renewed} == {
            ("table/1", 1),
            ("table/3", 1),
        }
        assert all(lease.expires > own[0].expires + 1_000 for lease in renewed)
        with store.reading() as reader:
            owners = [reader.stream(f"table/{number}").owner for number in (1, 2, 3)]
        assert owners == ["north", "south", "north"]
