"""A spot that a player decides in, and the value of each action there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from uth.core.cards import Card, refuse_twice_among
from uth.core.refusal import Refusal
from uth.exact.solver.outcomes import Action, best_of

MOST_DEAD = 43
"""All cards but the player's two, the dealer's two and the board's five."""


@dataclass(frozen=True)
class Spot:
    """What a player knows when they decide: hole cards, board, dead cards, known dealer cards.

    Dead and known cards stay known at every later decision.
    """

    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hole) != 2:
            raise Refusal("advise/hole", count=len(self.hole), where="cards")
        if len(self.board) not in (0, 3, 5):
            raise Refusal("advise/board", count=len(self.board), where="board")
        if len(self.dealer) > 2:
            raise Refusal("advise/dealer", count=len(self.dealer), where="dealer")
        if len(self.dead) > MOST_DEAD:
            raise Refusal("advise/dead", most=MOST_DEAD, count=len(self.dead), where="dead")
        known = {"cards": self.hole, "board": self.board, "dead": self.dead}
        refuse_twice_among({**known, "dealer": self.dealer})

    @property
    def seen(self) -> tuple[Card, ...]:
        return (*self.hole, *self.board, *self.dead, *self.dealer)


@dataclass(frozen=True)
class Advice:
    """The value of each action in antes: Ante, Blind and Play, and bonus wagers where counted."""

    values: dict[Action, Fraction]

    def __repr__(self) -> str:
        values = ", ".join(f"{action.value}: {float(v):.4f}" for action, v in self.values.items())
        return f"Advice({values})"

    @property
    def best(self) -> Action:
        return best_of(self.values)

    @property
    def costs(self) -> dict[Action, Fraction]:
        """How much less than the best action each action is worth."""
        return {action: self.values[self.best] - value for action, value in self.values.items()}
