"""The check of a store before it is used: all of it, or what was written since the last check.

A small store is always checked completely. A large one is checked completely once; checkpoints then
record how far it was checked, and a serving process advances them in the background. So opening a
store takes no longer after a year than after a day.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event, Thread
from typing import NamedTuple

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import Auditor, check_account, check_total
from uth.ledger.journal.batch import Head
from uth.ledger.journal.store import Checkpoint
from uth.ledger.sql.checkpoints import Checkpoints, set_checkpoints
from uth.ledger.sql.reader import SqlReader
from uth.ledger.sql.store import SqlStore, transaction

LOG = logging.getLogger("uth.ledger")
SMALL = 25_000
"""Up to this number of events a store is always checked completely."""
STEP = 5_000
"""The number of new events after which a serving process advances the checkpoints."""
EVERY = 60.0
"""Seconds between two checks in the background."""
BURST, REST = 20, 0.005
"""After this many events the background check sleeps this many seconds: players come first."""


class StoreCheck(NamedTuple):
    """The findings of a check, and the checkpoints it reached."""

    generation: int
    replace_all: bool
    findings: list[Refusal]
    checkpoints: list[Checkpoint]
    balances: dict[str, Cents]


def check_store(store: SqlStore, heads: Sequence[Head]) -> None:
    """Refuse a store that is damaged, was altered, or lacks what its heads file knows.

    The heads must be read before: a commit is in the store before it is in the heads file.
    """
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        checkpoints = reader.checkpoints()
        large = checkpoints.events() > SMALL
        usable = large and checkpoints.generation and checkpoints.fit()
        result = _check_since(reader, checkpoints, heads) if usable else None
    if result is None or result.findings:
        _check_file(store)
        result = _check_all(store, heads)
    for first in result.findings:
        raise first
    if large and (result.replace_all or result.checkpoints):
        _save_checkpoints(store, result)


def _check_all(store: SqlStore, heads: Sequence[Head]) -> StoreCheck:
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        generation, auditor = reader.checkpoints().generation, Auditor(reader, rounds=False)
        findings = [*auditor.run(heads).findings]
        return StoreCheck(generation, True, findings, auditor.checkpoints, reader.balances())


def _check_since(
    reader: SqlReader,
    checkpoints: Checkpoints,
    heads: Sequence[Head] = (),
    pause: Callable[[], None] = lambda: None,
) -> StoreCheck:
    """Check what was written after the checkpoints, and its effect on the balances."""
    auditor, findings = Auditor(reader, rounds=False, pause=pause), list[Refusal]()
    for row, checkpoint in checkpoints.since():
        findings += auditor.check_stream(row, checkpoint)
    findings += auditor.check_heads(heads)
    changes = checkpoints.changes()
    findings += _differences(auditor, changes, checkpoints.total())
    balances = {account: amount for account, (amount, _) in changes.items()}
    return StoreCheck(checkpoints.generation, False, findings, auditor.checkpoints, balances)


def _differences(
    auditor: Auditor, changes: dict[str, tuple[Cents, Cents]], total: Cents
) -> Iterator[Refusal]:
    for account in sorted(changes.keys() | auditor.moved.keys()):
        balance, change = changes.get(account, (0, 0))
        yield from check_account(account, balance, balance - change + auditor.moved.get(account, 0))
    yield from check_total(total)


def _save_checkpoints(store: SqlStore, result: StoreCheck) -> None:
    """Checkpoints only save time: if they can't be saved, the next opening takes longer."""
    try:
        with transaction(store.engine.execution_options(uth_writes=True)) as connection:
            set_checkpoints(
                connection,
                result.generation,
                result.checkpoints,
                result.balances,
                replace_all=result.replace_all,
            )
    except Refusal as refusal:
        LOG.warning("the checkpoints could not be saved", extra={"fault": refusal.code})


def _check_file(store: SqlStore) -> None:
    """Check every page and index of a SQLite file; reading checks only what it needs."""
    if store.engine.dialect.name != "sqlite":
        return
    with transaction(store.engine) as connection:
        result = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if result != "ok":
        raise Refusal("store/damaged_file", result=" ".join(str(result).split()))


class CheckpointTask:
    """Advances the checkpoints while a store is served; stops and logs if something is wrong."""

    def __init__(self, store: SqlStore, *, every: float = EVERY, step: int = STEP) -> None:
        self._store = store
        self._every = every
        self._step = step
        self._closing = Event()
        self._events = 0
        self._thread = Thread(target=self._run, name="uth-checkpoints", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closing.wait(self._every):
            try:
                if not self.advance():
                    return
            except Refusal as refusal:
                LOG.warning("the background check is retried", extra={"fault": refusal.code})

    def advance(self) -> bool:
        """Check the new events if there are enough; returns False if something is wrong."""
        with self._store.reading() as reader:
            assert isinstance(reader, SqlReader)
            checkpoints = reader.checkpoints()
            if not checkpoints.generation or checkpoints.behind() < self._step:
                return True
            result = _check_since(reader, checkpoints, pause=self._pause)
        if self._closing.is_set():
            return True
        for first in result.findings:
            LOG.error("the store is not valid", extra={"fault": f"{first.code} {first.where}"})
            return False
        _save_checkpoints(self._store, result)
        return True

    def _pause(self) -> None:
        self._events += 1
        if self._events % BURST == 0:
            time.sleep(REST)
            if self._closing.is_set():
                raise Refusal("store/closed")

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
