"""`uth solve`, `advise`, `sidebets`, `bank` and `par`: refusals and the progress bar."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from threading import Event

import pytest
from rich.progress import Progress

from tests.cli.command_runs import refusal_of
from tests.own_house import own_house
from tests.patience import PATIENCE
from tests.rulebook.paytable import own_paytable
from uth.cli.render import progress
from uth.cli.render.numbers import decimal
from uth.core.refusal import Refusal

TOO_FINE = own_house("california", own_paytable(flush="99989 to 99991", straight="1 to 99989"))
"""A house whose Blind needs more than 64 bits to count."""


def test_a_refused_sheet_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TOO_FINE)
    out = tmp_path / "deep" / "folder"
    message = refusal_of(capsys, "par", str(file), "--out", str(out))
    assert message.startswith("solve/blind_too_fine: ")
    assert not (tmp_path / "deep").exists()
    message = refusal_of(capsys, "par", "california", "--out", str(file / "below"))
    assert message.startswith("output/unwritable: ")

    def fail(*_: object) -> None:
        raise Refusal("solve/odds", odds="1")

    monkeypatch.setattr("uth.cli.mathematics.par.make_files", fail)
    refusal_of(capsys, "par", "california", "--out", str(out))
    assert not (tmp_path / "deep").exists()
    (tmp_path / "there").mkdir()
    refusal_of(capsys, "par", "california", "--out", str(tmp_path / "there"))
    assert (tmp_path / "there").is_dir()


def test_the_bar_appears_only_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is written to standard error."""
    shown, start = Event(), Progress.start

    def start_and_signal(bar: Progress) -> None:
        start(bar)
        shown.set()

    monkeypatch.setattr(Progress, "start", start_and_signal)
    monkeypatch.setattr(progress, "DELAY", 0)
    with progress.progress_bar("boards") as report:
        report(5, 10)
        assert shown.wait(PATIENCE)
    assert capsys.readouterr() == ("", "")
    shown.clear()
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress_bar("boards") as report:
        assert shown.wait(PATIENCE)
        report(10_000, 10_000)
    out, err = capsys.readouterr()
    assert out == ""
    assert "10,000/10,000" in err


def test_no_bar_for_work_that_is_done_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "DELAY", PATIENCE)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress_bar("boards") as report:
        report(10_000, 10_000)
    out, err = capsys.readouterr()
    assert out == ""
    assert "Boards" not in err


@pytest.mark.parametrize(
    ("words", "start"),
    [
        (("solve", "--blind", "1,2"), "solve/blind_count: "),
        (("solve", "--blind", "1,2,3,4,5,x"), "solve/odds: "),
        (("solve", "--blind", "1e999999999,2,3,4,5,6"), "solve/odds: "),
        (("solve", "--blind", "1/0,2,3,4,5,6"), "solve/odds: "),
        (("solve", "--blind", "1/99991,1/99989,3,4,5,6"), "solve/blind_too_fine: "),
        (("bank", "california", "--seat", "10,trips=5,trips=5", "--bank", "50"), "wager/twice: "),
        (("solve", "--blind", "1,2,3,4,5,-1"), "solve/blind_negative: "),
        (("solve", "--play", "0"), "solve/play: "),
        (("solve", "--play", "4,101"), "solve/play: "),
        (("solve", "--play", "four"), "solve/raises: "),
        (("solve", "--qualify", "two pair"), "usage/wrong: "),
        (("solve", "--house", "nowhere"), "house/unknown: "),
        (("solve", "--house", "a", "--rules", "b"), "usage/wrong: "),
        (("advise", "--cards", "Kh"), "advise/hole: "),
        (("advise", "--cards", "Kh Kx"), "card/unknown: "),
        (("advise", "--cards", "Kh Kd", "--board", "Kh 2c 3c"), "card/twice: "),
        (("advise", "--cards", "Kh Kd", "--board", "2c"), "advise/board: "),
        (("advise",), "usage/wrong: "),
        (("bank", "california", "--seat", "10"), "bank/missing: "),
        (("bank", "california", "--bank", "500"), "bank/seats: "),
        (("bank", "california", "--seat", "10", "--bank", "1"), "bank/below_minimum: "),
        (("bank", "california", "--seat", "1", "--bank", "500"), "wager/"),
        (("bank", "cardroom-25", "--seat", "10", "--bank", "500"), "bank/house: "),
        (("bank", "cardroom-25", "--seat", "10", "--schedule", "4"), "bank/house: "),
        (("bank", "california", "--seat", "ten", "--bank", "500"), "money/malformed: "),
        (("sidebets", "nowhere"), "house/unknown: "),
        (("par", "california", "--out", ""), "output/unwritable: "),
        (("par", "california", "--out", "x" * 5000), "output/unwritable: "),
        (("solve", "--play", "4,,3"), "solve/raises: "),
        (("solve", "--play", ""), "solve/raises: "),
        (("solve", "--blind", ""), "solve/odds: "),
        (("solve", "--rules", "."), "input/unreadable: "),
        (("advise", "--cards", "Kh Kd", "--board", "2c 3c 4c 5c"), "advise/board: "),
        (("advise", "--cards", "Kh Kd", "--dead", "Kh"), "card/twice: "),
        (("advise", "--cards", "Kh Kd", "--wagers", "10,trips=5"), "advise/no_house: "),
        (
            (
                "advise",
                "--house",
                "california",
                "--cards",
                "Kh Kd",
                "--wagers",
                "10",
                "--ante",
                "5",
            ),
            "advise/two_antes: ",
        ),
        (
            ("advise", "--house", "california", "--cards", "Kh Kd", "--wagers", "10,envy=5"),
            "wager/",
        ),
        (
            (
                "advise",
                "--house",
                "california",
                "--cards",
                "KhKd",
                "--wagers",
                "10",
                "--meter",
                "9",
            ),
            "advise/meter: ",
        ),
        (("advise", "--cards", "Kh Kd", "--meter", "9"), "advise/meter: "),
        (("advise", "--cards", "Kh Kd", "--dealer", "2c 3c 4c"), "advise/dealer: "),
        (("sidebets", "nowhere.toml"), "input/unreadable: "),
    ],
)
def test_refusals(words: tuple[str, ...], start: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal_of(capsys, *words).startswith(start)


def test_a_refusal_names_the_option_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal_of(capsys, "solve", "--rules", "/nonexistent").count("/nonexistent") == 1
    spot = ("advise", "--cards", "Kh Kd")
    assert "(--board)" in refusal_of(capsys, *spot, "--board", "Kh 2c 3c")
    assert "(--dead)" in refusal_of(capsys, *spot, "--board", "4h 2c 3c", "--dead", "5c 4h")
    assert "(--dealer)" in refusal_of(capsys, *spot, "--dead", "5c", "--dealer", "5c")


@pytest.mark.parametrize(
    ("value", "text"), [("3/2", "1.5"), ("-6", "-6"), ("13/3", "13/3"), ("-1/8", "-0.125")]
)
def test_decimals(value: str, text: str) -> None:
    assert decimal(Fraction(value)) == text


def test_an_ante_that_no_table_takes_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal_of(capsys, "solve", "--ante", "10").startswith("solve/ante: ")
    above = ("--house", "light-and-wonder", "--ante", "301")
    assert refusal_of(capsys, "solve", *above).startswith("par/ante: ")
    assert refusal_of(capsys, "advise", *above, "--cards", "Ah Kh").startswith("par/ante: ")
