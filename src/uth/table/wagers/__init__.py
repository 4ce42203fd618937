"""The registry of all wagers, one file each, and what may be staked before the deal.

Nothing else in the program lists the wagers.
"""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.rulebook.wager_facts import WAGER_FACTS
from uth.table.wagers.ante import Ante
from uth.table.wagers.bad_beat import BadBeat
from uth.table.wagers.blind import Blind
from uth.table.wagers.bonus import HoldingBonus
from uth.table.wagers.play import Play
from uth.table.wagers.progressive import Envy, Progressive
from uth.table.wagers.trips import Trips
from uth.table.wagers.ultimate_pairs import UltimatePairs
from uth.table.wagers.wager import DependsOn, Owed, WagerKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

__all__ = [
    "BACK_LINE",
    "BASE",
    "PLACED",
    "PROGRESSIVE",
    "WAGERS",
    "DependsOn",
    "HoldingBonus",
    "Owed",
    "WagerKind",
    "bonus_wagers",
    "by_circle",
    "capped_wagers",
    "check_back_line",
    "check_play",
    "check_wagers",
    "highest_play",
    "offered",
    "offered_wagers",
    "placed_wagers",
    "within_ceiling",
]

PROGRESSIVE = Progressive()
"""The wager that feeds the linked meters."""

_OBJECTS: tuple[WagerKind, ...] = (
    Ante(),
    Play(),
    Blind(),
    Trips(),
    BadBeat(),
    UltimatePairs(),
    PROGRESSIVE,
    Envy(),
)
_BY_NAME = {wager.name: wager for wager in _OBJECTS}

WAGERS: Mapping[str, WagerKind] = {name: _BY_NAME[name] for name in WAGER_FACTS}
"""Every wager by its name, in the order of Q-18."""

PLACED = tuple(name for name, wager in WAGERS.items() if wager.placed)
"""The wagers that are placed before the deal; Play comes later and is bound by the Ante."""

BASE = tuple(name for name, wager in WAGERS.items() if wager.base)
"""The game itself: Ante, Play and Blind."""

BACK_LINE = tuple(name for name, wager in WAGERS.items() if wager.back_line)
"""What may be staked behind a seat (Q-6)."""


def offered_wagers(rules: Rulebook) -> tuple[WagerKind, ...]:
    """The wagers that a house has, in the order of Q-18."""
    return tuple(wager for wager in WAGERS.values() if wager.offered(rules))


def placed_wagers(rules: Rulebook) -> tuple[WagerKind, ...]:
    """The wagers that may be placed before the deal in a house, the Ante and the Blind first."""
    return tuple(WAGERS[name] for name in PLACED if rules.offers(name))


def bonus_wagers(rules: Rulebook) -> tuple[WagerKind, ...]:
    """The wagers of a house that are placed besides Ante and Blind."""
    return tuple(wager for wager in placed_wagers(rules) if not wager.base)


def capped_wagers(rules: Rulebook) -> tuple[WagerKind, ...]:
    """The wagers of a house whose winnings count towards its maximum (Q-12)."""
    return tuple(wager for wager in offered_wagers(rules) if wager.counts_towards_maximum(rules))


def by_circle(circle: str) -> WagerKind | None:
    """The wager of a circle that a layout prints."""
    return next((wager for wager in WAGERS.values() if wager.circle == circle), None)


def offered(rules: Rulebook, name: str) -> bool:
    """Whether a wager of this name may be placed before the deal in a house."""
    return name in PLACED and rules.offers(name)


def refusal(rules: Rulebook, occasion: str, code: str, where: str = "", **facts: object) -> Refusal:
    """A refusal that rests on the house's own clause for the occasion."""
    return Refusal(code, where, next(iter(rules.cite(occasion)), ""), **facts)


def check_wagers(
    rules: Rulebook, wagers: Mapping[str, Cents], minimum: Cents, maximum: Cents
) -> None:
    """Refuse a set of wagers that the house does not take; the checks' order is fixed."""
    for name, stake in wagers.items():
        if type(stake) is not int:
            raise Refusal("money/not_whole", value=stake, where=name)
        if not offered(rules, name):
            known = [wager.name for wager in placed_wagers(rules)]
            raise refusal(
                rules, "wagers.placed", "wager/not_offered", name, wager=name, offered=known
            )
    ante, blind = wagers.get("ante", 0), wagers.get("blind", 0)
    if not ante or not blind:
        raise refusal(rules, "wagers.bonus", "wager/no_base", "blind" if ante else "ante")
    if ante != blind:
        raise refusal(rules, "wagers.equal", "wager/unequal", "blind", ante=ante, blind=blind)
    for name in wagers:
        needed = WAGERS[name].needs(rules)
        if needed and needed not in wagers:
            occasion = f"wagers.needs_{needed}"
            raise refusal(rules, occasion, "wager/needs", name, wager=name, needed=needed)
    for name, stake in wagers.items():
        _check_amount(rules, WAGERS[name], stake, minimum, maximum)


def _check_amount(
    rules: Rulebook, wager: WagerKind, stake: Cents, minimum: Cents, maximum: Cents
) -> None:
    name, fixed, chip = wager.name, wager.fixed_stake(rules), rules.limits.chip
    if fixed is not None:
        if stake != fixed:
            raise refusal(
                rules, "wagers.fixed", "wager/fixed", name, wager=name, stake=stake, fixed=fixed
            )
        return
    if stake % chip:
        raise refusal(rules, "wagers.chip", "wager/chip", name, stake=stake, limit=chip)
    least = wager.minimum(rules, minimum)
    if stake < least:
        clause = rules.sources[wager.minimum_entry(rules)]
        raise Refusal("wager/below_minimum", name, clause, stake=stake, limit=least)
    if stake > maximum:
        clause = rules.sources["limits.maximum"]
        raise Refusal("wager/above_maximum", name, clause, stake=stake, limit=maximum)


def within_ceiling(rules: Rulebook, stake: Cents) -> bool:
    """Whether the ceiling for a single wager allows a stake, Play included (Q-28)."""
    return rules.limits.ceiling is None or stake <= rules.limits.ceiling


def highest_play(rules: Rulebook, ante: Cents) -> Cents:
    """The most that an Ante can lead to as Play, as far as the ceiling reaches."""
    multiples = (*rules.play.preflop, *rules.play.flop, *rules.play.river)
    plays = [multiple * ante for multiple in multiples]
    return max((play for play in plays if within_ceiling(rules, play)), default=0)


def check_play(rules: Rulebook, multiple: int, ante: Cents) -> None:
    """Refuse a Play bet that the ceiling for a single wager does not allow."""
    amount, ceiling = multiple * ante, rules.limits.ceiling
    if not within_ceiling(rules, amount):
        raise refusal(
            rules,
            "wagers.ceiling",
            "act/above_ceiling",
            action=f"{multiple}x",
            amount=amount,
            ceiling=ceiling,
        )


def check_back_line(
    rules: Rulebook, wagers: Mapping[str, Cents], minimum: Cents, maximum: Cents
) -> None:
    """Refuse what may not be staked behind a seat (Q-6), or any of it where the house has none."""
    if not rules.wagers.back_line:
        raise refusal(rules, "backline.refused", "back_line/not_here")
    for name in wagers:
        if name not in BACK_LINE:
            known = list(BACK_LINE)
            raise refusal(
                rules, "backline.placed", "back_line/wager", name, wager=name, known=known
            )
    check_wagers(rules, wagers, minimum, maximum)
