"""The antes of a PAR sheet: the default, the check of a given one, and the sample antes."""

from __future__ import annotations

from uth.core.money import Cents
from uth.core.refusal import Refusal
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
    if type(amount) is not int:
        raise Refusal("money/not_whole", value=amount, where="ante")
    if not low <= amount <= high:
        clause = next(iter(rules.cite("wagers.limits")), "")
        raise Refusal("par/ante", low=low, high=high, where="ante", clause=clause)
    if amount % chip:
        clause = next(iter(rules.cite("wagers.chip")), "")
        raise Refusal("par/chip", amount=amount, chip=chip, where="ante", clause=clause)
    return amount


def sample_antes(house: Rulebook) -> list[Cents]:
    """The minimum, the middle and the maximum of the limits, in whole chips."""
    low, high, chip = house.limits.minimum, house.limits.maximum, house.limits.chip
    return [low, (low + high) // 2 // chip * chip, high]
