"""Shared hands: one player is the plain game, and every value is that of exact advice."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.advice import Spot, advise
from uth.exact.arrays import Array
from uth.exact.collusion.card_effects import CardEffects, effect_chunk, hole_numbers
from uth.exact.collusion.sampled_tables import (
    CHUNK_TABLES,
    FIELDS,
    FIRST,
    GAIN,
    RAISED,
    SECOND,
    GainEstimate,
    last_gain,
    refuse_players,
    sampled_chunk,
    shared_gain,
)
from uth.exact.collusion.shared_table import value_table
from uth.exact.kernels.flop_decisions import holes
from uth.exact.kernels.numbering import RANKS
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


@pytest.mark.slow
def test_the_effect_of_one_card_is_exact() -> None:
    """Against the value of a hand with that card dead, in all suits."""
    rank, rows = 9, np.zeros((RANKS, 1326))
    rows[rank] = effect_chunk(STANDARD, rank)
    effects = CardEffects.of_ranks(STANDARD, rows)
    for hand in ((44, 21), (37, 20)):
        for dead in range(4 * rank, 4 * rank + 4):
            if dead not in hand:
                (value,) = value_table(STANDARD, [hand], [dead])
                (number,) = hole_numbers(np.array([hand]))[0]
                advantage = effects.advantages[number] + effects.effects[dead, number]
                best = float(value.raised - value.checked)
                assert advantage == pytest.approx(best, abs=2e-3)  # plain play later costs a little
                assert advantage <= best
                assert effects.effects[dead, number] != 0


def linear_effects(seed: int) -> CardEffects:
    """Made up: each card that is gone changes the advantage of a raise."""
    draw = np.random.default_rng(seed)
    advantages = draw.normal(0, 0.2, 169)[holes()[:, 2]]
    return CardEffects(advantages, draw.normal(0, 0.05, (52, 1326)))


def made_up_rows(
    effects: CardEffects, players: int, tables: int, *, seed: int, bend: float
) -> Array:
    """Tables whose true advantages differ from the predicted ones by a bend."""
    draw = np.random.default_rng(seed)
    dealt = draw.permuted(np.tile(np.arange(52), (tables, 1)), axis=1)[:, : 2 * players]
    true = effects.predicted(dealt) + bend * np.sin(dealt[:, ::2])
    raised = effects.advantages[hole_numbers(dealt)] >= 0
    rows = np.zeros((tables * players, FIELDS))
    rows[:, GAIN] = np.maximum(np.where(raised, -true, true), 0).ravel()
    rows[:, RAISED] = true.ravel()
    rows[:, FIRST], rows[:, SECOND] = dealt[:, ::2].ravel(), dealt[:, 1::2].ravel()
    return rows


@pytest.mark.parametrize("players", [2, 5])
def test_predicted_gains_take_away_most_of_the_error_and_nothing_else(players: int) -> None:
    effects = linear_effects(1)
    few = made_up_rows(effects, players, 200, seed=2, bend=0.03)
    many = made_up_rows(effects, players, 50_000, seed=3, bend=0.03)
    estimate = shared_gain(few, players, 1, effects)
    plain_error = few[:, GAIN].reshape(-1, players).mean(axis=1).std() / np.sqrt(200)
    true = many[:, GAIN].mean()
    true_error = many[:, GAIN].std() / np.sqrt(50_000)
    assert abs(estimate.mean - true) < 4 * (estimate.error + true_error)
    assert estimate.error < plain_error / 2
    exact = shared_gain(made_up_rows(effects, players, 9, seed=4, bend=0), players, 1, effects)
    assert abs(exact.mean - true) < 0.01
    assert exact.error < 5e-4


def test_one_player_needs_no_effects() -> None:
    rows = np.zeros((4, FIELDS))
    assert shared_gain(rows, 1, 1, None) == last_gain(rows, 1, 1, None) == GainEstimate(0.0, 0.0)


def test_acting_last_gains_where_raises_say_something() -> None:
    """Effects by which the cards of those who raise make a raise better, or say nothing."""
    players, draw = 4, np.random.default_rng(2)
    advantages = draw.normal(0, 0.02, 169)[holes()[:, 2]]
    worth = np.zeros(52)
    for card in range(52):
        held = (holes()[:, :2] == card).any(axis=1)
        worth[card] = (advantages[held] >= 0).mean() - (advantages >= 0).mean()
    effects = CardEffects(advantages, np.repeat(worth[:, None], 1326, axis=1))
    rows = made_up_rows(effects, players, 500, seed=5, bend=0)
    gain = last_gain(rows, players, 1, effects)
    assert gain.mean > 5 * gain.error > 0
    assert gain.mean < shared_gain(rows, players, 1, effects).mean
    nothing = CardEffects(advantages, np.zeros((52, 1326)))
    rows = made_up_rows(nothing, players, 500, seed=5, bend=0)
    assert last_gain(rows, players, 1, nothing) == GainEstimate(0.0, 0.0)


@pytest.mark.parametrize("players", [0, 7, -1])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Refusal, match="collusion/players"):
        refuse_players(players)
