"""The desk: hands heavy work to one low-priority process, in turn, and remembers the answers.

The process is started with the first job and again whenever it has died. Nobody has more than one
job of a kind waiting: a newer one takes the place of the older, which is refused. Equal work is
done once for all who wait for it.
"""

from __future__ import annotations

import contextlib
import logging
import subprocess
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Sequence
from concurrent.futures import Future
from importlib.util import find_spec

import msgspec

from uth.core.refusal import Refusal
from uth.floor.jobs.job_messages import Job, Reply, read_frame, write_frame

LOG = logging.getLogger("uth.desk")
COMMAND = (sys.executable, "-m", "uth.floor.jobs.worker")
NEEDED = ("numpy", "numba")
MOST_WAITING = 32
MOST_REMEMBERED = 16 * 1024 * 1024
"""Bytes of answers."""
LONGEST = 300.0
"""Seconds after which a job is given up and its process ended; compiling comes in here too."""
TRIES = 2


class _Task:
    """A job and who waits for it."""

    def __init__(self, job: Job, key: str) -> None:
        self.job = job
        self.key = key
        self.waiting: list[tuple[str, Future[bytes]]] = []

    def wait(self, visitor: str) -> Future[bytes]:
        found: Future[bytes] = Future()
        self.waiting.append((visitor, found))
        return found


class JobQueue:
    """One queue, one thread that minds it, one process that does the work."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        *,
        most_waiting: int = MOST_WAITING,
        most_remembered: int = MOST_REMEMBERED,
        longest: float = LONGEST,
    ) -> None:
        self._command = tuple(command)
        self._most_waiting = most_waiting
        self._most_remembered = most_remembered
        self._longest = longest
        self._lock = threading.Condition()
        self._queue: deque[_Task] = deque()
        self._running: _Task | None = None
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def known(self, job: Job) -> bytes | None:
        """An answer that is remembered."""
        with self._lock:
            return self._remembered(job.key)

    def ask(self, visitor: str, job: Job) -> Future[bytes]:
        """The answer as JSON, in its turn; refusals come through the future."""
        key, kind = job.key, f"{job.kind} {visitor}"
        with self._lock:
            if self._closed:
                return _refused("service/draining", "the house closes")
            found = self._remembered(key)
            if found is not None:
                return _done(found)
            if not all(find_spec(name) for name in NEEDED):
                return _refused("install/missing", "this house runs without its mathematics")
            self._supersede(kind, key)
            for task in (self._running, *self._queue):
                if task is not None and task.key == key:
                    return task.wait(kind)
            if len(self._queue) >= self._most_waiting:
                return _refused("service/busy", "too much is being worked out; try again later")
            task = _Task(job, key)
            self._enqueue(task)
            self._start()
            self._lock.notify()
            return task.wait(kind)

    def _enqueue(self, task: _Task) -> None:
        """By its turn, behind what came before and has the same."""
        ahead = sum(1 for other in self._queue if other.job.turn <= task.job.turn)
        self._queue.insert(ahead, task)

    def _supersede(self, kind: str, key: str) -> None:
        """Refuse what the same visitor asked before and still waits for."""
        for task in list(self._queue):
            if task.key == key:
                continue
            for waiter in [one for one in task.waiting if one[0] == kind]:
                task.waiting.remove(waiter)
                _refuse(waiter[1], Refusal("work/superseded", "something newer was asked for"))
            if not task.waiting:
                self._queue.remove(task)

    # The thread

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._mind, name="desk", daemon=True)
            self._thread.start()

    def _mind(self) -> None:
        while True:
            with self._lock:
                while not self._queue and not self._closed:
                    self._lock.wait()
                if self._closed:
                    return
                task = self._queue.popleft()
                if not _wanted(task):
                    continue
                self._running = task
            reply = self._have_done(task.job)
            with self._lock:
                self._running = None
                if reply.refused is None:
                    self._remember(task.key, reply.content)
            for _, future in task.waiting:
                _tell(future, reply)

    def _have_done(self, job: Job) -> Reply:
        frame = msgspec.msgpack.encode(job)
        for _ in range(TRIES):
            process = self._ready()
            if process is None:
                break
            late = threading.Timer(self._longest, process.kill)
            late.start()
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                write_frame(process.stdin, frame)
                return msgspec.msgpack.decode(read_frame(process.stdout), type=Reply)
            except (OSError, EOFError, ValueError, msgspec.MsgspecError):
                if not self._closed:
                    LOG.warning("the worker died", extra={"fault": type(job).__name__})
                self._end()
            finally:
                late.cancel()
        return Reply(refused=("service/worker", "the work could not be done here", "", ""))

    def _ready(self) -> subprocess.Popen[bytes] | None:
        """A living process; None once the desk is closed."""
        if self._process is not None and self._process.poll() is not None:
            self._end()
        with self._lock:
            if self._closed:
                return None
            if self._process is None:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def close(self) -> None:
        """Take no more, refuse what waits, and end the process: it keeps nothing."""
        with self._lock:
            self._closed = True
            left = [waiter for task in self._queue for waiter in task.waiting]
            self._queue.clear()
            if self._process is not None:
                self._process.kill()
            self._lock.notify_all()
        for _, future in left:
            _refuse(future, Refusal("service/draining", "the house closes"))
        if self._thread is not None:
            self._thread.join()
        self._end()

    # Memory

    def _remembered(self, key: str) -> bytes | None:
        found = self._known.get(key)
        if found is not None:
            self._known.move_to_end(key)
        return found

    def _remember(self, key: str, content: bytes) -> None:
        self._known[key] = content
        self._size += len(content)
        while self._size > self._most_remembered:
            _, old = self._known.popitem(last=False)
            self._size -= len(old)


def _wanted(task: _Task) -> bool:
    """Whether anybody still waits; from now on nobody can stop waiting."""
    task.waiting = [one for one in task.waiting if one[1].set_running_or_notify_cancel()]
    return bool(task.waiting)


def _done(content: bytes) -> Future[bytes]:
    found: Future[bytes] = Future()
    found.set_result(content)
    return found


def _refused(code: str, sentence: str) -> Future[bytes]:
    found: Future[bytes] = Future()
    found.set_exception(Refusal(code, sentence))
    return found


def _refuse(future: Future[bytes], no: Refusal) -> None:
    if future.running() or future.set_running_or_notify_cancel():
        future.set_exception(no)


def _tell(future: Future[bytes], reply: Reply) -> None:
    if reply.refused is not None:
        _refuse(future, Refusal(*reply.refused))
    elif future.running() or future.set_running_or_notify_cancel():
        future.set_result(reply.content)
