"""Concurrent commits to the same account or the same version."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.ledger.batches import ANN, BOB, moves, succeeds
from tests.ledger.house import balances
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.store import Store
from uth.ledger.writer import Writer


class ContentionContract:
    """Concurrent commits have the same effect as successive ones."""

    def test_200_simultaneous_wagers_never_overdraw_a_balance(self, funded: Store) -> None:
        """Each from its own stream, so that they compete only for the money."""
        writer = Writer(funded)

        def wager(number: int) -> bool:
            commit = writer.commit if number % 2 else funded.commit
            batch = Batch((moves(f"s{number}", 0, (ANN, BOB, 100)),), "Ann", f"w{number}")
            if not succeeds(lambda: commit(batch), "account/overdrawn"):
                return False
            with funded.reading() as reader:
                current = reader.balances()
            assert sum(current.values()) == 0
            assert current[ANN] >= 0
            return True

        with ThreadPoolExecutor(32) as pool:
            taken = sum(pool.map(wager, range(200)))
        writer.close()
        assert taken == 50
        assert balances(funded) == {"issued": -5_000, BOB: 5_000}
        assert audit(funded).findings == ()

    def test_opposite_transfers_do_not_deadlock(self, funded: Store) -> None:
        funded.commit(Batch((moves("cage", 1, (ANN, BOB, 2_500)),)))

        def transfer(number: int) -> None:
            forth = [(ANN, BOB, 1), ("issued", "drop/table/1", 1)]
            back = [("issued", "drop/table/1", 1), (BOB, ANN, 1)]
            pairs = forth if number % 2 else back
            batches = [Batch((moves(f"s{number}-{part}", 0, pairs[part]),)) for part in (0, 1)]
            results = funded.commit_all(batches)
            assert [result for result in results if isinstance(result, Refusal)] == []

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(transfer, range(40)))
        assert balances(funded) == {
            "issued": -5_040, ANN: 2_500, BOB: 2_500, "drop/table/1": 40
        }  # fmt: skip

    def test_one_of_many_appends_after_the_same_version_succeeds(self, funded: Store) -> None:
        def append(number: int) -> bool:
            batch = Batch((moves("cage", 1, (ANN, BOB, number + 1)),))
            return succeeds(lambda: funded.commit(batch), "journal/version")

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(append, range(24))) == 1
