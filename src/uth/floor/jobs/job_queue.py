"""The job queue: runs heavy jobs one by one in a low-priority process, and caches the answers.

The process starts with the first job, and again after it has died. A visitor has at most one
waiting job of each kind: a newer one replaces it, and the older is refused. Equal jobs run once.
Among jobs of one priority the networks take turns, so that whoever asks for many delays themselves.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from functools import cache
from importlib.util import find_spec
from multiprocessing.connection import Connection, Pipe

from uth.core.fair_queue import FairQueue
from uth.core.refusal import Refusal
from uth.floor.jobs.job_messages import Job

LOG = logging.getLogger("uth.jobs")
COMMAND = (sys.executable, "-m", "uth.floor.jobs.worker")
NEEDED = ("numpy", "numba")
MOST_WAITING = 32
MOST_REMEMBERED = 16 * 1024 * 1024
"""The most bytes of cached answers."""
LONGEST = 300.0
"""Seconds after which a job fails and its process is killed; includes compilation."""
TRIES = 2


@cache
def _installed(package: str) -> bool:
    """Whether a package can be imported; the folders are searched once."""
    return find_spec(package) is not None


class _Task:
    """A job and the visitors who wait for it."""

    def __init__(self, job: Job, key: str) -> None:
        self.job = job
        self.key = key
        self.waiting: list[tuple[str, Future[bytes]]] = []

    def wait(self, visitor: str) -> Future[bytes]:
        future: Future[bytes] = Future()
        self.waiting.append((visitor, future))
        return future


class JobQueue:
    """A queue, a thread that takes jobs from it, and a process that runs them."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        longest: float = LONGEST,
        needed: Sequence[str] = NEEDED,
    ) -> None:
        self._command = tuple(command)
        self._needed = needed
        """Packages without which there are no jobs."""
        self._longest = longest
        self._lock = threading.Condition()
        self._queue = FairQueue[_Task](MOST_WAITING)
        self._running: _Task | None = None
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def known(self, job: Job) -> bytes | None:
        """The cached answer of a job, if there is one."""
        with self._lock:
            return self._remembered(job.key)

    def ask(self, visitor: str, job: Job, network: str = "") -> Future[bytes]:
        """Queue a job; the future gets its answer as JSON, or a refusal.

        Where nothing is known of the visitor's network, the visitor takes turns alone.
        """
        key, kind = job.key, f"{job.kind} {visitor}"
        with self._lock:
            if self._closed:
                return _resolved(Refusal("service/draining"))
            answer = self._remembered(key)
            if answer is not None:
                return _resolved(answer)
            if not all(map(_installed, self._needed)):
                return _resolved(Refusal("install/mathematics"))
            self._supersede(kind, key)
            if self._running is not None and self._running.key == key:
                return self._running.wait(kind)
            for task in self._queue:
                if task.key == key:
                    return task.wait(kind)
            task = _Task(job, key)
            future = task.wait(kind)
            loser = self._queue.put(task, network or visitor, job.priority)
            if loser is not None:
                for _, lost in loser.waiting:
                    _resolve(lost, Refusal("service/busy"))
            self._start()
            self._lock.notify()
            return future

    def _supersede(self, kind: str, key: str) -> None:
        """Refuse the waiting job of the same kind and visitor."""
        for task in list(self._queue):
            if task.key == key:
                continue
            for waiter in [one for one in task.waiting if one[0] == kind]:
                task.waiting.remove(waiter)
                _resolve(waiter[1], Refusal("work/superseded"))
            if not task.waiting:
                self._queue.remove(task)

    # The thread

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                while not len(self._queue) and not self._closed:
                    self._lock.wait()
                if self._closed:
                    return
                task = self._queue.pop()
                if not _wanted(task):
                    continue
                self._running = task
            reply = self._run(task.job)
            with self._lock:
                self._running = None
                if isinstance(reply, bytes):
                    self._remember(task.key, reply)
            for _, future in task.waiting:
                _resolve(future, reply)

    def _run(self, job: Job) -> bytes | Refusal:
        late = False
        for _ in range(TRIES):
            if late:
                break
            try:
                pipe = self._ready()
                if pipe is None:
                    break
                pipe.send(job)
                if pipe.poll(self._longest):
                    reply: bytes | Refusal = pipe.recv()
                    return reply
                late = True
            except (OSError, EOFError):
                pass
            if not self._closed:
                LOG.warning("the worker died", extra={"fault": type(job).__name__})
            self._end()
        return Refusal("service/draining" if self._closed else "service/worker")

    def _ready(self) -> Connection | None:
        """The pipe of a running process; None once the queue is closed.

        The lock is not held while a process starts: the event loop takes it too.
        """
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None and not self._closed:
            pipe, end = Pipe()
            with end:
                try:
                    process = subprocess.Popen(
                        (*self._command, str(end.fileno())),
                        pass_fds=(end.fileno(),),
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    )
                except BaseException:
                    pipe.close()
                    raise
            self._process, self._pipe = process, pipe
        with self._lock:
            return None if self._closed else self._pipe

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            self._pipe.close()

    def close(self) -> None:
        """Refuse waiting and new jobs, and end the process."""
        with self._lock:
            self._closed = True
            left = [waiter for task in self._queue for waiter in task.waiting]
            self._queue.clear()
            if self._process is not None:
                self._process.kill()
            self._lock.notify_all()
        for _, future in left:
            _resolve(future, Refusal("service/draining"))
        if self._thread is not None:
            self._thread.join()
        self._end()

    # The cache

    def _remembered(self, key: str) -> bytes | None:
        answer = self._known.get(key)
        if answer is not None:
            self._known.move_to_end(key)
        return answer

    def _remember(self, key: str, content: bytes) -> None:
        self._known[key] = content
        self._size += len(content)
        while self._size > MOST_REMEMBERED:
            _, old = self._known.popitem(last=False)
            self._size -= len(old)


def _wanted(task: _Task) -> bool:
    """Whether anybody still waits; from now on the futures can't be cancelled."""
    task.waiting = [one for one in task.waiting if one[1].set_running_or_notify_cancel()]
    return bool(task.waiting)


def _resolved(reply: bytes | Refusal) -> Future[bytes]:
    future: Future[bytes] = Future()
    _resolve(future, reply)
    return future


def _resolve(future: Future[bytes], reply: bytes | Refusal) -> None:
    if not future.running() and not future.set_running_or_notify_cancel():
        return
    if isinstance(reply, Refusal):
        future.set_exception(reply)
    else:
        future.set_result(reply)
