"""The worker process: heavy work, one job after another, at low priority.

It reads jobs from its standard input and answers on its standard output until that ends.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import IO, TYPE_CHECKING

import msgspec

from uth.core.refusal import Refusal, Refusals
from uth.floor.jobs.job_messages import Job, Reply, read_frame, write_frame

if TYPE_CHECKING:
    from uth.floor.jobs.job_handlers import JobHandlers

PRIORITY = 10
"""Behind every table, before what a machine does in the background."""


def answer(workshop: JobHandlers, frame: bytes) -> Reply:
    """A job's answer; what goes wrong is told by its kind alone."""
    try:
        job: Job = msgspec.msgpack.decode(frame, type=Job)
        return Reply(workshop.do(job))
    except (Refusal, Refusals) as no:
        first = no.defects[0]
        return Reply(refused=(first.code, first.sentence, first.where, first.clause))
    except Exception as error:
        sentence = f"the work could not be done: {type(error).__name__}"
        return Reply(refused=("service/fault", sentence, "", ""))


def run(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Until nobody asks any more. The mathematics is loaded here, at low priority already."""
    from uth.floor.jobs.job_handlers import JobHandlers

    workshop = JobHandlers()
    while True:
        try:
            frame = read_frame(jobs)
        except EOFError:
            return
        write_frame(answers, msgspec.msgpack.encode(answer(workshop, frame)))


def main() -> None:
    """Whatever is printed by accident goes to standard error, never among the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(PRIORITY)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    run(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
