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
    "own_house.py": ([], r"Rulebook\('riverside'\) not approved\nRoundResult\(1, "),
    "play_rounds.py": (["10"], r"(?m)^light-and-wonder +[+-]\d\.\d+ antes a round$"),
    "replay_round.py": ([], r"replayed to the same cent"),
    "rounds_to_csv.py": (["2"], r"(?m)^1,1,ante,1000,(win|lose|push),"),
    "settle_round.py": ([], r"trips +win +paid 20\.00, short by 25\.00 \(CA-7\.9\)"),
    "side_bets.py": ([], r"trips +edge +\d\.\d+%"),
    "value_a_pay_table.py": ([], r"3 to 2: house edge 2\.1850%"),
}
"""Each program with its arguments, and what it prints."""
ELSEWHERE = {"check_strategy.py"}
"""It needs a strategy file: `tests/simulation/test_strategies.py` runs it."""
SOLVING = {"side_bets.py", "value_a_pay_table.py"}


def test_every_example_is_run() -> None:
    assert {*PRINTED} | ELSEWHERE == {path.name for path in EXAMPLES.glob("*.py")}


def run(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words, printed = PRINTED[name]
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert re.search(printed, capsys.readouterr().out)


@pytest.mark.parametrize("name", sorted(PRINTED.keys() - SOLVING))
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
