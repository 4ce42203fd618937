"""What one card that is gone changes in the decision before the flop, for every holding.

Added up over the cards of others, it predicts closely what a raise is worth more than a check. The
prediction is a control: its mean is known, so only the exact gain's distance from it is sampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from uth.exact.arrays import Array
from uth.exact.collusion.shared_table import plain_play
from uth.exact.exposure.chunk_values import chunk_groups, hole_images
from uth.exact.exposure.exposure_terms import game_terms
from uth.exact.exposure.seen_cards import Seen, chunks, deals_after
from uth.exact.kernels.exposure.flop_groups import CELLS, CHECKED, HOLES, RAISED
from uth.exact.kernels.flop_decisions import holes
from uth.exact.kernels.numbering import RANKS
from uth.exact.solver.game_rules import GameRules

SEEN = Seen(bottom=1)
"""A card that nobody gets is as gone as one in another's hand."""
CHUNKS = RANKS
"""One for each rank of the card that is gone."""
SUIT = 0
"""The suit of the card for which a chunk is computed; the other suits follow by swapping."""


def effect_chunk(rules: GameRules, rank: int) -> Array:
    """What a raise is worth more than a check without one card of this rank, by holding."""
    (groups,) = chunk_groups(chunks(SEEN)[rank], SEEN, game_terms(rules, SEEN))
    suit = groups.world.bottom[0] & 3
    sums = groups.groups[hole_images(groups.world.orders)[1].min(axis=0)]
    units = np.maximum(sums[:, CELLS], 1).astype(np.float64) * deals_after(SEEN) * rules.scale
    advantages: Array = (sums[:, RAISED] - sums[:, CHECKED]) / units
    row: Array = advantages[_swapped(suit, SUIT)][None]
    return row


def no_effects() -> Array:
    """The effects of no rank."""
    return np.zeros((0, HOLES))


@cache
def _swapped(one: int, other: int) -> Array:
    """Every holding with two suits swapped."""
    order = list(range(4))
    order[one], order[other] = other, one
    images: Array = hole_images((tuple(order),))[1][0]
    return images


def hole_numbers(dealt: Array) -> Array:
    """The holdings of tables whose rows have two cards for each seat."""
    one, two = dealt[:, 0::2].astype(np.int64), dealt[:, 1::2].astype(np.int64)
    high, low = np.maximum(one, two), np.minimum(one, two)
    numbers: Array = high * (high - 1) // 2 + low
    return numbers


@dataclass(frozen=True, eq=False)
class CardEffects:
    """The plain advantage of a raise by holding, and what each card that is gone adds to it."""

    advantages: Array
    effects: Array

    @staticmethod
    def of_ranks(rules: GameRules, rows: Array) -> CardEffects:
        """From the chunks of all ranks."""
        plain = plain_play(rules).advantages[holes()[:, 2]]
        by_card = [rows[card >> 2][_swapped(SUIT, card & 3)] - plain for card in range(4 * RANKS)]
        return CardEffects(plain, np.stack(by_card))

    def predicted(self, dealt: Array) -> Array:
        """The predicted advantage of a raise for every seat of tables that show all hands.

        A mean over the cards that are left changes by what is gone, divided by what is left.
        """
        numbers = hole_numbers(dealt)
        changes = np.zeros(numbers.shape)
        for seat in range(numbers.shape[1]):
            for at in range(dealt.shape[1]):
                if at // 2 != seat:
                    changes[:, seat] += self.effects[dealt[:, at], numbers[:, seat]]
        advantages: Array = self.advantages[numbers] + changes * 49 / (52 - dealt.shape[1])
        return advantages

    def predicted_gains(self, dealt: Array) -> Array:
        """What changing the decision is predicted to gain, for every seat."""
        raised = self.advantages[hole_numbers(dealt)] >= 0
        advantages = self.predicted(dealt)
        gains: Array = np.maximum(np.where(raised, -advantages, advantages), 0)
        return gains
