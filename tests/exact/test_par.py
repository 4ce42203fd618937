"""The PAR sheet: its figures against the solution's, and every file of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from uth.cli.commands import run
from uth.exact.base_wagers import base_lotteries
from uth.exact.par import ParSheet
from uth.rulebook.store import load_house

if TYPE_CHECKING:
    from uth.exact.boards import Boards
    from uth.exact.solution import Solution


def test_ante_play_and_blind_add_up(standard: Solution) -> None:
    wagers = base_lotteries(standard)
    assert list(wagers) == ["ante", "play", "blind"]
    assert sum(wager.mean for wager in wagers.values()) == standard.ev
    for wager in wagers.values():
        assert wager.deals == 27_813_810_024_000


@pytest.mark.clause("LW-11")
def test_printed_figures_beside_exact_ones(boards: Boards, standard: Solution) -> None:
    """Trips agree; 0.84 % for the whole game does not, but an even-money flush would give it."""
    sheet = ParSheet(load_house("light-and-wonder"), standard, boards, 2500)
    trips, game = sheet.data()["printed"]
    assert trips["agrees"]
    assert not game["agrees"]
    assert round(game["exact_percent"], 3) == 0.526
    assert round(sheet.even_money_flush(), 3) == 0.836
    assert "0.836 %" in game["remark"]


@pytest.mark.clause("PA-12")
def test_a_cap_raises_the_edge(boards: Boards, standard: Solution) -> None:
    sheet = ParSheet(load_house("hollywood-pa"), standard, boards, 2500)
    low, middle, high = sheet.data()["caps"]
    assert low["house_edge"] == float(standard.house_edge)
    assert low["house_edge"] < middle["house_edge"] < high["house_edge"]
    assert high["worst_case"] == "50000.00"
    assert [one["reading"] for one in sheet.data()["assumptions"]] == ["Q-8"]


def test_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["par", "california", "--out", str(tmp_path), "--ante", "10"]) == 0
    shown = capsys.readouterr().out
    assert "The Ante is taken as $10.00." in shown
    data = json.loads((tmp_path / "par.json").read_text(encoding="utf-8"))
    assert data["base_game"]["house_edge"] == pytest.approx(0.0218497, abs=1e-7)
    assert any(rule["clause"] == "CA-1.1" for rule in data["rules"])
    page = (tmp_path / "par.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "0.836 %" in page
    text = (tmp_path / "par.md").read_text(encoding="utf-8")
    assert "| royal flush | 500 |" in text
    assert (tmp_path / "net.svg").exists()
    total = sum(line["probability"] for line in data["net"])
    assert total == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["par", "california"], "usage/wrong: "),
        (["par", "nowhere", "--out", "/tmp"], "house/unknown: "),
        (["par", "california", "--out", "/dev/null/x"], "output/unwritable: "),
        (["par", "california", "--out", "/tmp", "--ante", "1"], "par/ante: "),
        (["par", "california", "--out", "/tmp", "--ante", "x"], "money/malformed: "),
    ],
)
def test_refusals(words: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(line)
    assert shown.err.count("\n") == 1
