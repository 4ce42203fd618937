"""Reading from a store."""

from __future__ import annotations

import pytest

from tests.ledger.batches import ANN, BOB, moves
from tests.ledger.house import balances
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.store import Store
from uth.rulebook.canonical import canonical, digest
from uth.rulebook.store import load_house


class ReadingContract:
    """A reader sees one consistent state."""

    def test_an_empty_store(self, store: Store) -> None:
        with store.reading() as reader:
            assert reader.stream("table/1").version == 0
            assert list(reader.events("table/1")) == []
            assert reader.balance(ANN) == 0
            assert store.answer("Ann", "k") is None
            assert reader.public_until("table/1") == 0
            assert reader.redacted() == set()
            with pytest.raises(Refusal, match="rulebook/unknown"):
                reader.rulebook("abc")

    def test_a_reader_does_not_see_later_commits(self, funded: Store) -> None:
        with funded.reading() as reader:
            assert reader.balance(ANN) == 5_000
            funded.commit(Batch((moves("cage", 1, (ANN, BOB, 1_000)),)))
            assert reader.balance(ANN) == 5_000
            assert reader.stream("cage").version == 1
        assert balances(funded)[ANN] == 4_000

    def test_prefixes(self, store: Store) -> None:
        accounts = ("chips/table/1/Ann", "chips/table/10/Ann", "chips/table/1/Zoë", "bank/table/1")
        moved = [("issued", account, 1) for account in accounts]
        store.commit(Batch((moves("cage", 0, *moved), moves("table-x", 0, ("issued", ANN, 1)))))
        with store.reading() as reader:
            assert list(reader.balances("chips/table/1/")) == [accounts[0], accounts[2]]
            assert [row.stream for row in reader.streams("table")] == ["table-x"]
            assert list(reader.balances()) == sorted((*accounts, "issued", ANN))

    def test_rulebooks_are_stored_once(self, store: Store) -> None:
        rules = load_house("california")
        assert store.save_rulebook(canonical(rules)) == digest(rules)
        assert store.save_rulebook(canonical(rules)) == digest(rules)
        with store.reading() as reader:
            assert reader.rulebook(digest(rules)) == canonical(rules)
            assert list(reader.rulebooks()) == [digest(rules)]
