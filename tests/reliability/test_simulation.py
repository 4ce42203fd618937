"""Evenings of several nodes from seeds, and planted faults that they must detect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from msgspec.structs import replace

from tests.ledger import memory
from tests.reliability import nodes
from tests.reliability.simulation import Counts, Simulation
from uth.floor.open_tables import OpenTables
from uth.ledger.journal.batch import Append, Batch, Committed, Posting
from uth.ledger.journal.store import StreamRow, check_follows

CHUNKS, SEEDS = 10, 20
"""A chunk has enough seeds for every kind of fault to occur."""
FAULTY = range(1_000, 1_012)
"""Seeds of which at least one must detect a planted fault."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "chunk", [0, *(pytest.param(chunk, marks=pytest.mark.nightly) for chunk in range(1, CHUNKS))]
)
def test_evenings_of_several_nodes(chunk: int) -> None:
    """Nodes die, messages are lost, doubled and late: no order is lost or doubled."""
    together = [0] * len(Counts._fields)
    for seed in range(chunk * SEEDS, (chunk + 1) * SEEDS):
        try:
            counts = Simulation(seed).run().check()
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}: {wrong}") from wrong
        together = [sum(pair) for pair in zip(together, counts, strict=True)]
    assert all(together), "every kind of fault occurred"


def heads(seed: int) -> dict[str, tuple[int, bytes]]:
    with Simulation(seed).run().base.store.reading() as reader:
        return {row.stream: (row.version, row.hash) for row in reader.streams()}


def test_a_seed_gives_the_same_evening_again() -> None:
    assert heads(7) == heads(7)
    assert heads(7) != heads(8)


def detections() -> Iterator[str]:
    """The messages of the evenings that detect a planted fault."""
    for seed in FAULTY:
        try:
            Simulation(seed).run().check()
        except AssertionError as wrong:
            yield str(wrong)


def detected() -> str:
    """The message of the first evening that detects a planted fault."""
    return next(detections(), "")


def test_a_stale_owner_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that does not check the epoch."""

    def careless(row: StreamRow, append: Append, now: int) -> None:
        check_follows(replace(row, epoch=append.epoch, expires=now + 1), append, now)

    monkeypatch.setattr(memory, "check_follows", careless)
    assert "held by" in detected()


def planted(
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[nodes.Database, str, Batch], Committed],
) -> None:
    monkeypatch.setattr(nodes.Database, "apply", change)


def test_a_lost_acknowledged_write_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every 50th commit with a key is acknowledged and dropped; a retry is then answered anew."""
    apply, numbers = nodes.Database.apply, count(1)

    def losing(base: nodes.Database, node: str, batch: Batch) -> Committed:
        if batch.key and not next(numbers) % 50:
            return Committed(batch.answer)
        return apply(base, node, batch)

    planted(monkeypatch, losing)
    lost = re.compile("was acknowledged, and is lost|was booked 0 times")
    assert any(lost.search(message) for message in detections())


def test_a_doubled_write_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that does not recognize a key."""
    apply, numbers = nodes.Database.apply, count(1)

    def forgetting(base: nodes.Database, node: str, batch: Batch) -> Committed:
        done = apply(base, node, batch)
        if not done.repeated:
            return done
        return apply(base, node, replace(batch, key=f"{batch.key} {next(numbers)}"))

    planted(monkeypatch, forgetting)
    assert re.search("happened 2 times|booked 2 times|two ways", detected())


@pytest.mark.parametrize("stream", ["table/", "meter/"])
def test_a_wrong_posting_is_detected(monkeypatch: pytest.MonkeyPatch, stream: str) -> None:
    """Every 20th posting is a cent too high."""
    apply, numbers = nodes.Database.apply, count(1)

    def bend(append: Append) -> Append:
        if not append.postings or not append.stream.startswith(stream) or next(numbers) % 20:
            return append
        first: Posting = append.postings[0]
        if first.source.startswith("player/"):
            return append  # bots buy in for all they have: the store would refuse it
        return replace(
            append, postings=(replace(first, amount=first.amount + 1), *append.postings[1:])
        )

    def bending(base: nodes.Database, node: str, batch: Batch) -> Committed:
        return apply(base, node, replace(batch, appends=tuple(map(bend, batch.appends))))

    planted(monkeypatch, bending)
    assert "posting" in detected()


def test_an_unbalanced_balance_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cent that comes from nowhere."""
    apply = nodes.Database.apply

    def minting(base: nodes.Database, node: str, batch: Batch) -> Committed:
        done = apply(base, node, batch)
        accounts = base.store._contents.accounts
        accounts["issued"] = accounts.get("issued", 0) + 1
        return done

    planted(monkeypatch, minting)
    assert "add up" in detected()


def test_a_table_that_nobody_takes_over_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes that do not look for tables without an owner."""
    monkeypatch.setattr(OpenTables, "unowned", lambda tables: [])
    assert "play does not continue" in detected()
