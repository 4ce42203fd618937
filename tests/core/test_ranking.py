"""The counting evaluator against its plain twin, the known counts and two libraries."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.core.plain_hands import best_hand
from uth.core.cards import DECK, Card, parse_cards
from uth.core.hands import Category, rank_hand

KNOWN = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
"""How many of the 2,598,960 five-card hands are of each category."""


SAMPLES = [30_000, pytest.param(500_000, marks=pytest.mark.nightly)]


def sevens(seed: str, count: int) -> list[list[Card]]:
    """Seven-card hands, half of them from few ranks or suits so that big ones come up."""
    random = Random(seed)
    narrow = [card for card in DECK if card.rank > 8 or card.suit == "h"]
    return [random.sample(narrow if at % 2 else DECK, 7) for at in range(count)]


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.clause("CA-4.2")
def test_ca_4_2_all_five_card_hands_are_counted() -> None:
    """One of those that differ only in the names of the suits, as often as there are such."""
    from tests.exact.reference_solver import canonical_boards

    counted: Counter[int] = Counter()
    for *five, times in canonical_boards().tolist():
        counted[rank_hand([DECK[index] for index in five]).strength >> 20] += times
    assert counted.total() == 2_598_960
    assert counted == {category.value: count for category, count in KNOWN.items()}


@pytest.mark.nightly
def test_all_five_card_hands_are_counted_one_by_one() -> None:
    counted = Counter(rank_hand(five).strength >> 20 for five in combinations(DECK, 5))
    assert counted.total() == 2_598_960
    assert counted == {category.value: count for category, count in KNOWN.items()}


def test_the_twins_agree_on_every_five_of_the_highest_seventeen_cards() -> None:
    for five in combinations(DECK[-17:], 5):
        assert rank_hand(five) == best_hand(five), five


@pytest.mark.clause("CA-2.1")
def test_ca_2_1_the_twins_agree_on_five_six_and_seven_cards() -> None:
    for cards in sevens("twins", 2_500):
        for count in (5, 6, 7):
            assert rank_hand(cards[:count]) == best_hand(cards[:count]), cards


@pytest.mark.parametrize(
    "cards",
    [
        "Ah Kh Qh Jh Th 9d 9c",
        "Ah 2h 3h 4h 5h Ad Ac",
        "Ah 9h 7h 5h 3h 9d 9c",
        "Ah Ad Ac Kh Kd Kc 2h",
        "Ah Ad Ac As Kh Kd Kc",
        "Ah Ad Kh Kd Qh Qd Jh",
        "2h 3d 4c 5s Ah Kd Qc",
        "2h 3d 4c 5s 6h 7d 8c",
        "9h 9d 9c 7h 5h 3h 2h",
        "Kh Kd 2h 3h 4h 6h 7d",
        "2c 7d 9h Js Qc Ad 4h",
    ],
)
def test_the_twins_agree_where_kinds_overlap(cards: str) -> None:
    seven = parse_cards(cards)
    assert rank_hand(seven) == best_hand(seven)


@pytest.mark.untraced
@pytest.mark.parametrize("count", SAMPLES)
def test_ordering_agrees_with_eval7(count: int) -> None:
    eval7 = pytest.importorskip("eval7")
    hands = sevens("eval7", count)
    theirs = [eval7.evaluate([eval7.Card(card.text) for card in cards]) for cards in hands]
    _same_order([rank_hand(cards).strength for cards in hands], theirs)


@pytest.mark.untraced
@pytest.mark.parametrize("count", SAMPLES)
def test_ordering_agrees_with_phevaluator(count: int) -> None:
    phevaluator = pytest.importorskip("phevaluator")
    hands = sevens("phevaluator", count)
    theirs = [-phevaluator.evaluate_cards(*(card.text for card in cards)) for cards in hands]
    _same_order([rank_hand(cards).strength for cards in hands], theirs)


def _same_order(ours: list[int], theirs: list[int]) -> None:
    """Equal with them where equal with us, and higher where higher."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    assert len({our for our, _ in pairs}) == len({their for _, their in pairs}) == len(pairs)
    assert [their for _, their in pairs] == sorted(their for _, their in pairs)
