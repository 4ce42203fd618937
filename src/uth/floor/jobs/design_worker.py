"""The process that reads rulebooks which visitors wrote: whatever they hold, nobody waits for it.

It is not the worker of the mathematics, so that opening a table does not wait for a solve.
"""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing.connection import Connection

import msgspec

from uth.core.refusal import Refusal
from uth.floor.jobs.job_messages import CheckJob, DesignJob, FormJob, SettingsJob
from uth.floor.jobs.worker import serve
from uth.reports.designer.design import check, design_rulebook
from uth.reports.designer.form import form
from uth.reports.designer.model import Design
from uth.rulebook.canonical import canonical
from uth.rulebook.settings import with_settings

COMMAND = (sys.executable, "-m", "uth.floor.jobs.design_worker")
LONGEST = 30.0
"""Seconds after which reading fails; what is accepted takes far less.

They include the start of the process, which takes seconds on a busy machine."""
PRIORITY = 5
"""Lower than every table, higher than the mathematics: somebody waits."""

Reading = DesignJob | CheckJob | FormJob | SettingsJob


def read(job: Reading) -> bytes:
    """A rulebook's canonical text, or the JSON of its check or form."""
    if isinstance(job, SettingsJob):
        return _with_settings(job).encode()
    design = msgspec.json.decode(job.design, type=Design)
    match job:
        case CheckJob():
            return msgspec.json.encode(check(design, job.language))
        case FormJob():
            return msgspec.json.encode(form(design_rulebook(design)))
        case DesignJob():
            return canonical(design_rulebook(design)).encode()


def _with_settings(job: SettingsJob) -> str:
    try:
        return canonical(with_settings(job.house, msgspec.json.decode(job.settings)))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Refusal("table/settings", where="settings") from None


def main() -> None:
    """The number of the pipe is the program's argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(PRIORITY)
    serve(Connection(int(sys.argv[1])), read)


if __name__ == "__main__":
    main()
