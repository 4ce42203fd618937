"""Players by rules of thumb: a simple sound strategy. It is good, and not the optimum.

A bot looks only at what its own player sees. Before the flop it bets 4x on any ace, a pair of
threes or better, any suited king, K5, Q8 and JT, suited Q6 and J8; on the flop 2x on two pair, a
hidden pair other than deuces, or four to a flush with a hidden ten or better; on the river 1x on
a hidden pair or better, or where fewer than 21 cards in the dealer's hand would beat it.
"""

from __future__ import annotations

from collections.abc import Sequence

from uth.core.cards import DECK, Card, Rank
from uth.core.hands import Category
from uth.core.money import Cents
from uth.core.ranking import rank_hand
from uth.rulebook.model import Rulebook
from uth.table.collection import most_a_banker_owes, player_fee
from uth.table.view import SeatView, TableView
from uth.table.wagers import offered

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
MOST_OUTS = 21
BUY_IN = 100
"""How many times the minimum a bot sits down with."""

_LOWEST_BESIDE = {
    (Rank.KING, True): 2,
    (Rank.KING, False): 5,
    (Rank.QUEEN, True): 6,
    (Rank.QUEEN, False): 8,
    (Rank.JACK, True): 8,
    (Rank.JACK, False): 10,
}
"""Highest card, suited or not → the lowest other card that is worth the big bet."""


def choose(cards: Sequence[Card], board: Sequence[Card], actions: Sequence[str]) -> str:
    """One of the open actions: the largest Play bet where the rule of thumb bets, else the least.

    Where chips do not reach for the bet, the hand checks on, or folds at last.
    """
    bets = [action for action in actions if action.endswith("x")]
    passive = "fold" if "fold" in actions else "check"
    worth = {0: _before_flop, 3: _on_flop, 5: _on_river}[len(board)](cards, board)
    return max(bets, key=lambda bet: int(bet[:-1])) if worth and bets else passive


def _before_flop(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    high, low = sorted(cards, key=lambda card: -card.rank.value)
    if high.rank is low.rank:
        return high.rank.value >= Rank.THREE.value
    if high.rank is Rank.ACE:
        return True
    lowest = _LOWEST_BESIDE.get((high.rank, high.suit is low.suit))
    return lowest is not None and low.rank.value >= lowest


def _on_flop(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    hand = rank_hand((*cards, *board)).category
    if len({card.rank for card in board}) == 1:
        return hand.value > Category.THREE_OF_A_KIND.value
    if hand.at_least(Category.TWO_PAIR):
        return True
    return _hidden_pair(cards, board) or _four_to_a_flush(cards, board)


def _hidden_pair(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    one, two = cards
    if one.rank is two.rank:
        return one.rank is not Rank.TWO
    ranks = {card.rank for card in board}
    return one.rank in ranks or two.rank in ranks


def _four_to_a_flush(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    return any(
        card.rank.value >= Rank.TEN.value
        and sum(other.suit is card.suit for other in (*cards, *board)) >= 4
        for card in cards
    )


def _on_river(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    hand = rank_hand((*cards, *board))
    if hand.category.value > rank_hand(board).category.value:
        return True
    seen = {*cards, *board}
    outs = sum(rank_hand((*board, card)) > hand for card in DECK if card not in seen)
    return outs < MOST_OUTS


def decide(table: TableView, seat: SeatView, actions: Sequence[str]) -> str:
    assert seat.cards is not None, "one who acts sees his own cards"
    return choose(seat.cards, table.board, actions)


def wagers(rules: Rulebook, seat: SeatView, maximum: Cents) -> dict[str, Cents]:
    """What a bot stakes: small, steady, and by its seat more or less fond of bonus bets."""
    ante = min(seat.minimum * (1 + seat.seat % 2), maximum)
    bonus = max(rules.limits.bonus_minimum or seat.minimum, rules.limits.chip)
    staked = {"ante": ante, "blind": ante}
    for wager, fond in (
        ("trips", seat.seat % 3 != 1),
        ("bad_beat", seat.seat % 3 == 0),
        ("ultimate_pairs", seat.seat % 2 == 0),
        ("progressive", seat.seat % 3 != 2),
    ):
        if fond and offered(rules, wager):
            staked[wager] = rules.progressive.wager if wager == "progressive" else bonus
    return staked


def needs(rules: Rulebook, staked: dict[str, Cents]) -> Cents:
    """The chips that a bot wants before it stakes: the wagers, the fee and the largest Play bet."""
    total = sum(staked.values())
    largest = max(rules.play.preflop) * staked["ante"]
    return total + player_fee(rules.collection, total) + largest


def bank(rules: Rulebook, minimum: Cents, chips: Cents) -> Cents | None:
    """Half the chips, where that is a bank worth the name; None declines."""
    chip = rules.limits.chip
    amount = (chips - most_a_banker_owes(rules.collection)) // (2 * chip) * chip
    return amount if amount >= 20 * minimum else None
