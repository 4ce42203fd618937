"""Positions: covariances compared with distributions that are counted differently."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.core.plain_hands import best_hand
from uth.core.cards import DECK
from uth.core.hands import rank_hand
from uth.core.refusal import Refusal
from uth.exact.bets.dealer_lines import known_deals, known_flops, known_outcomes
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.exact.bets.position import PositionFinder
from uth.exact.bets.side_bets import holding_returns
from uth.exact.solver.house_game import hand_nets
from uth.exact.solver.outcomes import base_net, beaten_hand_net, distribution, moments
from uth.rulebook.store import load_text

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution

HOUSE = load_text(
    'extends = "light-and-wonder"\n[tables]\nultimate_pairs = "2"\n[progressive]\noffered = true\n'
)


@pytest.fixture(scope="module")
def finder(boards: Boards, standard: Solution) -> PositionFinder:
    return PositionFinder(HOUSE, boards, standard)


def test_wagers_that_one_outcome_decides(finder: PositionFinder, standard: Solution) -> None:
    position = finder.find(1000, {"trips": 500, "bad_beat": 300})
    paid, beaten = (
        hand_nets(HOUSE.pays.by_category("trips")),
        hand_nets(HOUSE.pays.by_category("bad_beat")),
    )
    whole = moments(
        distribution(
            standard.outcomes,
            lambda o: (
                1000 * base_net(standard.rules, o)
                + 500 * paid[o.mine.value]
                + 300 * beaten_hand_net(beaten, o)
            ),
        )
    )
    assert position.mean == whole.mean
    assert position.variance == whole.variance
    assert position.gain > 0


def test_wagers_that_hole_and_flop_decide(finder: PositionFinder) -> None:
    """Trips, Ultimate Pairs and the Progressive, compared with a random sample."""
    meter = 1_000_000
    stakes = {"trips": 500, "ultimate_pairs": 500, "progressive": 500}
    position = finder.find(1000, stakes, meter)
    returns = holding_returns(HOUSE.pays.by_holding("ultimate_pairs"))
    assert position.means["ultimate_pairs"] == 500 * returns.mean
    assert position.covariances["ultimate_pairs", "ultimate_pairs"] == 500**2 * returns.variance
    bet, paid = ProgressiveBet(HOUSE.progressive), hand_nets(HOUSE.pays.by_category("trips"))
    assert position.means["progressive"] == 500 * bet.at(Fraction(meter)).mean
    draw = Random(11)
    rounds = 40_000
    jackpots, products = [], []
    for _ in range(rounds):
        cards = draw.sample(DECK, 7)
        five = best_hand(cards[:5]).category
        capped = min(bet.prize(five, Fraction(meter)), Fraction(30_000)) - 500
        jackpots.append(float(capped))
        products.append(float(500 * paid[rank_hand(cards).category.value] * capped))
    exact = _capped_product(finder, meter)
    mean = sum(products) / rounds
    spread = (sum((p - mean) ** 2 for p in products) / rounds**2) ** 0.5
    assert abs(mean - exact) < 5 * spread


def _capped_product(finder: PositionFinder, meter: int) -> float:
    """E[Trips × Progressive] with capped prizes, so that a sample converges."""
    from uth.exact.bets.wager_means import HOLES_AND_FLOPS, wager_means
    from uth.exact.solver.pays import hand_pays

    bet = ProgressiveBet(HOUSE.progressive)
    by_cell = wager_means(
        finder.boards, finder.solution, hand_pays(hand_nets(HOUSE.pays.by_category("trips")))
    )
    total = sum(
        (
            value * (min(bet.prize(five, Fraction(meter)), Fraction(30_000)) - 500)
            for (_, five), value in by_cell.sums.items()
        ),
        Fraction(0),
    )
    return float(500 * total / HOLES_AND_FLOPS)


def test_aces_against_aces(standard: Solution) -> None:
    (deal,) = known_deals(HOUSE.pays.by_holding("ultimate_pairs"))
    assert deal.count == 6
    assert deal.extra == 970
    outcomes = known_outcomes(deal, standard)
    assert sum(outcome.count for outcome in outcomes) == 1_712_304
    ties = sum(o.count for o in outcomes if o.result.value == "tie")
    assert ties / 1_712_304 > 0.9
    assert sum(known_flops(deal).values()) == 17_296


def test_all_wagers_together(finder: PositionFinder) -> None:
    every = {"trips": 500, "bad_beat": 500, "ultimate_pairs": 500, "progressive": 500}
    position = finder.find(1000, every, 1_000_000)
    assert len(position.covariances) == 15
    assert position.variance > sum(
        position.covariances[name, name] for name in ("base", "trips", "bad_beat")
    )
    assert 0 < position.correlation("base", "trips") < 1
    assert position.deviation > 0


def test_an_unknown_wager_is_refused(finder: PositionFinder) -> None:
    with pytest.raises(Refusal, match="position/wager"):
        finder.find(1000, {"lottery": 100})
