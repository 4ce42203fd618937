"""The check of a store before anybody uses it: all of it, or what came since it was checked last.

A small store is always read whole. A large one was read whole once; from then on marks say how far,
and a process that serves it moves them on beside its work, so that opening takes no longer after a
year than after a day.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event, Thread

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import Audit, Auditor, Finding
from uth.ledger.journal.accounts import may_be_below_zero
from uth.ledger.journal.batch import Head
from uth.ledger.journal.store import Checkpoint
from uth.ledger.sql.checkpoints import Checkpoints, set_checkpoints
from uth.ledger.sql.reader import SqlReader
from uth.ledger.sql.store import SqlStore, asked

LOG = logging.getLogger("uth.ledger")
SMALL = 25_000
"""Events that are read in a moment: so few are always read whole."""
STEP = 5_000
"""Events since the last marks before a serving process moves them on."""
EVERY = 60.0
BURST, REST = 20, 0.005
"""After so many events it rests so many seconds: players come first."""


class StoreCheck:
    """What a check found, and the marks that it leaves."""

    def __init__(self, turn: int, anew: bool) -> None:
        self.turn = turn
        self.anew = anew
        self.findings: list[Finding] = []
        self.marks: list[Checkpoint] = []
        self.balances: dict[str, Cents] = {}


def check(store: SqlStore, heads: Sequence[Head]) -> None:
    """Refuse a store that is damaged, was altered, or lost what its heads file knows.

    The heads were read before: what others commit meanwhile is in the store before it is there.
    """
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        marks = reader.marks()
        large = marks.events() > SMALL
        found = _since(reader, marks, heads) if large and marks.turn and marks.fit() else None
    if found is None or found.findings:
        _check_file(store)
        found = _whole(store, heads)
    for first in found.findings:
        raise Refusal(first.code, first.sentence, first.where)
    if large and (found.anew or found.marks):
        _mark(store, found)


def _whole(store: SqlStore, heads: Sequence[Head]) -> StoreCheck:
    with store.reading() as reader:
        assert isinstance(reader, SqlReader)
        found = StoreCheck(reader.marks().turn, anew=True)
        auditor = Auditor(reader, rounds=False)
        told: Audit = auditor.run(heads)
        found.findings, found.marks = list(told.findings), auditor.marks
        found.balances = reader.balances()
    return found


def _since(
    reader: SqlReader,
    marks: Checkpoints,
    heads: Sequence[Head] = (),
    breathe: Callable[[], None] = lambda: None,
) -> StoreCheck:
    """All that was written after the marks were set, and what it did to the balances."""
    found = StoreCheck(marks.turn, anew=False)
    auditor = Auditor(reader, rounds=False, breathe=breathe)
    for row, mark in marks.since():
        found.findings += auditor.stream(row, mark)
    found.findings += auditor.heads(heads)
    changes = marks.changes()
    found.findings += _differences(auditor, changes, marks.total())
    found.marks = auditor.marks
    found.balances = {account: amount for account, (amount, _) in changes.items()}
    return found


def _differences(
    auditor: Auditor, changes: dict[str, tuple[Cents, Cents]], total: Cents
) -> Iterator[Finding]:
    for account in sorted(changes.keys() | auditor.moved.keys()):
        stands, change = changes.get(account, (0, 0))
        if change != auditor.moved.get(account, 0):
            yield Finding("ledger/balance", "it does not follow from the postings", account)
        elif stands < 0 and not may_be_below_zero(account):
            yield Finding("ledger/overdrawn", "the account is below zero", account)
    if total:
        yield Finding("ledger/trial_balance", "the accounts do not add up to zero", "accounts")


def _mark(store: SqlStore, found: StoreCheck) -> None:
    """Marks only save time: where they can't be set, the next opening takes longer."""
    try:
        with asked(store.engine.execution_options(uth_writes=True)) as connection:
            set_checkpoints(connection, found.turn, found.marks, found.balances, anew=found.anew)
    except Refusal as no:
        LOG.warning("no marks were set", extra={"fault": no.code})


def _check_file(store: SqlStore) -> None:
    """Every page and index of the file; SQLite itself looks only at what it needs."""
    if store.engine.dialect.name != "sqlite":
        return
    with asked(store.engine) as connection:
        found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if found != "ok":
        raise Refusal("store/damaged", f"the file is damaged: {' '.join(str(found).split())}")


class CheckpointTask:
    """Moves the marks on while a store is served; what it finds wrong is logged, and stays."""

    def __init__(self, store: SqlStore, *, every: float = EVERY, step: int = STEP) -> None:
        self._store = store
        self._every = every
        self._step = step
        self._closing = Event()
        self._events = 0
        self._thread = Thread(target=self._run, name="uth-marking", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closing.wait(self._every):
            try:
                if not self.go_on():
                    return
            except Refusal as no:
                LOG.warning("marking waits", extra={"fault": no.code})

    def go_on(self) -> bool:
        """Check what came since the marks, if it is worth it; False where something is wrong."""
        with self._store.reading() as reader:
            assert isinstance(reader, SqlReader)
            marks = reader.marks()
            if not marks.turn or marks.behind() < self._step:
                return True
            found = _since(reader, marks, breathe=self._breathe)
        if self._closing.is_set():
            return True
        for first in found.findings:
            LOG.error("the store is not right", extra={"fault": f"{first.code} {first.where}"})
            return False
        _mark(self._store, found)
        return True

    def _breathe(self) -> None:
        self._events += 1
        if self._events % BURST == 0:
            time.sleep(REST)
            if self._closing.is_set():
                raise Refusal("store/closed", "the store is closed")

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
