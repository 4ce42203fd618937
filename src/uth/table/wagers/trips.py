"""Trips."""

from __future__ import annotations

from uth.table.wagers.bonus import PlainBonus
from uth.table.wagers.wager import DependsOn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.money import Odds
    from uth.rulebook.model import Rulebook
    from uth.table.settling.showdown import Showdown


class Trips(PlainBonus):
    """Three of a kind or better in the player's seven cards, whatever the dealer has (CA-7.9)."""

    name = "trips"
    back_line = True
    tuck_call = "hand.tucked_trips"
    tucked_to_win = True
    winning_call = "hand.face_up"

    def depends_on(self, rules: Rulebook) -> str:
        return DependsOn.SEVEN_CARDS

    def odds(self, rules: Rulebook, showdown: Showdown) -> Odds | None:
        return rules.pays.by_category(self.name).get(showdown.compared.hand.category)
