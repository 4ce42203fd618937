"""The table's settlement compared with the exact outcomes, and a simulation through the table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from uth.core.cards import DECK
from uth.core.hands import CATEGORIES
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.house_game import game_rules, hand_nets
from uth.exact.solver.outcomes import Action, Outcome, Result, base_net, beaten_hand_net
from uth.rulebook.store import HOUSES, load_house
from uth.table.settling.settlement import DealtSpot as Seat
from uth.table.settling.settlement import settle

if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

MULTIPLES = {0: Action.FOLD, 1: Action.ONE, 2: Action.TWO, 3: Action.THREE, 4: Action.FOUR}


def nets_of(house: Rulebook, cards: list[Card], multiple: int) -> dict[str, Fraction]:
    """What the table pays per unit; the cards are hole, board and dealer."""
    hole, board, dealer = tuple(cards[:2]), tuple(cards[2:7]), tuple(cards[7:])
    offered = {"ante": 600, "blind": 600}
    if house.offers("trips"):
        offered["trips"] = 600
    if house.offers("bad_beat"):
        offered["bad_beat"] = 600
    banker = 6 if house.player_dealer else None
    rows = settle(house, board, dealer, [Seat(1, hole, multiple, offered)], banker).rows
    nets: dict[str, Fraction] = {}
    for row in rows:
        name = "base" if row.wager in ("ante", "blind", "play") else row.wager
        nets[name] = nets.get(name, Fraction(0)) + Fraction(row.paid - row.taken, 600)
    return nets


@pytest.mark.slow
@pytest.mark.parametrize("name", HOUSES)
def test_settlement_and_exact_outcomes_agree(name: str) -> None:
    house = load_house(name)
    rules, paid = game_rules(house), hand_nets(house.pays.by_category("trips"))
    beaten = hand_nets(house.pays.by_category("bad_beat"))
    draw = Random(name)
    deals = [draw.sample(DECK, 9) for _ in range(4000)]
    rows = np.array([[card.index for card in deal] for deal in deals], np.uint8)
    mine = evaluator().evaluate(np.ascontiguousarray(rows[:, :7])).tolist()
    theirs = evaluator().evaluate(np.ascontiguousarray(rows[:, 2:])).tolist()
    for deal, my, their in zip(deals, mine, theirs, strict=True):
        multiple = draw.choice((0, 1, 2, 3, 4))
        result = Result.WIN if my > their else Result.LOSS if my < their else Result.TIE
        outcome = Outcome(
            MULTIPLES[multiple], CATEGORIES[my >> 20], CATEGORIES[their >> 20], result, 1
        )
        expected = {"base": base_net(rules, outcome)}
        if house.offers("trips"):
            expected["trips"] = paid[outcome.mine.value]
        if house.offers("bad_beat"):
            expected["bad_beat"] = beaten_hand_net(beaten, outcome)
        assert nets_of(house, deal, multiple) == expected


def test_a_simulation_through_the_table(standard: Solution) -> None:
    """Optimal play in random deals, settled by the table, is within four standard errors."""
    house = load_house("light-and-wonder")
    draw = Random(2024)
    rounds = 6000
    total, actions = Fraction(0), Counter[Action]()
    for _ in range(rounds):
        deal = draw.sample(DECK, 9)
        action = standard.strategy.play(deal[:2], deal[2:7])
        actions[action] += 1
        total += min(nets_of(house, deal, action.multiple)["base"], Fraction(30))
    capped = sum(min(net, Fraction(30)) * count for net, count in standard.net.items())
    square = sum(min(net, Fraction(30)) ** 2 * count for net, count in standard.net.items())
    deals = sum(standard.net.values())
    mean = capped / deals
    error = (float(square / deals - mean**2) / rounds) ** 0.5
    assert abs(float(total / rounds - mean)) < 4 * error
    for action, often in standard.frequencies.items():
        spread = (float(often * (1 - often)) / rounds) ** 0.5
        assert abs(actions[action] / rounds - float(often)) <= 4 * spread
