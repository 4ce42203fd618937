"""Figures follow what the rulebook says that a fold loses; compared with the table's cashier."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from tests.exact.test_spot_wagers import FOLDS
from uth.core.hands import CATEGORIES
from uth.core.refusal import Refusal
from uth.exact.banking.seat_at_bank import seat_at_bank
from uth.exact.bets.combined_play import combined_play
from uth.exact.bets.house_bets import house_bets
from uth.exact.bets.position import PositionFinder
from uth.exact.bets.side_bets import beaten_hand_returns
from uth.exact.bets.wager_means import always_raising, wager_means
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.house_game import beaten_hand_bet
from uth.exact.solver.outcomes import Action, Outcome, game_net
from uth.exact.solver.pays import beaten_hand_pays, outcome_pays

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution

BONUSES = {"trips": 1000, "bad_beat": 500}
STAKES = {"ante": 1500, "blind": 1500, **BONUSES}
LIVES, DIES, NONE = FOLDS["bad beat lives"], FOLDS["trips die"], FOLDS["all die"]


@pytest.mark.clause("Q-4")
@pytest.mark.parametrize("reading", ["bad beat lives", "trips die"])
def test_positions_and_edges_are_what_the_cashier_pays(
    reading: str, boards: Boards, standard: Solution
) -> None:
    rules = FOLDS[reading]
    position = PositionFinder(rules, boards, standard).find(1500, BONUSES)
    cashier = seat_at_bank(rules, standard, STAKES, None).moments
    assert position.mean == -cashier.mean
    assert position.variance == cashier.variance
    assert (position.gain > 0) == (reading == "trips die")
    if reading == "bad beat lives":
        means = {bet.name: bet.returns.mean for bet in house_bets(rules, standard)}
        for name, stake in BONUSES.items():
            assert position.means[name] == stake * means[name]


def test_a_bad_beat_that_lives_has_no_play_of_its_own(boards: Boards, standard: Solution) -> None:
    assert combined_play(LIVES, standard, boards) is None
    bet = beaten_hand_bet(LIVES, "bad_beat")
    lives = beaten_hand_returns(bet.nets, standard.outcomes, fold_loses=False)
    means = wager_means(boards, always_raising(standard), beaten_hand_pays(bet))
    assert means.mean == lives.mean


def test_a_wager_that_hole_or_flop_decide_and_a_fold_loses_is_refused(
    boards: Boards, standard: Solution
) -> None:
    with pytest.raises(Refusal, match="solve/wager"):
        house_bets(NONE, standard)
    with pytest.raises(Refusal, match="solve/wager"):
        PositionFinder(NONE, boards, standard).find(1500, {"ultimate_pairs": 500})


def test_a_fold_that_the_dealer_decides_has_no_place_in_the_solver() -> None:
    def net(outcome: Outcome) -> Fraction:
        if outcome.action is Action.FOLD:
            return Fraction(outcome.theirs is CATEGORIES[0])
        return game_net(STANDARD)(outcome)

    with pytest.raises(Refusal, match="solve/fold"):
        outcome_pays(STANDARD, net)
