"""The rules that the solver needs: the Blind's odds, the Play multiples, qualification, caps."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from uth.core.hands import CATEGORIES, Category
from uth.core.refusal import Refusal

BLIND_CATEGORIES = tuple(
    category for category in reversed(CATEGORIES) if category.at_least(Category.STRAIGHT)
)
"""The hands that a Blind pay table has odds for, best first."""

MOST_PLAY = 100
"""The largest Play multiple that a rulebook can have."""

LARGEST_SCALED = 1 << 31
"""The largest scale × antes at stake for which sums over all boards fit into 64 bits."""


def extremes(multiples: frozenset[int]) -> set[int]:
    """The largest and the smallest multiple of a street.

    A bet's value is linear in its size, so no other multiple can be better than both.
    """
    return {max(multiples), min(multiples)}


@dataclass(frozen=True)
class BeatenHandBet:
    """A wager of `stake` antes that nets by the beaten hand: a fold loses it, so it changes play.

    `nets` is by category, per unit.
    """

    stake: Fraction
    nets: tuple[Fraction, ...]


BASE_WAGERS = frozenset({"ante", "play", "blind"})


@dataclass(frozen=True)
class GameRules:
    """The base game. Blind odds of 0 push. `play` has the Play multiples before the flop.

    `ante_pushes`: the Ante pushes whatever the dealer has, and only a fold loses it. `cap` is the
    most that the wagers in `capped` can win together, in antes. Before the flop and on it there may
    be no bet at all: a ceiling on single wagers can rule out every multiple.
    """

    blind: tuple[Fraction, ...] = tuple(map(Fraction, ("500", "50", "10", "3", "3/2", "1")))
    play: frozenset[int] = frozenset({3, 4})
    qualify: bool = True
    cap: Fraction | None = None
    flop: frozenset[int] = frozenset({2})
    river: frozenset[int] = frozenset({1})
    capped: frozenset[str] = BASE_WAGERS
    ante_pushes: bool = False

    def __post_init__(self) -> None:
        if len(self.blind) != len(BLIND_CATEGORIES):
            raise Refusal("solve/blind_count", count=len(self.blind), where="blind")
        for odds in self.blind:
            if odds < 0:
                raise Refusal("solve/blind_negative", odds=str(odds), where="blind")
        if self.cap is not None and self.cap < 0:
            raise Refusal("solve/cap", where="cap")
        for street in ("play", "flop", "river"):
            multiples: frozenset[int] = getattr(self, street)
            if not all(1 <= multiple <= MOST_PLAY for multiple in multiples):
                raise Refusal("solve/play", most=MOST_PLAY, where=street)
        if not self.river:
            raise Refusal("solve/play", most=MOST_PLAY, where="river")
        if self.scale * (max(self.blind) + self.stake_margin) > LARGEST_SCALED:
            raise Refusal("solve/blind_too_fine", where="blind")

    @property
    def scale(self) -> int:
        """The least common denominator of all odds."""
        cap = self.cap.denominator if self.cap is not None else 1
        return lcm(cap, *(odds.denominator for odds in self.blind))

    @property
    def multiples(self) -> frozenset[int]:
        """The Play multiples of all streets."""
        return self.play | self.flop | self.river

    @property
    def stake_margin(self) -> int:
        """A bound on the antes at stake besides what the Blind wins."""
        return max(8, max(self.multiples) + 4)

    @property
    def linear(self) -> bool:
        """Whether one formula values every hand: no cap is ever reached, the Ante can be paid."""
        return not self.ante_pushes and self.below_cap

    @property
    def below_cap(self) -> bool:
        """Whether no cap is ever reached."""
        return self.cap is None or self.most_counted <= self.cap

    def pushes_ante(self, theirs: Category) -> bool:
        """Whether a dealer's hand makes the Ante push."""
        return self.ante_pushes or (self.qualify and theirs is Category.HIGH_CARD)

    @property
    def most_counted(self) -> Fraction:
        """The most that the wagers under the cap would win without it, in antes."""
        return self.counted(max(self.blind), max(self.multiples), ante=True)

    def best_bets(self, multiples: frozenset[int]) -> tuple[int, ...]:
        """The multiples of a street that can be best, largest first."""
        chosen = extremes(multiples) if self.linear and multiples else multiples
        return tuple(sorted(chosen, reverse=True))

    def winnings(self, category: Category, multiple: int, *, ante: bool) -> Fraction:
        """What a winning hand is paid; `ante`: whether the Ante is, too, or pushes."""
        return sum(self.paid(category, multiple, ante=ante).values(), Fraction(0))

    def paid(self, category: Category, multiple: int, *, ante: bool) -> dict[str, Fraction]:
        """What Ante, Play and Blind are paid; a cap is used up in that order (Q-18)."""
        won = {
            "ante": Fraction(ante),
            "play": Fraction(multiple),
            "blind": self.blind_pays(category),
        }
        left = self.cap
        for name in won:
            if left is not None and name in self.capped:
                won[name] = min(won[name], left)
                left -= won[name]
        return won

    def counted(self, blind: Fraction, multiple: int, *, ante: bool) -> Fraction:
        """The winnings that count towards the cap."""
        won = {"ante": Fraction(ante), "play": Fraction(multiple), "blind": blind}
        return sum((won[name] for name in self.capped), Fraction(0))

    def blind_pays(self, category: Category) -> Fraction:
        """What a winning Blind pays for a hand; below a straight it pushes (CA-7.3)."""
        if category in BLIND_CATEGORIES:
            return self.blind[BLIND_CATEGORIES.index(category)]
        return Fraction(0)


STANDARD = GameRules()
"""The rules of all five houses: UTH-01 to UTH-04 have the same Blind pay table."""
