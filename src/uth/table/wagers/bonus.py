"""The kinds of bonus wagers that look only at their own pay table."""

from __future__ import annotations

from uth.table.wagers.wager import DependsOn, Owed, WagerKind, paid_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.core.money import Cents, Odds
    from uth.rulebook.model import Rulebook
    from uth.table.settling.showdown import Showdown


class PlainBonus(WagerKind):
    """A bonus that looks at nothing but its own pay table, a fold or not."""

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

    def depends_on(self, rules: Rulebook) -> str:
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
