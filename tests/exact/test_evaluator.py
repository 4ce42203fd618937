"""The batch evaluator compared with `uth.core`, `phevaluator` and known totals."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import phevaluator  # type: ignore[import-untyped, unused-ignore]
import pytest
from numpy.typing import NDArray

from tests.core.plain_hands import best_hand
from tests.exact.all_hands import count_all_hands
from tests.exact.test_solve import SEVEN_CARD_HANDS
from uth.core.cards import DECK
from uth.core.hands import rank_hand
from uth.exact.kernels.evaluator import RANK_SUMS
from uth.exact.solver.evaluator import evaluator


def random_hands(count: int, seed: int) -> NDArray[Any]:
    draw = Random(seed)
    return np.array([draw.sample(range(52), 7) for _ in range(count)], np.uint8)


def test_every_multiset_of_seven_ranks_has_a_unique_sum() -> None:
    sums = {
        sum(RANK_SUMS[rank] for rank in ranks)
        for ranks in combinations_with_replacement(range(13), 7)
        if all(ranks[i] != ranks[i + 4] for i in range(3))
    }
    assert len(sums) == 49_205


def test_it_agrees_with_core() -> None:
    hands = random_hands(20_000, 1)
    strengths = evaluator().evaluate(hands).tolist()
    for row, strength in zip(hands.tolist(), strengths, strict=True):
        assert rank_hand(DECK[card] for card in row).strength == strength


def test_it_agrees_with_the_best_of_21_five_card_hands() -> None:
    hands = random_hands(300, 2)
    strengths = evaluator().evaluate(hands).tolist()
    for row, strength in zip(hands.tolist(), strengths, strict=True):
        assert best_hand([DECK[card] for card in row]).strength == strength


def test_flushes_and_straight_flushes_agree_with_core() -> None:
    draw = Random(3)
    rows = []
    for _ in range(5000):
        suited = draw.sample(range(13), draw.randrange(5, 8))
        suit = draw.randrange(4)
        row = [rank * 4 + suit for rank in suited]
        rest = [card for card in range(52) if card not in row]
        rows.append(row + draw.sample(rest, 7 - len(row)))
    strengths = evaluator().evaluate(np.array(rows, np.uint8)).tolist()
    for row, strength in zip(rows, strengths, strict=True):
        assert rank_hand(DECK[card] for card in row).strength == strength


def test_it_orders_hands_as_phevaluator_does() -> None:
    hands = random_hands(5000, 4)
    indices = evaluator().strength_indices(hands).tolist()
    theirs = [-phevaluator.evaluate_cards(*map(int, row)) for row in hands]
    pairs = sorted(zip(indices, theirs, strict=True))
    assert [strength for _, strength in pairs] == sorted(theirs)
    assert len(set(pairs)) == len(set(indices)) == len(set(theirs))


@pytest.mark.slow
def test_it_counts_all_133_784_560_hands_by_category() -> None:
    assert count_all_hands() == SEVEN_CARD_HANDS
    assert sum(SEVEN_CARD_HANDS.values()) == 133_784_560
