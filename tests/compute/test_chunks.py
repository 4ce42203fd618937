"""Chunks are combined in order, once each, whatever happens to workers and runs."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.compute.chunk_work import (
    CHUNKS,
    START,
    Sums,
    add,
    always_deadly,
    deadly_draw,
    draw,
    logged_draw,
    refused_at_five,
    slow_draw,
)
from tests.patience import PATIENCE
from uth.compute.chunks import ChunkRun, run_chunks
from uth.compute.interrupts import stop_on_interrupt
from uth.compute.saved_run import SavedRun
from uth.compute.workers import Cluster, Processes, Threads, Workers, parse_workers
from uth.core.refusal import Refusal


def in_order(seed: int = 1) -> Sums:
    """The sums by a plain loop."""
    sums = START
    for chunk in range(CHUNKS):
        sums = add(sums, draw(seed, chunk))
    return sums


def run(work: Callable[[int], Sums], **options: Any) -> ChunkRun[Sums]:
    return run_chunks(work, chunks=CHUNKS, start=START, combine=add, **options)


def same(one: Sums, other: Sums) -> bool:
    """Bit for bit."""
    return one[:2] == other[:2] and one[2].tobytes() == other[2].tobytes()


@pytest.mark.parametrize("workers", [Threads(1), Threads(5)], ids=repr)
def test_threads_give_what_a_loop_gives(workers: Workers) -> None:
    done = run(partial(draw, 1), workers=workers)
    assert (done.done, done.partial) == (CHUNKS, False)
    assert same(done.value, in_order())
    assert not same(done.value, in_order(seed=2))


def test_a_finished_chunk_waits_for_its_turn() -> None:
    """The first chunk ends last; the float sum would differ if it were added last."""
    others = threading.Event()

    def work(chunk: int) -> Sums:
        if chunk == 0:
            assert others.wait(60)
        elif chunk == 3:
            others.set()
        return draw(1, chunk)

    assert same(run(work, workers=Threads(2)).value, in_order())


@pytest.mark.slow
def test_a_killed_process_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    done = run(partial(deadly_draw, str(tmp_path), 1), workers=Processes(2))
    assert (tmp_path / "killed").exists()
    assert same(done.value, in_order())


@pytest.mark.slow
def test_a_chunk_that_kills_every_worker_is_refused() -> None:
    with pytest.raises(Refusal, match="died"):
        run(always_deadly, workers=Processes(1))


def test_a_stopped_run_is_partial_and_its_checkpoint_goes_on(tmp_path: Path) -> None:
    saved = SavedRun(tmp_path / "run.json", key="draws of 1")
    stop = threading.Event()

    def stop_at_ten(so_far: ChunkRun[Sums]) -> None:
        if so_far.done == 10:
            stop.set()

    first = run(partial(draw, 1), workers=Threads(1), checkpoint=saved, stop=stop,
                report=stop_at_ten)  # fmt: skip
    assert first.partial
    assert 10 <= first.done < CHUNKS
    again = run(partial(logged_draw, str(tmp_path), 1), workers=Threads(2), checkpoint=saved)
    begun = (tmp_path / "begun").read_text().split()
    assert sorted(map(int, begun)) == list(range(first.done, CHUNKS))
    assert same(again.value, in_order())
    assert not saved.path.exists()


def test_a_kept_checkpoint_has_the_result_at_once(tmp_path: Path) -> None:
    saved = SavedRun(tmp_path / "run.json", key="draws of 1", keep=True)
    run(partial(draw, 1), checkpoint=saved)
    again = run(partial(logged_draw, str(tmp_path), 1), checkpoint=saved)
    assert same(again.value, in_order())
    assert not (tmp_path / "begun").exists()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "checkpoint/other"),
        ("{", "checkpoint/damaged"),
        ("[1]", "checkpoint/damaged"),
        ('{"format": "uth-checkpoint-1", "key": "k", "chunks": 24}', "checkpoint/damaged"),
    ],
)
def test_another_checkpoint_or_a_damaged_one_is_refused(
    tmp_path: Path, content: str | None, code: str
) -> None:
    path = tmp_path / "run.json"
    if content is None:
        SavedRun(path, key="another").save(3, CHUNKS, START, last=True)
    else:
        path.write_text(content)
    with pytest.raises(Refusal) as refused:
        run(partial(draw, 1), checkpoint=SavedRun(path, key="draws of 1"))
    assert refused.value.code == code


@pytest.mark.parametrize("text", ["", "{", '{"format": "other"}'])
def test_a_known_result_that_is_damaged_is_computed_again(tmp_path: Path, text: str) -> None:
    path = tmp_path / "known.json"
    path.write_text(text)
    saved = SavedRun(path, key="draws of 1", keep=True)
    assert same(run(partial(draw, 1), checkpoint=saved).value, in_order())
    assert saved.load(CHUNKS) is not None


def test_a_full_disk_ends_a_run_with_what_it_has(tmp_path: Path) -> None:
    saved = SavedRun(tmp_path / "run.json", key="k")
    (tmp_path / "run.json.part").symlink_to("/dev/full")
    done = run(partial(draw, 1), workers=Threads(1), checkpoint=saved)
    assert (done.done, done.partial) == (1, True)
    assert done.problem is not None
    assert str(done.problem).startswith(
        "checkpoint/unwritable: can't write the checkpoint: no space"
    )


def test_a_checkpoint_has_every_kind_of_value(tmp_path: Path) -> None:
    value = {
        "big": 10**40,
        "share": Fraction(-10, 3),
        "pair": (1, [2.5, None, "x", True]),
        "array": np.arange(6, dtype=np.int32).reshape(2, 3),
        "number": np.int64(7),
    }
    saved = SavedRun(tmp_path / "value.json", key="k", keep=True)
    saved.save(2, 2, value, last=True)
    loaded = saved.load(2)
    assert loaded is not None
    done, back = loaded
    assert done == 2
    assert back.pop("array").tolist() == value.pop("array").tolist()  # type: ignore[attr-defined]
    assert back == value


def test_a_refusal_of_a_chunk_leaves_what_came_before() -> None:
    done = run_chunks(
        refused_at_five,
        chunks=9,
        start=Fraction(0),
        combine=lambda value, more: value + more,
        workers=Threads(1),
    )
    assert (done.done, done.value, done.partial) == (5, Fraction(5, 3), True)
    assert done.problem is not None
    assert done.problem.code == "cluster/lost"


def test_a_refusal_waits_for_its_turn_on_many_workers() -> None:
    """The first chunk is still under way when the third refuses; both before it count."""
    refused = threading.Event()

    def work(chunk: int) -> int:
        if chunk == 2:
            refused.set()
            raise Refusal("cluster/lost")
        assert refused.wait(PATIENCE)
        return 1

    run = run_chunks(
        work, chunks=9, start=0, combine=lambda value, more: value + more, workers=Threads(3)
    )
    assert (run.done, run.value) == (2, 2)
    assert run.problem is not None


@pytest.fixture
def interruptible() -> Iterator[None]:
    """As in a program: processes of a test run may ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_the_first_interrupt_stops_and_the_second_interrupts(tmp_path: Path) -> None:
    with stop_on_interrupt() as stop:

        def interrupt(so_far: ChunkRun[Sums]) -> None:
            if so_far.done == 2:
                os.kill(os.getpid(), signal.SIGINT)

        work = partial(slow_draw, str(tmp_path), 1)
        done = run(work, workers=Threads(1), stop=stop, report=interrupt)
        assert done.partial
        assert done.done >= 2
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.slow
def test_an_interrupt_is_for_the_run_and_not_for_its_processes() -> None:
    """A terminal interrupts them all; workers would each print a traceback."""
    with Processes(1).opened() as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN


def test_workers_are_named_by_options() -> None:
    assert parse_workers(None, 3) == Threads(3)
    assert parse_workers("processes", 2) == Processes(2)
    assert parse_workers("tls://[::1]:8786") == Cluster("tls://[::1]:8786")


@pytest.mark.parametrize(
    "address", ["10.0.0.1:8786", "tcp://10.0.0.1", "tcp://:8786", "tcp://a:99999", "inproc://a"]
)
def test_an_address_has_a_host_and_a_port(address: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_workers(address)
    assert refused.value.code == "cluster/address"
