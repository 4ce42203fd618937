"""A house's rulebook, as the mathematics reads it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from uth.core.hands import CATEGORIES, Category
from uth.core.refusal import Refusal
from uth.exact.rules import BLIND_CATEGORIES, RAISES, BadBeat, GameRules

if TYPE_CHECKING:
    from uth.rulebook.model import Rulebook


def refuse_other_play(house: Rulebook, raises: frozenset[int]) -> None:
    """No figure is better than the figure of another game."""

    def refuse(entry: str, sentence: str) -> None:
        raise Refusal("solve/play", sentence, entry, house.sources.get(entry, ""))

    if not raises or not raises <= RAISES:
        refuse("play.preflop", "only games with 3x, 4x or both before the flop are worked out")
    if house.play.flop != (2,):
        refuse("play.flop", "only games with 2x and nothing else on the flop are worked out")
    if house.play.river != (1,):
        refuse("play.river", "only games with 1x and nothing else on the river are worked out")


def game_rules(house: Rulebook, play: frozenset[int] | None = None) -> GameRules:
    """The base game of a house, or with other raises before the flop."""
    raises = frozenset(house.play.preflop) if play is None else play
    refuse_other_play(house, raises)
    pays = house.pays.blind
    return GameRules(
        tuple(
            pays[category].fraction if category in pays else Fraction(0)
            for category in BLIND_CATEGORIES
        ),
        raises,
        house.play.qualify == "pair",
    )


def bad_beat(house: Rulebook, stake: Fraction = Fraction(1)) -> BadBeat:
    """The Bad Beat of a house, with `stake` antes on it."""
    return BadBeat(
        stake, tuple((category, odds.fraction) for category, odds in house.pays.bad_beat.items())
    )


def trips_nets(house: Rulebook) -> dict[Category, Fraction]:
    """What a unit on Trips nets with each hand."""
    pays = house.pays.trips
    return {
        category: pays[category].fraction if category in pays else Fraction(-1)
        for category in CATEGORIES
    }
