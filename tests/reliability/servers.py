"""`uth serve` in a process of its own, forked from one that has already imported everything.

A server can then be started many times in the time that Python takes to start once.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.ledger.waiting import PATIENCE, PAUSE

ROOT = Path(__file__).parents[2]
LISTENING = re.compile(r"^http://127\.0\.0\.1:(\d+) serves", re.MULTILINE)
"""What a server prints when it is ready."""


class Servers:
    """Starts servers and kills them, through a process that forks them."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self._started = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.servers", str(log)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        )

    def ask(self, *words: str) -> str:
        """Send one line to the forking process and return its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def serve(self, address: str, *words: str) -> ServerProcess:
        """Start `uth serve`."""
        self._started += 1
        out = self.log.with_name(f"{self.log.name}.{self._started}")
        command = ("serve", "--db", address, "--port", "0", *words)
        return ServerProcess(self, int(self.ask(str(out), *command)), out)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class ServerProcess:
    """A running server: its process, and its port once it is ready."""

    def __init__(self, servers: Servers, pid: int, out: Path) -> None:
        self._servers = servers
        self._out = out
        self.pid = pid
        self.port = 0

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + PATIENCE
        while (listening := LISTENING.search(self._output())) is None:
            if not self._alive() or time.monotonic() > until:
                tail = self._servers.log.read_text()[-2_000:]
                raise AssertionError(f"the server does not start: {tail}")
            time.sleep(PAUSE)
        self.port = int(listening[1])
        with closing(Client(self.port)) as client:
            assert client.ask("GET", "/health")[0] == 200

    def _output(self) -> str:
        return self._out.read_text() if self._out.exists() else ""

    def _alive(self) -> bool:
        """Whether the process runs and is not a zombie."""
        state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"

    def kill(self) -> None:
        """`kill -9`."""
        assert self._servers.ask("kill", str(self.pid)) == "gone"


class Client:
    """An HTTP connection of one visitor."""

    def __init__(self, port: int, seconds: int = PATIENCE) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
        self.token = ""

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """Send a request; returns status and answer. OSError if the server is gone."""
        content = json.dumps(body) if body else None
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            self._connection.request(method, path, content, headers)
            response = self._connection.getresponse()
            text = response.read()
        except http.client.HTTPException as error:
            raise OSError("the server is gone") from error
        return response.status, json.loads(text) if text.startswith((b"{", b"[")) else text

    def close(self) -> None:
        self._connection.close()


def _fork(out: str, words: list[str], log: int) -> int:
    child = os.fork()
    if child:
        return child
    os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
    os.dup2(log, 2)
    from uth.cli.commands import run

    code = 1
    try:
        code = run(words)
    finally:
        os._exit(code)


CHEAP = (1, 64)
"""Passes and memory for a quick hash."""
"""Only password hashing is cheaper here than in production."""


def _load() -> None:
    """Import everything that a server needs, without starting threads or connections."""
    import sqlalchemy as sa
    import uvicorn

    from uth.floor.people import passwords
    from uth.ledger.opening import open_store
    from uth.ledger.sql.postgres import postgres_engine
    from uth.web import app
    from uth.web.documents.openapi import document

    passwords.Passwords.__init__.__defaults__ = CHEAP
    uvicorn.Config(app.App, log_config=None).load()
    document(app.ROUTES)
    with tempfile.TemporaryDirectory() as folder:
        open_store(Path(folder) / "house.db").close()
    postgres_engine(sa.make_url("postgresql://nowhere/uth"))


def main() -> None:
    _load()
    import uth.web.server  # noqa: F401

    log = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    children: set[int] = set()
    for text in sys.stdin:
        words = json.loads(text)
        if words[0] == "kill":
            child = int(words[1])
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            children.discard(child)
            print("gone", flush=True)
        else:
            child = _fork(words[0], words[1:], log)
            children.add(child)
            print(child, flush=True)
    for child in children:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
