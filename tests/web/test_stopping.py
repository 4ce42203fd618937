"""A server that is told to stop closes its sockets and its store; a bare copy lacks its tail."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.raw_server import HOST, parse, raw_server, read_all
from tests.web.served_app import PATIENCE
from tests.web.uth_process import Process
from uth.cli.commands import run
from uth.web.connections import acceptor


def test_sigterm_closes_sockets_and_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.db"
    server = Process.serving(path)
    try:
        guest = server.ask("POST", "/api/guest")
        mine = {"name": "mine", "house": "cardroom-25"}
        server.ask("POST", "/api/tables", guest["token"], **mine)
        url = server.url.replace("http", "ws")
        headers = {"authorization": f"Bearer {guest['token']}"}
        with connect(f"{url}/ws/mine", additional_headers=headers, proxy=None) as socket:
            assert socket.recv(PATIENCE)
            for end in ("", ".heads"):
                shutil.copy(f"{path}{end}", tmp_path / f"copy.db{end}")
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "the service restarts"
        server.process.communicate(timeout=PATIENCE)
        assert server.process.returncode == 0
    finally:
        server.kill()
    assert sorted(file.name for file in tmp_path.glob("house.db*")) == [
        "house.db",
        "house.db.heads",
    ], "the log is part of the file again, and no lock is left"
    assert run(["audit", "--db", str(path)]) == 0
    assert run(["audit", "--db", str(tmp_path / "copy.db")]) != 0
    said = capsys.readouterr()
    assert "heads/lost_tail" in said.out + said.err, "the heads are ahead of a copy without its log"


def test_clients_that_neither_send_nor_read_do_not_hold_up_the_end(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That they are waited for no longer is no fault of the house."""
    monkeypatch.setattr(acceptor, "GRACE", 0.1)
    body = b"Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n"
    with ExitStack() as stack, caplog.at_level("ERROR"):
        with raw_server() as server:
            half_sent, unread = (stack.enter_context(server.connect()) for _ in range(2))
            half_sent.sendall(b"POST /api/sign-in HTTP/1.1\r\n" + HOST + body + b"\r\n{")
            unread.sendall((b"GET /openapi.json HTTP/1.1\r\n" + HOST + b"\r\n") * 16)
            assert half_sent.recv(100).startswith(b"HTTP/1.1 100 "), "it is waited for the body"
            assert unread.recv(9, socket.MSG_PEEK).startswith(b"HTTP/1.1")
        assert caplog.messages == []


def test_calculations_do_not_hold_up_the_end(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one under way and those that wait are refused; that too is no fault."""
    monkeypatch.setattr(acceptor, "GRACE", 0.1)
    endless = (sys.executable, "-c", "import time; time.sleep(1_000)")
    with ExitStack() as stack, caplog.at_level("ERROR"):
        with raw_server() as server:
            jobs = server.app.runner.jobs
            monkeypatch.setattr(jobs, "_command", endless)
            monkeypatch.setattr(jobs, "_needed", ())
            clients = [stack.enter_context(server.connect()) for _ in range(2)]
            for seats, client in enumerate(clients, 1):
                guest = server.ask(
                    b"POST /api/guest HTTP/1.1\r\nContent-Length: 0\r\nConnection: close\r\n",
                    HOST + b"\r\n",
                )
                token = re.search(rb'"token":"([^"]+)"', guest)
                assert token is not None
                body = b'{"design":{"house":"california"},"seats":%d}' % seats
                client.sendall(
                    b"POST /api/simulate HTTP/1.1\r\nAuthorization: Bearer " + token[1] + b"\r\n"
                    b"Content-Type: application/json\r\nContent-Length: %d\r\n"
                    % len(body)
                    + HOST
                    + b"\r\n"
                    + body
                )
            end = time.monotonic() + PATIENCE
            while jobs._running is None or not jobs.waiting:
                assert time.monotonic() < end
                time.sleep(0.01)
        assert caplog.messages == []
        answers = [parse(read_all(client)) for client in clients]
    assert [status for status, _ in answers] == [503, 503]
    assert all(b"service/draining" in rest for _, rest in answers)
