"""Leases of many tables, renewed at a busy disk."""

from __future__ import annotations

from typing import Any

import pytest

from uth.ledger.sql.store import SqlStore


def test_one_transaction_renews_all_leases(
    sqlite_store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One by one they took so long that tables were lost."""
    held = [sqlite_store.acquire(f"table/{number}", "north", 60_000) for number in range(5)]
    begin, transactions = SqlStore._lease_commit, list[int]()

    def counted(store: SqlStore) -> Any:
        transactions.append(1)
        return begin(store)

    monkeypatch.setattr(SqlStore, "_lease_commit", counted)
    assert len(sqlite_store.renew(held, 60_000)) == 5
    assert len(transactions) == 1
