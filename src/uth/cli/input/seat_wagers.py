"""Dollars on the command line: an amount, or the wagers of one seat (`10,trips=5`)."""

from __future__ import annotations

from uth.cli.input.options import refused_at
from uth.core.money import Cents, parse_dollars
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table.wagers import check_wagers

WAGERS_METAVAR = "ANTE[,BONUS=STAKE…]"


def parse_amount(text: str, option: str) -> Cents:
    with refused_at(option):
        return parse_dollars(text.strip())


def parse_seat_wagers(rules: Rulebook, text: str, option: str) -> dict[str, Cents]:
    """An Ante, a Blind equal to it, and bonus wagers, as the house allows them."""
    ante, *bonuses = text.split(",")
    stake = parse_amount(ante, option)
    wagers = {"ante": stake, "blind": stake}
    for bonus in bonuses:
        name, _, value = bonus.partition("=")
        name = name.strip()
        if name in wagers:
            raise Refusal("wager/twice", wager=name, where=option)
        wagers[name] = parse_amount(value, option)
    with refused_at(option):
        check_wagers(rules, wagers, rules.limits.minimum, rules.limits.maximum)
    return wagers
