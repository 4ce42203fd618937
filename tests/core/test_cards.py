"""Cards: parse and print are each other's inverse, and nothing else is a card."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.core.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    Rank,
    Suit,
    parse_card,
    parse_cards,
    print_cards,
)
from uth.core.refusal import Refusal


@pytest.mark.clause("CA-3.1")
def test_ca_3_1_a_deck_has_fifty_two_different_cards() -> None:
    assert len(DECK) == len(set(DECK)) == len({card.text for card in DECK}) == 52


@pytest.mark.clause("CA-4.1")
def test_ca_4_1_ranks_go_from_two_to_ace() -> None:
    assert "".join(map(str, RANKS)) == "23456789TJQKA"
    assert [rank.value for rank in RANKS] == list(range(2, 15))
    assert {str(suit) for suit in SUITS} == set("cdhs")


def test_the_deck_is_in_order_of_index() -> None:
    for index, card in enumerate(DECK):
        assert card.index == index
        assert (card.rank, card.suit) == (RANKS[index // 4], SUITS[index % 4])


def test_each_card_prints_as_it_parses() -> None:
    for card in DECK:
        assert parse_card(str(card)) is card
        assert Card(card.text) is card
        assert eval(repr(card)) is card


def test_a_card_stays_itself_when_copied_or_pickled() -> None:
    ace = parse_card("Ah")
    assert copy.deepcopy(ace) is ace
    assert pickle.loads(pickle.dumps(ace)) is ace


def test_rank_and_suit_are_types_of_their_own() -> None:
    card = parse_card("Td")
    assert card.rank is Rank.TEN
    assert card.suit is Suit.DIAMONDS
    assert Rank.TEN != 10  # type: ignore[comparison-overlap]


@pytest.mark.parametrize(
    ("rank", "word", "plural"),
    [(Rank.ACE, "ace", "aces"), (Rank.SIX, "six", "sixes"), (Rank.TWO, "two", "twos")],
)
def test_ranks_in_words(rank: Rank, word: str, plural: str) -> None:
    assert (rank.word, rank.plural) == (word, plural)


@given(st.permutations(DECK), st.integers(0, 52))
def test_cards_print_as_they_parse(deck: list[Card], count: int) -> None:
    cards = tuple(deck[:count])
    assert parse_cards(print_cards(cards)) == cards
    assert parse_cards("".join(map(str, cards))) == cards


@pytest.mark.parametrize(
    "text", ["", "A", "Ahh", "1h", "AH", "ah", "10h", "Ax", " Ah", "A♥", "hA", "\n", "A\ud800"]
)
def test_what_is_not_a_card_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_card(text)
    assert caught.value.code == "card/unknown"


@pytest.mark.parametrize("text", ["Ah A", "AhK", "Ah,Kd", "Ah 10h", "AhAx"])
def test_cards_with_something_else_among_them_are_refused(text: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_cards(text)
    assert caught.value.code == "card/unknown"


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        parse_cards("Ah Kd Ah")
    assert caught.value.code == "card/twice"
    assert "Ah" in caught.value.sentence
