"""`uth solve` as it is: boards are counted and the game is solved anew."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.answers import answer

pytestmark = pytest.mark.slow


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
