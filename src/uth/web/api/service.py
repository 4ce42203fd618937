"""The service itself: its state, admitting newcomers, and a backup."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from uth import __version__
from uth.core.refusal import Refusal
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.ledger.backup import backup
from uth.ledger.sql.store import SqlStore
from uth.web.messages.service import Door, ServiceReport
from uth.web.routes import RequestContext, Route


def _report(context: RequestContext) -> ServiceReport:
    runner = context.runner
    gauges = {name: read() for name, read in sorted(runner.metrics.gauges.items())}
    ready = runner.writer.running and not runner.draining
    return ServiceReport(__version__, runner.door, ready, gauges)


async def see_service(context: RequestContext) -> ServiceReport:
    People.require(context.actor, Action.SERVICE_WATCH)
    return _report(context)


async def set_door(context: RequestContext) -> ServiceReport:
    """With the door shut, nobody enters or sits down; hands go on. It holds for this node."""
    body: Door = context.body
    People.require(context.actor, Action.SERVICE_DRAIN)
    context.runner.door = body.open
    return _report(context)


async def make_backup(context: RequestContext) -> Response:
    """A consistent copy as a SQLite file, without the cards of unfinished rounds."""
    People.require(context.actor, Action.STORE_BACKUP)
    store = context.runner.writer.store
    if not isinstance(store, SqlStore):
        raise Refusal("backup/memory", "a store in memory can't be backed up")
    folder = Path(tempfile.mkdtemp(prefix="uth-backup-"))
    cleanup = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    try:
        await asyncio.to_thread(backup, store, folder / "house.db")
    except BaseException:
        await cleanup()
        raise
    return FileResponse(
        folder / "house.db",
        media_type="application/vnd.sqlite3",
        filename="house-backup.db",
        background=cleanup,
    )


ROUTES = (
    Route("GET", "/api/service", see_service, "The state of the service", ServiceReport),
    Route("POST", "/api/service/door", set_door, "Admit newcomers, or not", ServiceReport, Door),
    Route(
        "GET",
        "/api/backup",
        make_backup,
        "A backup",
        bytes,
        media="application/vnd.sqlite3",
    ),
)
