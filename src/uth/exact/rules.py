"""What the mathematics needs to know of a house: the Blind's odds, the raises, qualification."""

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

RAISES = frozenset({3, 4})

LARGEST = 1 << 31
"""Scale × antes at stake: beyond it a sum over all boards could leave 64 bits."""


@dataclass(frozen=True)
class BadBeat:
    """A Bad Beat wager of `stake` antes; `odds` for the hand beaten, three of a kind upwards."""

    stake: Fraction
    odds: tuple[tuple[Category, Fraction], ...]


@dataclass(frozen=True)
class GameRules:
    """The base game. A Blind odd of 0 pushes.

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
    play: frozenset[int] = RAISES
    qualify: bool = True
    cap: Fraction | None = None

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
        if not self.play or not self.play <= RAISES:
            raise Refusal(
                "solve/play", "a house offers 3x, 4x or both before the flop, nothing else", "play"
            )
        if self.cap is not None and not self._cap_is_plain(self.cap):
            raise Refusal(
                "solve/cap",
                "the cap lies between a hand's winnings with small and large bets",
                "cap",
            )
        if self.scale * (max(self.blind) + 8) > LARGEST:
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

    def _cap_is_plain(self, cap: Fraction) -> bool:
        most = self.raise_by + 1
        return most <= cap and all(
            odds + most <= cap or odds + self._least >= cap for odds in self.blind
        )

    @property
    def _least(self) -> int:
        """Antes that the least Play wins, with the Ante's where it always counts."""
        return 1 if self.qualify else 2

    def capped(self, category: Category) -> Fraction | None:
        """What a hand wins in all, where the cap holds it down whatever is bet."""
        if self.cap is None or self.blind_pays(category) + self._least < self.cap:
            return None
        return self.cap

    @property
    def raise_by(self) -> int:
        """The raise to make, if any.

        A bet's value is a straight line in its size, and checking is worth at least the 1x end
        of that line. So where 3x beats checking, 4x beats 3x: the largest raise is never worse.
        """
        return max(self.play)

    def blind_pays(self, category: Category) -> Fraction:
        """What a winning Blind gains with a hand; below a straight it pushes (CA-7.3)."""
        if category in BLIND_CATEGORIES:
            return self.blind[BLIND_CATEGORIES.index(category)]
        return Fraction(0)


STANDARD = GameRules()
"""UTH-01 … UTH-04 all have this Blind table."""
