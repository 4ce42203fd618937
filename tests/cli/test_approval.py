"""Figures of a game that no document approves say so, beside the sentences it departs from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runs import json_of, text_of
from tests.own_house import own_house
from uth.cli.input.base_game import departing_options
from uth.cli.mathematics import par
from uth.cli.render.approval import approval_json, print_approval
from uth.rulebook.store import load_house, load_text

solved = pytest.mark.usefixtures("solved_once")


def own_file(tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(own_house("california", "[bank]\nconsecutive_rounds = 1\n"))
    return str(file)


def says_so(shown: str) -> bool:
    words = " ".join(shown.split())
    return "not approved: 1 departure from the approved" in words and "california.txt:9" in words


@solved
@pytest.mark.parametrize(
    "words",
    [
        ("solve", "--rules", "FILE"),
        ("advise", "--rules", "FILE", "--cards", "AhAd", "--board", "2c 7h Qs Kd 3c"),
        ("sidebets", "FILE"),
        ("bank", "FILE", "--seat", "10", "--bank", "500", "--rounds", "0"),
    ],
)
def test_q_29_figures_of_a_departing_house_say_that_it_is_not_approved(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = [own_file(tmp_path) if word == "FILE" else word for word in words]
    assert says_so(text_of(capsys, *mine))
    answer = json_of(capsys, *mine)
    assert answer["approved"] is False
    (departure,) = answer["departures"]
    assert (departure["entry"], departure["clause"]) == ("bank.consecutive_rounds", "CA-1.3")
    assert "california.txt:9" in departure["text"]


def test_q_29_a_par_sheet_is_written_with_the_same_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on the sheet itself is shown where its pages are tested."""
    monkeypatch.setattr(par, "make_files", lambda *given: {"par.pdf": b""})
    assert says_so(text_of(capsys, "par", own_file(tmp_path), "--out", str(tmp_path)))


def test_q_29_figures_of_an_approved_house_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    spot = ("advise", "--house", "california", "--cards", "AhAd", "--board", "2c 7h Qs Kd 3c")
    assert "approved" not in text_of(capsys, *spot)
    answer = json_of(capsys, *spot)
    assert (answer["approved"], answer["departures"]) == (True, [])


@solved
def test_q_29_the_game_that_options_of_solve_make_is_not_approved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    house = ("solve", "--house", "cardroom-25", "--play", "4")
    assert "not approved" in text_of(capsys, *house)
    answer = json_of(capsys, *house)
    assert (answer["approved"], len(answer["departures"])) == (False, 1)
    assert "approved" not in json_of(capsys, "solve")


@pytest.mark.clause("Q-29")
def test_q_29_options_depart_from_the_house_whose_game_they_change() -> None:
    rules = load_house("cardroom-25")
    same = departing_options(rules, blind="500,50,10,3,3/2,1", play="4,3", qualify="pair")
    assert approval_json(rules, same) == {"approved": True, "departures": []}
    other = departing_options(rules, blind="500,50,10,3,3/2,2", play="4", qualify="none")
    answer = approval_json(rules, other)
    entries = ["tables.paytable", "play.preflop", "play.qualify"]
    assert [one["entry"] for one in answer["departures"]] == entries
    assert answer["approved"] is False
    own = load_text(own_house("cardroom-25", '[play]\npreflop = [5]\n[limits]\nmaximum = "30"\n'))
    answer = approval_json(own, departing_options(own, blind=None, play="4", qualify=None))
    assert [one["entry"] for one in answer["departures"]] == ["limits.maximum", "play.preflop"]


@pytest.mark.clause("Q-29")
def test_q_29_figures_say_so_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    print_approval(load_text(Path(own_file(tmp_path)).read_text()))
    assert says_so(capsys.readouterr().out)
    print_approval(load_house("california"))
    assert capsys.readouterr().out == ""
