"""A tail that was cut off or written anew is found against what is known outside the database."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sqlite3
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.floor import driver
from tests.floor.evening import seat_bots
from tests.web.served import PATIENCE, on_disk
from tests.web.test_commands import Process
from uth.cli.commands import run
from uth.floor.cage.bookings import person_stream
from uth.floor.fairness.receipts import to_text
from uth.floor.floor import Floor
from uth.floor.people.roles import Role
from uth.floor.records.hand_history import find_receipt
from uth.floor.tables.pace import Pace
from uth.ledger import serving_lock as serving
from uth.ledger.journal.store import Store
from uth.ledger.locations import heads_path, local_heads_files
from uth.ledger.opening import open_store
from uth.ledger.recording_store import with_heads
from uth.rulebook.store import load_house

pytestmark = pytest.mark.slow
FRED = "people/" + hashlib.sha256(b"fred").hexdigest()[:32]
PASSWORD = "correct horse battery"


def play(address: str, name: str = "main") -> str:
    """A table where bots have played some rounds; the receipt of the last but one."""
    store: Store = with_heads(open_store(address), heads_path(address, "north"))
    house = Floor(store, pace=Pace())
    house.open_table(name, load_house("cardroom-25"), "flo")
    seat_bots(house, name, 3)
    while house.table_writer(name).table.round < 4:
        assert driver.step(house, name)
    with store.reading() as reader:
        receipt = to_text(find_receipt(reader, name, 2))
    store.close()
    return receipt


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = tmp_path_factory.mktemp("house") / "house.db"
    return path, play(str(path))


@pytest.fixture
def copied(house: tuple[Path, str], tmp_path: Path) -> tuple[str, Path]:
    """The house's file with its heads, to do what one likes with, and a receipt."""
    path, receipt = tmp_path / "house.db", tmp_path / "receipt.json"
    for end in ("", ".heads"):
        shutil.copy(f"{house[0]}{end}", f"{path}{end}")
    receipt.write_text(house[1])
    return str(path), receipt


def looked_at(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    capsys.readouterr()
    code = run(["audit", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def words_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(["audit", *words]) == 0
    return capsys.readouterr().out


def cut(db: Any, stream: str, version: int, mark: str = "?") -> None:
    """Take the end of a stream away, with all that would tell of it but the balances' history."""
    moved = (
        f"SELECT source, target, amount FROM postings WHERE stream = {mark} AND version > {mark}"
    )
    changes: Counter[str] = Counter()
    for source, target, amount in db.execute(moved, (stream, version)).fetchall():
        changes[source] += amount
        changes[target] -= amount
    for account, change in changes.items():
        back = f"UPDATE accounts SET balance = balance + {mark} WHERE account = {mark}"
        db.execute(back, (change, account))
    for table in ("postings", "answers", "secrets", "events", "rounds", "snapshots"):
        gone = f"DELETE FROM {table} WHERE stream = {mark} AND version > {mark}"
        db.execute(gone, (stream, version))
    db.execute(
        "DELETE FROM round_players WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE "
        "rounds.stream = round_players.stream AND rounds.round = round_players.round)"
    )
    db.execute(
        f"UPDATE streams SET version = {mark}, hash = (SELECT hash FROM events "
        f"WHERE stream = {mark} AND version = {mark}) WHERE stream = {mark}",
        (version, stream, version, stream),
    )


def tampered(address: str) -> sqlite3.Connection:
    """A connection for which no guard holds."""
    db = sqlite3.connect(address, isolation_level=None)
    triggers = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        db.execute(f'DROP TRIGGER "{name}"')
    return db


def versions(db: Any, stream: str) -> int:
    (found,) = db.execute("SELECT version FROM streams WHERE stream = '" + stream + "'").fetchone()
    return int(found)


def test_what_the_command_line_wrote_can_not_be_undone_unseen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "house.db")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run(["user", "add", "fred", "--db", path]) == 0
    assert run(["user", "close", "fred", "--db", path]) == 0
    code, told = looked_at(capsys, "--db", path)
    assert (code, told["heads"], told["beyond"]) == (0, 2, 0)
    shutil.copy(path, tmp_path / "copy.db")
    shutil.copy(f"{path}.heads", tmp_path / "copy.db.heads")
    db = tampered(path)
    cut(db, FRED, 1)
    db.close()
    code, told = looked_at(capsys, "--db", path)
    assert code == 1
    assert told["wrong"] == [f"heads/lost_tail: the journal has lost its tail ({FRED} event 2)"]
    assert run(["user", "reopen", "fred", "--db", path]) == 2, "nor is anything built upon it"
    assert "heads/lost_tail" in capsys.readouterr().err
    db = tampered(str(tmp_path / "copy.db"))
    for table in ("events", "streams"):
        db.execute(f"DELETE FROM {table} WHERE stream = ?", (FRED,))
    db.close()
    code, told = looked_at(capsys, "--db", str(tmp_path / "copy.db"))
    assert code == 1, "a whole account that was taken away"


def test_looking_leaves_no_heads_file(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    open_store(path).close()
    assert run(["user", "list", "--db", str(path)]) == 0
    assert not (tmp_path / "house.db.heads").exists()


def test_commands_write_heads_beside_a_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.db"
    served = Process.serving(path)
    try:
        served.ask("POST", "/api/guest")
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
        assert run(["user", "add", "fred", "--db", str(path)]) == 0
        served.ask("POST", "/api/guest")
        assert run(["user", "close", "fred", "--db", str(path)]) == 0
        code, told = looked_at(capsys, "--db", str(path))
        assert (code, told["wrong"]) == (0, [])
        capsys.readouterr()
        monkeypatch.setattr(serving, "PATIENCE", 0.0)
        assert run(["serve", "--db", str(path), "--port", "0"]) == 2
        assert capsys.readouterr().err.splitlines()[-1].startswith("store/in_use: another process")
        assert run(["play", "--db", str(path), "--no-browser"]) == 2
        assert capsys.readouterr().err.splitlines()[-1].startswith("store/in_use: another process")
        assert run(["backup", str(tmp_path / "copy.db"), "--db", str(path)]) == 0
        assert run(["export", str(tmp_path / "hands"), "--db", str(path)]) == 0
    finally:
        served.kill()
    code, told = looked_at(capsys, "--db", str(path))
    assert (code, told["wrong"], told["beyond"]) == (0, [], 0)
    again = Process.serving(path)
    again.kill()


def test_a_receipt_knows_the_journal(
    copied: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without any heads file a receipt shows that its tail was cut off, or written anew."""
    path, receipt = copied
    Path(f"{path}.heads").unlink()
    words = ("--db", path, "--receipt", str(receipt))
    head = json.loads(receipt.read_text())["journal"]
    code, told = looked_at(capsys, *words)
    assert (code, told["heads"], told["receipts"]) == (0, 1, 1)
    db = tampered(path)
    cut(db, "table/main", head["version"] - 1)
    db.close()
    code, told = looked_at(capsys, *words)
    where = f"table/main event {head['version']}, receipt {receipt}"
    assert code == 1
    assert f"heads/lost_tail: the journal has lost its tail ({where})" in told["wrong"]


def test_a_receipt_of_a_journal_that_was_written_anew(
    copied: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another house that calls itself the same: every chain is whole, and it is not that one."""
    other = str(tmp_path / "other.db")
    play(other)
    code, told = looked_at(capsys, "--db", other, "--receipt", str(copied[1]))
    version = json.loads(copied[1].read_text())["journal"]["version"]
    assert (code, told["good"]) == (1, False)
    assert told["wrong"][0].startswith("heads/")
    assert f"(table/main event {version}, receipt " in told["wrong"][0]
    code, told = looked_at(capsys, "--db", other, "--heads", f"{copied[0]}.heads")
    assert code == 1


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"journal": None}, "receipt/no_head: "),
        ({"seed": "0" * 64}, "receipt/commitment: "),
        ({"round": 0}, "receipt/malformed: "),
    ],
)
def test_what_is_no_receipt_of_a_journal(
    change: dict[str, object],
    line: str,
    copied: tuple[str, Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, receipt = copied
    receipt.write_text(json.dumps({**json.loads(receipt.read_text()), **change}))
    assert run(["audit", "--db", path, "--receipt", str(receipt)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(line)
    assert str(receipt) in told


def test_it_is_told_when_there_is_nothing_to_compare_with(
    copied: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path, receipt = copied
    heads = Path(f"{path}.heads")
    lines = heads.read_text().splitlines(keepends=True)
    whole = words_of(capsys, "--db", path)
    assert f"{len(lines):,} were written down outside, and all are there" in whole
    assert "beyond" not in whole
    heads.write_text("".join(lines[: len(lines) // 2]))
    assert "chains go on beyond them: a tail lost there" in words_of(capsys, "--db", path)
    heads.write_text("")
    emptied = words_of(capsys, "--db", path)
    assert f"{heads} holds none" in emptied
    assert "none to compare with: a lost tail would not be seen" in emptied
    _, told = looked_at(capsys, "--db", path)
    assert (told["heads"], told["heads_files"]) == (0, {str(heads): 0})
    heads.unlink()
    assert "none to compare with" in words_of(capsys, "--db", path)
    code, told = looked_at(capsys, "--db", path)
    assert (code, told["heads"], told["heads_files"]) == (0, 0, {})
    assert told["beyond"] == told["streams"]
    assert "1 were written" in words_of(capsys, "--db", path, "--receipt", str(receipt))


def test_a_heads_file_that_can_not_be_read(
    copied: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    heads = Path(f"{copied[0]}.heads")
    heads.unlink()
    heads.mkdir()
    code, told = looked_at(capsys, "--db", copied[0])
    assert code == 1
    assert told["wrong"] == [f"heads/unreadable: Is a directory ({heads})"]


def test_the_floor_s_own_audit_has_the_server_s_heads(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with on_disk(path) as served:
        auditor = served.staff("aud")
        served.guest()
        found = auditor.ask("POST", "/api/audit")
        assert (found["findings"], found["beyond"]) == ([], 0)
        assert found["heads"] > 1
        served.app.people.make("fred", PASSWORD, Role.PLAYER)
        served.app.people.change("fred", closed=True)
        db = tampered(str(path))
        cut(db, FRED, 1)
        db.close()
        found = auditor.ask("POST", "/api/audit")
        assert [finding["code"] for finding in found["findings"]] == ["heads/lost_tail"]
    served.store.close()


@pytest.fixture
def nodes(postgres: str) -> str:
    """A house on PostgreSQL that a node has served, with the heads in their usual place."""
    node = Process.serving(postgres, "--node", "north")
    try:
        assert node.process.stdout is not None
        said = node.process.stdout.readline()
        assert said == f"heads are written to {heads_path(postgres, 'north')}\n"
        for _ in range(3):
            node.ask("POST", "/api/guest")
    finally:
        node.kill()
    return postgres


def test_a_tail_cut_off_on_postgresql_is_found(
    nodes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (heads,) = local_heads_files(nodes)
    code, told = looked_at(capsys, "--db", nodes)
    assert (code, told["beyond"], list(told["heads_files"])) == (0, 0, [str(heads)])
    node = Process.serving(nodes, "--node", "south", "--heads", str(tmp_path / "south"))
    try:
        guest = node.ask("POST", "/api/guest")
        node.ask("POST", "/api/me/play-money", guest["token"], amount=500, key="m")
    finally:
        node.kill()
    north = Process.serving(nodes, "--node", "north")
    north.kill()
    both = ("--heads", str(heads), "--heads", str(tmp_path / "south"))
    code, told = looked_at(capsys, "--db", nodes, *both)
    assert (code, told["beyond"], len(told["heads_files"])) == (0, 0, 2)
    with psycopg.connect(nodes) as db:
        db.execute("SET session_replication_role = replica")
        stream = person_stream(guest["name"])
        end = versions(db, stream)
        cut(db, stream, end - 1, "%s")
    code, told = looked_at(capsys, "--db", nodes, "--heads", str(heads))
    assert code == 0, "the one node does not know what the other wrote"
    assert told["beyond"] > 0
    code, told = looked_at(capsys, "--db", nodes, *both)
    assert code == 1
    assert told["wrong"] == [
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
    code, told = looked_at(capsys, "--db", postgres)
    assert (code, told["heads"], told["beyond"]) == (0, 1, 0)


def test_one_without_a_name_serves_postgresql_alone(
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
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("node/needed: nodes have served this house, as 'north' did")


def test_a_file_that_nodes_had_goes_on_without_them(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = open_store(path)
    Floor(store, pace=Pace()).open_table("main", load_house("cardroom-25"), "flo")
    store.acquire("table/main", "north", 600_000)
    store.close()
    house = Process.serving(path)
    try:
        guest = house.ask("POST", "/api/guest")
        token = guest["token"]
        assert [line["name"] for line in house.ask("GET", "/api/tables", token)] == ["main"]
        command = {"type": "Sit", "player": guest["name"], "seat": 1, "chips": 50_000}
        house.ask("POST", "/api/tables/main/orders", token, key="s", command=command)
    finally:
        house.kill()
