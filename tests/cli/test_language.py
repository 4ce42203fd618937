"""Commands speak the language of the environment; what it lacks is English."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command_runs import refusal_of
from uth.cli.commands import run
from uth.cli.language import VARIABLES, language, text, wager_text
from uth.core import texts

GERMAN = {
    "language.plural": "n != 1",
    "wager.blind": "Blindeinsatz",
    "houses.columns": "Kürzel|Name|Bank|Grenzen|Nebenwetten|Tabelle",
    "house/unknown": "es gibt kein Haus {house:quoted}",
}


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    shutil.copytree(Path(texts.FOLDER) / "en", tmp_path / "en")
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "all.json").write_text(json.dumps(GERMAN))
    monkeypatch.setattr(texts, "FOLDER", str(tmp_path))
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    texts.catalog.cache_clear()
    yield
    texts.catalog.cache_clear()


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "de", "LANG": "de"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "en"}, "de"),
        ({"UTH_LANG": "de", "LC_ALL": "en_US.UTF-8"}, "de"),
        ({"UTH_LANG": "tlh", "LANG": "de"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_decides(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


def test_commands_and_refusals_speak_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UTH_LANG", "de")
    assert run(["houses"]) == 0
    assert "Nebenwetten" in capsys.readouterr().out
    assert "es gibt kein Haus 'nevada'" in refusal_of(capsys, "houses", "show", "nevada")


def test_what_it_lacks_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UTH_LANG", "de")
    assert wager_text("blind") == "Blindeinsatz"
    assert wager_text("trips") == "Trips"
    assert text("terminal.good_night") == "Good night."
