"""Run a command in this process, and expect JSON, text or a refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from uth.cli.commands import run


def text_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints when it succeeds without a warning."""
    assert run(list(words)) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def json_of(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The JSON answer of a command."""
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that a refused command prints."""
    assert run(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err
