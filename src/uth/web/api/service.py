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


def _report(asked: RequestContext) -> p.ServiceReport:
    service = asked.service
    gauges = {name: read() for name, read in sorted(service.metrics.gauges.items())}
    ready = service.writer.running and not service.draining
    return p.ServiceReport(__version__, service.door, ready, gauges)


async def see_service(asked: RequestContext) -> p.ServiceReport:
    People.require(asked.who, Action.SERVICE_WATCH)
    return _report(asked)


async def set_door(asked: RequestContext) -> p.ServiceReport:
    """Shut, nobody new comes in or sits down; hands go on. It is this node's, until it ends."""
    body: p.Door = asked.body
    People.require(asked.who, Action.SERVICE_DRAIN)
    asked.service.door = body.open
    return _report(asked)


async def make_backup(asked: RequestContext) -> Response:
    """A copy of this moment as a SQLite file, without the cards of rounds that are not over."""
    People.require(asked.who, Action.STORE_BACKUP)
    store = asked.service.writer.store
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
