"""The contract of a store, run against memory, SQLite and PostgreSQL."""

from __future__ import annotations

import pytest

from tests.ledger.batches import ANN, moves
from tests.ledger.contract.contention import ContentionContract
from tests.ledger.contract.houses import HouseContract
from tests.ledger.contract.keys import KeyContract
from tests.ledger.contract.leases import LeaseContract
from tests.ledger.contract.notes import NoteContract
from tests.ledger.contract.reading import ReadingContract
from tests.ledger.contract.refusals import RefusalContract
from tests.ledger.contract.writing import WritingContract
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.store import Store


class Contract(
    WritingContract,
    RefusalContract,
    KeyContract,
    ContentionContract,
    ReadingContract,
    NoteContract,
    LeaseContract,
    HouseContract,
):
    """All tests of the contract; a subclass provides the store."""

    @pytest.fixture
    def store(self) -> Store:
        raise NotImplementedError

    @pytest.fixture
    def funded(self, store: Store) -> Store:
        store.commit(Batch((moves("cage", 0, ("issued", ANN, 5_000)),)))
        return store


class TestMemory(Contract):
    @pytest.fixture
    def store(self, memory_store: Store) -> Store:
        return memory_store


class TestSqlite(Contract):
    @pytest.fixture
    def store(self, sqlite_store: Store) -> Store:
        return sqlite_store


class TestPostgres(Contract):
    @pytest.fixture
    def store(self, postgres_store: Store) -> Store:
        return postgres_store
