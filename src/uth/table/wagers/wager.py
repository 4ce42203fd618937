"""What a wager is: the questions that each answers."""

from __future__ import annotations

from uth.core.money import Odds
from uth.core.record import Record
from uth.rulebook.wager_facts import WAGER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.rulebook.wager_facts import PayTableShape
    from uth.table.settling.showdown import Showdown

    Outcome = Literal["win", "lose", "push"]

EVEN = Odds(1, 1)


class DependsOn:
    """What the result of a wager may depend on, and with it how its price is counted."""

    OUTCOME = "the hand against the dealer's, and what the player decides"
    TWO_CARDS = "the player's two cards"
    FOUR_CARDS = "the player's and the dealer's two cards"
    FIVE_CARDS = "the player's two cards and the flop"
    SEVEN_CARDS = "the player's hand of seven cards"
    BEATEN_HAND = "the hand that is beaten, the player's or the dealer's"
    OTHER_HANDS = "the hands of the other seats"


LOOKS_AT_DEALER = (DependsOn.OUTCOME, DependsOn.FOUR_CARDS, DependsOn.BEATEN_HAND)
"""What can't be known while the dealer's cards are face down."""


class Owed(Record):
    """How a wager ends: the reason it is cited by, and the prize with its part of a cent."""

    reason: str
    outcome: Outcome
    due: Cents = 0
    rest: str = ""
    source: int = 0
    """The seat whose hand it is paid for, where that is another's."""


class WagerKind:
    """A wager of the game; what rulebooks know of it too is in their catalog."""

    name: str
    placed = True
    """Whether it is placed before the deal."""
    base = False
    """Whether it is part of the game itself: all others are bonus wagers."""
    back_line = False
    """Whether it may be staked behind a seat (Q-6)."""
    linked = False
    """Whether it is paid from linked meters."""
    has_meter = False
    """Whether it feeds the meters and may win a share, which a void round does not reverse."""
    fold_ending = "fold_lose"
    """The ending that it is cited by where a fold loses it."""
    returns_stake = True
    """Whether the stake goes back when it wins."""
    shows_hand = True
    """Whether a folded hand is turned over when it is paid."""
    tuck_call = ""
    """What is called when a folded hand is tucked under it, after the bets that the fold lost."""
    tucked_to_win = False
    """Whether only a folded hand that wins it is tucked under it (CR-6)."""
    winning_call = ""
    """What is called when a hand that wins it is turned over."""

    def __init__(self) -> None:
        facts = WAGER_FACTS[self.name]
        self.circle: str = facts.circle
        self.endings: tuple[str, ...] = facts.endings
        self.pay_table: PayTableShape | None = facts.pays
        self.prizes_entry: str = facts.prizes
        self.comes_with: str = facts.comes_with
        self._stake_entry = facts.stake

    def __repr__(self) -> str:
        return f"<wager {self.name}>"

    @property
    def label(self) -> str:
        """What people read at a table, where the layout may print a longer name."""
        return self._text("wager_plain")

    @property
    def short(self) -> str:
        """The same in at most five letters."""
        return self._text("wager_short")

    def _text(self, family: str) -> str:
        from uth.core.texts import ENGLISH, catalog

        return catalog(ENGLISH).first(f"{family}.{self.name}", f"wager.{self.name}")

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

    def minimum_entry(self, rules: Rulebook) -> str:
        """The entry that sets its least stake, and with it the clause that a refusal cites."""
        bonus = not self.base and rules.limits.bonus_minimum is not None
        return "limits.bonus_minimum" if bonus else "limits.minimum"

    def counts_towards_maximum(self, rules: Rulebook) -> bool:
        """Whether a posted maximum looks at what it wins (Q-12)."""
        return self.name in rules.payouts.maximum_on

    def all_odds(self, rules: Rulebook) -> list[Odds]:
        """All odds of its pay table; even money where it has none."""
        shape = self.pay_table
        if shape is None:
            return [EVEN]
        if shape.by == "hand":
            return [*rules.pays.by_category(self.name).values()]
        return [pay_line.pays for pay_line in rules.pays.by_holding(self.name)]

    def survives_fold(self, rules: Rulebook) -> bool:
        """Whether the cards still decide it when the hand is folded (Q-4)."""
        return self.name in rules.settlement.survives_fold

    def tucks(self, outcome: str) -> bool:
        """Whether a folded hand lies under it when it is settled."""
        return bool(self.tuck_call) and (outcome == "win" or not self.tucked_to_win)

    def stake(self, stakes: Mapping[str, Cents]) -> Cents | None:
        """What is at stake on it, given all stakes of a bettor; None where it is not in play."""
        return stakes.get(self.name)

    def depends_on(self, rules: Rulebook) -> str:
        """What decides it in this house: one of `DependsOn`."""
        raise NotImplementedError

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        """How it ends by the cards alone, before any cap, cover or approval."""
        raise NotImplementedError

    def all_owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Sequence[Owed]:
        """Every payment or loss that comes of it; one, but for an Envy."""
        if showdown.folded and not self.survives_fold(rules):
            return self.lost_by_fold(showdown)
        return self.decided(rules, showdown, stake)

    def decided(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Sequence[Owed]:
        """Every payment or loss that the cards make of it."""
        return (self.owed(rules, showdown, stake),)

    def lost_by_fold(self, showdown: Showdown) -> Sequence[Owed]:
        """How a fold ends it where it does not survive one."""
        return (Owed(self.fold_ending, "lose"),)

    def known_at_fold(self, rules: Rulebook) -> bool:
        """Whether its end is known at a fold: before the dealer's cards or a meter decide."""
        return not self.survives_fold(rules) or not (self.needs_dealer(rules) or self.linked)

    def needs_dealer(self, rules: Rulebook) -> bool:
        """Whether it can't be decided while the dealer's cards are face down."""
        return self.depends_on(rules) in LOOKS_AT_DEALER


def paid_at(reason: str, odds: Odds, stake: Cents) -> Owed:
    due, rest = odds.pay(stake)
    return Owed(reason, "win", due, f"{rest}/{odds.per}" if rest else "")


class BaseWager(WagerKind):
    """Wins, loses or pushes with the hand; a fold loses it, whatever the dealer has (Q-5)."""

    base = True

    def depends_on(self, rules: Rulebook) -> str:
        return DependsOn.OUTCOME

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        if showdown.compared.result == "tie":
            return Owed("tie", "push")
        if showdown.compared.result == "lose":
            return Owed("lose", "lose")
        return self.won(rules, showdown, stake)

    def lost_by_fold(self, showdown: Showdown) -> Sequence[Owed]:
        return (Owed("fold" if showdown.deal.qualifies else "fold_unqualified", "lose"),)

    def won(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        """What a hand above the dealer's brings."""
        return paid_at("win", EVEN, stake)
