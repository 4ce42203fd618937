"""The collection: flat fees by what is staked before the deal (CA-11, CB-4, Q-22)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from uth.core.money import Cents
    from uth.rulebook.entries.pay_lines import Band
    from uth.rulebook.model import Collection


def band_fee(bands: Sequence[Band] | None, amount: Cents) -> Cents:
    """The fee of the band that an amount lies in; none below the first or where there are none."""
    fee = 0
    for band in bands or ():
        if amount >= band.start:
            fee = band.fee
    return fee


def player_fee(collection: Collection, staked: Cents) -> Cents:
    """What a player owes on their stakes."""
    return band_fee(collection.player, staked)


def banker_fee(collection: Collection, squares: Sequence[Cents]) -> Cents:
    """What the player-dealer owes, given what each betting square holds; Play never counts."""
    per_square = sum(band_fee(collection.square, staked) for staked in squares)
    return per_square + band_fee(collection.action, sum(squares))


def most_a_banker_owes(collection: Collection) -> Cents:
    """The highest fee that five other seats can cost a banker."""

    def highest(bands: Sequence[Band] | None) -> Cents:
        return max((band.fee for band in bands or ()), default=0)

    return highest(collection.action) + 5 * highest(collection.square)
