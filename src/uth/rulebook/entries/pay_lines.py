"""The lines that a rulebook pays and charges by: holdings, shares of a meter, fees."""

from __future__ import annotations

from uth.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.core.money import Cents, Odds


class Pattern(Record):
    """A two-card holding: `AhAd` by its cards, `AA`, `AKs`, `AKo` by its kind."""

    text: str
    cards: frozenset[Card] | None
    ranks: frozenset[int]
    suited: bool | None

    def fits(self, holding: tuple[Card, ...]) -> bool:
        if self.cards is not None:
            return self.cards == set(holding)
        one, two = holding
        if self.ranks != {one.rank, two.rank}:
            return False
        return self.suited is None or self.suited == (one.suit == two.suit)


class PairLine(Record):
    """A line of a pay table by holding; `dealer` where the dealer's cards count too (LW-10)."""

    hands: tuple[Pattern, ...]
    pays: Odds
    dealer: tuple[Pattern, ...] | None = None

    def fits(self, holding: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
        return any(hand.fits(holding) for hand in self.hands) and (
            self.dealer is None or any(hand.fits(dealer) for hand in self.dealer)
        )


class Share(Record):
    """A part of a meter in hundredths of a per cent, or a fixed prize in cents."""

    basis_points: int | None
    fixed: Cents | None


class Band(Record):
    """A flat fee from an amount up to the next band's."""

    start: Cents
    fee: Cents
