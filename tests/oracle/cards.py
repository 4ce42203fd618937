"""Boards and hands that are rigged: pairs, sets, flushes and straight flushes come often."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random

from tests.oracle.poker import DECK, RANKS, SUITS, Card, at_least, five_cards

KINDS = (
    "any", "any", "no pair", "no pair", "pair", "two pair", "three", "full house", "four",
    "straight", "flush", "straight flush", "royal", "suited flop", "royal flop",
)  # fmt: skip


@dataclass
class Cards:
    board: list[Card]
    dealer: list[Card]
    holes: list[list[Card]]


def rigged_cards(random: Random, hands: int, progressive: bool) -> Cards:
    """Cards for a round with so many hands; a Progressive sees suited flops more often."""
    jackpot = progressive and random.random() < 0.25
    board = _board(random, random.choice(KINDS[-2:] if jackpot else KINDS))
    left = [card for card in DECK if card not in board]
    random.shuffle(left)
    eager = random.random() < 0.7
    """Whether hands go with the board."""
    aces = [card for card in left if card[0] == "A"]
    if random.random() < 0.06 and len(aces) == 4:
        left = [card for card in left if card not in aces]
        between = [_hole(random, board, left, eager) for _ in range(hands - 1)]
        return Cards(board, aces[:2], [aces[2:], *between])
    holes = [_hole(random, board, left, eager) for _ in range(hands + 1)]
    return Cards(board, holes[-1], holes[:-1])


def _board(random: Random, kind: str) -> list[Card]:
    suit, low = random.choice(SUITS), random.randrange(9)
    run = [RANKS[low + step] for step in range(5)]
    if low == 8 and random.random() < 0.5:
        run = list("A2345")
    ranks = random.sample(RANKS, 5)
    a, b, c, d, _ = ranks
    if kind == "no pair":
        return _mixed(random, ranks)
    if kind in ("pair", "two pair", "three", "full house", "four"):
        pattern = {
            "pair": a + a + b + c + d,
            "two pair": a + a + b + b + c,
            "three": a + a + a + b + c,
            "full house": a + a + a + b + b,
            "four": a + a + a + a + b,
        }[kind]
        board = _mixed(random, list(pattern))
    elif kind == "straight":
        board = _mixed(random, run)
    elif kind == "flush":
        board = [rank + suit for rank in ranks]
    elif kind == "straight flush":
        board = [rank + suit for rank in run]
    elif kind == "royal":
        board = [rank + suit for rank in "TJQKA"]
    elif kind == "suited flop":
        return _flop_first(random, [rank + suit for rank in random.sample(run[:4], 3)])
    elif kind == "royal flop":
        return _flop_first(random, [rank + suit for rank in random.choice(("TJQ", "TQA", "JQK"))])
    else:
        board = random.sample(DECK, 5)
    random.shuffle(board)
    if random.random() < 0.3:
        swapped = random.randrange(5)
        board[swapped] = random.choice([card for card in DECK if card not in board])
    return board


def _flop_first(random: Random, flop: list[Card]) -> list[Card]:
    return flop + random.sample([card for card in DECK if card not in flop], 2)


def _mixed(random: Random, ranks: list[str]) -> list[Card]:
    """These ranks in suits of which no card comes twice."""
    cards: list[Card] = []
    for rank in ranks:
        cards.append(random.choice([rank + s for s in SUITS if rank + s not in cards]))
    return cards


def _hole(random: Random, board: list[Card], left: list[Card], eager: bool) -> list[Card]:
    """Two cards of those that are left, which are taken out."""
    hole: list[Card] = []
    wish = random.random()
    straight_flushes = _completing(board[:3], left) if eager and wish < 0.6 else []
    if straight_flushes:
        hole = list(random.choice(straight_flushes))
        for card in hole:
            left.remove(card)
        return hole
    for number in range(2):
        near = left
        if eager and wish < 0.3:
            near = [card for card in left if card[0] in {one[0] for one in board}]
        elif eager and wish < 0.6:
            near = [card for card in left if _goes_with(card, board)]
        elif wish > 0.9:
            near = [card for card in left if card[0] in "AKQJ"]
        elif wish > 0.8 and number:
            near = [card for card in left if card[0] == hole[0][0]]
        card = random.choice(near or left)
        left.remove(card)
        hole.append(card)
    return hole


def _completing(flop: list[Card], left: list[Card]) -> list[tuple[Card, Card]]:
    """The pairs of cards that make a straight flush of a flop, for the Progressive."""
    suit = flop[0][1]
    if any(card[1] != suit for card in flop):
        return []
    pairs = combinations([card for card in left if card[1] == suit], 2)
    return [pair for pair in pairs if at_least(five_cards((*flop, *pair)), "straight flush")]


def _goes_with(card: Card, board: list[Card]) -> bool:
    """Of the suit that the board has most of, and next to one of its cards."""
    suits = [one[1] for one in board]
    most = max(SUITS, key=suits.count)
    ranks = [RANKS.index(one[0]) for one in board if one[1] == most]
    return card[1] == most and any(abs(RANKS.index(card[0]) - rank) <= 2 for rank in ranks)
