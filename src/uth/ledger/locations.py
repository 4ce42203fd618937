"""The location of a house's store, by its address, and of its heads files."""

from __future__ import annotations

import re
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from uth.core.refusal import Refusal
from uth.core.user_folders import user_folders
from uth.ledger.journal.heads import HeadsFile

NO_NODE = "house"
"""The name of the heads file of a process without a node name."""
LONGEST = 100


def parse_address(address: str | Path) -> Path | sa.URL:
    """The path of a SQLite file, or the URL of a database server."""
    if isinstance(address, Path) or "://" not in address:
        return Path(address)
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise Refusal("store/address") from None
    backend = url.get_backend_name()
    if backend not in ("postgresql", "sqlite"):
        raise Refusal("store/unsupported", backend=backend)
    if not url.database:
        raise Refusal("store/address")
    return Path(url.database) if backend == "sqlite" else url


def heads_path(address: str | Path, node: str = "") -> Path:
    """The heads file: next to a SQLite file; for a server, one per node in the state folder."""
    location = parse_address(address)
    if isinstance(location, Path):
        return Path(f"{location}.heads")
    return _state_folder(location) / f"{_file_name(node or NO_NODE)}.heads"


def local_heads_files(address: str | Path) -> list[Path]:
    """The heads files of a house that exist in their default location on this machine."""
    location = parse_address(address)
    if isinstance(location, Path):
        path = heads_path(location)
        return [path] if path.exists() else []
    return sorted(_state_folder(location).glob("*.heads"))


def open_heads(path: Path) -> HeadsFile:
    """Open a heads file to append to; created if it does not exist."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        return HeadsFile(path)
    except OSError as error:
        raise Refusal("heads/unwritable", reason=error.strerror, where=str(path)) from None


def _state_folder(url: sa.URL) -> Path:
    """A folder per database, so that the heads of two houses are not confused."""
    host, port = url.host or url.query.get("host"), url.port or url.query.get("port")
    parts = [str(part) for part in (host, port, url.database) if part]
    return user_folders().user_state_path / _file_name("-".join(parts))


def _file_name(text: str) -> str:
    """A text as part of a file name."""
    return re.sub(r"[^\w.-]+", "_", text)[-LONGEST:]
