"""A journal that was cut off or rewritten is detected by what is known outside the database."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.web.served_app import on_disk
from tests.web.tampering import (
    FRED,
    PASSWORD,
    audit_report,
    audit_text,
    cut,
    play,
    tampered,
)
from tests.web.uth_process import Process
from uth.cli.commands import run
from uth.floor.people.roles import Role
from uth.ledger import serving_lock as serving
from uth.ledger.opening import open_store

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    path = tmp_path_factory.mktemp("house") / "house.db"
    return path, play(str(path))


@pytest.fixture
def copied(house: tuple[Path, str], tmp_path: Path) -> tuple[str, Path]:
    """A copy of the database file with its heads, for the test to change, and a receipt."""
    path, receipt = tmp_path / "house.db", tmp_path / "receipt.json"
    for end in ("", ".heads"):
        shutil.copy(f"{house[0]}{end}", f"{path}{end}")
    receipt.write_text(house[1])
    return str(path), receipt


def test_undoing_what_the_command_line_wrote_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "house.db")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run(["user", "add", "fred", "--db", path]) == 0
    assert run(["user", "close", "fred", "--db", path]) == 0
    code, report = audit_report(capsys, "--db", path)
    assert (code, report["heads"], report["beyond"]) == (0, 4, 0), "account twice, name, look"
    shutil.copy(path, tmp_path / "copy.db")
    shutil.copy(f"{path}.heads", tmp_path / "copy.db.heads")
    db = tampered(path)
    cut(db, FRED, 1)
    db.close()
    code, report = audit_report(capsys, "--db", path)
    assert code == 1
    assert report["wrong"] == [f"heads/lost_tail: the journal has lost its tail ({FRED} event 2)"]
    assert run(["user", "reopen", "fred", "--db", path]) == 2, "nor is anything built upon it"
    assert "heads/lost_tail" in capsys.readouterr().err
    db = tampered(str(tmp_path / "copy.db"))
    for table in ("events", "streams"):
        db.execute(f"DELETE FROM {table} WHERE stream = ?", (FRED,))
    db.close()
    code, report = audit_report(capsys, "--db", str(tmp_path / "copy.db"))
    assert code == 1, "a whole account that was taken away"


def test_reading_creates_no_heads_file(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    open_store(path).close()
    assert run(["user", "list", "--db", str(path)]) == 0
    assert not (tmp_path / "house.db.heads").exists()


def test_commands_write_heads_while_a_server_runs(
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
        code, report = audit_report(capsys, "--db", str(path))
        assert (code, report["wrong"]) == (0, [])
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
    code, report = audit_report(capsys, "--db", str(path))
    assert (code, report["wrong"], report["beyond"]) == (0, [], 0)
    again = Process.serving(path)
    again.kill()


def test_a_receipt_matches_the_journal(
    copied: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a heads file, a receipt shows that the journal was cut off or rewritten."""
    path, receipt = copied
    Path(f"{path}.heads").unlink()
    words = ("--db", path, "--receipt", str(receipt))
    head = json.loads(receipt.read_text())["journal"]
    code, report = audit_report(capsys, *words)
    assert (code, report["heads"], report["receipts"]) == (0, 1, 1)
    db = tampered(path)
    cut(db, "table/main", head["version"] - 1)
    db.close()
    code, report = audit_report(capsys, *words)
    where = f"table/main event {head['version']}, receipt {receipt}"
    assert code == 1
    assert f"heads/lost_tail: the journal has lost its tail ({where})" in report["wrong"]


def test_a_receipt_of_a_rewritten_journal(
    copied: tuple[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another store with the same names: every chain is intact, but it is another journal."""
    other = str(tmp_path / "other.db")
    play(other)
    code, report = audit_report(capsys, "--db", other, "--receipt", str(copied[1]))
    version = json.loads(copied[1].read_text())["journal"]["version"]
    assert (code, report["good"]) == (1, False)
    assert report["wrong"][0].startswith("heads/")
    assert f"(table/main event {version}, receipt " in report["wrong"][0]
    code, report = audit_report(capsys, "--db", other, "--heads", f"{copied[0]}.heads")
    assert code == 1


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"journal": None}, "receipt/no_head: "),
        ({"seed": "0" * 64}, "receipt/commitment: "),
        ({"round": 0}, "receipt/malformed: "),
    ],
)
def test_what_is_not_a_receipt_is_refused(
    change: dict[str, object],
    expected: str,
    copied: tuple[str, Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, receipt = copied
    receipt.write_text(json.dumps({**json.loads(receipt.read_text()), **change}))
    assert run(["audit", "--db", path, "--receipt", str(receipt)]) == 2
    output = capsys.readouterr().err
    assert output.startswith(expected)
    assert str(receipt) in output


def test_an_audit_says_when_there_are_no_heads_to_compare(
    copied: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path, receipt = copied
    heads = Path(f"{path}.heads")
    lines = heads.read_text().splitlines(keepends=True)
    whole = audit_text(capsys, "--db", path)
    assert f"{len(lines):,} were written down outside, and all are there" in whole
    assert "beyond" not in whole
    heads.write_text("".join(lines[: len(lines) // 2]))
    assert "chains go on beyond them: a tail lost there" in audit_text(capsys, "--db", path)
    heads.write_text("")
    emptied = audit_text(capsys, "--db", path)
    assert f"{heads} holds none" in emptied
    assert "none to compare with: a lost tail would not be seen" in emptied
    _, report = audit_report(capsys, "--db", path)
    assert (report["heads"], report["heads_files"]) == (0, {str(heads): 0})
    heads.unlink()
    assert "none to compare with" in audit_text(capsys, "--db", path)
    code, report = audit_report(capsys, "--db", path)
    assert (code, report["heads"], report["heads_files"]) == (0, 0, {})
    assert report["beyond"] == report["streams"]
    assert "1 was written" in audit_text(capsys, "--db", path, "--receipt", str(receipt))


def test_an_unreadable_heads_file(
    copied: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    heads = Path(f"{copied[0]}.heads")
    heads.unlink()
    heads.mkdir()
    code, report = audit_report(capsys, "--db", copied[0])
    assert code == 1
    assert report["wrong"] == [
        f"heads/unreadable: can't read the heads file: Is a directory ({heads})"
    ]


def test_an_audit_over_http_uses_the_servers_heads(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with on_disk(path) as served:
        auditor = served.staff("aud")
        served.guest()
        answer = auditor.ask("POST", "/api/audit")
        assert (answer["findings"], answer["beyond"]) == ([], 0)
        assert answer["heads"] > 1
        served.app.people.make("fred", PASSWORD, Role.PLAYER)
        served.app.people.change("fred", closed=True)
        db = tampered(str(path))
        cut(db, FRED, 1)
        db.close()
        answer = auditor.ask("POST", "/api/audit")
        assert [finding["code"] for finding in answer["findings"]] == ["heads/lost_tail"]
    served.store.close()
