"""`uth` serving in its own process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.web.served_app import PATIENCE

START = "import sys; from uth.cli import main; sys.exit(main())"


class Process:
    """A server in its own process."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if words[0] == "play" else subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:\d+", self.said)
        assert match is not None, "the house does not open"
        self.url = match[0]

    @classmethod
    def serving(cls, address: Path | str, *words: str) -> Process:
        return cls("serve", "--db", str(address), "--port", "0", "--pace", "0", *words)

    def ask(self, method: str, path: str, token: str = "", **body: Any) -> Any:
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=json.dumps(body).encode() if body else None,
            headers={"authorization": f"Bearer {token}"} if token else {},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
        return json.loads(text) if text.startswith((b"{", b"[")) else text

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate()
