"""The wagers that a program names, in cents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uth.core.money import MOST, Cents
from uth.core.refusal import Refusal
from uth.library.whole_numbers import whole
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, placed_wagers


def stakes_of(rules: Rulebook, wagers: Mapping[str, Any] | None) -> dict[str, Cents]:
    """Wagers by their names, without any the Ante and the Blind of the minimum.

    The amounts are checked where they are staked.
    """
    if wagers is None:
        return {"ante": rules.limits.minimum, "blind": rules.limits.minimum}
    if not isinstance(wagers, Mapping):
        raise Refusal("wager/amounts", value=wagers, where="wagers")
    names = [wager.name for wager in placed_wagers(rules)]
    for name in wagers:
        if name not in WAGERS:
            raise Refusal("wager/name", name=name, names=names, where="wagers")
    return {name: whole(amount) for name, amount in wagers.items()}


def check_amount(amount: object, where: str) -> None:
    """Refuse what is no amount above $0."""
    if type(amount) is not int:
        raise Refusal("money/not_whole", value=amount, where=where)
    if not 0 < amount <= MOST:
        raise Refusal("money/range", most=MOST, where=where)
