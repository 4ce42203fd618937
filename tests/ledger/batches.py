"""Short ways to build batches, and to expect refusals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Append, Batch, Entry, Posting
from uth.ledger.journal.store import Store

ANN, BOB = "player/Ann", "player/Bob"


def moves(stream: str, expected: int, *moved: tuple[str, str, int], epoch: int = 0) -> Append:
    """An append of one event with some postings."""
    postings = tuple(Posting(expected + 1, *move) for move in moved)
    listed = ",".join(
        f'{{"source":"{source}","target":"{target}","amount":{amount}}}'
        for source, target, amount in moved
    )
    body = f'{{"type":"Moved","moves":[{listed}]}}'.encode()
    return Append(stream, expected, (Entry("Moved", body),), postings, at=7, epoch=epoch)


def refused(store: Store, batch: Batch) -> str:
    """The code of the refusal of a batch, which must write nothing."""
    before = everything(store)
    with pytest.raises(Refusal) as caught:
        store.commit(batch)
    assert everything(store) == before, "a refused batch writes nothing"
    return caught.value.code


def succeeds(action: Callable[[], object], code: str) -> bool:
    """Whether an action succeeds; it may be refused with this code only."""
    try:
        action()
    except Refusal as refusal:
        if refusal.code != code:
            raise
        return False
    return True


def everything(store: Store) -> object:
    """All that a batch may write, to be compared."""
    with store.reading() as reader:
        rows = reader.streams()
        return (
            [(row.stream, row.version, row.hash) for row in rows if row.version],
            [list(reader.events(row.stream)) for row in rows],
            [list(reader.postings(row.stream)) for row in rows],
            reader.balances(),
            sorted(answer.key for answer in reader.answers()),
        )
