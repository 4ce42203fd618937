"""`uth play`: options, refusals, and ways to leave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.own_house import own_house
from tests.patience import PATIENCE
from uth.cli.commands import run

UTH = [sys.executable, "-c", "import sys; from uth.cli import main; sys.exit(main())"]


def uth(*words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*UTH, "play", *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--house", "nowhere"], "house/unknown: "),
        (["--seat", "7"], "seat/unknown: there is no seat 7; seats are 1 to 6 (--seat)"),
        (["--seat", "two"], "usage/wrong: "),
        (["--bots", "6"], "bots/number: 6 bots do not fit"),
        (["--bots", "0", "--house", "california"], "bots/none: a player banks in this house"),
        (["--chips", "1.234"], "money/decimals: "),
        (["--chips", "0"], "chips/none: chips are an amount above 0 (--chips)"),
        (["--rounds", "0"], "rounds/none: play at least one round (--rounds)"),
        (["--rules", "/nowhere.toml"], "input/unreadable: "),
        (["--rules", "a", "--house", "b"], "usage/wrong: give only one of --house or --rules"),
    ],
)
def test_wrong_options_are_refused_before_anything_is_shown(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(message)
    assert shown.err.count("\n") == 1


def test_a_house_of_your_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        own_house("california", '[bank]\ncoverage = { value = "gross", clause = "Q-1" }\n')
    )

    assert run(["play", "--rules", str(file), "--auto", "--seed", "1", "--rounds", "2"]) == 0
    played = capsys.readouterr().out
    assert "gross cover" in played
    assert "The rules of A house of one's own are not approved" in played

    file.write_text('extends = "california"\nodd = 1\n[bank]\ncoverage = { value = "all" }\n')
    assert run(["play", "--rules", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) >= 2


def test_what_no_option_sets_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    session = uth("--terminal", "--seed", "1", stdin="9\n4\n0\n2\n7\n1\nx\n500\n20 p\n4\nq\n")

    assert session.returncode == 0
    assert session.stderr == ""
    assert "There is no house '9'" in session.stdout
    assert "There is no seat 0; seats are 1 to 6" in session.stdout
    assert "7 bots do not fit" in session.stdout
    assert "'x' is not an amount" in session.stdout
    assert "Hollywood Casino, Pennsylvania · round 1" in session.stdout
    assert "› 20 p" in session.stdout
    assert "Good night." in session.stdout


@pytest.mark.parametrize("lines", [0, 3, 5])
def test_the_end_of_input_leaves_the_table(lines: int) -> None:
    session = uth("--terminal", stdin="".join(["1\n", "2\n", "3\n", "400\n", "d\n"][:lines]))

    assert session.returncode == 0
    assert session.stderr == ""
    assert session.stdout.endswith("Good night.\n")


def test_ascii_output_has_no_colours_and_letters_for_suits() -> None:
    session = uth("--auto", "--house", "cardroom-25", "--seed", "1", PYTHONIOENCODING="ascii")

    assert session.returncode == 0
    assert session.stdout.isascii()
    assert "\x1b" not in session.stdout
    assert "The flop: " in session.stdout


def test_ctrl_c_leaves_the_table() -> None:
    with subprocess.Popen(
        [*UTH, "play", "--house", "cardroom-25", "--seat", "1", "--bots", "0", "--chips", "100"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # otherwise it is inherited
    ) as process:
        assert process.stdout is not None
        for text in process.stdout:
            if "Your wagers" in text:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.stderr is not None
        errors = process.stderr.read()
    assert process.returncode == 130
    assert errors == ""
    assert "You leave with $100" in rest
    assert rest.endswith("Good night.\n")


def test_a_game_in_the_terminal_has_no_store(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--auto", "--house", "california", "--db", "played.db"]) == 2
    assert capsys.readouterr().err.startswith("usage/browser_only: ")
