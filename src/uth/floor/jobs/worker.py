"""The worker process: does heavy jobs one by one at low priority, until its pipe is closed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from uth.core.refusal import Refusal, Refusals

PRIORITY = 10
"""Lower than every table, higher than background work of the machine."""


def answer(do: Callable[[Any], bytes], job: Any) -> bytes | Refusal:
    """JSON, or a refusal; of an error, only its type is reported."""
    try:
        return do(job)
    except (Refusal, Refusals) as refusal:
        return refusal.defects[0]
    except Exception as error:
        return Refusal("service/job_failed", error=type(error).__name__)


def run(pipe: Connection) -> None:
    """Answer jobs until the pipe is closed. Importing the mathematics already has low priority."""
    from uth.floor.jobs.job_handlers import JobHandlers

    serve(pipe, JobHandlers().do)


def serve(pipe: Connection, do: Callable[[Any], bytes]) -> None:
    """Answer jobs until the pipe is closed."""
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        pipe.send(answer(do, job))


def main() -> None:
    """The number of the pipe is the program's argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(PRIORITY)
    run(Connection(int(sys.argv[1])))


if __name__ == "__main__":
    main()
