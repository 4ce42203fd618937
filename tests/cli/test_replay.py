"""`uth replay`: a recorded round as text and as JSON, or refused in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import uth
from tests.own_house import own_house
from tests.table.notation.golden import FOLDER, NAMES, load
from uth.cli.commands import run


def replayed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(["replay", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_round_is_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, round, rules = load(name)
    code, out, err = replayed(capsys, str(FOLDER / name))
    assert (code, err) == (0, "")
    assert rules.name in out
    for player in round.players:
        assert player.name in out
    for entry in round.settlement or ():
        assert entry.clauses[0] in out
    assert replayed(capsys, "--text", str(FOLDER / name)) == (0, text, "")
    code, out, _ = replayed(capsys, "--json", str(FOLDER / name))
    answer = json.loads(out)
    assert code == 0
    assert len(answer["settlement"]) == len(round.settlement or ())
    assert answer["actions"]


def test_json_says_what_each_player_won(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = replayed(capsys, "--json", str(FOLDER / "light-and-wonder/void-shuffler.uth"))
    assert [player["net"] for player in json.loads(out)["players"]] == ["0.00", "0.00"]
    _, out, _ = replayed(capsys, "--json", str(FOLDER / "hollywood-pa/royal-with-reseed.uth"))
    answer = json.loads(out)
    assert [player["net"] for player in answer["players"]] == ["59070.00", "6805.00"]
    assert answer["meter"]["after"] == {"main": "9000.00", "mystery": "612.60"}
    assert {"player": "p2", "what": "envy", "outcome": "win", "from": "p1"}.items() <= answer[
        "settlement"
    ][4].items()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("paid 10 ret", "paid 11 ret", "notation/differs: the record says “p1 ante 10 win paid 11"),
        ("p1 sm AsAd", "p1 sm AsAc", "(actions[18])"),
        ('"p1 cbr 40"', '"p1 cbr 45"', "notation/multiple: "),
        ('"p2 cbr 30"', '"p1 cbr 30"', "act/decided: "),
        ('"california"', '"atlantis"', "house/unknown: "),
        ("hand = 1", '_uth_settings.tables.paytable = "UTH-09"', "(_uth_settings.tables.paytable"),
        ("hand = 1", "hand = ", "notation/not_toml: "),
    ],
)
def test_the_first_difference_is_named(
    old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _, _ = load("california/every-play.uth")
    assert old in text
    file = tmp_path / "tampered.uth"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    code, out, err = replayed(capsys, str(file))
    assert (code, out) == (2, "")
    assert message in err.partition("\n")[0]


def test_an_unreadable_file_and_wrong_options_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = replayed(capsys, "no-such-file.uth")
    assert (code, out) == (2, "")
    assert err.startswith("input/unreadable: ")
    code, out, err = replayed(capsys, "--json", "--text", "no-such-file.uth")
    assert (code, out) == (2, "")
    assert err.startswith("usage/wrong: ")


def test_free_text_does_not_reach_the_terminal_raw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _, _ = load("light-and-wonder/void-shuffler.uth")
    file = tmp_path / "odd.uth"
    odd = text.replace("The shuffler", "\\u001b[2J [red] \\u0007 The shuffler", 1)
    file.write_text(odd, encoding="utf-8")
    code, out, _ = replayed(capsys, str(file))
    assert code == 0
    assert "[red]" in out
    assert "\x1b" not in out
    assert "\x07" not in out


OWN = own_house("light-and-wonder", "[bank]\nhouse_percentage = 0\n[play]\nriver = [2]\n")


@pytest.mark.clause("Q-29")
def test_q_29_a_round_of_a_house_of_ones_own_names_it_by_its_id(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it prints then says all that differs, and is replayed without the file."""
    rules, played = tmp_path / "own.toml", tmp_path / "round.uth"
    rules.write_text(OWN)
    table = uth.Table(rules, seed=3)
    text = table.play_round().notation
    played.write_text(text)
    assert replayed(capsys, "--text", str(played)) == (0, text, "")
    words = ("--text", str(played), "--rules", str(rules))
    assert replayed(capsys, *words) == (0, text, "")
    answer = json.loads(replayed(capsys, "--json", str(played))[1])
    assert answer["approved"] is False
    assert [one["entry"] for one in answer["departures"]] == ["play.river"]
    by_id = re.sub(r"_uth_settings.*\n", "", text).replace("light-and-wonder", "own-house", 1)
    played.write_text(by_id)
    assert replayed(capsys, *words) == (0, text, "")
    code, _, err = replayed(capsys, "--text", str(played))
    assert (code, err.partition(":")[0]) == (2, "house/unknown")
    played.write_text(by_id.replace("own-house", "cardroom-25", 1))
    code, _, err = replayed(capsys, *words)
    assert (code, err.partition(":")[0]) == (2, "house/other")
    assert replayed(capsys, "--rules", "-")[2].startswith("usage/wrong: give only one of FILE or")
    both = ("--rules", str(rules), "--house", "california")
    assert replayed(capsys, str(played), *both)[2].startswith("usage/wrong: give only one of --h")
