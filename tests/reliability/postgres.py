"""A PostgreSQL server for the long runs, with new databases on it."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import psycopg

from tests.stores import started_server


class Server:
    """Listens on a unix socket in its folder, until it is closed."""

    def __init__(self, folder: Path) -> None:
        os.environ["XDG_STATE_HOME"] = str(folder.parent / "state")
        self._server = started_server(folder)
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
