"""Marked cards, late bets, capping and clumped shuffles."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from uth.exact.attacks.clumped_shuffle import clumped_chunk, riffle, round_nets
from uth.exact.attacks.late_bets import capped_wins, late_on_flop, late_on_river
from uth.exact.attacks.marked_card import CHANCES, marked_card_values
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solve import solve

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards


@pytest.mark.slow
def test_later_is_better(boards: Boards) -> None:
    plain = solve(STANDARD, boards=boards)
    flop, river = late_on_flop(STANDARD, boards), late_on_river(STANDARD, boards)
    assert plain.ev < flop < river
    won = sum(
        outcome.count
        for outcome in plain.outcomes
        if outcome.result.value == "win" and outcome.action.value != "fold"
    )
    assert capped_wins(plain, Fraction(2)) - plain.ev == Fraction(2 * won, DEALS)


@pytest.mark.nightly
def test_a_marked_ace_is_worth_more_where_it_is_seen_to_be_dealt() -> None:
    values = marked_card_values(STANDARD)
    plain = solve(STANDARD, endings=False).ev
    assert values.keys() == CHANCES.keys()
    assert sum(CHANCES.values()) == 52
    assert values["own"] > values["flop"] > values["undealt"]
    mean = sum(CHANCES[part] * value for part, value in values.items()) / 52
    assert mean > plain


def test_a_riffle_keeps_the_order_within_two_packets() -> None:
    draw = np.random.default_rng(3)
    decks = riffle(np.tile(np.arange(52), (500, 1)), draw)
    assert (np.sort(decks, axis=1) == np.arange(52)).all()
    positions = np.argsort(decks, axis=1)
    falls = (np.diff(positions, axis=1) < 0).sum(axis=1)
    assert falls.max() == 1  # at most two rising sequences
    cuts = np.argmax(np.diff(positions, axis=1) < 0, axis=1) + 1
    assert abs(cuts[falls == 1].mean() - 26) < 1


@pytest.mark.slow
def test_rounds_of_a_clumped_deck_are_settled_by_the_rules() -> None:
    decks = np.zeros((2, 52), np.int64)
    # seat AsAh, dealer 2c7d, board KdKh3s4d9c: raised 4x and won, the dealer has a pair
    first = [51, 50, 0, 21, 45, 46, 7, 9, 28]
    # seat 2c7d, dealer AsAh, same board: folded
    second = [0, 21, 51, 50, 45, 46, 7, 9, 28]
    for row, cards in enumerate((first, second)):
        decks[row] = cards + [card for card in range(52) if card not in cards]
    assert round_nets(STANDARD, decks).tolist() == [5.0, -2.0]
    rounds, total, squares = clumped_chunk(STANDARD, 7, 1, 0)
    assert rounds == 20_000
    assert abs(total / rounds + 0.0218) < 5 * (squares / rounds / rounds) ** 0.5
