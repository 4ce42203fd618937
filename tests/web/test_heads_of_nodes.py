"""Heads on PostgreSQL and of nodes: a journal that was cut off is detected there too."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import psycopg
import pytest

from tests.web.served_app import PATIENCE
from tests.web.tampering import (
    PASSWORD,
    audit_report,
    cut,
    versions,
)
from tests.web.uth_process import Process
from uth.cli.commands import run
from uth.floor.cage.bookings import person_stream
from uth.floor.floor import Floor
from uth.floor.tables.pace import Pace
from uth.ledger import serving_lock as serving
from uth.ledger.locations import heads_path, local_heads_files
from uth.ledger.opening import open_store
from uth.rulebook.store import load_house

pytestmark = pytest.mark.slow


@pytest.fixture
def nodes(postgres: str) -> str:
    """A store on PostgreSQL that a node has served, with the heads in their default file."""
    node = Process.serving(postgres, "--node", "north")
    try:
        assert node.process.stdout is not None
        output = node.process.stdout.readline()
        assert output == f"heads are written to {heads_path(postgres, 'north')}\n"
        for _ in range(3):
            node.ask("POST", "/api/guest")
    finally:
        node.kill()
    return postgres


def test_a_tail_cut_off_on_postgresql_is_found(
    nodes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (heads,) = local_heads_files(nodes)
    code, report = audit_report(capsys, "--db", nodes)
    assert (code, report["beyond"], list(report["heads_files"])) == (0, 0, [str(heads)])
    node = Process.serving(nodes, "--node", "south", "--heads", str(tmp_path / "south"))
    try:
        guest = node.ask("POST", "/api/guest")
        node.ask("POST", "/api/me/play-money", guest["token"], amount=500, key="m")
    finally:
        node.kill()
    north = Process.serving(nodes, "--node", "north")
    north.kill()
    both = ("--heads", str(heads), "--heads", str(tmp_path / "south"))
    code, report = audit_report(capsys, "--db", nodes, *both)
    assert (code, report["beyond"], len(report["heads_files"])) == (0, 0, 2)
    with psycopg.connect(nodes) as db:
        db.execute("SET session_replication_role = replica")
        stream = person_stream(guest["name"])
        end = versions(db, stream)
        cut(db, stream, end - 1, "%s")
    code, report = audit_report(capsys, "--db", nodes, "--heads", str(heads))
    assert code == 0, "the one node does not know what the other wrote"
    assert report["beyond"] > 0
    code, report = audit_report(capsys, "--db", nodes, *both)
    assert code == 1
    assert report["wrong"] == [
        f"heads/lost_tail: the journal has lost its tail ({stream} event {end})"
    ]
    assert run(["serve", "--db", nodes, "--port", "0", "--node", "south", *both[2:]]) == 2
    assert "heads/lost_tail" in capsys.readouterr().err


def test_commands_write_heads_for_a_server_too(
    postgres: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run(["user", "add", "fred", "--db", postgres]) == 0
    assert local_heads_files(postgres) == [heads_path(postgres)]
    code, report = audit_report(capsys, "--db", postgres)
    assert (code, report["heads"], report["beyond"]) == (0, 3, 0), "account, name, look"


def test_a_server_without_a_node_name_serves_postgresql_alone(
    postgres: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Process.serving(postgres)
    monkeypatch.setattr(serving, "PATIENCE", 0.0)
    try:
        for words in ((), ("--node", "north")):
            capsys.readouterr()
            assert run(["serve", "--db", postgres, "--port", "0", *words]) == 2
            assert capsys.readouterr().err.splitlines()[-1].startswith("store/in_use: ")
    finally:
        one.kill()
    monkeypatch.setattr(serving, "PATIENCE", PATIENCE)
    store = open_store(postgres)
    store.acquire("table/main", "north", 1)
    store.close()
    assert run(["serve", "--db", postgres, "--port", "0"]) == 2
    output = capsys.readouterr().err.splitlines()[-1]
    assert output.startswith("node/needed: nodes serve this store, among them 'north'")


def test_a_file_that_nodes_have_served_works_without_them(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = open_store(path)
    Floor(store, pace=Pace()).open_table("main", load_house("cardroom-25"), "flo")
    store.acquire("table/main", "north", 600_000)
    store.close()
    server = Process.serving(path)
    try:
        guest = server.ask("POST", "/api/guest")
        token = guest["token"]
        assert [row["name"] for row in server.ask("GET", "/api/tables", token)] == ["main"]
        command = {"type": "Sit", "player": guest["name"], "seat": 1, "chips": 50_000}
        server.ask("POST", "/api/tables/main/orders", token, key="s", command=command)
    finally:
        server.kill()
