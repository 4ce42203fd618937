"""`uth bank`: the figures at a bank first, those of full cover second."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.command_runs import json_of, refusal_of
from uth.cli.commands import run
from uth.rulebook.store import load_house
from uth.table.collection import banker_fee

pytestmark = pytest.mark.usefixtures("solved_once")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints, on one line."""
    assert run(list(words)) == 0
    return " ".join(capsys.readouterr().out.split())


def test_one_seat_is_exact_at_a_short_bank(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bank", "california-bad-beat", "--seat", "10,trips=5,bad_beat=5", "--bank", "40")
    answer = json_of(capsys, *words, "--rounds", "0")
    at, full = answer["at_bank"], answer["exact"]
    fee = banker_fee(load_house("california-bad-beat").collection, [3000])
    assert full["fee"] == fee > 0
    mean = Fraction(at["mean"]["numerator"], at["mean"]["denominator"])
    before = at["mean_before_fee"]
    assert mean == Fraction(before["numerator"], before["denominator"]) - fee
    assert before["numerator"] != full["mean_before_fee"]["numerator"]
    assert not at["covers_every_deal"]
    assert at["standard_deviation"]["kind"] == at["short_rounds"]["kind"] == "exact"
    variance = Fraction(at["variance"]["numerator"], at["variance"]["denominator"])
    assert at["standard_deviation"]["value"] == pytest.approx(float(variance) ** 0.5)
    assert at["standard_deviation"]["value"] <= 4000
    assert 0 < at["short_rounds"]["value"] < 1
    assert 0 < at["whole_bank_lost"]["value"] < 1
    assert at["worst_case"]["numerator"] == at["worst_case"]["reached"] == 4000 + fee
    assert at["worst_case"]["kind"] == "exact"
    assert full["worst_case"]["numerator"] > 4000 + fee
    assert "simulated" not in answer


def test_a_short_bank_can_turn_the_mean(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of docs/mathematics.md, in cents."""
    answer = json_of(capsys, "bank", "california", "--seat", "10", "--bank", "50", "--rounds", "0")
    assert answer["at_bank"]["mean"]["value"] == pytest.approx(-12.57, abs=0.005)
    full = answer["exact"]["mean"]
    assert full["numerator"] / full["denominator"] == pytest.approx(21.85, abs=0.005)


def test_more_seats_are_simulated_until_the_error_is_small(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("bank", "california", "--seat", "10,trips=5", "--seat", "25", "--bank", "100")
    answer = json_of(capsys, *words)
    at, simulated = answer["at_bank"], answer["simulated"]
    assert at["mean"]["kind"] == "simulated"
    assert 0 < at["mean"]["standard_error"] < simulated["target_error"] == 10
    assert simulated["precise"]
    assert at["mean"]["value"] == simulated["mean"]["value"]
    assert at["variance"] is None
    assert at["worst_case"]["numerator"] == 10_000
    assert at["worst_case"]["kind"] == "exact"
    covered = json_of(capsys, *words[:-1], "100000", "--rounds", "0")["at_bank"]
    assert covered["covers_every_deal"]
    assert covered["mean"]["kind"] == "exact"
    assert covered["standard_deviation"] is None
    assert covered["short_rounds"] == {
        "value": 0.0,
        "kind": "exact",
        "numerator": 0,
        "denominator": 1,
    }


def test_the_bank_is_the_heading_and_full_cover_comes_second(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("bank", "california", "--seat", "10", "--seat", "25", "--bank", "100", "--rounds")
    shown = printed(capsys, *words, "200")
    assert shown.startswith("A player-dealer with 100.00: California cardroom")
    assert shown.index("Mean after the collection") < shown.index("covers every wager")
    assert "simulated, standard error" in shown
    assert "The standard error of the mean is not below 0.10" in shown
    assert "Worst case, with the collection │ 100.00 │ exact" in shown
    assert "not simulated" in printed(capsys, *words, "0")
    assert "too few rounds" in printed(capsys, *words, "1")


def test_a_house_that_banks_has_no_collection(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "bank", "light-and-wonder", "--seat", "10", "--rounds", "0")
    assert shown.startswith("The house banks: ")
    assert "ollection" not in shown
    assert "player-dealer" not in shown
    assert "│ Mean │" in shown


def test_two_readings_of_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bank", "california", "--seat", "10,trips=5", "--bank", "50", "--rounds", "0")
    action, gross = (
        json_of(capsys, *words, "--coverage", name)["at_bank"] for name in ("action", "gross")
    )
    assert action["mean"]["value"] < gross["mean"]["value"], "a Trips that loses goes back"
    assert action["uncovered"]["value"] > gross["uncovered"]["value"]
    assert "net" in refusal_of(capsys, *words, "--coverage", "net")
