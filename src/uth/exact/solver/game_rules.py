"""What the mathematics needs to know of a house: the Blind's odds, Play, qualification."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from uth.core.hands import Category
from uth.core.refusal import Refusal

BLIND_CATEGORIES = (
    Category.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.STRAIGHT,
)
"""The hands for which a Blind table has odds, as it is printed: best first."""

BAD_BEAT_LOWEST = Category.THREE_OF_A_KIND

MOST_PLAY = 100
"""The largest Play multiple that a rulebook may have."""

LARGEST = 1 << 31
"""Scale × antes at stake: beyond it a sum over all boards could leave 64 bits."""


def extremes(multiples: frozenset[int]) -> set[int]:
    """The largest and the smallest of a street: no other can be the one best bet.

    A bet's value is a straight line in its size.
    """
    return {max(multiples), min(multiples)}


@dataclass(frozen=True)
class BadBeat:
    """A Bad Beat wager of `stake` antes; `odds` for the hand beaten, three of a kind upwards."""

    stake: Fraction
    odds: tuple[tuple[Category, Fraction], ...]


@dataclass(frozen=True)
class GameRules:
    """The base game. A Blind odd of 0 pushes. `play`: the Play multiples before the flop.

    `cap`: the most that Ante, Play and Blind win together, in antes. A hand must win more than
    that with any bet, or with none; else its value is no straight line in the bet.
    """

    blind: tuple[Fraction, ...] = (
        Fraction(500),
        Fraction(50),
        Fraction(10),
        Fraction(3),
        Fraction(3, 2),
        Fraction(1),
    )
    play: frozenset[int] = frozenset({3, 4})
    qualify: bool = True
    cap: Fraction | None = None
    flop: frozenset[int] = frozenset({2})
    river: frozenset[int] = frozenset({1})

    def __post_init__(self) -> None:
        if len(self.blind) != len(BLIND_CATEGORIES):
            raise Refusal(
                "solve/blind_count",
                f"a Blind table has six odds, royal flush down to straight, not {len(self.blind)}",
                "blind",
            )
        for odds in self.blind:
            if odds < 0:
                raise Refusal("solve/blind_negative", f"odds of {odds} are below nothing", "blind")
        for street in ("play", "flop", "river"):
            multiples: frozenset[int] = getattr(self, street)
            if not multiples or not 1 <= min(multiples) <= max(multiples) <= MOST_PLAY:
                raise Refusal(
                    "solve/play",
                    f"a street has Play multiples from 1 to {MOST_PLAY}, at least one",
                    street,
                )
        if self.cap is not None and not self._cap_is_plain(self.cap):
            raise Refusal(
                "solve/cap",
                "the cap lies between a hand's winnings with small and large bets",
                "cap",
            )
        if self.scale * (max(self.blind) + self.room) > LARGEST:
            raise Refusal(
                "solve/blind_too_fine",
                "these odds take more than 64 bits to count; use smaller numbers or denominators",
                "blind",
            )

    @property
    def scale(self) -> int:
        """What makes every odd whole."""
        cap = self.cap.denominator if self.cap is not None else 1
        return lcm(cap, *(odds.denominator for odds in self.blind))

    @property
    def multiples(self) -> frozenset[int]:
        """Every Play multiple, of whatever street."""
        return self.play | self.flop | self.river

    @property
    def room(self) -> int:
        """Antes at stake beside what the Blind wins, and some to spare."""
        return max(8, max(self.multiples) + 4)

    def _cap_is_plain(self, cap: Fraction) -> bool:
        most = max(self.multiples) + 1
        return most <= cap and all(
            odds + most <= cap or odds + self._least >= cap for odds in self.blind
        )

    @property
    def _least(self) -> int:
        """Antes that the least Play wins, with the Ante's where it always counts."""
        return min(self.multiples) + (0 if self.qualify else 1)

    def capped(self, category: Category) -> Fraction | None:
        """What a hand wins in all, where the cap holds it down whatever is bet."""
        if self.cap is None or self.blind_pays(category) + self._least < self.cap:
            return None
        return self.cap

    def blind_pays(self, category: Category) -> Fraction:
        """What a winning Blind gains with a hand; below a straight it pushes (CA-7.3)."""
        if category in BLIND_CATEGORIES:
            return self.blind[BLIND_CATEGORIES.index(category)]
        return Fraction(0)


STANDARD = GameRules()
"""UTH-01 … UTH-04 all have this Blind table."""
