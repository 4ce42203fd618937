"""A server that is told to stop closes its sockets and its store; a bare copy lacks its tail."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.served_app import PATIENCE
from tests.web.uth_process import Process
from uth.cli.commands import run


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
