"""Trips: three of a kind or better in the player's seven cards (CA-7.9)."""

from __future__ import annotations

from uth.table.wagers.wager import DependsOn, PlainBonus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.odds import Odds
    from uth.rulebook.model import Rulebook
    from uth.table.showdown import Showdown


class Trips(PlainBonus):
    """Paid by the player's own hand, whatever the dealer has."""

    name = "trips"
    back_line = True
    folded_win_call = ("hand.tucked_trips", "the cards were tucked under Trips")
    winning_call = ("hand.face_up", "the cards stay face up until Trips is paid")

    def depends_on(self, rules: Rulebook) -> DependsOn:
        return DependsOn.SEVEN_CARDS

    def odds(self, rules: Rulebook, showdown: Showdown) -> Odds | None:
        return rules.pays.by_category(self.name).get(showdown.compared.hand.category)
