"""`uth serve` in a process of its own, forked from one that has loaded everything already.

A house can then be killed and started again many times in the time that Python takes to start once.
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
from uth.floor.people.passwords import Cost

ROOT = Path(__file__).parents[2]
LISTENING = re.compile(r"^http://127\.0\.0\.1:(\d+) serves", re.MULTILINE)
"""What a house says when it is open; the port is one that was free."""


class Nursery:
    """Starts houses and kills them."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self._houses = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.nursery", str(log)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        )

    def ask(self, *words: str) -> str:
        """One line there, one line back."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def serve(self, address: str, *words: str) -> Served:
        """A house that listens; it has looked at its whole store before."""
        self._houses += 1
        out = self.log.with_name(f"{self.log.name}.{self._houses}")
        command = ("serve", "--db", address, "--port", "0", *words)
        return Served(self, int(self.ask(str(out), *command)), out)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class Served:
    """A running house: its process, and where it listens once it says so."""

    def __init__(self, nursery: Nursery, pid: int, out: Path) -> None:
        self._nursery = nursery
        self._out = out
        self.pid = pid
        self.port = 0

    def wait(self) -> None:
        """Until it answers."""
        until = time.monotonic() + PATIENCE
        while (found := LISTENING.search(self._told())) is None:
            if not self._alive() or time.monotonic() > until:
                tail = self._nursery.log.read_text()[-2_000:]
                raise AssertionError(f"the house does not open: {tail}")
            time.sleep(PAUSE)
        self.port = int(found[1])
        with closing(Line(self.port)) as line:
            assert line.ask("GET", "/health")[0] == 200

    def _told(self) -> str:
        return self._out.read_text() if self._out.exists() else ""

    def _alive(self) -> bool:
        """Not one that has ended and that nobody has asked for yet."""
        state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"

    def kill(self) -> None:
        """`kill -9`, wherever it is."""
        assert self._nursery.ask("kill", str(self.pid)) == "gone"


class Line:
    """One connection to a house, as one visitor has it."""

    def __init__(self, port: int, seconds: int = PATIENCE) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
        self.token = ""

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        """Status and answer; OSError where the house is gone."""
        content = json.dumps(body) if body else None
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            self._connection.request(method, path, content, headers)
            found = self._connection.getresponse()
            text = found.read()
        except http.client.HTTPException as error:
            raise OSError("the house is gone") from error
        return found.status, json.loads(text) if text.startswith((b"{", b"[")) else text

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


CHEAP = Cost(passes=1, memory_kib=64)
"""Passwords are all that is cheaper here than in a real house."""


def _load() -> None:
    """All that a house loads, and nothing that a fork does not carry over: no thread, no line."""
    import sqlalchemy as sa
    import uvicorn

    from uth.floor.people import passwords
    from uth.ledger.opening import open_store
    from uth.ledger.sql.postgres import postgres_engine
    from uth.web import app
    from uth.web.openapi_document import document

    passwords.Passwords.__init__.__defaults__ = (CHEAP,)
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
    for line in sys.stdin:
        words = json.loads(line)
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
