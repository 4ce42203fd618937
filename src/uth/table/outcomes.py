"""What each wager is owed by the cards alone, before any cap, cover or approval."""

from __future__ import annotations

from uth.core.hands import Category
from uth.core.odds import Odds
from uth.core.ranking import rank_hand
from uth.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from uth.core.cards import Card
    from uth.core.hands import Hand
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

    Outcome = Literal["win", "lose", "push"]
    Result = Literal["win", "lose", "tie"]

EVEN = Odds(1, 1)


class HandStanding(Record):
    """A hand against the dealer's. `five`: its two cards and the flop, for the Progressive."""

    hand: Hand
    five: Hand
    result: Result


class TurnedDeal(Record):
    """The cards that decide: the dealer's hand and whether it plays."""

    board: tuple[Card, ...]
    dealer_cards: tuple[Card, ...]
    dealer: Hand
    qualifies: bool


class Owed(Record):
    """How a wager ends: the reason it is cited by, and the prize with its part of a cent."""

    reason: str
    outcome: Outcome
    due: Cents = 0
    rest: str = ""


def look(rules: Rulebook, board: Sequence[Card], dealer_cards: tuple[Card, ...]) -> TurnedDeal:
    """The dealer's hand; with a pair or better it qualifies."""
    dealer = rank_hand((*dealer_cards, *board))
    plays = rules.play.qualify == "none" or dealer.category.at_least(Category.PAIR)
    return TurnedDeal(tuple(board), dealer_cards, dealer, plays)


def stand(deal: TurnedDeal, cards: tuple[Card, ...]) -> HandStanding:
    """Higher wins, lower loses, equal pushes (CA-7.2)."""
    hand = rank_hand((*cards, *deal.board))
    gap = hand.strength - deal.dealer.strength
    five = rank_hand((*cards, *deal.board[:3]))
    return HandStanding(hand, five, "win" if gap > 0 else "lose" if gap else "tie")


def paid_at(reason: str, odds: Odds, stake: Cents) -> Owed:
    due, rest = odds.pay(stake)
    return Owed(reason, "win", due, f"{rest}/{odds.per}" if rest else "")


def owed(
    rules: Rulebook,
    deal: TurnedDeal,
    standing: HandStanding,
    cards: tuple[Card, ...],
    folded: bool,
    wager: str,
    stake: Cents,
    jackpot: tuple[Cents, int] | None,
) -> Owed:
    """How one wager ends by the cards."""
    if wager in ("ante", "play", "blind"):
        return _base(rules, deal, standing, folded, wager, stake)
    if wager == "trips":
        odds = rules.pays.trips.get(standing.hand.category)
        return _alone(odds, folded, stake)
    if wager == "bad_beat":
        return _bad_beat(rules, deal, standing, folded, stake)
    if wager == "ultimate_pairs":
        lines = rules.pays.ultimate_pairs
        fitting = (line.pays for line in lines if line.fits(cards, deal.dealer_cards))
        return _alone(next(fitting, None), folded, stake)
    return _progressive(rules, standing, folded, jackpot)


def _base(
    rules: Rulebook,
    deal: TurnedDeal,
    standing: HandStanding,
    folded: bool,
    wager: str,
    stake: Cents,
) -> Owed:
    """Ante, Play and Blind: the hand against the dealer's."""
    if folded:
        return Owed("fold" if deal.qualifies else "fold_unqualified", "lose")
    if wager == "ante" and not deal.qualifies:
        return Owed("unqualified", "push")
    if standing.result == "win":
        if wager != "blind":
            return paid_at("win", EVEN, stake)
        odds = rules.pays.blind.get(standing.hand.category)
        return paid_at("win", odds, stake) if odds else Owed("push", "push")
    return Owed("tie", "push") if standing.result == "tie" else Owed("lose", "lose")


def _alone(odds: Odds | None, folded: bool, stake: Cents) -> Owed:
    """A wager that looks at nothing but its own table, a fold or not (Q-4)."""
    if odds is None:
        return Owed("fold_lose" if folded else "lose", "lose")
    return paid_at("fold_win" if folded else "win", odds, stake)


def _bad_beat(
    rules: Rulebook, deal: TurnedDeal, standing: HandStanding, folded: bool, stake: Cents
) -> Owed:
    """The beaten hand decides, whoever held it (Q-20)."""
    if folded:
        return Owed("fold", "lose")
    if standing.result == "tie":
        return Owed("tie", "lose")
    beaten = standing.hand if standing.result == "lose" else deal.dealer
    odds = rules.pays.bad_beat.get(beaten.category)
    if odds:
        return paid_at("win", odds, stake)
    return Owed("lose" if deal.qualifies else "unqualified", "lose")


def _progressive(
    rules: Rulebook, standing: HandStanding, folded: bool, jackpot: tuple[Cents, int] | None
) -> Owed:
    """A fixed prize, or the share of the meter that was awarded."""
    prize = rules.progressive.prizes.get(standing.five.category)
    if prize is None:
        return Owed("fold_lose" if folded else "lose", "lose")
    reason = "fold_win" if folded else "win"
    if prize.fixed is not None:
        return Owed(reason, "win", prize.fixed)
    assert jackpot is not None, "a share of the meter is awarded before it is paid"
    amount, rest = jackpot
    return Owed(reason, "win", amount, f"{rest}/10000" if rest else "")


def envied(
    rules: Rulebook, standings: Mapping[int, HandStanding], seats: Sequence[int], seat: int
) -> list[tuple[int, Cents]]:
    """The other seats whose hands bring this one an Envy, and how much (Q-24)."""
    prizes = rules.progressive.envy
    return [
        (other, prizes[standings[other].five.category])
        for other in seats
        if other != seat and standings[other].five.category in prizes
    ]
