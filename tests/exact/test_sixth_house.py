"""The sixth house's own bonus wager is counted, reported and combined without any code for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import uth
from tests.table.sixth_house import WAGER, copy_with_sixth_house

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("sixth_figures.py")
OTHER = "ultimate_pairs"
DEALS = 1326 * 1225
ACE, KING, QUEEN, JACK = 12, 11, 10, 9


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = copy_with_sixth_house(tmp_path_factory.mktemp("sixth"))
    mathematics = Path(uth.__file__).parent / "exact"
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(mathematics)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def hole_card_bonus(high: int, low: int, suited: bool, dealers: int | None) -> int:
    """The pay table of the sixth house, line by line; `dealers` is the rank of a dealer's pair."""
    if high == low == ACE:
        return 1000 if dealers == ACE else 30
    if (high, low, suited) == (ACE, KING, True) and dealers in (KING, QUEEN):
        return 50
    return 10 if high == low and high in (KING, QUEEN, JACK) else -1


def ultimate_pairs_1(high: int, low: int, suited: bool, red: bool) -> int:
    if high == low:
        return (100 if red else 30) if high == ACE else 4
    return (20 if suited else 10) if high == ACE and low in (KING, QUEEN, JACK) else -1


def ultimate_pairs_2(high: int, low: int, suited: bool, dealers: int | None) -> int:
    if high == low:
        if high == ACE:
            return 1000 if dealers == ACE else 30
        return 10 if high >= JACK else 3
    if high != ACE or low < JACK:
        return -1
    return (25 if low == KING else 20) if suited else (15 if low == KING else 5)


def enumerated() -> Iterator[tuple[int, int, int]]:
    """The nets of all three in every deal of two and two cards; hearts and diamonds are 2 and 1."""
    deck = [(rank, suit) for rank in range(13) for suit in range(4)]
    for player in combinations(deck, 2):
        (low, one), (high, other) = player
        suited, red = one == other, {one, other} == {1, 2}
        first = ultimate_pairs_1(high, low, suited, red)
        for (a, _), (b, _) in combinations([card for card in deck if card not in player], 2):
            dealers = a if a == b else None
            yield (
                hole_card_bonus(high, low, suited, dealers),
                first,
                ultimate_pairs_2(high, low, suited, dealers),
            )


@pytest.fixture(scope="module")
def sums() -> dict[str, int]:
    totals = dict.fromkeys(("wins", "net", "square", "first", "product_1", "product_2"), 0)
    for net, first, second in enumerated():
        totals["wins"] += net > 0
        totals["net"] += net
        totals["square"] += net * net
        totals["first"] += first
        totals["product_1"] += net * first
        totals["product_2"] += net * second
    return totals


def test_its_edge_is_exact(figures: dict[str, Any], sums: dict[str, int]) -> None:
    assert Fraction(figures["edge"]) == Fraction(-sums["net"], DEALS)
    assert Fraction(figures["hit_rate"]) == Fraction(sums["wins"], DEALS)
    assert figures["table"] == "table 1"


def test_it_is_in_the_par_sheet(figures: dict[str, Any], sums: dict[str, int]) -> None:
    sheet = figures["sheet"]
    assert list(sheet["wagers"]) == ["trips", WAGER]
    assert sheet["wagers"][WAGER] == float(Fraction(-sums["net"], DEALS))
    assert sheet["limits"][WAGER] == "1,000 to 1"
    assert sheet["stakes"] == {"base": "25.00", "trips": "1.00", WAGER: "1.00"}
    games_at_antes = 3  # under the ceiling: without 4x, without 3x, with 1x alone
    passes = 3 + 2 + 2 * games_at_antes
    assert sheet["passes"] == passes, "the game; the means of the base game and Trips; the antes"


def test_it_adds_up_with_another_bonus_on_two_cards(
    figures: dict[str, Any], sums: dict[str, int]
) -> None:
    for table in ("1", "2"):
        product = Fraction(figures["products"][table])
        assert product == Fraction(sums[f"product_{table}"], DEALS)
    mean, other = Fraction(sums["net"], DEALS), Fraction(sums["first"], DEALS)
    assert Fraction(figures["means"][WAGER]) == 300 * mean
    assert Fraction(figures["means"][OTHER]) == 200 * other
    product = Fraction(sums["product_1"], DEALS)
    assert Fraction(figures["covariance"]) == 300 * 200 * (product - mean * other)
    variance = Fraction(sums["square"], DEALS) - mean**2
    assert Fraction(figures["variance"]) == 300**2 * variance
    assert 0 < figures["correlation"] < 1


def test_both_win_in_the_worst_deal(figures: dict[str, Any]) -> None:
    """Two aces against two aces tie, so both bonuses pay 1,000 to 1 and nothing else moves."""
    assert figures["worst"] == 1000 * (300 + 200)
