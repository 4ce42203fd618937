"""Running the service over HTTP: how it does, its door, and a copy of the house."""

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
from uth.web.messages import people as p
from uth.web.routes import RequestContext, Route


def _report(context: RequestContext) -> p.ServiceReport:
    runner = context.runner
    gauges = {name: read() for name, read in sorted(runner.metrics.gauges.items())}
    ready = runner.writer.running and not runner.draining
    return p.ServiceReport(__version__, runner.door, ready, gauges)


async def see_service(context: RequestContext) -> p.ServiceReport:
    People.require(context.who, Action.SERVICE_WATCH)
    return _report(context)


async def set_door(context: RequestContext) -> p.ServiceReport:
    """Shut, nobody new comes in or sits down; hands go on. It is this node's, until it ends."""
    body: p.Door = context.body
    People.require(context.who, Action.SERVICE_DRAIN)
    context.runner.door = body.open
    return _report(context)


async def make_backup(context: RequestContext) -> Response:
    """A copy of this moment as a SQLite file, without the cards of rounds that are not over."""
    People.require(context.who, Action.STORE_BACKUP)
    store = context.runner.writer.store
    if not isinstance(store, SqlStore):
        raise Refusal("backup/memory", "a house in memory has nothing to copy")
    folder = Path(tempfile.mkdtemp(prefix="uth-backup-"))
    gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    try:
        await asyncio.to_thread(backup, store, folder / "house.db")
    except BaseException:
        await gone()
        raise
    return FileResponse(
        folder / "house.db",
        media_type="application/vnd.sqlite3",
        filename="house-backup.db",
        background=gone,
    )


ROUTES = (
    Route("GET", "/api/service", see_service, "How the service does", p.ServiceReport),
    Route(
        "POST", "/api/service/door", set_door, "Let newcomers in, or not", p.ServiceReport, p.Door
    ),
    Route(
        "GET",
        "/api/backup",
        make_backup,
        "A copy of the house",
        bytes,
        media="application/vnd.sqlite3",
    ),
)
