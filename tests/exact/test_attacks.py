"""Marked cards, late bets, capping and clumped shuffles."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.exact.exposure_twin import play_deals, sets_of, strengths_of, twin_terms
from tests.exact.test_exposure import FLUSHES
from uth.exact.attacks import clumped_shuffle
from uth.exact.attacks.clumped_shuffle import (
    GATHERED,
    REMEMBERED,
    ROUNDS,
    TABLES,
    clumped_chunk,
    mean_and_error,
    remembered_advantages,
    remembered_weights,
    riffle,
    round_gains,
    round_nets,
)
from uth.exact.attacks.late_bets import capped_wins, late_on_flop, late_on_river
from uth.exact.attacks.marked_card import ACE, CHANCES, PARTS, marked_card, marked_card_part
from uth.exact.collusion.card_effects import CardEffects, hole_numbers
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solve import solve

if TYPE_CHECKING:
    from uth.exact.arrays import Array
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


@pytest.mark.slow
@pytest.mark.parametrize("part", ["dealer", "flop", "later", "undealt"])
def test_a_marked_card_is_what_all_deals_of_a_short_deck_are_worth(part: str) -> None:
    """Where the ace is known to be, every deal is enumerated."""
    cards, nothing = len(FLUSHES.cards), np.zeros(1, np.int64)
    ace = np.array([1 << FLUSHES.cards.index(4 * ACE)], np.int64)
    places = ("undealt", "dealer", "later", "none", "flop")
    bottom, dealer, later, late, flop = (ace if part == place else nothing for place in places)
    value, *deals = play_deals(
        sets_of(cards, 2), sets_of(cards, 3), bottom, dealer, later, late, flop,
        strengths_of(FLUSHES), twin_terms(STANDARD), merged=False,
    ).tolist()  # fmt: skip
    found = marked_card_part(STANDARD, ACE, [*CHANCES].index(part), FLUSHES)
    assert found == Fraction(value, sum(deals) * STANDARD.scale)


def test_a_marked_card_is_weighed_by_where_it_is() -> None:
    parts = [Fraction(part) for part in (9, 5, 4, 3, 0)]
    assert marked_card(parts) == Fraction(2 * 9 + 2 * 5 + 3 * 4 + 2 * 3, 52)
    with pytest.raises(ValueError, match="zip"):
        marked_card(parts[:4])


@pytest.mark.nightly
def test_a_marked_ace_is_worth_more_where_it_is_seen_to_be_dealt() -> None:
    parts = [marked_card_part(STANDARD, ACE, number) for number in range(PARTS)]
    values = dict(zip(CHANCES, parts, strict=True))
    assert sum(CHANCES.values()) == 52
    assert values["own"] > values["flop"] > values["undealt"]
    assert marked_card(parts) > solve(STANDARD, endings=False).ev


def test_a_riffle_keeps_the_order_within_two_packets() -> None:
    draw = np.random.default_rng(3)
    decks = riffle(np.tile(np.arange(52), (500, 1)), draw)
    assert (np.sort(decks, axis=1) == np.arange(52)).all()
    positions = np.argsort(decks, axis=1)
    falls = (np.diff(positions, axis=1) < 0).sum(axis=1)
    assert falls.max() == 1  # at most two rising sequences
    cuts = np.argmax(np.diff(positions, axis=1) < 0, axis=1) + 1
    assert abs(cuts[falls == 1].mean() - 26) < 1
    thrice = np.argsort(riffle(np.tile(np.arange(52), (500, 1)), draw, 3), axis=1)
    rising = (np.diff(thrice, axis=1) < 0).sum(axis=1) + 1
    assert 4 < rising.max() <= 8


def dealt_decks(*dealt: list[int]) -> Array:
    """Decks that begin with these cards."""
    rest = ([card for card in range(52) if card not in cards] for cards in dealt)
    return np.array([cards + more for cards, more in zip(dealt, rest, strict=True)], np.uint8)


ACES = [51, 50, 0, 21, 45, 46, 7, 9, 28]
"""Seat AsAh, dealer 2c7d, board KdKh3s4d9c: raised 4x and won, the dealer has a pair."""
LOW = [0, 21, 51, 50, 45, 46, 7, 9, 28]
"""Seat 2c7d, dealer AsAh, the same board: folded."""


@pytest.mark.slow
def test_rounds_of_a_clumped_deck_are_settled_by_the_rules() -> None:
    assert round_nets(STANDARD, dealt_decks(ACES, LOW)).tolist() == [5.0, -2.0]
    draw = np.random.default_rng(5)
    decks = draw.permuted(np.tile(np.arange(52), (40_000, 1)), axis=1)
    nets = round_nets(STANDARD, riffle(decks[:, GATHERED], draw))
    assert abs(nets.mean() + 0.0218) < 5 * nets.std() / 200


@pytest.mark.slow
def test_another_decision_before_the_flop_gains_what_it_changes() -> None:
    decks = dealt_decks(ACES, ACES, LOW, LOW)
    # with aces, a check ends with 2x on the flop; with 2c7d, a raise loses Ante, Blind and 4x
    gains = round_gains(STANDARD, decks, np.array([1.0, -1.0, -1.0, 1.0]))
    assert gains.tolist() == [0.0, -2.0, 0.0, -4.0]


def test_few_riffles_leave_the_last_round_at_the_bottom() -> None:
    once, often = remembered_weights(1), remembered_weights(14)
    assert len(once) == len(REMEMBERED)
    assert (once > 1).all()  # gone, and the others are so much likelier
    assert np.abs(often).max() < 0.05
    assert once.mean() > remembered_weights(3).mean() > often.mean()


def test_a_card_that_does_not_come_again_changes_an_advantage_like_a_card_that_is_gone() -> None:
    draw = np.random.default_rng(2)
    effects = CardEffects(draw.normal(0, 0.2, 1326), draw.normal(0, 0.05, (52, 1326)))
    numbers = hole_numbers(np.array([[51, 50], [12, 30]]))[:, 0]
    last = np.array([[0, 4, 8], [12, 1, 2]])  # the last seat holds one of them itself
    gone = np.full(3, 50 / 47)
    found = remembered_advantages(effects, gone, numbers, last)
    dealt = np.array([[51, 50, 0, 4, 8]])
    expected = effects.advantages[numbers[0]]
    expected += effects.effects[[0, 4, 8], numbers[0]].sum() * 49 / (52 - dealt.shape[1])
    assert found[0] == pytest.approx(expected)
    others = effects.effects[[1, 2], numbers[1]].sum() * 49 / 47
    assert found[1] == pytest.approx(effects.advantages[numbers[1]] + others)


@pytest.mark.slow
def test_a_chunk_of_clumps_gains_nothing_where_no_card_says_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clumped_shuffle, "ROUNDS", 2)
    plain = CardEffects.of_ranks(STANDARD, np.zeros((13, 1326))).advantages
    same = np.tile(plain, (13, 1))
    assert clumped_chunk(STANDARD, same, 2, 1, 0) == (2 * TABLES, 0.0, 0.0)
    made_up = same + np.random.default_rng(1).normal(0, 0.3, same.shape)
    rounds, total, squares = clumped_chunk(STANDARD, made_up, 2, 1, 0)
    assert (rounds, total, squares) == clumped_chunk(STANDARD, made_up, 2, 1, 0)
    assert total < 0 < squares  # what is made up misleads


def test_the_error_is_of_tables_whose_rounds_depend_on_each_other() -> None:
    nets = np.repeat(np.random.default_rng(4).normal(0, 1, 1000), ROUNDS).reshape(1000, ROUNDS)
    by_table = nets.sum(axis=1)
    sums = nets.size, float(by_table.sum()), float((by_table**2).sum())
    mean, error = mean_and_error(sums)
    assert mean == pytest.approx(nets.mean())
    assert error == pytest.approx(nets[:, 0].std(ddof=1) / 1000**0.5)
