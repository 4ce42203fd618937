"""The antes of a PAR sheet: the default, the check of a given one, and the sample antes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uth.core.money import print_dollars
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook


USUAL_ANTE = 2500
"""In cents."""


def usual_ante(rules: Rulebook) -> Cents:
    """The default Ante: $25, or the nearest that limits and chips allow (Q-10, Q-16)."""
    low, high, chip = rules.limits.minimum, rules.limits.maximum, rules.limits.chip
    return max(min(USUAL_ANTE, high) // chip * chip, low)


def check_ante(rules: Rulebook, amount: Cents) -> Cents:
    """Refuse an Ante that the house does not accept."""
    low, high, chip = rules.limits.minimum, rules.limits.maximum, rules.limits.chip
    if not low <= amount <= high:
        raise Refusal(
            "par/ante",
            f"the Ante must be ${print_dollars(low)} to ${print_dollars(high)}",
            "ante",
            next(iter(rules.cite("wagers.limits")), ""),
        )
    if amount % chip:
        raise Refusal(
            "par/chip",
            f"${print_dollars(amount)} is not a multiple of the smallest chip, "
            f"${print_dollars(chip)}",
            "ante",
            next(iter(rules.cite("wagers.chip")), ""),
        )
    return amount


def sample_antes(house: Rulebook) -> list[Cents]:
    """The minimum, the middle and the maximum of the limits, in whole chips."""
    low, high, chip = house.limits.minimum, house.limits.maximum, house.limits.chip
    return [low, (low + high) // 2 // chip * chip, high]
