"""The job queue: order, superseding, equal jobs, a worker that dies, and closing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from errno import EMFILE
from multiprocessing.connection import Pipe
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.web.served_app import PATIENCE
from uth.core.refusal import Refusal
from uth.floor.jobs import job_queue
from uth.floor.jobs.job_messages import AdviceJob, EdgeJob, Job, ParJob, SolveJob, Values
from uth.floor.jobs.job_queue import COMMAND, LONGEST, JobQueue
from uth.floor.jobs.worker import PRIORITY
from uth.rulebook.canonical import canonical
from uth.rulebook.store import load_house

pytestmark = pytest.mark.slow
WORKER = """
import os, sys, time
from multiprocessing.connection import Connection
import msgspec
from uth.core.refusal import Refusal

folder, pipe = sys.argv[1], Connection(int(sys.argv[2]))
while True:
    try:
        job = pipe.recv()
    except EOFError:
        break
    word, _, rest = job.rulebook.partition(" ")
    with open(os.path.join(folder, "done"), "a") as done:
        done.write(job.rulebook + chr(10))
    if word == "die" or (word == "once" and not os.path.exists(os.path.join(folder, rest))):
        open(os.path.join(folder, rest), "w").close()
        os._exit(1)
    while word == "wait" and not os.path.exists(os.path.join(folder, rest)):
        time.sleep(0.005)
    if word == "no":
        pipe.send(Refusal("solve/play", most=100))
    else:
        pipe.send(msgspec.json.encode([os.getpid(), job.rulebook]))
"""
"""A worker that does what a job's text says: waits for a file, dies, refuses, or answers."""


class QueueWithTestWorker:
    """A job queue with that worker."""

    def __init__(self, folder: Path, longest: float = LONGEST) -> None:
        self.folder = folder
        command = (sys.executable, "-c", WORKER, str(folder))
        self.jobs = JobQueue(command, longest)

    def ask(self, text: str, visitor: str = "ann") -> Future[bytes]:
        return self.jobs.ask(visitor, SolveJob(text))

    def free(self, name: str) -> None:
        (self.folder / name).touch()

    @property
    def done(self) -> list[str]:
        path = self.folder / "done"
        return path.read_text().splitlines() if path.exists() else []

    def until(self, right: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not right():
            assert time.monotonic() < end, "the condition never holds"
            time.sleep(0.005)

    def busy(self) -> Future[bytes]:
        """Keep the worker busy until it is released."""
        answer = self.ask("wait hold", "somebody")
        self.until(lambda: "wait hold" in self.done)
        return answer


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[QueueWithTestWorker]:
    queue = QueueWithTestWorker(tmp_path)
    yield queue
    queue.jobs.close()


def code(future: Future[bytes]) -> str:
    with pytest.raises(Refusal) as refusal:
        future.result(PATIENCE)
    return refusal.value.code


def test_the_worker_starts_when_needed_and_answers_are_cached(queue: QueueWithTestWorker) -> None:
    assert queue.jobs._process is None
    first = queue.ask("a").result(PATIENCE)
    assert queue.jobs.known(SolveJob("a")) == first
    assert queue.ask("a", "ben").result(0) == first
    assert queue.done == ["a"]
    assert queue.jobs.known(SolveJob("b")) is None


def test_a_worker_that_can_not_be_started_is_started_later(
    queue: QueueWithTestWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As without descriptors; the queue goes on by itself."""
    with monkeypatch.context() as short:

        def fail(*args: Any, **options: Any) -> Any:
            raise OSError(EMFILE, "Too many open files")

        short.setattr(subprocess, "Popen", fail)
        assert code(queue.ask("a")) == "service/worker"
    assert queue.ask("a").result(PATIENCE)


def test_a_newer_job_supersedes_an_older_one(queue: QueueWithTestWorker) -> None:
    held = queue.busy()
    old, other = queue.ask("old"), queue.ask("other", "ben")
    new = queue.ask("new")
    assert code(old) == "work/superseded"
    queue.free("hold")
    assert new.result(PATIENCE)
    assert other.result(PATIENCE)
    assert held.result(PATIENCE)
    assert queue.done == ["wait hold", "other", "new"]


def test_a_running_job_is_not_superseded(queue: QueueWithTestWorker) -> None:
    running = queue.ask("wait hold")
    queue.until(lambda: queue.done == ["wait hold"])
    new = queue.ask("new")
    queue.free("hold")
    assert running.result(PATIENCE)
    assert new.result(PATIENCE)


def test_equal_jobs_run_once(queue: QueueWithTestWorker) -> None:
    held = queue.busy()
    both = [queue.ask("same", "ann"), queue.ask("same", "ben"), queue.ask("wait hold", "cleo")]
    only_ben = queue.ask("else", "ann")
    assert code(both[0]) == "work/superseded", "ann wants something else; ben still waits"
    queue.free("hold")
    assert both[1].result(PATIENCE)
    assert both[2].result(PATIENCE) == held.result(PATIENCE)
    assert only_ben.result(PATIENCE)
    assert sorted(queue.done) == ["else", "same", "wait hold"]


def test_a_job_for_a_new_design_supersedes_all_jobs_of_the_last(queue: QueueWithTestWorker) -> None:
    """The edge of a new design comes before the slow figures of an old one."""
    queue.busy()
    sheet = queue.jobs.ask("ann", ParJob("sheet", "json", 0))
    old = queue.ask("old")
    new = queue.jobs.ask("ann", EdgeJob("new"))
    assert code(old) == "work/superseded"
    queue.free("hold")
    assert new.result(PATIENCE)
    assert sheet.result(PATIENCE)
    assert queue.done == ["wait hold", "new", "sheet"]


def test_quick_jobs_run_first(queue: QueueWithTestWorker) -> None:
    queue.busy()
    slow = queue.ask("slow")
    quick = queue.jobs.ask("ann", AdviceJob("quick", "AhKh", ""))
    more = queue.jobs.ask("ben", AdviceJob("quicker", "AhKh", ""))
    queue.free("hold")
    for one in (slow, quick, more):
        one.result(PATIENCE)
    assert queue.done == ["wait hold", "quick", "quicker", "slow"]


def test_a_cancelled_job_does_not_run(queue: QueueWithTestWorker) -> None:
    queue.busy()
    gone, stays = queue.ask("gone"), queue.ask("stays", "ben")
    assert gone.cancel()
    queue.free("hold")
    assert stays.result(PATIENCE)
    assert queue.done == ["wait hold", "stays"]


def test_a_dead_worker_is_replaced_and_its_job_retried(queue: QueueWithTestWorker) -> None:
    one = msgspec.json.decode(queue.ask("a").result(PATIENCE))
    again = msgspec.json.decode(queue.ask("once b").result(PATIENCE))
    assert again[1] == "once b"
    assert one[0] != again[0]
    assert queue.done == ["a", "once b", "once b"]


def test_a_job_that_kills_every_worker_fails(queue: QueueWithTestWorker) -> None:
    assert code(queue.ask("die x")) == "service/worker"
    assert queue.ask("a").result(PATIENCE)


def test_refusals_are_returned_and_not_cached(queue: QueueWithTestWorker) -> None:
    assert code(queue.ask("no game")) == "solve/play"
    assert queue.jobs.known(SolveJob("no game")) is None


def test_a_full_queue_refuses_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "MOST_WAITING", 2)
    queue = QueueWithTestWorker(tmp_path)
    queue.busy()
    for visitor in ("ann", "ben"):
        queue.ask(f"of {visitor}", visitor)
    assert queue.jobs.waiting == 2
    assert code(queue.ask("more", "cleo")) == "service/busy"
    queue.jobs.close()


def test_one_network_neither_fills_the_queue_nor_delays_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "MOST_WAITING", 4)
    queue = QueueWithTestWorker(tmp_path)
    queue.busy()
    jobs = [queue.jobs.ask(f"guest {n}", SolveJob(f"many {n}"), "192.0.2.1") for n in range(5)]
    assert code(jobs[4]) == "service/busy", "one network has the whole queue"
    other = queue.jobs.ask("ann", SolveJob("other"), "192.0.2.2")
    assert code(jobs[3]) == "service/busy", "and gives way to another"
    queue.free("hold")
    for job in (*jobs[:3], other):
        job.result(PATIENCE)
    assert queue.done == ["wait hold", "many 0", "other", "many 1", "many 2"]
    queue.jobs.close()


def test_the_cache_is_bounded(queue: QueueWithTestWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "MOST_REMEMBERED", 60)
    for text in ("a" * 20, "b" * 20, "c" * 20):
        queue.ask(text).result(PATIENCE)
    assert queue.jobs.known(SolveJob("a" * 20)) is None
    assert queue.jobs.known(SolveJob("c" * 20)) is not None


def test_a_job_that_takes_too_long_fails(tmp_path: Path) -> None:
    queue = QueueWithTestWorker(tmp_path, longest=0.5)
    assert code(queue.ask("wait forever")) == "service/worker"
    queue.jobs.close()


def test_closing_ends_the_process_and_refuses_the_rest(queue: QueueWithTestWorker) -> None:
    held, queued = queue.busy(), queue.ask("queued")
    process = queue.jobs._process
    assert process is not None
    queue.jobs.close()
    assert process.returncode is not None
    assert code(held) == "service/draining"
    assert code(queued) == "service/draining"
    assert code(queue.ask("late")) == "service/draining"


def test_the_worker_has_low_priority_and_ends_with_its_pipe() -> None:
    """The real worker answers a job, refuses what is not one, and continues."""
    pipe, end = Pipe()
    with end:
        process = subprocess.Popen((*COMMAND, str(end.fileno())), pass_fds=(end.fileno(),))
    text = canonical(load_house("cardroom-25"))

    def ask(job: Job) -> Any:
        pipe.send(job)
        assert pipe.poll(PATIENCE)
        return pipe.recv()

    river = ask(AdviceJob(text, "2c 3d", "As Ks Qs Js Ts"))
    result = msgspec.json.decode(river, type=Values)
    assert result.values == {"1x": "0", "fold": "-2"}
    nonsense = ask(AdviceJob("{", "2c 3d", "As Ks Qs Js Ts"))
    assert nonsense.code == "service/job_failed"
    twice = ask(AdviceJob(text, "2c 2c", "As Ks Qs Js Ts"))
    assert twice.code == "card/twice"
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, own + PRIORITY)
    pipe.close()
    assert process.wait(PATIENCE) == 0


def test_the_server_does_not_load_the_mathematics() -> None:
    """Loading it would stall every table."""
    look = "import sys, uth.web.server; print({'numpy', 'numba'} & set(sys.modules))"
    output = subprocess.run(
        (sys.executable, "-c", look), capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "set()"
