"""`uth solve`, `advise`, `sidebets`, `bank` and `par`: their JSON and their text."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.command_runs import json_of, refusal_of, text_of
from tests.own_house import own_house
from uth.cli.commands import run
from uth.core.cards import DECK

pytestmark = pytest.mark.usefixtures("solved_once")


def test_solve_a_house(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "solve", "--house", "hollywood-pa")
    assert list(answer["side_bets"]) == ["trips", "bad_beat", "ultimate_pairs", "progressive"]
    assert round(answer["side_bets"]["trips"]["edge"], 6) == 0.061808


def test_advise(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(
        capsys, "advise", "--house", "cardroom-25", "--cards", "Kh 4d", "--board", "2c 7h Qs"
    )
    assert list(answer["actions"]) == ["2x", "check"]
    assert answer["best"] == "check"
    two = answer["actions"]["2x"]
    assert two["ev"] == two["numerator"] / two["denominator"]
    assert answer["cost"]["check"] == 0
    assert answer["cost"]["2x"] > 0


def test_advise_counts_bonus_wagers(capsys: pytest.CaptureFixture[str]) -> None:
    """Trips adds the same everywhere; Bad Beat, lost by a fold, turns this fold into a bet."""
    spot = ("advise", "--house", "california", "--cards", "3d 2h", "--board", "9s Tc 9h 5d 9c")
    plain = json_of(capsys, *spot)
    assert plain["best"] == "fold"
    assert "bonus_wagers" not in plain
    both = json_of(capsys, *spot, "--wagers", "10,trips=5,bad_beat=5")
    assert both["best"] == "1x"
    assert both["ante"] == 1000
    trips, beat = both["bonus_wagers"]["trips"], both["bonus_wagers"]["bad_beat"]
    assert (trips["numerator"], trips["denominator"]) == (3, 2), "three of a kind pays 3 to 1"
    assert not trips["changes_play"]
    assert beat == {"stake_cents": 500, "changes_play": True}
    assert both["actions"]["fold"]["ev"] == -2 - 0.5 + 1.5
    without_ante = json_of(capsys, *spot, "--wagers", "trips=5,bad_beat=5")
    assert without_ante["ante"] == 500, "the house's minimum"


def test_advise_says_what_it_counts(capsys: pytest.CaptureFixture[str]) -> None:
    spot = ("advise", "--house", "hollywood-pa", "--cards", "Ah Kh", "--board", "Qh Jh Th")
    assert run([*spot, "--wagers", "15,trips=5,bad_beat=5,progressive=5", "--meter", "20000"]) == 0
    shown = capsys.readouterr().out
    assert "antes of $15" in shown
    assert "Bad Beat $5: a fold loses it" in shown
    assert f"{(20_000 - 5) / 15:+.6f} antes with every action" in shown


@pytest.mark.usefixtures("solved_once")
def test_advise_counts_wagers_before_the_flop(capsys: pytest.CaptureFixture[str]) -> None:
    spot = ("advise", "--house", "california", "--cards", "7s 6s")
    plain = json_of(capsys, *spot)
    both = json_of(capsys, *spot, "--wagers", "10,trips=5,bad_beat=5")
    assert both["actions"].keys() == plain["actions"].keys()
    more = {
        name: both["actions"][name]["ev"] - plain["actions"][name]["ev"] for name in ("4x", "3x")
    }
    assert more["4x"] == pytest.approx(more["3x"]), "whoever raises keeps both to the end"
    assert both["actions"]["check"]["ev"] != plain["actions"]["check"]["ev"]
    dead = " ".join(card.text for card in DECK if card.text not in ("7s", "6s"))[: 3 * 43]
    few = json_of(capsys, *spot, "--dead", dead, "--wagers", "10,trips=5,bad_beat=5")
    assert few["bonus_wagers"]["bad_beat"]["changes_play"]


def test_solve_and_bank_name_the_assumptions_they_use(capsys: pytest.CaptureFixture[str]) -> None:
    solved = json_of(capsys, "solve", "--house", "cardroom-25")
    assert [one["reading"] for one in solved["assumptions"]] == ["Q-14"]
    assert json_of(capsys, "solve")["assumptions"] == []
    bank = ("bank", "light-and-wonder", "--rounds", "0", "--seat")
    assert json_of(capsys, *bank, "10,trips=5")["assumptions"] == []
    (pairs,) = json_of(capsys, *bank, "10,ultimate_pairs=5")["assumptions"]
    assert (pairs["reading"], "Ultimate Pairs table 1" in pairs["text"]) == ("Q-14", True)
    assert run(["solve", "--house", "cardroom-25"]) == 0
    assert "Assumption Q-14: " in capsys.readouterr().out


def test_advise_before_the_flop_and_on_the_river(capsys: pytest.CaptureFixture[str]) -> None:
    before = json_of(capsys, "advise", "--cards", "AhAd")
    assert before["best"] == "4x"
    known = json_of(
        capsys, "advise", "--cards", "2h 3d", "--board", "Qh Th 8c 5d 9s", "--dealer", "Ac Kc"
    )
    assert known["best"] == "1x"
    assert known["actions"]["fold"] == {"numerator": -2, "denominator": 1, "ev": -2.0}
    dead = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d"
    few = json_of(capsys, "advise", "--cards", "AhAd", "--dead", dead, "--dealer", "Kh Kd")
    assert few["best"] == "4x"


def test_sidebets(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "sidebets", "hollywood-pa")
    assert answer["progressive"]["assumptions"] == ["Q-8"]
    assert [one["reading"] for one in answer["assumptions"]] == ["Q-8", "Q-16"]
    assert answer["bad_beat"]["holds_for"] == "base_play"
    assert answer["trips"]["holds_for"] == "any_play"
    assert answer["combined_play"]["edge_best_play"] < answer["bad_beat"]["edge"]
    assert answer["progressive_meter"]["break_even_cents"]["numerator"] > 0
    assert answer["envy"]["1"]["mean_cents"] == 0
    free = answer["bad_beat_if_a_fold_did_not_lose"]
    assert free["edge"] < answer["bad_beat"]["edge"]
    assert free["variance"] > answer["bad_beat"]["variance"]
    mystery, whole = answer["must_hit_by"], answer["progressive_envy_and_must_hit_by"]
    assert mystery["hit_rate"] * mystery["average_wagers"] == pytest.approx(1)
    assert mystery["variance"] > 0
    for players, edge in whole["long_run_edge"].items():
        parts = (answer["progressive_meter"]["long_run_edge"], mystery["edge_contribution"])
        assert edge == pytest.approx(sum(parts) + answer["envy"][players]["edge_contribution"])


def test_the_progressive_at_a_given_meter(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "sidebets", "hollywood-pa", "--meter", "500000")
    assert answer["progressive"]["edge"] == answer["progressive_meter"]["edge_at"]["500000"]
    assert answer["progressive"]["table"] == "meter at $500,000"
    assert answer["progressive"]["lines"][0]["net"]["numerator"] == 99_999
    assert refusal_of(capsys, "sidebets", "california", "--meter", "5").startswith(
        "meter/not_here: "
    )


def test_a_whole_position(capsys: pytest.CaptureFixture[str]) -> None:
    wagers = "25,trips=5,bad_beat=5,ultimate_pairs=5,progressive=5"
    answer = json_of(capsys, "sidebets", "hollywood-pa", "--position", wagers, "--meter", "100000")
    position = answer["position"]
    assert len(position["covariances"]) == 15
    assert position["staked_before_the_deal"]["base"] == 5000
    assert position["staked_before_the_deal"]["trips"] == 500
    assert sum(position["means"].values()) == pytest.approx(position["mean"])
    assert position["gain_from_play_that_counts_bonuses"] > 0
    assert refusal_of(capsys, "sidebets", "cardroom-25", "--position", "25,luck=5").startswith(
        "wager/not_offered"
    )


def test_a_position_of_one_wager_has_no_pairs_to_show(capsys: pytest.CaptureFixture[str]) -> None:
    title = "The wagers are not"
    alone = text_of(capsys, "sidebets", "cardroom-25", "--position", "25")
    assert title not in alone
    assert "Together -$0.5462 a round" in alone, "the sign stands before the dollar"
    assert title in text_of(capsys, "sidebets", "cardroom-25", "--position", "25,trips=5")


def test_bank(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bank", "california", "--seat", "10,trips=5", "--seat", "25", "--bank", "100"]
    answer = json_of(capsys, *words, "--coverage", "gross", "--schedule", "4", "--rounds", "200")
    assert answer["exact"]["action"] == 7500
    assert answer["exact"]["fee"] == 200
    worst = answer["exact"]["worst_case"]
    assert worst["kind"] == "exact"
    assert worst["numerator"] == sum(seat["wins"] for seat in worst["deal"]["seats"]) + 200
    assert worst["reached"] == worst["numerator"]
    assert [seat["worst_case"]["kind"] for seat in answer["exact"]["seats"]] == ["exact"] * 2
    assert answer["exact"]["mean_is_for"] == "full cover"
    assert answer["simulated"]["seed"] == 1
    assert answer["simulated"]["short_rounds"]["value"] > 0
    assert [step["below"] for step in answer["exact"]["fee_steps"]][-1] is None
    assert not answer["exact"]["fee_steps"][0]["covered_within"]
    again = json_of(capsys, *words, "--coverage", "gross", "--schedule", "4", "--rounds", "200")
    assert again == answer


def test_a_house_that_banks_has_no_figure_for_ruin(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bank", "hollywood-pa", "--seat", "20", "--rounds", "200")
    answer = json_of(capsys, *words)
    assert "ruin" not in answer["simulated"]
    assert "whole_bank_lost" not in answer["simulated"]
    assert "the house banks" in answer["simulated"]["ruin_absent"]
    assert answer["exact"]["mean_is_for"] == "full cover"
    assert answer["at_bank"]["mean"]["kind"] == "exact"
    assert run(list(words)) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "No figure for ruin" in shown


def test_options_override_the_rulebook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own_house("california", "[play]\npreflop = [5, 4]\n"))
    answer = json_of(capsys, "solve", "--rules", str(file), "--play", "4")
    assert list(answer["actions"]) == ["4x", "2x", "1x", "fold"]


def test_too_few_rounds_for_ruin(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bank", "california", "--seat", "10", "--bank", "100", "--rounds", "1")
    answer = json_of(capsys, *words)["simulated"]
    assert answer["ruin"] == {"value": None, "standard_error": None}
    assert answer["mean"]["standard_error"] is None
    assert run(list(words)) == 0
    shown = capsys.readouterr().out
    assert "too few rounds" in shown
    assert "within 100 rounds" in " ".join(shown.split())


def test_fees_for_squares_and_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'extends = "california"\n[collection]\n'
        'square = { value = [{ from = "1", fee = "1" }], clause = "CA-11" }\n'
        'player = { value = [{ from = "10", fee = "0.50" }], clause = "CA-11" }\n'
    )
    words = ("bank", str(file), "--seat", "10", "--bank", "100", "--rounds", "0")
    answer = json_of(capsys, *words)["exact"]
    assert answer["fee"] == answer["seats"][0]["square_fee"] == 100
    assert answer["seats"][0]["player_fee"] == 50
    assert answer["fee_by_action"] == 0
    assert run(list(words)) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "the player-dealer pays a collection of 1.00 for this square" in shown
    assert "the player pays a collection of 0.50" in shown


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
def test_the_text_for_people(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(list(words)) == 0
    assert len(capsys.readouterr().out) > 100


def test_a_house_with_other_multiples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command gives the figures of the house's own game."""
    file = tmp_path / "mine.toml"
    streets = "[play]\npreflop = [12, 5]\nflop = [3]\nriver = [1, 2]\n"
    file.write_text(own_house("california", streets))
    mine = str(file)
    solved = json_of(capsys, "solve", "--rules", mine)
    assert list(solved["actions"]) == ["12x", "5x", "3x", "2x", "1x", "fold"]
    assert set(solved["starting_hands"]["AA"]) == {"12x", "5x", "check", "best"}
    assert solved["starting_hands"]["AA"]["best"] == "12x"
    assert solved["net"][0]["net"] == "-14"
    assert set(solved["side_bets"]) == {"trips", "bad_beat"}
    spot = ("advise", "--rules", mine, "--cards", "AhAd")
    assert json_of(capsys, *spot)["actions"].keys() == {"12x", "5x", "check"}
    assert json_of(capsys, *spot, "--board", "2c 7h Qs")["actions"].keys() == {"3x", "check"}
    river = json_of(capsys, *spot, "--board", "2c 7h Qs Kd 3c")
    assert (river["best"], river["actions"].keys()) == ("2x", {"2x", "1x", "fold"})
    bets = json_of(capsys, "sidebets", mine)
    for name, figures in solved["side_bets"].items():
        assert bets[name]["edge"] == figures["edge"]
    bank = ("bank", mine, "--seat", "10", "--bank", "500", "--rounds", "20")
    assert json_of(capsys, *bank)
    assert run(["par", mine, "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    sheet = json.loads((tmp_path / "par.json").read_text())
    assert sheet["base_game"]["actions"] == solved["actions"]
    assert Fraction(sheet["base_game"]["ev"]) == Fraction(*solved["ev"].values())


def test_a_house_of_your_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "california"\n[tables]\npaytable = "UTH-02"\n')
    assert json_of(capsys, "sidebets", str(file))["trips"]["table"] == "UTH-02"
