"""Where a house is kept, by its address, and where its heads are written down outside of it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from uth.core.refusal import Refusal, shown
from uth.ledger.journal.heads import Heads

NO_NODE = "house"
"""Whose heads these are where no node has a name: a single server's and the command line's."""
LONGEST = 100


def place_of(address: str | Path) -> Path | sa.URL:
    """The SQLite file of an address, or the database server's own address."""
    if isinstance(address, Path) or "://" not in address:
        return Path(address)
    try:
        url = sa.make_url(address)
    except ArgumentError:
        raise Refusal("store/address", "this is not the address of a database") from None
    backend = url.get_backend_name()
    if backend not in ("postgresql", "sqlite") or not url.database:
        raise Refusal(
            "store/address", f"{shown(backend)} is no store; use a path or postgresql://…"
        )
    return Path(url.database) if backend == "sqlite" else url


def heads_of(address: str | Path, node: str = "") -> Path:
    """The heads file beside a SQLite file; for a database server one a node, among our state."""
    place = place_of(address)
    if isinstance(place, Path):
        return Path(f"{place}.heads")
    return _state(place) / f"{_plain(node or NO_NODE)}.heads"


def heads_here(address: str | Path) -> list[Path]:
    """All heads files of a house that this machine has in their usual place."""
    place = place_of(address)
    if isinstance(place, Path):
        beside = heads_of(place)
        return [beside] if beside.exists() else []
    return sorted(_state(place).glob("*.heads"))


def begin_heads(path: Path) -> Heads:
    """The file to append to, made where there is none yet."""
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        return Heads(path)
    except OSError as error:
        raise Refusal("heads/unwritable", f"{error.strerror}", str(path)) from None


def _state(url: sa.URL) -> Path:
    """A folder for each database, so that two houses do not take each other's heads for theirs."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    host, port = url.host or url.query.get("host"), url.port or url.query.get("port")
    words = [str(word) for word in (host, port, url.database) if word]
    return Path(base) / "uth" / _plain("-".join(words))


def _plain(text: str) -> str:
    """As part of a file's name."""
    return re.sub(r"[^\w.-]+", "_", text)[-LONGEST:]
