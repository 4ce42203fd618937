"""Opening a store by its address: migrated and checked first."""

from __future__ import annotations

from pathlib import Path

from uth.core.refusal import Refusal, Refusals
from uth.ledger.audit.store_check import check_store
from uth.ledger.journal.heads import read_heads
from uth.ledger.locations import parse_address
from uth.ledger.sql.migrate import migrate
from uth.ledger.sql.postgres import postgres_engine, postgres_store
from uth.ledger.sql.sqlite import sqlite_engine, sqlite_store
from uth.ledger.sql.store import Hook, SqlStore, StoreFailure, no_hook


def open_store(
    address: str | Path, *, heads: Path | None = None, check: bool = True, hook: Hook = no_hook
) -> SqlStore:
    """Open `postgresql://…`, or the path of a SQLite file (also as `sqlite:///path`).

    With `check`, the store is refused if it is damaged, its chain is broken, its balances do not
    match the postings, or it lacks events that the heads file knows. Of a large store that was
    checked before, only what was written since is checked.
    """
    store = None
    try:
        store = _open(address, hook)
        if check:
            check_store(store, list(read_heads(heads)) if heads and heads.exists() else ())
    except BaseException as error:
        if store is not None:
            store.close()
        if isinstance(error, StoreFailure) and error.code == "store/unreachable":
            raise Refusal("store/not_opened", reason=error.reason) from error
        if isinstance(error, Refusal | Refusals) or not isinstance(error, Exception):
            raise
        raise Refusal("store/damaged", error=type(error).__name__) from error
    return store


def _open(address: str | Path, hook: Hook) -> SqlStore:
    location = parse_address(address)
    engine = sqlite_engine(location) if isinstance(location, Path) else postgres_engine(location)
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    make = sqlite_store if isinstance(location, Path) else postgres_store
    return make(engine, hook)
