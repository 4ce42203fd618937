"""Cards: parse and print are each other's inverse, and nothing else is a card."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.core.cards import (
    ACE,
    DECK,
    RANK_LETTERS,
    SUIT_LETTERS,
    TEN,
    Card,
    parse_card,
    parse_cards,
    print_cards,
)
from uth.core.refusal import Refusal
from uth.core.texts import text


@pytest.mark.clause("CA-3.1")
def test_ca_3_1_a_deck_has_fifty_two_different_cards() -> None:
    assert len(DECK) == len(set(DECK)) == len({card.text for card in DECK}) == 52


@pytest.mark.clause("CA-4.1")
def test_ca_4_1_ranks_go_from_two_to_ace() -> None:
    assert "".join(card.text[0] for card in DECK[::4]) == RANK_LETTERS == "23456789TJQKA"
    assert [card.rank for card in DECK[::4]] == list(range(2, 15))
    assert {card.suit for card in DECK} == set(SUIT_LETTERS) == set("cdhs")


def test_the_deck_is_in_order_of_index() -> None:
    for index, card in enumerate(DECK):
        assert card.index == index
        assert (card.rank, card.suit) == (index // 4 + 2, "cdhs"[index % 4])


def test_each_card_prints_as_it_parses() -> None:
    for card in DECK:
        assert parse_card(str(card)) is card
        assert Card(card.text) is card
        assert eval(repr(card)) is card


def test_a_card_stays_itself_when_copied_or_pickled() -> None:
    ace = parse_card("Ah")
    assert copy.deepcopy(ace) is ace
    assert pickle.loads(pickle.dumps(ace)) is ace


def test_a_rank_is_how_high_it_counts_and_a_suit_its_letter() -> None:
    assert (parse_card("Td").rank, parse_card("Td").suit) == (TEN, "d") == (10, "d")
    assert (parse_card("As").rank, parse_card("2c").rank) == (ACE, 2) == (14, 2)


@pytest.mark.parametrize(
    ("rank", "word", "plural"), [("A", "ace", "aces"), ("6", "six", "sixes"), ("2", "two", "twos")]
)
def test_ranks_in_words(rank: str, word: str, plural: str) -> None:
    assert (text(f"rank.{rank}"), text(f"ranks.{rank}")) == (word, plural)


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
