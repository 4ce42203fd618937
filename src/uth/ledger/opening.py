"""Opening a store by its address: migrated, checked, and never quietly wrong."""

from __future__ import annotations

from pathlib import Path

from uth.core.refusal import Refusal, Refusals
from uth.ledger.audit.store_check import check as look
from uth.ledger.journal.heads import read_heads
from uth.ledger.locations import place_of
from uth.ledger.sql.migrate import migrate
from uth.ledger.sql.postgres import postgres_engine, postgres_store
from uth.ledger.sql.sqlite import sqlite_engine, sqlite_store
from uth.ledger.sql.store import Failed, Hook, SqlStore, no_hook


def open_store(
    address: str | Path, *, heads: Path | None = None, check: bool = True, hook: Hook = no_hook
) -> SqlStore:
    """`postgresql://…`, or the path of a SQLite file (also as `sqlite:///path`).

    With `check` the store is looked at first: damage, a broken chain, balances that do not follow
    from the postings, or a tail that the heads file knows and the store does not. A large one that
    was looked at before is looked at from there on.
    """
    store = None
    try:
        store = _opened(address, hook)
        if check:
            look(store, list(read_heads(heads)) if heads is not None and heads.exists() else ())
    except BaseException as error:
        if store is not None:
            store.close()
        if isinstance(error, Failed) and error.code == "store/unreachable":
            raise Refusal(error.code, f"the store can't be opened ({error.why})") from error
        if isinstance(error, Refusal | Refusals) or not isinstance(error, Exception):
            raise
        told = f"the store can't be read ({type(error).__name__})"
        raise Refusal("store/damaged", told) from error
    return store


def _opened(address: str | Path, hook: Hook) -> SqlStore:
    place = place_of(address)
    engine = sqlite_engine(place) if isinstance(place, Path) else postgres_engine(place)
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    make = sqlite_store if engine.dialect.name == "sqlite" else postgres_store
    return make(engine, hook)
