"""The ten categories, their order and their names in words."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.core.cards import ACE, DECK, KING, QUEEN, Card, parse_cards
from uth.core.hands import CATEGORIES, Category, Hand, rank_hand
from uth.core.texts import catalog, hand_text

LADDER = [
    ("7h 5d 4c 3s 2h", Category.HIGH_CARD, "high card, seven"),
    ("Ah Kd Qc Js 9h", Category.HIGH_CARD, "high card, ace"),
    ("2h 2d 5c 4s 3h", Category.PAIR, "pair of twos"),
    ("6h 6d 5c 4s 3h", Category.PAIR, "pair of sixes"),
    ("Ah Ad Kc Qs Jh", Category.PAIR, "pair of aces"),
    ("3h 3d 2c 2s 4h", Category.TWO_PAIR, "two pair, threes and twos"),
    ("Qh Qd 7c 7s Ah", Category.TWO_PAIR, "two pair, queens and sevens"),
    ("Ah Ad Kc Ks Qh", Category.TWO_PAIR, "two pair, aces and kings"),
    ("2h 2d 2c 4s 3h", Category.THREE_OF_A_KIND, "three of a kind, twos"),
    ("Ah Ad Ac Ks Qh", Category.THREE_OF_A_KIND, "three of a kind, aces"),
    ("5h 4d 3c 2s Ah", Category.STRAIGHT, "straight, five high"),
    ("6h 5d 4c 3s 2h", Category.STRAIGHT, "straight, six high"),
    ("Ah Kd Qc Js Th", Category.STRAIGHT, "straight, ace high"),
    ("7h 5h 4h 3h 2h", Category.FLUSH, "flush, seven high"),
    ("Ah Kh Qh Jh 9h", Category.FLUSH, "flush, ace high"),
    ("2h 2d 2c 3s 3h", Category.FULL_HOUSE, "full house, twos full of threes"),
    ("Ah Ad Ac 7s 7h", Category.FULL_HOUSE, "full house, aces full of sevens"),
    ("Ah Ad Ac Ks Kh", Category.FULL_HOUSE, "full house, aces full of kings"),
    ("2h 2d 2c 2s 3h", Category.FOUR_OF_A_KIND, "four of a kind, twos"),
    ("Ah Ad Ac As Kh", Category.FOUR_OF_A_KIND, "four of a kind, aces"),
    ("5h 4h 3h 2h Ah", Category.STRAIGHT_FLUSH, "straight flush, five high"),
    ("6h 5h 4h 3h 2h", Category.STRAIGHT_FLUSH, "straight flush, six high"),
    ("Kh Qh Jh Th 9h", Category.STRAIGHT_FLUSH, "straight flush, king high"),
    ("Ah Kh Qh Jh Th", Category.ROYAL_FLUSH, "royal flush"),
]
"""Each category's lowest and highest hand as the documents give them, low to high."""


@pytest.mark.clause("CA-4.2")
@pytest.mark.parametrize(("cards", "category", "words"), LADDER)
def test_ca_4_2_each_hand_has_its_category_and_its_words(
    cards: str, category: Category, words: str
) -> None:
    hand = rank_hand(parse_cards(cards))
    assert hand.category is category
    assert hand_text(str(hand)) == words


@pytest.mark.clause("CA-4.2")
def test_ca_4_2_the_ladder_goes_up() -> None:
    hands = [rank_hand(parse_cards(cards)) for cards, _, _ in LADDER]
    assert all(low < high and high > low for low, high in pairwise(hands))
    assert {category for _, category, _ in LADDER} == set(CATEGORIES)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah Ad 9c 3s 2h", "Ah Ad 8c 7s 6h"),
        ("Ah Ad 9c 8s 3h", "As Ac 9d 8c 2h"),
        ("Kh Kd 2c 2s Ah", "Qh Qd Jc Js Ah"),
        ("Kh Kd 3c 3s 4h", "Kh Kd 2c 2s Ah"),
        ("Kh Kd 3c 3s Ah", "Kh Kd 3c 3s Qh"),
        ("3h 3d 3c 2s 2h", "2d 2c 2s Ad Ac"),
        ("Ah Td 9c 8s 4h", "Ah Td 9c 8s 3h"),
        ("Ah Th 9h 8h 4h", "Ad Td 9d 8d 3d"),
        ("2h 2d 2c 2s 4h", "2h 2d 2c 2s 3h"),
    ],
)
def test_kickers_decide(better: str, worse: str) -> None:
    assert rank_hand(parse_cards(better)) > rank_hand(parse_cards(worse))


@pytest.mark.clause("CA-4.1")
def test_ca_4_1_suits_are_equal() -> None:
    hearts, spades = (rank_hand(parse_cards(f"A{s} K{s} Q{s} J{s} 9{s}")) for s in "hs")
    assert hearts == spades
    assert hash(hearts) == hash(spades)
    assert hearts != "flush AKQJ9"


@pytest.mark.clause("CA-2.1")
@pytest.mark.parametrize(
    ("seven", "words"),
    [
        ("As Ad Ah Kd 7c 7s 2h", "full house, aces full of sevens"),
        ("Ah 2h 3h 4h 5h 6d 7d", "straight flush, five high"),
        ("Ah 2h 3h 4h 5h 6h 7d", "straight flush, six high"),
        ("Ah Kh Qh Jh Th 9h 8h", "royal flush"),
        ("Ah Ad Ac Kh Kd Kc 2h", "full house, aces full of kings"),
        ("Ah Ad Kc Kh Qd Qc Js", "two pair, aces and kings"),
        ("2h 2d 2c 2s Ah Ad Ac", "four of a kind, twos"),
        ("2h 4h 6h 8h Th Qh Ah", "flush, ace high"),
    ],
)
def test_ca_2_1_the_best_five_of_seven(seven: str, words: str) -> None:
    assert hand_text(str(rank_hand(parse_cards(seven)))) == words


def test_two_pair_of_three_keeps_the_third_pair_as_kicker() -> None:
    hand = rank_hand(parse_cards("Ah Ad Kc Kh Qd Qc Js"))
    assert hand.ranks == (ACE, KING, QUEEN)


@given(st.permutations(DECK))
def test_seven_cards_are_never_worse_than_their_first_five(deck: list[Card]) -> None:
    assert not rank_hand(deck[:7]) < rank_hand(deck[:5])


def test_at_least_compares_categories() -> None:
    assert Category.FLUSH.at_least(Category.STRAIGHT)
    assert Category.FLUSH.at_least(Category.FLUSH)
    assert not Category.PAIR.at_least(Category.TWO_PAIR)


def test_a_hand_is_what_its_number_says() -> None:
    hand = Hand(6 << 20 | 14 << 16 | 7 << 12)
    assert (hand.category, hand.ranks) == (Category.FULL_HOUSE, (ACE, 7))
    assert str(hand) == "full_house A7"
    assert repr(hand) == "Hand('full_house A7')"


def test_a_hand_has_words_in_every_language() -> None:
    assert hand_text("royal_flush A", catalog("en")) == "royal flush"


def test_a_category_stays_itself_when_copied_or_pickled() -> None:
    pair = Category.PAIR
    assert copy.deepcopy(pair) is pickle.loads(pickle.dumps(pair)) is pair
    assert repr(pair) == "Category.PAIR"


def test_hands_and_categories_compare_in_every_way() -> None:
    flush, pair = rank_hand(parse_cards("Ah Kh 9h 5h 2h")), rank_hand(parse_cards("Ah Ad 9h 5h 2h"))
    assert pair < flush > pair <= flush >= pair
    assert flush <= flush >= flush
    assert pair.category < flush.category > pair.category <= flush.category >= pair.category
    assert max(CATEGORIES) is Category.ROYAL_FLUSH
    assert not flush <= pair
    assert not pair >= flush
