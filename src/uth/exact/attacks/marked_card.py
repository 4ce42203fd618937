"""A marked card: the player sees on its back where it is, before the first decision."""

from __future__ import annotations

from fractions import Fraction

from uth.exact.exposure.chunk_values import ChunkValue, WorldGroups, WorldSums, chunk_groups
from uth.exact.exposure.exposure_terms import game_terms
from uth.exact.exposure.seen_cards import FULL_DECK, Chunk, Seen, deals_after, worlds
from uth.exact.kernels.exposure.known_dealers import CHANNELS
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.solve import solve
from uth.exact.solver.starting_hands import starting_hand_name

CHANCES = {"own": 2, "dealer": 2, "flop": 3, "later": 2, "undealt": 43}
"""How many of the 52 cards are where, for one player and the dealer."""


def marked_card_values(rules: GameRules, rank: int = 12) -> dict[str, Fraction]:
    """The value per Ante where a marked card of this rank is; 12 is an ace."""
    return {
        "own": _own(rules, rank),
        "dealer": _known(rules, Seen(dealer=1), ((rank,), (), ())),
        "flop": _in_flop(rules, rank),
        "later": _known(rules, Seen(later=1), ((), (rank,), ())),
        "undealt": _known(rules, Seen(bottom=1), ((), (), (rank,))),
    }


def marked_card(rules: GameRules, rank: int = 12) -> Fraction:
    """The value per Ante of a game with one marked card."""
    values = marked_card_values(rules, rank)
    total = sum((CHANCES[part] * value for part, value in values.items()), Fraction(0))
    return total / sum(CHANCES.values())


def _own(rules: GameRules, rank: int) -> Fraction:
    """The plain game for a hand with the card: one of the 51 others comes with it."""
    values = {hand.name: hand.value for hand in solve(rules, endings=False).hands}
    total = 3 * values[starting_hand_name(rank * 14)]
    for other in range(13):
        if other != rank:
            high, low = max(rank, other), min(rank, other)
            total += values[starting_hand_name(high * 13 + low)]
            total += 3 * values[starting_hand_name(low * 13 + high)]
    return total / 51


def _known(rules: GameRules, seen: Seen, chunk: Chunk) -> Fraction:
    """The value where the card is among the known ones."""
    total = ChunkValue(0, 0, 0, 0, 0)
    for groups in chunk_groups(chunk, seen, game_terms(rules, seen)):
        total += groups.value(deals_after(seen))
    return Fraction(total.value, total.deals * rules.scale)


def _in_flop(rules: GameRules, rank: int) -> Fraction:
    """The value where it is a card of the flop, which the player knows from the beginning."""
    seen = Seen(flop=1)
    sums = WorldSums(((), (), ()), game_terms(rules, seen), CHANNELS, FULL_DECK)
    (world,) = worlds(((), (), ()))
    groups = WorldGroups(world, seen, sums)
    for other in range(52):
        if other >> 2 != rank:
            groups.groups[other::52] = 0
    total = groups.value(deals_after(seen))
    return Fraction(total.value, total.deals * rules.scale)
