"""What the environments have in common: actions, observations, and what the actions mean."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from uth.core.cards import DECK, Card
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.library.stakes import stakes_of
from uth.rulebook.model import Rulebook
from uth.table.state import STREETS
from uth.table.wagers import check_wagers, within_ceiling

Observation: TypeAlias = dict[str, Any]
CHECK, ILLEGAL = -1, -2
"""What an action means besides a Play multiple; 0 is a fold."""
UNSEEN = len(DECK)
"""Stands for a card that is not turned yet."""
SEEN = 7
"""Two cards of one's own, and five of the board."""


@dataclass(frozen=True)
class RoundSpaces:
    """The spaces of a house with a seat's wagers: an action for each Play multiple."""

    rules: Rulebook
    wagers: Mapping[str, Cents]

    @property
    def ante(self) -> Cents:
        return self.wagers["ante"]

    @property
    def multiples(self) -> list[int]:
        """The Play multiples of all streets, the smallest first."""
        play = self.rules.play
        return sorted({*play.preflop, *play.flop, *play.river})

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions: `fold`, `check`, and the Play bets."""
        return ("fold", "check", *(f"{multiple}x" for multiple in self.multiples))

    def action_name(self, action: Any) -> str:
        """The name of an action that an agent has chosen by its number."""
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(self.actions):
            last = len(self.actions) - 1
            raise Refusal("gym/actions", count=1, last=last, where="action")
        return self.actions[number]

    def meanings(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The Play multiple of each action by street, or that it is a check or not legal."""
        table = np.full((len(STREETS), len(self.actions)), ILLEGAL, np.int64)
        for number, street in enumerate(STREETS):
            table[number, :2] = (0, ILLEGAL) if street == "river" else (ILLEGAL, CHECK)
            for multiple in getattr(self.rules.play, street):
                if within_ceiling(self.rules, multiple * self.ante):
                    table[number, 2 + self.multiples.index(multiple)] = multiple
        return table

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(len(self.actions))

    def observation_space(self) -> spaces.Dict:
        """Card numbers, own cards first, `UNSEEN` for what is not turned; and the legal actions."""
        return spaces.Dict(
            {
                "observation": spaces.Box(0, UNSEEN, (SEEN,), np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def observation(
        self, own: Iterable[Card], board: Iterable[Card], legal: Iterable[str]
    ) -> Observation:
        """What a seat sees, and what it may do."""
        seen = np.full(SEEN, UNSEEN, np.int8)
        for at, card in enumerate(own):
            seen[at] = card.index
        for at, card in enumerate(board):
            seen[2 + at] = card.index
        return {"observation": seen, "action_mask": self.mask(legal)}

    def mask(self, legal: Iterable[str]) -> np.ndarray[Any, np.dtype[np.int8]]:
        """One for each legal action."""
        mask = np.zeros(len(self.actions), np.int8)
        for action in legal:
            mask[self.actions.index(action)] = 1
        return mask


def round_spaces(rules: Rulebook, wagers: Mapping[str, Cents] | None) -> RoundSpaces:
    """The spaces of a house; by default with an Ante and a Blind of its minimum."""
    limits = rules.limits
    stakes = stakes_of(rules, wagers)
    check_wagers(rules, stakes, limits.minimum, limits.maximum)
    return RoundSpaces(rules, stakes)
