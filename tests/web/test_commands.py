"""`uth serve` killed at random moments, then `uth audit`; `uth user` and `uth backup`."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from uth.cli.commands import run

START = "import sys; from uth.cli import main; sys.exit(main())"


class Process:
    """A house in a process of its own."""

    def __init__(self, path: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = ["serve", "--db", str(path), "--port", str(self.port), "--pace", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, *words],
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        for _ in range(200):
            try:
                self.ask("GET", "/health")
            except OSError:
                time.sleep(0.05)
            else:
                return
        self.kill()
        raise AssertionError("the house does not open")

    def ask(self, method: str, path: str, token: str = "", **body: Any) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            method=method,
            data=json.dumps(body).encode() if body else None,
            headers={"authorization": f"Bearer {token}"} if token else {},
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
        return json.loads(text) if text.startswith((b"{", b"[")) else text

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def test_a_killed_house_keeps_what_it_acknowledged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Killed in the middle of play, again and again: nothing acknowledged is lost or doubled."""
    path, rng, acknowledged = tmp_path / "house.db", random.Random(3), 0
    for cycle in range(3):
        house = Process(path)
        try:
            guest = house.ask("POST", "/api/guest")
            token, name = guest["token"], guest["name"]
            house.ask("POST", "/api/me/play-money", token, cents=500_000, key="m")
            table = f"t{cycle}"
            house.ask("POST", "/api/tables", token, name=table, house="cardroom-25")
            house.ask("POST", f"/api/tables/{table}/bots", token, count=4)
            _order(house, token, table, "s", type="Sit", player=name, seat=6, chips=500_000)
            until = time.monotonic() + 0.5 + rng.random() / 2
            key = 0
            while time.monotonic() < until:
                key += 1
                acknowledged += _play(house, token, table, name, f"k{key}")
        finally:
            house.kill()
    assert acknowledged > 5
    capsys.readouterr()
    assert run(["audit", "--db", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["good"]
    assert found["rounds"] > 3
    copy = tmp_path / "copy.db"
    assert run(["backup", str(copy), "--db", str(path)]) == 0
    assert run(["audit", "--db", str(copy)]) == 0
    assert "good:" in capsys.readouterr().out
    assert run(["backup", str(copy), "--db", str(path)]) == 2


def _order(house: Process, token: str, table: str, key: str, **command: Any) -> int:
    try:
        house.ask("POST", f"/api/tables/{table}/orders", token, key=key, command=command)
    except urllib.error.HTTPError as refused:
        refused.close()
        return 0
    return 1


def _play(house: Process, token: str, table: str, name: str, key: str) -> int:
    stakes = {"ante": 500, "blind": 500}
    done = _order(house, token, table, key, type="Wager", player=name, wagers=stakes)
    for action in ("check", "fold"):
        done += _order(
            house, token, table, f"{key}{action}", type="Act", player=name, action=action
        )
    time.sleep(0.03)
    return done


def test_users(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "new" / "house.db")
    monkeypatch.setattr(sys, "stdin", io.StringIO("correct horse battery\n"))
    assert run(["user", "add", "Flo", "--role", "floor", "--db", path]) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("short\n"))
    assert run(["user", "add", "Gus", "--db", path]) == 2
    assert "password/short" in capsys.readouterr().err
    assert run(["user", "add", "Gus", "--role", "king", "--db", path]) == 2
    monkeypatch.setattr(sys, "stdin", io.StringIO("another horse battery\n"))
    assert run(["user", "password", "Flo", "--db", path]) == 0
    assert run(["user", "close", "Flo", "--db", path]) == 0
    capsys.readouterr()
    assert run(["user", "list", "--json", "--db", path]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == [{"name": "flo", "role": "floor", "closed": True}]
    assert run(["user", "list", "--db", path]) == 0
    assert capsys.readouterr().out == "flo  floor  closed\n"
    assert run(["user", "list", "--db", str(tmp_path / "none.db")]) == 2
    assert capsys.readouterr().err.startswith("store/none: ")
