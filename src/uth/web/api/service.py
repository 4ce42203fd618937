"""The service itself: its state, admitting newcomers, and a backup."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path

import msgspec
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from uth import __version__
from uth.core.messages import RequestBody
from uth.core.refusal import Refusal
from uth.floor.people.permissions import Permission
from uth.ledger.backup import backup
from uth.ledger.sql.store import SqlStore
from uth.web.routes import RequestContext, Resource

resource: Resource = Resource()


class Door(RequestBody, frozen=True):
    """Whether newcomers are admitted."""

    open: bool


class ServiceReport(msgspec.Struct, frozen=True):
    """The state of this node, with the gauges of `/metrics` by name."""

    version: str
    open: bool
    ready: bool
    gauges: dict[str, int]


def _report(context: RequestContext) -> ServiceReport:
    runner = context.runner
    gauges = {name: read() for name, read in sorted(runner.metrics.gauges.items())}
    ready = runner.writer.running and not runner.draining
    return ServiceReport(__version__, runner.door, ready, gauges)


@resource.get("/api/service", may=Permission.SERVICE_WATCH)
async def see_service(context: RequestContext) -> ServiceReport:
    """The state of the service."""
    return _report(context)


@resource.post("/api/service/door", may=Permission.SERVICE_DRAIN)
async def set_door(context: RequestContext, body: Door) -> ServiceReport:
    """Admit newcomers to this node, or not.

    With the door shut, nobody enters or sits down; hands go on.
    """
    context.runner.door = body.open
    return _report(context)


@resource.get(
    "/api/backup", answer=bytes, media="application/vnd.sqlite3", may=Permission.STORE_BACKUP
)
async def make_backup(context: RequestContext) -> Response:
    """A backup: a consistent copy as a SQLite file, without the cards of unfinished rounds."""
    store = context.runner.writer.store
    if not isinstance(store, SqlStore):
        raise Refusal("backup/memory")
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
