"""The solver's view of a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from uth.core.hands import CATEGORIES, Category
from uth.core.money import Odds
from uth.exact.solver.game_rules import BLIND_CATEGORIES, BeatenHandBet, GameRules
from uth.exact.solver.outcomes import LOST
from uth.rulebook.model import Rulebook
from uth.table.wagers import DependsOn, bonus_wagers


def game_rules(house: Rulebook) -> GameRules:
    """The base game of a house."""
    pays = house.pays.by_category("blind")
    return GameRules(
        blind=tuple(
            pays[category].fraction if category in pays else Fraction(0)
            for category in BLIND_CATEGORIES
        ),
        play=frozenset(house.play.preflop),
        qualify=house.play.qualify == "pair",
        flop=frozenset(house.play.flop),
        river=frozenset(house.play.river),
    )


def hand_nets(pays: Mapping[Category, Odds]) -> tuple[Fraction, ...]:
    """What one unit nets by the category of the hand that decides it."""
    return tuple(pays[category].fraction if category in pays else LOST for category in CATEGORIES)


def beaten_hand_wager(house: Rulebook) -> str:
    """The bonus wager of a house that the beaten hand decides and a fold loses; empty if none."""
    names = (
        wager.name
        for wager in bonus_wagers(house)
        if wager.depends_on(house) == DependsOn.BEATEN_HAND and not wager.survives_fold(house)
    )
    return next(names, "")


def beaten_hand_bet(house: Rulebook, wager: str, stake: Fraction = Fraction(1)) -> BeatenHandBet:
    """Such a wager of `stake` antes."""
    return BeatenHandBet(stake, hand_nets(house.pays.by_category(wager)))
