"""The job queue: order, superseding, equal jobs, a worker that dies, and closing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import msgspec
import pytest

from tests.web.served_app import PATIENCE
from uth.core.refusal import Refusal
from uth.floor.jobs.job_messages import (
    AdviceJob,
    EdgeJob,
    ParJob,
    Reply,
    SolveJob,
    Values,
    read_frame,
    write_frame,
)
from uth.floor.jobs.job_queue import COMMAND, JobQueue
from uth.floor.jobs.worker import PRIORITY
from uth.rulebook.canonical import canonical
from uth.rulebook.store import load_house

pytestmark = pytest.mark.slow
WORKER = """
import os, sys, time
import msgspec
from uth.web.jobs import Job, Reply, read_frame, write_frame

place = sys.argv[1]
while True:
    try:
        job = msgspec.msgpack.decode(read_frame(sys.stdin.buffer), type=Job)
    except EOFError:
        break
    word, _, rest = job.rulebook.partition(" ")
    with open(os.path.join(place, "done"), "a") as done:
        done.write(job.rulebook + chr(10))
    if word == "die" or (word == "once" and not os.path.exists(os.path.join(place, rest))):
        open(os.path.join(place, rest), "w").close()
        os._exit(1)
    while word == "wait" and not os.path.exists(os.path.join(place, rest)):
        time.sleep(0.005)
    refused = ("solve/play", "no such game", "", "") if word == "no" else None
    content = msgspec.json.encode([os.getpid(), job.rulebook])
    write_frame(sys.stdout.buffer, msgspec.msgpack.encode(Reply(content, refused)))
"""
"""A worker that does what a job's text says: waits for a file, dies, refuses, or answers."""


class Bench:
    """A job queue with that worker."""

    def __init__(self, address: Path, **limits: float) -> None:
        self.place = address
        command = (sys.executable, "-c", WORKER, str(address))
        self.desk = JobQueue(command, **limits)  # type: ignore[arg-type]

    def ask(self, text: str, visitor: str = "ann") -> Future[bytes]:
        return self.desk.ask(visitor, SolveJob(text))

    def free(self, name: str) -> None:
        (self.place / name).touch()

    @property
    def done(self) -> list[str]:
        path = self.place / "done"
        return path.read_text().splitlines() if path.exists() else []

    def until(self, right: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not right():
            assert time.monotonic() < end, "it does not come to it"
            time.sleep(0.005)

    def busy(self) -> Future[bytes]:
        """Keep the worker busy until it is released."""
        answer = self.ask("wait hold", "somebody")
        self.until(lambda: "wait hold" in self.done)
        return answer


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.desk.close()


def code(future: Future[bytes]) -> str:
    with pytest.raises(Refusal) as refusal:
        future.result(PATIENCE)
    return refusal.value.code


def test_the_worker_starts_when_needed_and_answers_are_cached(bench: Bench) -> None:
    assert bench.desk._process is None
    first = bench.ask("a").result(PATIENCE)
    assert bench.desk.known(SolveJob("a")) == first
    assert bench.ask("a", "ben").result(0) == first
    assert bench.done == ["a"]
    assert bench.desk.known(SolveJob("b")) is None


def test_a_newer_job_supersedes_an_older_one(bench: Bench) -> None:
    held = bench.busy()
    old, other = bench.ask("old"), bench.ask("other", "ben")
    new = bench.ask("new")
    assert code(old) == "work/superseded"
    bench.free("hold")
    assert new.result(PATIENCE)
    assert other.result(PATIENCE)
    assert held.result(PATIENCE)
    assert bench.done == ["wait hold", "other", "new"]


def test_a_running_job_is_not_superseded(bench: Bench) -> None:
    running = bench.ask("wait hold")
    bench.until(lambda: bench.done == ["wait hold"])
    new = bench.ask("new")
    bench.free("hold")
    assert running.result(PATIENCE)
    assert new.result(PATIENCE)


def test_equal_jobs_run_once(bench: Bench) -> None:
    held = bench.busy()
    both = [bench.ask("same", "ann"), bench.ask("same", "ben"), bench.ask("wait hold", "cleo")]
    only_ben = bench.ask("else", "ann")
    assert code(both[0]) == "work/superseded", "ann wants something else; ben still waits"
    bench.free("hold")
    assert both[1].result(PATIENCE)
    assert both[2].result(PATIENCE) == held.result(PATIENCE)
    assert only_ben.result(PATIENCE)
    assert sorted(bench.done) == ["else", "same", "wait hold"]


def test_a_job_for_a_new_design_supersedes_all_jobs_of_the_last(bench: Bench) -> None:
    """The edge of a new design comes before the slow figures of an old one."""
    bench.busy()
    sheet = bench.desk.ask("ann", ParJob("sheet", "json", 0))
    old = bench.ask("old")
    new = bench.desk.ask("ann", EdgeJob("new"))
    assert code(old) == "work/superseded"
    bench.free("hold")
    assert new.result(PATIENCE)
    assert sheet.result(PATIENCE)
    assert bench.done == ["wait hold", "new", "sheet"]


def test_quick_jobs_run_first(bench: Bench) -> None:
    bench.busy()
    slow = bench.ask("slow")
    quick = bench.desk.ask("ann", AdviceJob("quick", "AhKh", ""))
    more = bench.desk.ask("ben", AdviceJob("quicker", "AhKh", ""))
    bench.free("hold")
    for one in (slow, quick, more):
        one.result(PATIENCE)
    assert bench.done == ["wait hold", "quick", "quicker", "slow"]


def test_a_cancelled_job_does_not_run(bench: Bench) -> None:
    bench.busy()
    gone, stays = bench.ask("gone"), bench.ask("stays", "ben")
    assert gone.cancel()
    bench.free("hold")
    assert stays.result(PATIENCE)
    assert bench.done == ["wait hold", "stays"]


def test_a_dead_worker_is_replaced_and_its_job_retried(bench: Bench) -> None:
    one = msgspec.json.decode(bench.ask("a").result(PATIENCE))
    again = msgspec.json.decode(bench.ask("once b").result(PATIENCE))
    assert again[1] == "once b"
    assert one[0] != again[0]
    assert bench.done == ["a", "once b", "once b"]


def test_a_job_that_kills_every_worker_fails(bench: Bench) -> None:
    assert code(bench.ask("die x")) == "service/worker"
    assert bench.ask("a").result(PATIENCE)


def test_refusals_are_returned_and_not_cached(bench: Bench) -> None:
    assert code(bench.ask("no game")) == "solve/play"
    assert bench.desk.known(SolveJob("no game")) is None


def test_a_full_queue_refuses_jobs(tmp_path: Path) -> None:
    bench = Bench(tmp_path, most_waiting=2)
    bench.busy()
    for visitor in ("ann", "ben"):
        bench.ask(f"of {visitor}", visitor)
    assert bench.desk.waiting == 2
    assert code(bench.ask("more", "cleo")) == "service/busy"
    bench.desk.close()


def test_the_cache_is_bounded(tmp_path: Path) -> None:
    bench = Bench(tmp_path, most_remembered=60)
    for text in ("a" * 20, "b" * 20, "c" * 20):
        bench.ask(text).result(PATIENCE)
    assert bench.desk.known(SolveJob("a" * 20)) is None
    assert bench.desk.known(SolveJob("c" * 20)) is not None
    bench.desk.close()


def test_a_job_that_takes_too_long_fails(tmp_path: Path) -> None:
    bench = Bench(tmp_path, longest=0.5)
    assert code(bench.ask("wait forever")) == "service/worker"
    bench.desk.close()


def test_closing_ends_the_process_and_refuses_the_rest(bench: Bench) -> None:
    held, queued = bench.busy(), bench.ask("queued")
    process = bench.desk._process
    assert process is not None
    bench.desk.close()
    assert process.returncode is not None
    assert code(held) == "service/worker"
    assert code(queued) == "service/draining"
    assert code(bench.ask("late")) == "service/draining"


def test_the_worker_has_low_priority_and_ends_with_its_pipe() -> None:
    """The real worker answers a job, refuses what is not one, and continues."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    text = canonical(load_house("cardroom-25"))

    def ask(frame: bytes) -> Reply:
        assert process.stdin is not None
        assert process.stdout is not None
        write_frame(process.stdin, frame)
        return msgspec.msgpack.decode(read_frame(process.stdout), type=Reply)

    river = ask(msgspec.msgpack.encode(AdviceJob(text, "2c 3d", "As Ks Qs Js Ts")))
    result = msgspec.json.decode(river.content, type=Values)
    assert result.values == {"1x": "0", "fold": "-2"}
    nonsense = ask(b"\xc1").refused
    assert nonsense is not None
    assert nonsense[0] == "service/fault"
    twice = ask(msgspec.msgpack.encode(AdviceJob(text, "2c 2c", "As Ks Qs Js Ts"))).refused
    assert twice is not None
    assert twice[0] == "card/twice"
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, own + PRIORITY)
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def test_the_server_does_not_load_the_mathematics() -> None:
    """Loading it would stall every table."""
    look = "import sys, uth.web.server; print({'numpy', 'numba'} & set(sys.modules))"
    output = subprocess.run(
        (sys.executable, "-c", look), capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "set()"
