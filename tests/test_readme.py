"""The README runs: its Python example and its commands do what it says."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from uth.cli import fast_settle

README = Path(__file__).parent.parent.joinpath("README.md").read_text(encoding="utf-8")


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    output = capsys.readouterr().out
    assert output.startswith("full_house A7\nAction.CHECK\n")
    assert "trips" in output
    assert "'LW-" in output


def settle(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return fast_settle.run("-")


def test_the_settled_round_exhausts_the_bank(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (text,) = re.findall(r"<<'JSON'\n(.*?)JSON\n", README, re.DOTALL)
    assert settle(text, monkeypatch) == 0
    wagers = json.loads(capsys.readouterr().out)["seats"][0]["wagers"]
    assert [row["wager"] for row in wagers if row.get("short_by") == "bank"]


def test_the_refusal_is_the_one_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ((text, refusal),) = re.findall(r"\$ echo '(.*?)' \| uth settle\n(.*?)\n", README)
    assert settle(text, monkeypatch) == 2
    assert capsys.readouterr().err.strip() == refusal
