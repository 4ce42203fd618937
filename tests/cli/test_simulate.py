"""`uth simulate`, `uth bankroll` and `uth strategy`: answers, refusals and interrupted runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command_runs import json_of, refusal_of, text_of
from tests.patience import PATIENCE
from uth.cli.commands import run

SIMPLE = ("--strategy", "simple")


def test_the_answer_has_the_figures_of_every_wager(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "--house", "california-bad-beat", "--wagers", "trips=1,bad_beat=2",
             "--hands", "20000", "--seed", "7", "--seats", "5", *SIMPLE)  # fmt: skip
    answer = json_of(capsys, *words)
    assert answer["hands"] == 20_000
    assert answer["partial"] is False
    assert set(answer["wagers"]) == {"trips", "bad_beat"}
    assert set(answer["actions"]) == {"4x", "3x", "2x", "1x", "fold"}
    assert sum(answer["actions"].values()) == pytest.approx(1)
    assert answer["net"]["stderr"] > 0
    assert answer["per_second"] == pytest.approx(answer["hands"] / answer["seconds"])
    again = json_of(capsys, *words, "--workers", "1")
    changing = ("seconds", "per_second")
    assert [again[name] for name in again if name not in changing] == [
        answer[name] for name in answer if name not in changing
    ]


def test_the_table_for_people_has_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    out = text_of(capsys, "simulate", "california", "--hands", "8000", *SIMPLE, "--bank", "50")
    assert "Ante, Play and Blind" in out
    assert "8,000 hands" in out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--hands", "0"), "simulate/hands"),
        (("--hands", "-5"), "simulate/hands"),
        (("--seats", "6"), "simulate/seats"),
        (("--seats", "0"), "simulate/seats"),
        (("--strategy", "perfect"), "strategy/unknown"),
        (("--strategy", "none.py:play"), "input/unreadable"),
        (("--wagers", "trips=0"), "simulate/stake"),
        (("--wagers", "trips=x"), "simulate/stake"),
        (("--wagers", "trips=1,trips=1"), "wager/twice"),
        (("--wagers", "progressive=1"), "wager/not_offered"),
        (("--out", "hands.xls"), "simulate/format"),
        (("--bank", "1"), "bank/below_minimum"),
        (("--cluster", "127.0.0.1"), "cluster/address"),
        (("--ante", "1"), "par/ante"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: str
) -> None:
    base = ("simulate", "--house", "california", "--hands", "1000", *SIMPLE)
    refusal = refusal_of(capsys, *base, *words)
    assert refusal.startswith(f"{code}: ")
    assert "----" not in refusal


def test_a_refusal_names_the_file_or_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    base = ("simulate", "--house", "california")
    assert refusal_of(capsys, *base, "--strategy", "none.py:play").endswith(" (none.py)\n")
    assert refusal_of(capsys, *base, "--strategy", __file__).endswith(f" ({__file__})\n")
    assert "(--wagers.dice, " in refusal_of(capsys, *base, "--wagers", "dice=1")
    assert refusal_of(capsys, "exposure", "--house", "none").endswith(" (--house)\n")


FUNCTIONS = """
calls = 0

def always_fold(hole, board, actions):
    return actions[-1]

def illegal(hole, board, actions):
    return "5x" if board else "check"

def late(hole, board, actions):
    global calls
    calls += 1
    if calls > 120_000:
        raise ValueError("no\\nmore")
    return actions[-1]

def leaves(hole, board, actions):
    raise SystemExit(0)

def without_text(hole, board, actions):
    class Action:
        def __eq__(self, other):
            return True
    return Action()

here = 3
"""


def test_a_function_of_ones_own_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FUNCTIONS)
    words = ("simulate", "california", "--hands", "2000", "--strategy")
    answer = json_of(capsys, *words, f"{path}:always_fold")
    assert answer["net"] == {"mean": -2.0, "stderr": 0.0}
    assert answer["actions"]["fold"] == 1
    refused = refusal_of(capsys, *words, f"{path}:illegal")
    assert refused.startswith("strategy/illegal: the strategy returned '5x' with ")
    refused = refusal_of(capsys, *words, f"{path}:leaves")
    assert "SystemExit" in refused
    refused = refusal_of(capsys, *words, f"{path}:without_text")
    assert refused.startswith("strategy/illegal: ")
    assert refusal_of(capsys, *words, f"{path}:here").startswith("strategy/no_function")
    (tmp_path / "broken.py").write_text("raise SystemExit")
    assert refusal_of(capsys, *words, f"{tmp_path}/broken.py:play").startswith("strategy/raised")
    (tmp_path / "broken.py").write_text("def play(:")
    assert refusal_of(capsys, *words, f"{tmp_path}/broken.py:play").startswith("strategy/raised")


def test_a_function_that_fails_later_leaves_what_came_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FUNCTIONS)
    words = ["simulate", "california", "--hands", "70000", "--workers", "1", "--strategy"]
    code = run([*words, f"{path}:late", "--json"])
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert code == 2
    assert answer["partial"] is True
    assert 0 < answer["hands"] < 70_000
    assert err.startswith("strategy/failed: the strategy failed with ")
    assert err.count("\n") == 1
    path.write_text(f"# again\n{FUNCTIONS}")
    assert run([*words, f"{path}:late"]) == 2
    assert "Partial: " in capsys.readouterr().out


def test_an_interrupt_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("uth.exact.simulation.job.SimulationJob.prepare", interrupted)
    assert run(["simulate", "california", "--hands", "10"]) == 130
    assert capsys.readouterr().err == "usage/stopped: interrupted\n"


def test_a_full_disk_ends_with_partial_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hands.partial.csv").symlink_to("/dev/full")
    out = tmp_path / "hands.csv"
    code = run(["simulate", "california", "--hands", "90000", *SIMPLE, "--out", str(out)])
    assert code == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "no space left" in err.lower()
    assert not out.exists()


def test_a_file_that_exists_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "hands.csv"
    out.write_text("mine")
    words = ("simulate", "california", "--hands", "1000", *SIMPLE, "--out", str(out))
    assert refusal_of(capsys, *words).startswith("export/exists: ")
    assert out.read_text() == "mine"


@pytest.mark.slow
def test_the_exact_figure_is_of_a_bank_that_covers_everything(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("simulate", "california", "--hands", "1000")
    assert json_of(capsys, *words)["exact_net"] == pytest.approx(-0.02185, abs=1e-6)
    assert "exact_net" not in json_of(capsys, *words, "--bank", "200")


@pytest.mark.slow
def test_an_interrupted_run_answers_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(FUNCTIONS)
    rows = tmp_path / "rows.partial.csv"
    process = subprocess.Popen(
        [sys.executable, "-m", "uth", "simulate", "california", "--hands", "90000000", "--json",
         "--strategy", f"{path}:always_fold", "--out", str(tmp_path / "rows.csv")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ},
    )  # fmt: skip
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not (rows.exists() and rows.stat().st_size > 1000):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    answer = json.loads(out)
    assert process.returncode == 130
    assert answer["partial"] is True
    assert answer["hands"] > 0
    assert answer["out"] == str(rows)
    assert "usage/stopped" in err
    assert len(rows.read_text().splitlines()) == answer["hands"] + 1


@pytest.mark.slow
def test_a_strategy_file_is_written_priced_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "simple.uths"
    written = json_of(capsys, "strategy", "--house", "california", *SIMPLE, "--out", str(path))
    assert written["bytes"] == path.stat().st_size
    priced = json_of(capsys, "strategy", "--value", str(path), "--house", "california")
    assert priced["ev"] == written["ev"] == {"numerator": -54758439, "denominator": 2299422125}
    assert priced["loss"]["antes"] > 0
    words = ("simulate", "california", "--hands", "9000")
    played = json_of(capsys, *words, "--strategy", str(path))
    assert played["net"] == json_of(capsys, *words, *SIMPLE)["net"]
    advice = json_of(capsys, "advise", "--cards", "Kh 4d", "--board", "2c 7h Qs",
                     "--strategy", str(path))  # fmt: skip
    assert advice["strategy"] == "check"
    path.write_bytes(path.read_bytes()[:-50])
    assert refusal_of(capsys, *words, "--strategy", str(path)).startswith("strategy/damaged")


@pytest.mark.slow
def test_a_bankroll_is_exact_and_simulated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("bankroll", "california", "--hands", "50", "--sessions", "2000", *SIMPLE)
    player = json_of(capsys, *words, "--bankroll", "200")
    assert player["exact"] is True
    assert player["ruin_ever"] == 1
    assert player["bankroll_for_risk_ever_cents"] is None
    chart = tmp_path / "bank.svg"
    banker = json_of(capsys, *words, "--banker", "--bank", "100", "--bankroll", "150",
                     "--chart", str(chart))  # fmt: skip
    assert 0 < banker["ruin_ever"] < 1
    assert chart.read_text().count("<svg") == 1
    for answer in (player, banker):
        for name in ("mean", "ahead", "ruin"):
            compared = answer[name]
            assert abs(compared["difference"]) <= 4.5 * compared["stderr"], name
    refused = refusal_of(capsys, *words, "--chart", "bank.doc")
    assert refused.startswith("bankroll/chart")
    assert refusal_of(capsys, "bankroll", "hollywood-pa", "--banker").startswith("bank/house")


def test_a_sampled_distribution_has_other_rounds_than_the_sessions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """From the same rounds, both means would be one figure, and their difference would be 0."""
    words = ("bankroll", "california", "--banker", "--seats", "3", "--bank", "400", "--hands", "40",
             "--sessions", "2000", "--bankroll", "300", *SIMPLE)  # fmt: skip
    answer = json_of(capsys, *words)
    assert answer["exact"] is False
    for name in ("mean", "ahead", "ruin"):
        compared = answer[name]
        assert 0 < abs(compared["difference"]) <= 4.5 * compared["stderr"], name
    share = answer["ruin"]
    spread = max(share[name] * (1 - share[name]) for name in ("value", "simulated")) / 2000
    assert share["stderr"] ** 2 == pytest.approx(2 * spread)
