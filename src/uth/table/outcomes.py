"""How one wager ends, for callers that know no more of the round than this wager."""

from __future__ import annotations

from uth.table.showdown import ComparedHand, Showdown, TurnedDeal
from uth.table.wagers import WAGERS
from uth.table.wagers.wager import paid_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.showdown import Result
    from uth.table.wagers import Owed

__all__ = ["HandStanding", "Result", "TurnedDeal", "owed", "paid_at"]

HandStanding = ComparedHand


def owed(
    rules: Rulebook,
    deal: TurnedDeal,
    compared: ComparedHand,
    cards: tuple[Card, ...],
    folded: bool,
    wager: str,
    stake: Cents,
    jackpot: tuple[Cents, int] | None,
) -> Owed:
    """How one wager ends by the cards."""
    showdown = Showdown(deal, compared, cards, folded, jackpot)
    return WAGERS[wager].owed(rules, showdown, stake)
