"""`uth serve` killed during play, then `uth audit`; `uth user` and `uth backup`."""

from __future__ import annotations

import io
import json
import random
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.ports import free_port
from tests.web.served_app import PATIENCE
from tests.web.uth_process import Process
from uth.cli.commands import run

pytestmark = pytest.mark.slow


def test_a_killed_server_keeps_what_it_acknowledged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Killed during play, again and again: nothing acknowledged is lost or doubled."""
    path, rng, acknowledged = tmp_path / "house.db", random.Random(3), 0
    for cycle in range(3):
        server = Process.serving(path)
        try:
            guest = server.ask("POST", "/api/guest")
            token, name = guest["token"], guest["name"]
            server.ask("POST", "/api/me/play-money", token, amount=500_000, key="m")
            table = f"t{cycle}"
            server.ask("POST", "/api/tables", token, name=table, house="cardroom-25")
            server.ask("POST", f"/api/tables/{table}/bots", token, count=4)
            _order(server, token, table, "s", type="Sit", player=name, seat=6, chips=500_000)
            wanted, key = acknowledged + rng.randint(6, 12), 0
            while acknowledged < wanted or _round(server, token, table) < 3:
                key += 1
                acknowledged += _play(server, token, table, name, f"k{key}")
        finally:
            server.kill()
    capsys.readouterr()
    assert run(["audit", "--db", str(path), "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["good"]
    assert output["rounds"] >= 6, "two whole rounds and a part of the third before each kill"
    copy = tmp_path / "copy.db"
    assert run(["backup", str(copy), "--db", str(path)]) == 0
    assert run(["audit", "--db", str(copy)]) == 0
    assert "good:" in capsys.readouterr().out
    assert run(["backup", str(copy), "--db", str(path)]) == 2
    _export(tmp_path, str(path), output["rounds"], capsys)


def _export(folder: Path, address: str, rounds: int, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for form in ("jsonl", "notation", "parquet"):
        file = folder / f"hands.{form}"
        words = ["export", str(file), "--db", address, "--format", form]
        assert run(words) == 0
        assert capsys.readouterr().out == f"{rounds} hands written to {file}\n"
        assert run(words) == 2, "nothing is overwritten"
    lines = (folder / "hands.jsonl").read_text()
    assert len(lines.splitlines()) == rounds
    assert run(["export", "-", "--db", address]) == 0
    assert capsys.readouterr().out == lines
    assert run(["export", str(folder / "hands.phh"), "--db", address]) == 0
    wagers = ["export", str(folder / "wagers.csv"), "--db", address, "--rows", "wagers"]
    assert run(wagers) == 0
    assert (folder / "wagers.csv").read_text().startswith("table,round,at,house,")
    capsys.readouterr()
    by_name = {"by_name.parquet": "parquet", "by_name.uth": "notation", "by_name.phhs": "phh"}
    for name, form in by_name.items():
        assert run(["export", str(folder / name), "--db", address, "--json"]) == 0
        answer = {"file": str(folder / name), "format": form, "hands": rounds}
        assert json.loads(capsys.readouterr().out) == answer
        assert (folder / name).read_bytes() == (folder / f"hands.{form}").read_bytes()
    few = folder / "few.jsonl"
    assert run(["export", str(few), "--db", address, "--until", "2001-02-03"]) == 0
    assert few.read_text() == ""
    capsys.readouterr()
    wrong = {"--format xlsx": "export/format: ", "--rows wagers": "export/rows: "}
    for options, code in wrong.items():
        assert run(["export", str(folder / "x"), "--db", address, *options.split()]) == 2
        assert capsys.readouterr().err.startswith(code)
        assert not (folder / "x").exists()


def _order(house: Process, token: str, table: str, key: str, **command: Any) -> int:
    try:
        house.ask("POST", f"/api/tables/{table}/orders", token, key=key, command=command)
    except urllib.error.HTTPError as refused:
        refused.close()
        return 0
    return 1


def _round(house: Process, token: str, table: str) -> int:
    """The number of the round that is played at a table."""
    return int(house.ask("GET", f"/api/tables/{table}", token)["view"]["round"])


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
    capsys.readouterr()
    assert run(["user", "close", "Flo", "--db", path, "--json"]) == 0
    closed = {"name": "flo", "role": "floor", "closed": True}
    assert json.loads(capsys.readouterr().out) == closed
    assert run(["user", "list", "--json", "--db", path]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output == [{"name": "flo", "role": "floor", "closed": True}]
    assert run(["user", "list", "--db", path]) == 0
    assert capsys.readouterr().out == "flo  floor  closed\n"
    assert run(["user", "reopen", "Flo", "--db", path]) == 0
    assert run(["user", "role", "Flo", "auditor", "--db", path]) == 0
    assert run(["user", "unlock", "Flo", "--db", path]) == 0
    capsys.readouterr()
    assert run(["user", "list", "--db", path]) == 0
    assert capsys.readouterr().out == "flo  auditor\n"
    assert run(["user", "role", "Flo", "king", "--db", path]) == 2
    assert run(["user", "unlock", "nobody", "--db", path]) == 2
    assert "name/unknown" in capsys.readouterr().err
    assert run(["user", "list", "--db", str(tmp_path / "none.db")]) == 2
    assert capsys.readouterr().err.startswith("store/none: ")


def test_play_serves_a_store_of_ones_own(tmp_path: Path) -> None:
    """On loopback, with a file in a sensible folder; one line says where, and Ctrl-C ends it."""
    server = Process("play", "--no-browser", XDG_DATA_HOME=str(tmp_path), UTH_DB="")
    try:
        assert str(tmp_path / "uth" / "house.db") in server.said
        assert server.ask("GET", "/health") == b"ok\n"
        assert server.ask("POST", "/api/guest")["role"] == "guest"
        assert server.ask("GET", "/api/mathematics")["state"] in ("preparing", "ready")
    finally:
        server.process.send_signal(signal.SIGINT)
        more, errors = server.process.communicate(timeout=PATIENCE)
    assert (tmp_path / "uth" / "house.db").is_file()
    assert (server.process.returncode, more, errors) == (0, "", "")


def test_play_opens_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)

    def serve(plan: Any, host: str, ports: Sequence[int], ready: Any) -> None:
        assert (host, ports[0]) == ("127.0.0.1", 8410)
        assert plan.prepare
        ready("http://127.0.0.1:5")

    monkeypatch.setattr("uth.web.server.serve", serve)
    assert run(["play", "--db", str(tmp_path / "house.db")]) == 0
    assert opened == ["http://127.0.0.1:5/"]


def test_a_server_whose_store_is_taken_over_stops(caplog: pytest.LogCaptureFixture) -> None:
    from uth.web import server

    ended: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))
    try:
        server._give_way()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == [signal.SIGTERM]
    assert "another process serves this store" in caplog.text


def test_a_port_in_use_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from uth.web.server import listening

    with listening("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", "--db", str(tmp_path / "house.db"), "--port", port]) == 2
    assert capsys.readouterr().err.startswith("service/address: ")
    assert not (tmp_path / "house.db").exists()


def test_the_next_free_port_is_taken() -> None:
    from uth.web.server import listening

    port = free_port()
    with listening("127.0.0.1", port), listening("127.0.0.1", port, 0) as other:
        assert other.getsockname()[1] not in (0, port)
    with listening("127.0.0.1", port, 0) as again:
        assert again.getsockname()[1] == port


def test_a_killed_node_is_replaced_and_its_player_continues(postgres: str) -> None:
    """Two processes on one PostgreSQL serve anybody; when one dies, the other takes over."""
    one = Process.serving(postgres, "--node", "one", "--lease", "1")
    two = Process.serving(postgres, "--node", "two", "--lease", "1")
    try:
        guest = one.ask("POST", "/api/guest")
        token, name = guest["token"], guest["name"]
        mine = {"name": "mine", "house": "cardroom-25", "timed": False}
        one.ask("POST", "/api/tables", token, **mine)
        _take(two, token, "s", type="Sit", player=name, seat=1, chips=50_000)
        stakes = {"ante": 500, "blind": 500}
        _take(two, token, "w", type="Wager", player=name, wagers=stakes)
        before = _until(two, token, lambda view: view["phase"] == "preflop")
        one.kill()
        after = _until(two, token, lambda view: view["phase"] == "preflop")
        cards = [seen["view"]["seats"][0]["cards"] for seen in (before, after)]
        assert cards[0] == cards[1], "the same hand, where it was"
        _take(two, token, "a", type="Act", player=name, action="4x")
        _until(two, token, lambda view: view["round"] == 2)
        assert [row["name"] for row in two.ask("GET", "/api/tables", token)] == ["mine"]
    finally:
        one.kill()
        two.kill()
    assert run(["audit", "--db", postgres]) == 0


def _take(house: Process, token: str, key: str, **command: Any) -> None:
    """Retry an order until it is accepted, while another node takes over the table."""

    def give() -> Any:
        body = {"key": key, "command": command}
        return house.ask("POST", "/api/tables/mine/orders", token, **body)

    _answered(give, lambda answer: True)


def _until(house: Process, token: str, right: Callable[[Any], bool]) -> Any:
    look = partial(house.ask, "GET", "/api/tables/mine", token)
    return _answered(look, lambda seen: right(seen["view"]))


def _answered(ask: Callable[[], Any], right: Callable[[Any], bool]) -> Any:
    """Retry a request until its answer is right, while no node owns the table."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            answer = ask()
        except urllib.error.HTTPError as refused:
            refused.close()
            if refused.code != 503:
                raise
        else:
            if right(answer):
                return answer
        time.sleep(0.1)
    raise AssertionError("the table never gets there")
