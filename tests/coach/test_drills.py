"""Drills: spots with their exact values, and hands settled as the house settles them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.solved import Solve
from uth.coach.drills import drill_spots
from uth.coach.payout_drills import BANKER, SEAT, payout_drill
from uth.coach.table_advice import STREETS
from uth.exact.advice import Spot, advise
from uth.exact.solver.ante_game import game_at
from uth.rulebook.store import HOUSES, load_house
from uth.table.settling.settlement import DealtSpot, settle

RULES = load_house("cardroom-25")


@pytest.mark.parametrize("street", ["flop", "river"])
def test_a_spot_has_the_value_of_each_action(games: Solve, street: str) -> None:
    for spot in drill_spots(RULES, games, (street,), 7, 3):
        advice = advise(game_at(RULES, spot.ante), spot=Spot(spot.cards, spot.board))
        values = {action.value: value for action, value in advice.values.items()}
        assert {line.action: Fraction(line.ev_exact) for line in spot.actions} == values
        assert spot.best == advice.best.value
        assert [line.action for line in spot.actions if not line.cost] == [spot.best]
        assert len(spot.board) == STREETS[street]


def test_a_number_always_deals_the_same_spots(games: Solve) -> None:
    streets = tuple(STREETS)
    once, again = (drill_spots(RULES, games, streets, 5, 8) for _ in range(2))
    assert once == again != drill_spots(RULES, games, streets, 6, 8)
    assert {spot.street for spot in once} == set(streets)


@pytest.mark.parametrize("house", HOUSES)
def test_a_hand_is_settled_by_the_rules_of_the_house(house: str) -> None:
    rules = load_house(house)
    for deal in range(40):
        drill = payout_drill(rules, deal)
        stakes = {step.wager: step.stake for step in drill.steps if step.wager != "play"}
        spot = DealtSpot(seat=SEAT, cards=drill.cards, multiple=drill.multiple, wagers=stakes)
        banker = BANKER if rules.player_dealer else None
        settled = settle(rules, drill.board, drill.dealer, [spot], banker)
        assert [(row.wager, row.outcome, row.paid) for row in settled.rows] == [
            (step.wager, step.outcome, step.paid) for step in drill.steps
        ]
        assert len({*drill.cards, *drill.dealer, *drill.board}) == 9
        assert all(step.clauses for step in drill.steps)
