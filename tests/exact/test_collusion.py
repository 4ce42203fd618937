"""Shared hands: one player is the plain game, and every value is that of exact advice."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.advice import Spot, advise
from uth.exact.collusion.sampled_tables import (
    CHUNK_TABLES,
    FIELDS,
    MATCHES,
    RAISED,
    RAISERS,
    START,
    controls,
    last_gain,
    refuse_players,
    sampled_chunk,
    shared_gain,
)
from uth.exact.collusion.shared_table import plain_play, value_table
from uth.exact.solver.game_rules import STANDARD
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solve import solve


@pytest.mark.slow
def test_one_player_has_the_plain_game() -> None:
    hands = solve(STANDARD, endings=False).hands
    for cards in ((51, 47), (51, 46), (0, 21), (44, 20), (33, 32)):
        (value,) = value_table(STANDARD, [cards])
        hand = hands[value.start]
        assert value.shared == value.plain == hand.value
        assert value.raised == hand.values[Action.FOUR]
        assert value.gain == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_known_cards_are_valued_as_advice_values_them(seed: int) -> None:
    """With many dead cards, so that advice before the flop is quick; two hands are known."""
    dealt = Random(seed).sample(range(52), 38)
    hands, dead = [(dealt[0], dealt[1]), (dealt[2], dealt[3])], dealt[4:]
    for at, value in enumerate(value_table(STANDARD, hands, dead)):
        gone = tuple(DECK[card] for card in (*hands[1 - at], *dead))
        spot = Spot(tuple(DECK[card] for card in hands[at]), (), gone)
        values = advise(STANDARD, spot=spot).values
        assert value.shared == max(values.values())
        assert value.raised == values[Action.FOUR]
        assert value.plain <= value.shared


@pytest.mark.slow
def test_a_chunk_depends_on_its_seed_and_number_alone() -> None:
    rows = sampled_chunk(STANDARD, 2, 5, 3)
    assert rows.shape == (2 * CHUNK_TABLES, FIELDS)
    assert (rows == sampled_chunk(STANDARD, 2, 5, 3)).all()
    assert (rows != sampled_chunk(STANDARD, 2, 5, 4)).any()
    advantages = plain_play(STANDARD).advantages
    assert shared_gain(rows, 2, advantages).mean >= 0
    assert last_gain(rows, 2, advantages).error >= 0


def test_controls_have_a_mean_of_zero() -> None:
    """Over many deals, which need no valuation for that."""
    players, tables, draw = 3, 20_000, np.random.default_rng(4)
    decks = draw.permuted(np.tile(np.arange(52), (tables, 1)), axis=1)[:, : 2 * players]
    ranks = decks >> 2
    rows = np.zeros((tables * players, FIELDS))
    for seat in range(players):
        one, two = decks[:, 2 * seat], decks[:, 2 * seat + 1]
        a, b = np.maximum(one, two) >> 2, np.minimum(one, two) >> 2
        suited = (one & 3) == (two & 3)
        rows[seat::players, START] = np.where(suited, a * 13 + b, b * 13 + a)
        same = (ranks == a[:, None]) | (ranks == b[:, None])
        rows[seat::players, MATCHES] = same.sum(axis=1) - 2
    known = controls(rows, players, np.arange(169.0))
    means, errors = known.mean(axis=0), known.std(axis=0) / np.sqrt(len(known) / players)
    assert (np.abs(means) <= 5 * errors + 1e-12).all()
    assert (errors > 0).any()


def test_acting_last_gains_where_raises_say_something() -> None:
    """Hands for which raising is worth nothing by itself, and more the more others raise."""
    draw, players, tables = np.random.default_rng(2), 4, 3000
    rows = np.zeros((tables * players, FIELDS))
    rows[:, START] = draw.integers(0, 169, len(rows))
    rows[:, RAISERS] = draw.integers(0, players, len(rows))
    said = (rows[:, RAISERS] - (players - 1) / 2) / 10
    rows[:, RAISED] = said + draw.normal(0, 0.1, len(rows))
    gain = last_gain(rows, players, np.full(169, -1e-9))
    assert gain.mean == pytest.approx(np.maximum(said, 0).mean(), abs=4 * gain.error)
    rows[:, RAISED] -= said
    nothing = last_gain(rows, players, np.full(169, -1e-9))
    assert abs(nothing.mean) < 4 * nothing.error + 1e-12


@pytest.mark.parametrize("players", [0, 7, -1])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Refusal, match="collusion/players"):
        refuse_players(players)
