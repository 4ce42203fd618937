"""The worker process: runs heavy jobs one by one at low priority.

It reads jobs from its standard input and writes replies to its standard output, until the end of
the input.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import IO, TYPE_CHECKING

import msgspec

from uth.core.refusal import Refusal, Refusals
from uth.floor.jobs.job_messages import Job, RefusedJob, Reply, read_frame, write_frame

if TYPE_CHECKING:
    from uth.floor.jobs.job_handlers import JobHandlers

PRIORITY = 10
"""Lower than every table, higher than background work of the machine."""


def answer(handlers: JobHandlers, frame: bytes) -> Reply:
    """The reply to a job; of an error, only its type is reported."""
    try:
        job: Job = msgspec.msgpack.decode(frame, type=Job)
        return Reply(handlers.do(job))
    except (Refusal, Refusals) as refusal:
        return _refused(refusal.defects[0])
    except Exception as error:
        return _refused(Refusal("service/job_failed", error=type(error).__name__))


def _refused(refusal: Refusal) -> Reply:
    facts, where, clause = refusal.facts, refusal.where, refusal.clause
    return Reply(refused=RefusedJob(refusal.code, facts, where, clause))


def run(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Answer jobs until the input ends. Importing the mathematics already has low priority."""
    from uth.floor.jobs.job_handlers import JobHandlers

    handlers = JobHandlers()
    while True:
        try:
            frame = read_frame(jobs)
        except EOFError:
            return
        write_frame(answers, msgspec.msgpack.encode(answer(handlers, frame)))


def main() -> None:
    """Anything printed by accident goes to standard error, not among the replies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(PRIORITY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    run(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
