"""`uth solve` without any cache: the boards are counted and the game is solved."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.command_runs import json_of

pytestmark = pytest.mark.slow


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "solve")
    ev = Fraction(answer["ev"]["numerator"], answer["ev"]["denominator"])
    assert ev * (1326 * 21_187_600 * 1980) == -1_215_447_575_352
    assert answer["house_edge"] == float(-ev)
    assert answer["deals"] == sum(entry["count"] for entry in answer["net"]) == 27_813_810_024_000
    net = sum(Fraction(entry["net"]) * entry["count"] for entry in answer["net"])
    assert net / answer["deals"] == ev
    assert [entry["net"] for entry in answer["net"]][:3] == ["-6", "-5", "-4"]
    assert "2.5" in {entry["net"] for entry in answer["net"]}
    assert list(answer["actions"]) == ["4x", "3x", "2x", "1x", "fold"]
    assert len(answer["starting_hands"]) == 169
    assert answer["starting_hands"]["AA"]["best"] == "4x"
    assert answer["side_bets"] == {}
    assert answer["seconds"] > 0


def test_solve_with_flags(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json_of(capsys, "solve", "--play", "5,10")
    assert list(answer["actions"]) == ["10x", "5x", "2x", "1x", "fold"]
    answer = json_of(
        capsys, "solve", "--blind", "500,50,10,3,1/3,0", "--play", "3", "--qualify", "none"
    )
    assert "4x" not in answer["actions"]
    assert set(answer["starting_hands"]["AA"]) == {"3x", "check", "best"}
    assert "13/3" in {entry["net"] for entry in answer["net"]}
