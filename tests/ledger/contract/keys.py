"""Commands that are delivered more than once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

from tests.ledger.batches import ANN, BOB, everything, moves, refused
from tests.ledger.house import balances
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.store import Store


class KeyContract:
    """A command with a key happens once, and always gets the same answer."""

    def test_a_repeated_key_gives_the_same_answer_and_happens_once(self, funded: Store) -> None:
        batch = Batch((moves("cage", 1, (ANN, BOB, 1_000)),), "Ann", "k2", b"first")
        assert not funded.commit(batch).repeated
        before = everything(funded)
        again = Batch((moves("cage", 2, (ANN, BOB, 1_000)),), "Ann", "k2", b"second")
        assert funded.commit(again) == Committed(b"first", repeated=True)
        assert funded.commit(batch) == Committed(b"first", repeated=True)
        assert everything(funded) == before
        assert not funded.commit(Batch((), "Bob", "k2", b"other")).repeated

    def test_a_key_delivered_five_times_at_once_happens_once(self, funded: Store) -> None:
        batch = Batch((moves("cage", 1, (ANN, BOB, 1_000)),), "Ann", "k2", b"first")
        with ThreadPoolExecutor(5) as pool:
            results = list(pool.map(lambda _: funded.commit(batch), range(5)))
        assert sorted(result.repeated for result in results) == [False, True, True, True, True]
        assert {result.answer for result in results} == {b"first"}
        assert balances(funded)[BOB] == 1_000

    def test_a_refused_command_leaves_its_key_free(self, funded: Store) -> None:
        key = ("Ann", "k2")
        overdrawn = Batch((moves("cage", 1, (ANN, BOB, 5_001)),), *key)
        assert refused(funded, overdrawn) == "account/overdrawn"
        assert not funded.commit(Batch((moves("cage", 1, (ANN, BOB, 5_000)),), *key)).repeated

    def test_answers_without_events(self, store: Store) -> None:
        """A refusal may be stored as the answer to a key too."""
        batches = [Batch((), "Ann", f"k{number}", b"no") for number in range(2)]
        assert store.commit_all([*batches, *batches]) == [
            *[Committed(b"no")] * 2, *[Committed(b"no", repeated=True)] * 2
        ]  # fmt: skip

    def test_each_command_delivered_one_to_five_times_in_random_order(self, funded: Store) -> None:
        """Those that come too early are refused and retried; the result is as if each came once."""
        chance = random.Random(3)
        batches = [
            Batch((moves("cage", number, (ANN, BOB, number)),), "Ann", f"k{number}", b"%d" % number)
            for number in range(1, 25)
        ]
        waiting = [batch for batch in batches for _ in range(chance.randint(1, 5))]
        answers: dict[str, set[bytes]] = {}
        while waiting:
            chance.shuffle(waiting)
            results = funded.commit_all(waiting)
            for batch, result in zip(waiting, results, strict=True):
                if isinstance(result, Committed):
                    answers.setdefault(batch.key, set()).add(result.answer)
            waiting = [
                batch
                for batch, result in zip(waiting, results, strict=True)
                if isinstance(result, Refusal)
            ]
        assert answers == {batch.key: {batch.answer} for batch in batches}
        assert balances(funded)[BOB] == sum(range(1, 25))
        assert audit(funded).findings == ()
