"""A store whose commits all go through the writer, so that their heads are recorded."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.ledger.batches import ANN, BOB, moves
from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import ISSUED
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.heads import read_heads
from uth.ledger.locations import open_heads
from uth.ledger.opening import open_store
from uth.ledger.writer import Writer


def test_each_batch_gets_its_own_result_and_its_head(folder: Path) -> None:
    heads = folder / "heads"
    good = Batch((moves("cage", 0, (ISSUED, ANN, 5)),))
    overdrawn = Batch((moves("other", 0, (BOB, ANN, 5)),))
    with (
        closing(open_store(folder / "house.db")) as store,
        closing(Writer(store, open_heads(heads))) as writer,
    ):
        committed, refused = writer.commit_all([good, overdrawn])
    assert isinstance(committed, Committed)
    assert isinstance(refused, Refusal)
    assert refused.code == "account/overdrawn"
    assert {head.stream for head in read_heads(heads)} == {"cage"}


def test_without_its_heads_file_a_store_is_closed(folder: Path) -> None:
    with (
        pytest.raises(Refusal, match="heads/unwritable"),
        closing(open_store(folder / "house.db")) as inside,
    ):
        Writer(inside, open_heads(folder))
    again = open_store(folder / "house.db")
    again.close()
