"""What a batch writes."""

from __future__ import annotations

from tests.ledger.batches import ANN, BOB, moves, refused
from tests.ledger.house import balances
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.chain import START, answer_sum, link
from uth.ledger.journal.store import Store, StoredAnswer


class WritingContract:
    """A batch is written completely or not at all."""

    def test_a_batch_is_written_completely(self, store: Store) -> None:
        append = moves("cage", 0, ("issued", ANN, 5_000), (ANN, BOB, 1_500))
        done = store.commit(Batch((append,), "Ann", "k1", b"welcome"))
        entry = append.entries[0]
        answered = answer_sum("Ann", "k1", b"welcome")
        expected = link(
            START, "cage", 1, at=7, kind="Moved", body=entry.body, seal=b"", answered=answered
        )
        assert done == Committed(b"welcome", done.heads)
        assert [(head.stream, head.version, head.hash) for head in done.heads] == [
            ("cage", 1, expected)
        ]
        with store.reading() as reader:
            (stored,) = reader.events("cage")
            assert (stored.version, stored.at, stored.body, stored.hash) == (
                1,
                7,
                entry.body,
                expected,
            )
            assert tuple(reader.postings("cage")) == append.postings
            assert reader.balances() == {"issued": -5_000, ANN: 3_500, BOB: 1_500}
            answer = StoredAnswer("Ann", "k1", b"welcome", "cage", version=1, sum=answered)
            assert store.answer("Ann", "k1") == answer
            assert store.answer("Ann", "k2") is None
            assert reader.stream("cage").version == 1
            assert [stream for stream, _ in reader.postings_of(BOB)] == ["cage"]
            assert list(reader.events("cage", after=1)) == []
            assert list(reader.postings("cage", after=1)) == []

    def test_both_streams_or_none(self, funded: Store) -> None:
        """If one append is refused, the other is not written either."""
        good, stale = moves("a", 0, (ANN, BOB, 1)), moves("cage", 0, (ANN, BOB, 1))
        assert refused(funded, Batch((good, stale))) == "journal/version"
        assert refused(funded, Batch((stale, good))) == "journal/version"
        funded.commit(Batch((moves("cage", 1, (ANN, BOB, 1)), good)))
        assert balances(funded)[BOB] == 2

    def test_a_refused_batch_does_not_affect_others(self, funded: Store) -> None:
        results = funded.commit_all(
            [
                Batch((moves("a", 0, (ANN, BOB, 3_000)),), "Ann", "a", b"a"),
                Batch((moves("b", 0, (ANN, BOB, 3_000)),), "Ann", "b", b"b"),
                Batch((moves("b", 0, (ANN, BOB, 2_000)),), "Ann", "c", b"c"),
                Batch((moves("c", 0, (ANN, BOB, 2_000)),), "Ann", "a", b"again"),
                Batch((moves("c", 0, (BOB, ANN, 5_000)),)),
            ]
        )
        answers = [
            result.code if isinstance(result, Refusal) else result.answer for result in results
        ]
        assert answers == [b"a", "account/overdrawn", b"c", b"a", b""]
        assert balances(funded) == {"issued": -5_000, ANN: 5_000}
