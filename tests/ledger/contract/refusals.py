"""The batches that a store refuses, and the codes."""

from __future__ import annotations

from msgspec.structs import replace

from tests.ledger.batches import ANN, BOB, moves, refused
from tests.ledger.house import balances
from uth.ledger.journal.batch import Append, Batch, Posting
from uth.ledger.journal.store import Store


class RefusalContract:
    """An invalid batch is refused, and leaves no trace."""

    def test_refusals(self, funded: Store) -> None:
        good = moves("cage", 1, (ANN, BOB, 1))
        for code, batch in (
            ("journal/version", Batch((moves("cage", 0, (ANN, BOB, 1)),))),
            ("journal/version", Batch((moves("cage", 2, (ANN, BOB, 1)),))),
            ("journal/chain", Batch((replace(good, follows=bytes(32), hashes=(bytes(32),)),))),
            ("lease/stale", Batch((moves("cage", 1, (ANN, BOB, 1), epoch=1),))),
            ("account/overdrawn", Batch((moves("cage", 1, (ANN, BOB, 5_001)),))),
            ("account/overdrawn", Batch((moves("cage", 1, (BOB, ANN, 1)),))),
            ("account/overdrawn", Batch((moves("cage", 1, ("drop/table/1", ANN, 1)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, BOB, 0)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, BOB, -1)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, ANN, 1)),))),
            ("posting/unbalanced", Batch((moves("cage", 1, (ANN, BOB, 2**63)),))),
            ("posting/event", Batch((_with(good, Posting(1, ANN, BOB, 1)),))),
            ("account/unknown", Batch((moves("cage", 1, (ANN, "elsewhere/x", 1)),))),
            ("account/unknown", Batch((moves("cage", 1, (ANN, "player/", 1)),))),
            ("account/unknown", Batch((moves("cage", 1, (ANN, "player/a\x00", 1)),))),
            ("account/too_large", Batch((moves("cage", 1, ("issued", ANN, 2**62 - 1)),))),
            ("rulebook/unknown", Batch((_with(good, Posting(2, ANN, BOB, 1, rulebook="f00")),))),
            ("batch/empty", Batch()),
            ("batch/empty_append", Batch((Append("cage", 1, ()),))),
            ("batch/stream_twice", Batch((good, good))),
            ("batch/key", Batch((good,), "Ann", "\x00")),
            ("stream/malformed", Batch((moves("Käse", 0, (ANN, BOB, 1)),))),
        ):
            assert refused(funded, batch) == code, batch

    def test_only_house_and_issued_go_below_zero(self, store: Store) -> None:
        store.commit(Batch((moves("cage", 0, ("house/table/1", ANN, 500)),)))
        store.commit(Batch((moves("cage", 1, ("house/table/1", ANN, 500)),)))
        assert balances(store) == {"house/table/1": -1_000, ANN: 1_000}
        code = refused(store, Batch((moves("cage", 2, ("houses", ANN, 1)),)))
        assert code == "account/unknown"


def _with(append: Append, posting: Posting) -> Append:
    return replace(append, postings=(posting,))
