"""The counts on boards, compared with enumeration of every dealer holding."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from typing import TYPE_CHECKING

import pytest

from tests.exact.enumeration import disjoint, strengths
from uth.core.cards import DECK, parse_cards
from uth.exact.kernels.boards import rank_boards
from uth.exact.kernels.numbering import (
    FROM_4,
    FROM_5,
    both_suited,
    five_ranks,
    four_ranks,
    one_suited,
    rank_board,
    rank_pair,
    three_ranks,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uth.core.cards import Card
    from uth.exact.solver.boards import Boards, Counts

SHAPES = {
    "without a flush": "Ah Kd 7c 7s 2h",
    "no pair, no flush": "Qh Td 8c 5s 3h",
    "straight on board": "9h 8d 7c 6s 5h",
    "four of a kind": "9h 9d 9c 9s 5h",
    "full house": "9h 9d 9c 5s 5h",
    "three suited": "Ah Kh 7h 7s 2d",
    "three suited, straight flush near": "9h 8h 7h 2c 2d",
    "three suited, paired twice": "9h 8h 7h 9c 8d",
    "four suited": "Ah Kh 7h 2h 2d",
    "four suited, straight flush near": "9s 8s 7s 6s Kd",
    "five suited": "Ah Kh 7h 4h 2h",
    "straight flush": "9h 8h 7h 6h 5h",
    "royal flush": "Ah Kh Qh Jh Th",
}


def count_row(boards: Boards, board: Sequence[Card]) -> tuple[Counts, int, int | None]:
    """The counts and row of a board, and its flush suit."""
    suits = Counter(card.index & 3 for card in board)
    suit, many = suits.most_common(1)[0]
    if many < 3:
        return boards.rank_counts, rank_board(*sorted(card.index >> 2 for card in board)), None
    inside = sorted(card.index >> 2 for card in board if card.index & 3 == suit)
    outside = [card.index >> 2 for card in board if card.index & 3 != suit]
    if many == 3:
        return boards.flush_counts, three_ranks(*inside) * 91 + rank_pair(*outside), suit
    if many == 4:
        return boards.flush_counts, FROM_4 + four_ranks(*inside) * 13 + outside[0], suit
    return boards.flush_counts, FROM_5 + five_ranks(*inside), suit


def kind(holding: tuple[Card, Card], suit: int | None) -> int:
    """The kind of a holding as seen from the flush suit."""
    (a, s), (b, t) = ((card.index >> 2, card.index & 3) for card in holding)
    if suit is not None and s == t == suit:
        return both_suited(a, b)
    if suit is not None and s == suit:
        return one_suited(a, b)
    if suit is not None and t == suit:
        return one_suited(b, a)
    return rank_pair(a, b)


def check(boards: Boards, board: Sequence[Card], seed: int, sample: int) -> None:
    made = strengths(board)
    counts, row, suit = count_row(boards, board)
    for holding in random.Random(seed).sample(sorted(made, key=str), sample):
        mine = made[holding]
        others = [theirs for other, theirs in made.items() if disjoint(holding, other)]
        assert len(others) == 990
        column = kind(holding, suit)
        assert counts.category[row, column] == mine >> 20
        assert counts.wins[row, column] == sum(theirs < mine for theirs in others)
        assert counts.ties[row, column] == sum(theirs == mine for theirs in others)
    by_category = Counter(strength >> 20 for strength in made.values())
    assert counts.by_category[row, :, 26].tolist() == [by_category[c] for c in range(10)]
    for card in DECK:
        with_card = Counter(strength >> 20 for holding, strength in made.items() if card in holding)
        inside = suit is not None and card.index & 3 == suit
        column = (card.index >> 2) + (0 if inside else 13)
        if card not in board:
            assert counts.by_category[row, :, column].tolist() == [with_card[c] for c in range(10)]


@pytest.mark.parametrize("shape", SHAPES)
def test_counts_on_a_board_of_each_shape(boards: Boards, shape: str) -> None:
    check(boards, parse_cards(SHAPES[shape]), 1, 150)


def test_counts_on_random_boards(boards: Boards) -> None:
    draw = random.Random(20)
    for seed in range(25):
        check(boards, draw.sample(DECK, 5), seed, 40)


def test_exactly_the_possible_holdings_have_a_category(boards: Boards) -> None:
    for shape in SHAPES.values():
        board = parse_cards(shape)
        counts, row, suit = count_row(boards, board)
        kinds = {kind(holding, suit) for holding in strengths(board)}
        there = {column for column, c in enumerate(counts.category[row].tolist()) if c >= 0}
        assert there == kinds


def test_the_classes_represent_every_board(boards: Boards) -> None:
    three, four, five = (286 * (13 * 3 + 78 * 9), 715 * 13 * 3, 1287)
    suited = 4 * (three + four + five)
    assert suited == 964_392
    by_ranks = 0
    for board in rank_boards().tolist():
        if board[0] >= 0:
            ways = 1
            for many in Counter(board).values():
                ways *= comb(4, many)
            by_ranks += ways
    assert by_ranks == 2_598_960
    assert sum(board[0] >= 0 for board in rank_boards().tolist()) == 6175
    assert len(boards.rank_board_of_flush) == 36_608
