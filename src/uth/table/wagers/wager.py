"""What a wager is: the questions that every one of them answers, each in a file of its own."""

from __future__ import annotations

from enum import Enum

from uth.core.odds import Odds
from uth.core.record import Record
from uth.rulebook.catalogue import CATALOGUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.catalogue import PayTableShape
    from uth.rulebook.model import Rulebook
    from uth.table.showdown import Showdown

    Outcome = Literal["win", "lose", "push"]
    Call = tuple[str, str]

EVEN = Odds(1, 1)


class DependsOn(Enum):
    """What the result of a wager depends on, and with it how its price is counted."""

    OUTCOME = "the hand against the dealer's, and what the player decides"
    TWO_CARDS = "the player's two cards"
    FOUR_CARDS = "the player's and the dealer's two cards"
    FIVE_CARDS = "the player's two cards and the flop"
    SEVEN_CARDS = "the player's hand of seven cards"
    BEATEN_HAND = "the hand that is beaten, the player's or the dealer's"
    OTHER_HANDS = "the hands of the other seats"


class Owed(Record):
    """How a wager ends: the reason it is cited by, and the prize with its part of a cent."""

    reason: str
    outcome: Outcome
    due: Cents = 0
    rest: str = ""
    source: int = 0
    """The seat whose hand it is paid for, where that is another's."""


class Wager:
    """A wager of the game; what rulebooks know of it too is in their catalogue."""

    name: str
    placed = True
    """Whether it is placed before the deal."""
    base = False
    """Whether it is part of the game itself: all others are bonus wagers."""
    back_line = False
    """Whether it may be staked behind a seat (Q-6)."""
    linked = False
    """Whether it is paid from linked meters: then it counts towards no posted maximum (Q-12)."""
    has_meter = False
    """Whether it feeds the meters and may win a share, which a void round does not reverse."""
    survives_fold = False
    """Whether it is decided by the cards when the hand is folded (Q-4)."""
    returns_stake = True
    """Whether the stake goes back when it wins."""
    shows_hand = True
    """Whether a folded hand is turned over when it is paid."""
    fold_call: Call | None = None
    """What is called when a hand with it is folded: the occasion and the words."""
    folded_win_call: Call | None = None
    """What is called before a folded hand is paid on it."""
    winning_call: Call | None = None
    """What is called when a hand that wins it is turned over."""

    def __init__(self) -> None:
        facts = CATALOGUE[self.name]
        self.label: str = facts.label
        self.short: str = facts.short or facts.label
        self.circle: str = facts.circle
        self.endings: tuple[str, ...] = facts.endings
        self.pay_table: PayTableShape | None = facts.pays
        self.prizes_entry: str = facts.prizes
        self.comes_with: str = facts.comes_with
        self._stake_entry = facts.stake

    def __repr__(self) -> str:
        return f"<wager {self.name}>"

    def offered(self, rules: Rulebook) -> bool:
        """Whether the layout of the house has it."""
        return rules.offers(self.name)

    def needs(self, rules: Rulebook) -> str:
        """The wager that it may be staked with only; empty where it may stand alone."""
        return rules.needed_with(self.name)

    def fixed_stake(self, rules: Rulebook) -> Cents | None:
        """The only stake that is taken; None where the limits hold."""
        stake: Cents | None = rules.entry(self._stake_entry) if self._stake_entry else None
        return stake

    def minimum(self, rules: Rulebook, table_minimum: Cents) -> Cents:
        """The least stake at a table of this minimum."""
        bonus = rules.limits.bonus_minimum
        return table_minimum if self.base or bonus is None else bonus

    def counts_towards_maximum(self, rules: Rulebook) -> bool:
        """Whether a posted maximum looks at what it wins (Q-12)."""
        return self.base if rules.payouts.maximum_on == "base" else not self.linked

    def stake(self, stakes: Mapping[str, Cents]) -> Cents | None:
        """What is at stake on it, given all stakes of a bettor; None where it is not in play."""
        return stakes.get(self.name)

    def depends_on(self, rules: Rulebook) -> DependsOn:
        """What decides it in this house."""
        raise NotImplementedError

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        """How it ends by the cards alone, before any cap, cover or approval."""
        raise NotImplementedError

    def all_owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Sequence[Owed]:
        """Every payment or loss that comes of it; one, but for an Envy."""
        return (self.owed(rules, showdown, stake),)


class PlainBonus(Wager):
    """A bonus that looks at nothing but its own pay table, a fold or not (Q-4)."""

    survives_fold = True

    def odds(self, rules: Rulebook, showdown: Showdown) -> Odds | None:
        """What the cards pay; None where they lose."""
        raise NotImplementedError

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        odds = self.odds(rules, showdown)
        if odds is None:
            return Owed("fold_lose" if showdown.folded else "lose", "lose")
        return paid_at("fold_win" if showdown.folded else "win", odds, stake)


class HoldingBonus(PlainBonus):
    """A bonus on the player's two cards, and the dealer's where its pay table names them."""

    def depends_on(self, rules: Rulebook) -> DependsOn:
        lines = rules.pays.by_holding(self.name)
        dealer_counts = any(row.dealer is not None for row in lines)
        return DependsOn.FOUR_CARDS if dealer_counts else DependsOn.TWO_CARDS

    def pays(
        self, rules: Rulebook, player_cards: tuple[Card, ...], dealer_cards: tuple[Card, ...]
    ) -> Odds | None:
        """The odds of the first line that fits."""
        for row in rules.pays.by_holding(self.name):
            if row.fits(player_cards, dealer_cards):
                return row.pays
        return None

    def odds(self, rules: Rulebook, showdown: Showdown) -> Odds | None:
        return self.pays(rules, showdown.cards, showdown.deal.dealer_cards)


def paid_at(reason: str, odds: Odds, stake: Cents) -> Owed:
    due, rest = odds.pay(stake)
    return Owed(reason, "win", due, f"{rest}/{odds.per}" if rest else "")
