"""Bots that play by rules of thumb: a simple and good, but not optimal strategy.

A bot uses only what its own player sees. Before the flop it bets 4x with any ace, a pair of threes
or better, any suited king, K5, Q8, JT, suited Q6 and suited J8 or better. On the flop it bets 2x
with two pair, a hidden pair other than deuces, or four to a flush with a hidden ten or better. On
the river it bets 1x with a hidden pair or better, or if fewer than 21 dealer cards beat it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uth.core.cards import ACE, DECK, JACK, KING, QUEEN, TEN, Card
from uth.core.hands import Category, rank_hand
from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.table.collection import most_a_banker_owes, player_fee
from uth.table.view import SeatView, TableView
from uth.table.wagers import bonus_wagers, highest_play

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
MOST_OUTS = 21
BUY_IN = 100
"""A bot's buy-in, as a multiple of the minimum."""
LIKES: tuple[Callable[[int], bool], ...] = (
    lambda seat: seat % 3 != 1,
    lambda seat: seat % 3 == 0,
    lambda seat: seat % 2 == 0,
    lambda seat: seat % 3 != 2,
)
"""Which seats' bots like the first, second… bonus wager of a house."""

_LOWEST_KICKER = {
    (KING, True): 2,
    (KING, False): 5,
    (QUEEN, True): 6,
    (QUEEN, False): 8,
    (JACK, True): 8,
    (JACK, False): 10,
}
"""Higher card, and whether suited → the lowest other card that is worth a bet."""


def choose(cards: Sequence[Card], board: Sequence[Card], actions: Sequence[str]) -> str:
    """The largest Play bet if the rules of thumb say bet, else a check or fold.

    If no bet is available because chips are short, the bot checks, or folds on the river.
    """
    bets = [action for action in actions if action.endswith("x")]
    passive = "fold" if "fold" in actions else "check"
    worth = {0: _before_flop, 3: _on_flop, 5: _on_river}[len(board)](cards, board)
    return max(bets, key=lambda bet: int(bet[:-1])) if worth and bets else passive


def _before_flop(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    high, low = sorted(cards, key=lambda card: -card.rank)
    if high.rank == low.rank:
        return high.rank >= 3
    if high.rank == ACE:
        return True
    lowest = _LOWEST_KICKER.get((high.rank, high.suit == low.suit))
    return lowest is not None and low.rank >= lowest


def _on_flop(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    hand = rank_hand((*cards, *board)).category
    if len({card.rank for card in board}) == 1:
        return hand.value > Category.THREE_OF_A_KIND.value
    if hand.at_least(Category.TWO_PAIR):
        return True
    return _hidden_pair(cards, board) or _four_to_a_flush(cards, board)


def _hidden_pair(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    one, two = cards
    if one.rank == two.rank:
        return one.rank != 2
    ranks = {card.rank for card in board}
    return one.rank in ranks or two.rank in ranks


def _four_to_a_flush(cards: Sequence[Card], board: Sequence[Card]) -> bool:
    return any(
        card.rank >= TEN and sum(other.suit == card.suit for other in (*cards, *board)) >= 4
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
    assert seat.cards is not None, "a bot sees its own cards when it acts"
    return choose(seat.cards, table.board, actions)


def wagers(rules: Rulebook, seat: SeatView, maximum: Cents) -> dict[str, Cents]:
    """A bot's wagers: near the minimum, with bonus wagers that depend on the seat number."""
    ante = min(seat.minimum * (1 + seat.seat % 2), maximum)
    staked = {"ante": ante, "blind": ante}
    for at, wager in enumerate(bonus_wagers(rules)):
        if LIKES[at % len(LIKES)](seat.seat) and wager.needs(rules) in ("", *staked):
            least = max(wager.minimum(rules, seat.minimum), rules.limits.chip)
            staked[wager.name] = wager.fixed_stake(rules) or least
    return staked


def chips_needed(rules: Rulebook, staked: dict[str, Cents]) -> Cents:
    """The chips that a bot needs to play on: its wagers, the fee and the largest Play bet."""
    total = sum(staked.values())
    largest = highest_play(rules, staked["ante"])
    return total + player_fee(rules.collection, total) + largest


def bank_offer(rules: Rulebook, minimum: Cents, chips: Cents) -> Cents | None:
    """Half the bot's chips if that is at least 20 minimums; None to decline the bank."""
    chip = rules.limits.chip
    amount = (chips - most_a_banker_owes(rules.collection)) // (2 * chip) * chip
    return amount if amount >= 20 * minimum else None
