"""What may be staked before the deal: which wagers, together, and how much."""

from __future__ import annotations

from uth.core.money import dollars
from uth.core.refusal import Refusal, shown
from uth.table.wagers.registry import BACK_LINE, WAGERS, offered, placed_wagers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.wagers.wager import Wager


def no(rules: Rulebook, occasion: str, code: str, sentence: str, where: str = "") -> Refusal:
    """A refusal that rests on the house's own clause for the occasion."""
    return Refusal(code, sentence, where, next(iter(rules.cite(occasion)), ""))


def check_wagers(
    rules: Rulebook, wagers: Mapping[str, Cents], minimum: Cents, maximum: Cents
) -> None:
    """Refuse a set of wagers that the house does not take; the checks' order is fixed."""
    for name in wagers:
        if not offered(rules, name):
            known = ", ".join(wager.name for wager in placed_wagers(rules))
            raise no(
                rules,
                "wagers.placed",
                "wager/not_offered",
                f"this house has no wager {shown(name)}; it has {known}",
                name,
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
            f"Ante {dollars(ante)} and Blind {dollars(blind)} must be equal",
            "blind",
        )
    for name in wagers:
        needed = WAGERS[name].needs(rules)
        if needed and needed not in wagers:
            raise no(
                rules,
                f"wagers.needs_{needed}",
                f"wager/needs_{needed}",
                f"{WAGERS[name].label} may be staked only together with {WAGERS[needed].label}",
                name,
            )
    for name, stake in wagers.items():
        _check_amount(rules, WAGERS[name], stake, minimum, maximum)


def _check_amount(
    rules: Rulebook, wager: Wager, stake: Cents, minimum: Cents, maximum: Cents
) -> None:
    shown, fixed, chip = dollars(stake), wager.fixed_stake(rules), rules.limits.chip
    if fixed is not None:
        if stake != fixed:
            raise no(
                rules,
                "wagers.fixed",
                "wager/fixed",
                f"the {wager.label} wager is {dollars(fixed)}, not {shown}",
                wager.name,
            )
        return
    if stake % chip:
        raise no(
            rules,
            "wagers.chip",
            "wager/chip",
            f"{shown} is not a multiple of the smallest chip, {dollars(chip)}",
            wager.name,
        )
    least = wager.minimum(rules, minimum)
    if stake < least:
        raise no(
            rules,
            "wagers.limits",
            "wager/below_minimum",
            f"{shown} is below the minimum of {dollars(least)}",
            wager.name,
        )
    if stake > maximum:
        raise no(
            rules,
            "wagers.limits",
            "wager/above_maximum",
            f"{shown} is above the maximum of {dollars(maximum)}",
            wager.name,
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
