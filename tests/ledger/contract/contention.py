"""Many who want the same money or the same version at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.ledger.batches import ANN, BOB, happens, moves
from tests.ledger.house import balances
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.store import Store
from uth.ledger.writer import Writer


class ContentionContract:
    """Who comes at once is served as if one came after the other."""

    def test_200_simultaneous_wagers_never_overdraw_a_balance(self, funded: Store) -> None:
        """Each from its own stream, so only the money is contended for."""
        writer = Writer(funded)

        def wager(number: int) -> bool:
            commit = writer.commit if number % 2 else funded.commit
            batch = Batch((moves(f"s{number}", 0, (ANN, BOB, 100)),), "Ann", f"w{number}")
            if not happens(lambda: commit(batch), "account/overdrawn"):
                return False
            with funded.reading() as reader:
                seen = reader.balances()
            assert sum(seen.values()) == 0
            assert seen[ANN] >= 0
            return True

        with ThreadPoolExecutor(32) as pool:
            taken = sum(pool.map(wager, range(200)))
        writer.close()
        assert taken == 50
        assert balances(funded) == {"issued": -5_000, BOB: 5_000}
        assert audit(funded).findings == ()

    def test_crossing_transfers_do_not_lock_each_other_out(self, funded: Store) -> None:
        funded.commit(Batch((moves("cage", 1, (ANN, BOB, 2_500)),)))

        def go(number: int) -> None:
            there = [(ANN, BOB, 1), ("issued", "drop/table/1", 1)]
            back = [("issued", "drop/table/1", 1), (BOB, ANN, 1)]
            pairs = there if number % 2 else back
            batches = [Batch((moves(f"s{number}-{part}", 0, pairs[part]),)) for part in (0, 1)]
            assert [got for got in funded.commit_all(batches) if isinstance(got, Refusal)] == []

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(go, range(40)))
        assert balances(funded) == {
            "issued": -5_040, ANN: 2_500, BOB: 2_500, "drop/table/1": 40
        }  # fmt: skip

    def test_one_version_is_won_by_one(self, funded: Store) -> None:
        def append(number: int) -> bool:
            batch = Batch((moves("cage", 1, (ANN, BOB, number + 1)),))
            return happens(lambda: funded.commit(batch), "journal/version")

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(append, range(24))) == 1
