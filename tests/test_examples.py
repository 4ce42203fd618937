"""The programs in `examples/` run and print what they promise."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PRINTED = {
    "bankroll.py": (["1"], r"50 antes last 100 rounds on \d+% of evenings"),
    "coach_a_spot.py": ([], r"(?m)^check +-1\.1012  best$"),
    "compare_strategies.py": (["20"], r"(?s)rules_of_thumb.*never_raise.*always_raise"),
    "count_hands.py": (["20000"], r"pair +4[34]\.\d+%"),
    "learn_to_play.py": (["0.1"], r"learned to win -0\.0[0-9]+ antes a round, give or take 0\.01"),
    "own_house.py": ([], r"Rulebook\('riverside'\) not approved\nRoundResult\(1, "),
    "play_rounds.py": (["10"], r"(?m)^light-and-wonder +[+-]\d\.\d+ antes a round$"),
    "replay_round.py": ([], r"replayed to the same cent"),
    "rounds_to_csv.py": (["2"], r"(?m)^1,1,ante,1000,(win|lose|push),"),
    "settle_round.py": ([], r"trips +win +paid 20\.00, short by 25\.00 \(CA-7\.9\)"),
    "side_bets.py": ([], r"trips +edge +\d\.\d+%"),
    "value_a_pay_table.py": ([], r"3 to 2: house edge 2\.1850%"),
}
"""Each program with its arguments, and what it prints."""
ELSEWHERE = {"check_strategy.py", "play_remote.py"}
"""Run in `tests/simulation`, which has a strategy file, and `tests/client`, which has a server."""
SOLVING = {"side_bets.py", "value_a_pay_table.py"}
SLOW = {"learn_to_play.py"}


def test_every_example_is_run() -> None:
    assert {*PRINTED} | ELSEWHERE == {path.name for path in EXAMPLES.glob("*.py")}


def run(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words, printed = PRINTED[name]
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert re.search(printed, capsys.readouterr().out)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else [])
        for name in sorted(PRINTED.keys() - SOLVING)
    ],
)
def test_an_example_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(name, monkeypatch, capsys)


@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize("name", sorted(SOLVING))
def test_an_example_solves(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(name, monkeypatch, capsys)


@pytest.mark.slow
def test_the_notebook_runs(tmp_path: Path) -> None:
    """Every cell, in a process of its own; what is stored has no outputs."""
    import nbformat  # takes seconds to import
    from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    printed = [
        output.get("text") or output["data"]["text/plain"]
        for cell in cells
        for output in cell.outputs
    ]
    assert len(printed) > len(cells) == 8
    assert printed[0] == "Hand('full_house A7')"
    assert "Fraction(-50643648973, 2317817502000)" in printed
    assert printed[-1].startswith("100% of rounds are over")
