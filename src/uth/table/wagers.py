"""What may be staked before the deal: which wagers, together, and how much."""

from __future__ import annotations

from uth.core.money import tell_dollars
from uth.core.refusal import Refusal, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

PLACED = ("ante", "blind", "trips", "bad_beat", "ultimate_pairs", "progressive")
"""The wagers that are placed before the deal; Play comes later and is bound by the Ante."""
BACK_LINE = ("ante", "blind", "trips")
"""Q-6: what may be staked behind a seat."""


def offered(rules: Rulebook, wager: str) -> bool:
    """Whether the layout has a place for it."""
    if wager in ("ante", "blind"):
        return True
    if wager == "progressive":
        return rules.progressive.offered
    return wager in PLACED and bool(getattr(rules.wagers, wager))


def no(rules: Rulebook, occasion: str, code: str, sentence: str, where: str = "") -> Refusal:
    """A refusal that rests on the house's own clause for the occasion."""
    return Refusal(code, sentence, where, next(iter(rules.cite(occasion)), ""))


def check_wagers(
    rules: Rulebook, wagers: Mapping[str, Cents], minimum: Cents, maximum: Cents
) -> None:
    """Refuse a set of wagers that the house does not take; the checks' order is fixed."""
    for wager in wagers:
        if not offered(rules, wager):
            known = ", ".join(name for name in PLACED if offered(rules, name))
            raise no(
                rules,
                "wagers.placed",
                "wager/not_offered",
                f"this house has no wager {shown(wager)}; it has {known}",
                wager,
            )
    ante, blind = wagers.get("ante", 0), wagers.get("blind", 0)
    if not ante or not blind:
        missing = "blind" if ante else "ante"
        raise no(
            rules,
            "wagers.bonus",
            "wager/no_base",
            "every hand needs an Ante and a Blind, whatever else is staked",
            missing,
        )
    if ante != blind:
        raise no(
            rules,
            "wagers.equal",
            "wager/unequal",
            f"Ante {tell_dollars(ante)} and Blind {tell_dollars(blind)} must be equal",
            "blind",
        )
    if "bad_beat" in wagers and rules.wagers.bad_beat_needs_trips and "trips" not in wagers:
        raise no(
            rules,
            "wagers.needs_trips",
            "wager/needs_trips",
            "Bad Beat may be staked only together with Trips",
            "bad_beat",
        )
    for wager, stake in wagers.items():
        _check_amount(rules, wager, stake, minimum, maximum)


def _check_amount(
    rules: Rulebook, wager: str, stake: Cents, minimum: Cents, maximum: Cents
) -> None:
    shown = tell_dollars(stake)
    if wager == "progressive":
        if stake != rules.progressive.wager:
            fixed = tell_dollars(rules.progressive.wager)
            raise no(
                rules,
                "wagers.fixed",
                "wager/fixed",
                f"the Progressive wager is {fixed}, not {shown}",
                wager,
            )
        return
    if stake % rules.limits.chip:
        chip = tell_dollars(rules.limits.chip)
        raise no(
            rules,
            "wagers.chip",
            "wager/chip",
            f"{shown} is not a multiple of the smallest chip, {chip}",
            wager,
        )
    bonus = wager not in ("ante", "blind") and rules.limits.bonus_minimum is not None
    least = rules.limits.bonus_minimum if bonus else minimum
    if stake < (least or 0):
        raise no(
            rules,
            "wagers.limits",
            "wager/below_minimum",
            f"{shown} is below the minimum of {tell_dollars(least or 0)}",
            wager,
        )
    if stake > maximum:
        raise no(
            rules,
            "wagers.limits",
            "wager/above_maximum",
            f"{shown} is above the maximum of {tell_dollars(maximum)}",
            wager,
        )


def check_back_line(
    rules: Rulebook, wagers: Mapping[str, Cents], minimum: Cents, maximum: Cents
) -> None:
    """Refuse what may not be staked behind a seat (Q-6), or any of it where the house has none."""
    if not rules.wagers.back_line:
        raise no(
            rules,
            "backline.refused",
            "back_line/not_here",
            "this house has no back line; nobody wagers on another's hand",
        )
    for wager in wagers:
        if wager not in BACK_LINE:
            raise no(
                rules,
                "backline.placed",
                "back_line/wager",
                f"the back line takes {', '.join(BACK_LINE)}, not {shown(wager)}",
                wager,
            )
    check_wagers(rules, wagers, minimum, maximum)
