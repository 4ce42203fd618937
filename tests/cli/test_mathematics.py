"""The commands of the exact layer: their JSON, their refusals, and what people see."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.rulebook.paytable import own_paytable
from uth.cli import progress
from uth.cli.commands import run
from uth.cli.render.numbers import decimal
from uth.core.refusal import Refusal

TOO_FINE = 'extends = "california"\n' + own_paytable(flush="99989 to 99991", straight="1 to 99989")
"""A house whose Blind takes more than 64 bits to count."""


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "solve")
    ev = Fraction(found["ev"]["numerator"], found["ev"]["denominator"])
    assert ev * (1326 * 21_187_600 * 1980) == -1_215_447_575_352
    assert found["house_edge"] == float(-ev)
    assert found["deals"] == sum(line["count"] for line in found["net"]) == 27_813_810_024_000
    net = sum(Fraction(line["net"]) * line["count"] for line in found["net"])
    assert net / found["deals"] == ev
    assert [line["net"] for line in found["net"]][:3] == ["-6", "-5", "-4"]
    assert "2.5" in {line["net"] for line in found["net"]}
    assert list(found["actions"]) == ["4x", "3x", "2x", "1x", "fold"]
    assert len(found["starting_hands"]) == 169
    assert found["starting_hands"]["AA"]["best"] == "4x"
    assert found["side_bets"] == {}
    assert found["seconds"] > 0


def test_solve_with_flags(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "solve", "--play", "5,10")
    assert list(found["actions"]) == ["10x", "5x", "2x", "1x", "fold"]
    found = answer(
        capsys, "solve", "--blind", "500,50,10,3,1/3,0", "--play", "3", "--qualify", "none"
    )
    assert "4x" not in found["actions"]
    assert set(found["starting_hands"]["AA"]) == {"3x", "check", "best"}
    assert "13/3" in {line["net"] for line in found["net"]}


def test_solve_a_house(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "solve", "--house", "hollywood-pa")
    assert list(found["side_bets"]) == ["trips", "bad_beat", "ultimate_pairs", "progressive"]
    assert round(found["side_bets"]["trips"]["edge"], 6) == 0.061808


def test_advise(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(
        capsys, "advise", "--house", "cardroom-25", "--cards", "Kh 4d", "--board", "2c 7h Qs"
    )
    assert list(found["actions"]) == ["2x", "check"]
    assert found["best"] == "check"
    two = found["actions"]["2x"]
    assert two["ev"] == two["numerator"] / two["denominator"]
    assert found["cost"]["check"] == 0
    assert found["cost"]["2x"] > 0


def test_advise_before_the_flop_and_on_the_river(capsys: pytest.CaptureFixture[str]) -> None:
    before = answer(capsys, "advise", "--cards", "AhAd")
    assert before["best"] == "4x"
    known = answer(
        capsys, "advise", "--cards", "2h 3d", "--board", "Qh Th 8c 5d 9s", "--dealer", "Ac Kc"
    )
    assert known["best"] == "1x"
    assert known["actions"]["fold"] == {"numerator": -2, "denominator": 1, "ev": -2.0}
    dead = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d"
    few = answer(capsys, "advise", "--cards", "AhAd", "--dead", dead, "--dealer", "Kh Kd")
    assert few["best"] == "4x"


def test_sidebets(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "sidebets", "hollywood-pa")
    assert found["progressive"]["assumption"] == "Q-8"
    assert found["progressive_meter"]["break_even_cents"]["numerator"] > 0
    assert found["envy"]["1"]["mean_cents"] == 0
    free = found["bad_beat_if_a_fold_did_not_lose"]
    assert free["edge"] < found["bad_beat"]["edge"]
    assert free["variance"] > found["bad_beat"]["variance"]
    mystery, whole = found["must_hit_by"], found["progressive_envy_and_must_hit_by"]
    assert mystery["hit_rate"] * mystery["average_wagers"] == pytest.approx(1)
    assert mystery["variance"] > 0
    for players, edge in whole["long_run_edge"].items():
        parts = (found["progressive_meter"]["long_run_edge"], mystery["edge_contribution"])
        assert edge == pytest.approx(sum(parts) + found["envy"][players]["edge_contribution"])


def test_the_progressive_at_a_meter(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "sidebets", "hollywood-pa", "--meter", "500000")
    assert found["progressive"]["edge"] == found["progressive_meter"]["edge_at"]["500000"]
    assert found["progressive"]["table"] == "meter at $500000.00"
    assert found["progressive"]["lines"][0]["net"]["numerator"] == 99_999
    assert refused(capsys, "sidebets", "california", "--meter", "5").startswith("sidebets/meter: ")


def test_a_whole_position(capsys: pytest.CaptureFixture[str]) -> None:
    wagers = "25,trips=5,bad_beat=5,ultimate_pairs=5,progressive=5"
    found = answer(capsys, "sidebets", "hollywood-pa", "--position", wagers, "--meter", "100000")
    position = found["position"]
    assert len(position["covariances"]) == 15
    assert position["staked_before_the_deal"]["base"] == 5000
    assert position["staked_before_the_deal"]["trips"] == 500
    assert sum(position["means"].values()) == pytest.approx(position["mean"])
    assert position["gain_from_play_that_counts_bonuses"] > 0
    assert refused(capsys, "sidebets", "cardroom-25", "--position", "25,luck=5").startswith(
        "wager/not_offered"
    )


def test_bank(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bank", "california", "--seat", "10,trips=5", "--seat", "25", "--bank", "100"]
    found = answer(capsys, *words, "--coverage", "gross", "--schedule", "4", "--rounds", "200")
    assert found["exact"]["action"] == 7500
    assert found["exact"]["fee"] == 200
    worst = found["exact"]["worst_case"]
    assert worst["kind"] == "exact"
    assert worst["numerator"] == sum(seat["wins"] for seat in worst["deal"]["seats"]) + 200
    assert worst["reached"] == worst["numerator"]
    assert [seat["worst_case"]["kind"] for seat in found["exact"]["seats"]] == ["exact"] * 2
    assert found["exact"]["mean_is_for"] == "full cover"
    assert found["simulated"]["seed"] == 1
    assert found["simulated"]["short_rounds"]["value"] > 0
    assert [step["below"] for step in found["exact"]["fee_steps"]][-1] is None
    assert not found["exact"]["fee_steps"][0]["covered_within"]
    again = answer(capsys, *words, "--coverage", "gross", "--schedule", "4", "--rounds", "200")
    assert again == found


def test_a_house_that_banks_has_no_ruin(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bank", "hollywood-pa", "--seat", "20", "--rounds", "200")
    found = answer(capsys, *words)
    assert "ruin" not in found["simulated"]
    assert "whole_bank_lost" not in found["simulated"]
    assert "the house banks" in found["simulated"]["ruin_absent"]
    assert found["exact"]["mean_is_for"] == "full cover, without the maximum payout"
    assert run(list(words)) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "No figure of ruin" in shown
    assert "exact, without caps" in shown


def test_a_refused_sheet_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TOO_FINE)
    out = tmp_path / "deep" / "folder"
    line = refused(capsys, "par", str(file), "--out", str(out))
    assert line.startswith("solve/blind_too_fine: ")
    assert not (tmp_path / "deep").exists()
    line = refused(capsys, "par", "california", "--out", str(file / "below"))
    assert line.startswith("output/unwritable: ")

    def fail(*_: object) -> None:
        raise Refusal("solve/odds_too_fine", "too fine")

    monkeypatch.setattr("uth.cli.par.make", fail)
    refused(capsys, "par", "california", "--out", str(out))
    assert not (tmp_path / "deep").exists()
    (tmp_path / "there").mkdir()
    refused(capsys, "par", "california", "--out", str(tmp_path / "there"))
    assert (tmp_path / "there").is_dir()


def test_flags_override_what_a_house_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "california"\n[play]\npreflop = [5, 4]\n')
    found = answer(capsys, "solve", "--rules", str(file), "--play", "4")
    assert list(found["actions"]) == ["4x", "2x", "1x", "fold"]


def test_a_bar_only_for_those_who_look(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows boards done on a terminal, on standard error alone, and nowhere else."""
    monkeypatch.setattr(progress, "PATIENCE", 0)
    with progress.bar("Boards") as tell:
        tell(5, 10)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with progress.bar("Boards") as tell:
        for done in range(1, 11):
            tell(1000 * done, 10_000)
        time.sleep(0.3)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "10,000/10,000" in shown.err


def test_too_few_rounds_for_ruin(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bank", "california", "--seat", "10", "--bank", "100", "--rounds", "1")
    found = answer(capsys, *words)["simulated"]
    assert found["ruin"] == {"value": None, "standard_error": None}
    assert found["mean"]["standard_error"] is None
    assert run(list(words)) == 0
    shown = capsys.readouterr().out
    assert "too few rounds" in shown
    assert "within 100 rounds" in " ".join(shown.split())


def test_fees_of_squares_and_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'extends = "california"\n[collection]\n'
        'square = { value = [{ from = "1", fee = "1" }], clause = "CA-11" }\n'
        'player = { value = [{ from = "10", fee = "0.50" }], clause = "CA-11" }\n'
    )
    words = ("bank", str(file), "--seat", "10", "--bank", "100", "--rounds", "0")
    found = answer(capsys, *words)["exact"]
    assert found["fee"] == found["seats"][0]["square_fee"] == 100
    assert found["seats"][0]["player_fee"] == 50
    assert found["fee_by_action"] == 0
    assert run(list(words)) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "the bank pays 1.00 for this square" in shown
    assert "the player himself pays 0.50" in shown


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "--house", "light-and-wonder"),
        ("advise", "--cards", "Kh 4d", "--board", "2c 7h Qs"),
        ("sidebets", "hollywood-pa"),
        ("bank", "cardroom-25", "--seat", "10", "--rounds", "50"),
        ("bank", "california-bad-beat", "--seat", "10", "--bank", "500", "--rounds", "0"),
    ],
)
def test_for_people(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(list(words)) == 0
    assert len(capsys.readouterr().out) > 100


@pytest.mark.parametrize(
    ("words", "line"),
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
        (("solve", "--play", "four"), "solve/play: "),
        (("solve", "--qualify", "two pair"), "usage/wrong: "),
        (("solve", "--house", "nowhere"), "house/unknown: "),
        (("solve", "--house", "a", "--rules", "b"), "usage/wrong: "),
        (("advise", "--cards", "Kh"), "advise/hole: "),
        (("advise", "--cards", "Kh Kx"), "card/unknown: "),
        (("advise", "--cards", "Kh Kd", "--board", "Kh 2c 3c"), "card/twice: "),
        (("advise", "--cards", "Kh Kd", "--board", "2c"), "advise/board: "),
        (("advise",), "usage/wrong: "),
        (("bank", "california", "--seat", "10"), "bank/none: "),
        (("bank", "california", "--bank", "500"), "bank/seats: "),
        (("bank", "california", "--seat", "10", "--bank", "1"), "bank/minimum: "),
        (("bank", "california", "--seat", "1", "--bank", "500"), "wager/"),
        (("bank", "cardroom-25", "--seat", "10", "--bank", "500"), "bank/house: "),
        (("bank", "cardroom-25", "--seat", "10", "--schedule", "4"), "bank/house: "),
        (("bank", "california", "--seat", "ten", "--bank", "500"), "money/malformed: "),
        (("sidebets", "nowhere"), "house/unknown: "),
        (("par", "california", "--out", ""), "output/unwritable: "),
        (("par", "california", "--out", "x" * 5000), "output/unwritable: "),
        (("solve", "--play", "4,,3"), "solve/play: "),
        (("solve", "--play", ""), "solve/play: "),
        (("solve", "--blind", ""), "solve/odds: "),
        (("solve", "--rules", "."), "input/unreadable: "),
        (("advise", "--cards", "Kh Kd", "--board", "2c 3c 4c 5c"), "advise/board: "),
        (("advise", "--cards", "Kh Kd", "--dead", "Kh"), "card/twice: "),
        (("advise", "--cards", "Kh Kd", "--dealer", "2c 3c 4c"), "advise/dealer: "),
        (("sidebets", "nowhere.toml"), "input/unreadable: "),
    ],
)
def test_refusals(words: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *words).startswith(line)


def test_a_house_with_other_multiples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command tells the figures of the house's own game."""
    file = tmp_path / "mine.toml"
    streets = "[play]\npreflop = [12, 5]\nflop = [3]\nriver = [1, 2]\n"
    file.write_text(f'id = "mine"\nextends = "california"\n{streets}')
    mine = str(file)
    solved = answer(capsys, "solve", "--rules", mine)
    assert list(solved["actions"]) == ["12x", "5x", "3x", "2x", "1x", "fold"]
    assert set(solved["starting_hands"]["AA"]) == {"12x", "5x", "check", "best"}
    assert solved["starting_hands"]["AA"]["best"] == "12x"
    assert solved["net"][0]["net"] == "-14"
    assert set(solved["side_bets"]) == {"trips", "bad_beat"}
    spot = ("advise", "--rules", mine, "--cards", "AhAd")
    assert answer(capsys, *spot)["actions"].keys() == {"12x", "5x", "check"}
    assert answer(capsys, *spot, "--board", "2c 7h Qs")["actions"].keys() == {"3x", "check"}
    river = answer(capsys, *spot, "--board", "2c 7h Qs Kd 3c")
    assert (river["best"], river["actions"].keys()) == ("2x", {"2x", "1x", "fold"})
    bets = answer(capsys, "sidebets", mine)
    for name, figures in solved["side_bets"].items():
        assert bets[name]["edge"] == figures["edge"]
    bank = ("bank", mine, "--seat", "10", "--bank", "500", "--rounds", "20")
    assert answer(capsys, *bank)
    assert run(["par", mine, "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    sheet = json.loads((tmp_path / "par.json").read_text())
    assert sheet["base_game"]["actions"] == solved["actions"]
    assert Fraction(sheet["base_game"]["ev"]) == Fraction(*solved["ev"].values())


def test_a_place_is_named_once_and_rightly(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "solve", "--rules", "/nonexistent").count("/nonexistent") == 1
    spot = ("advise", "--cards", "Kh Kd")
    assert "(--board)" in refused(capsys, *spot, "--board", "Kh 2c 3c")
    assert "(--dead)" in refused(capsys, *spot, "--board", "4h 2c 3c", "--dead", "5c 4h")
    assert "(--dealer)" in refused(capsys, *spot, "--dead", "5c", "--dealer", "5c")


def test_a_house_of_one_s_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "california"\n[tables]\npaytable = { value = "UTH-02" }\n')
    if run(["sidebets", str(file), "--json"]) == 2:
        file.write_text('extends = "california"\n[tables]\npaytable = "UTH-02"\n')
        capsys.readouterr()
        assert run(["sidebets", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trips"]["table"] == "UTH-02"


@pytest.mark.parametrize(
    ("value", "text"), [("3/2", "1.5"), ("-6", "-6"), ("13/3", "13/3"), ("-1/8", "-0.125")]
)
def test_decimals(value: str, text: str) -> None:
    assert decimal(Fraction(value)) == text
