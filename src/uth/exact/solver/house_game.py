"""The solver's view of a rulebook."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from uth.core.hands import CATEGORIES, Category
from uth.exact.solver.game_rules import BLIND_CATEGORIES, BadBeat, GameRules

if TYPE_CHECKING:
    from uth.rulebook.model import Rulebook


def game_rules(house: Rulebook) -> GameRules:
    """The base game of a house."""
    pays = house.pays.blind
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


def bad_beat(house: Rulebook, stake: Fraction = Fraction(1)) -> BadBeat:
    """A Bad Beat wager of `stake` antes at a house."""
    return BadBeat(
        stake, tuple((category, odds.fraction) for category, odds in house.pays.bad_beat.items())
    )


def trips_nets(house: Rulebook) -> dict[Category, Fraction]:
    """What one unit on Trips nets with each hand."""
    pays = house.pays.trips
    return {
        category: pays[category].fraction if category in pays else Fraction(-1)
        for category in CATEGORIES
    }
