"""A marked card: the player sees on its back where it is, before the first decision."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from uth.exact.exposure.chunk_values import ChunkValue, WorldGroups, WorldSums, chunk_groups
from uth.exact.exposure.exposure_terms import game_terms
from uth.exact.exposure.seen_cards import FULL_DECK, Chunk, PlayDeck, Seen, deals_after, worlds
from uth.exact.kernels.exposure.known_dealers import CHANNELS
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.solve import solve
from uth.exact.solver.starting_hands import starting_hand_name

CHANCES = {"own": 2, "dealer": 2, "flop": 3, "later": 2, "undealt": 43}
"""How many of the 52 cards are where, for one player and the dealer."""


PARTS = len(CHANCES)
ACE = 12


def marked_card_part(
    rules: GameRules, rank: int, number: int, deck: PlayDeck = FULL_DECK
) -> Fraction:
    """The value per Ante where a marked card of this rank is in one place, by its number."""
    match tuple(CHANCES)[number]:
        case "own":
            return _own(rules, rank)
        case "dealer":
            return _known(rules, Seen(dealer=1), ((rank,), (), ()), deck)
        case "flop":
            return _in_flop(rules, rank, deck)
        case "later":
            return _known(rules, Seen(later=1), ((), (rank,), ()), deck)
        case _:
            return _known(rules, Seen(bottom=1), ((), (), (rank,)), deck)


def marked_card(parts: Sequence[Fraction]) -> Fraction:
    """The value per Ante of a game with one marked card, from its values in all places."""
    total = sum(
        (chance * value for chance, value in zip(CHANCES.values(), parts, strict=True)), Fraction(0)
    )
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


def _known(rules: GameRules, seen: Seen, chunk: Chunk, deck: PlayDeck) -> Fraction:
    """The value where the card is among the known ones."""
    total = ChunkValue(0, 0, 0, 0, 0)
    for groups in chunk_groups(chunk, seen, game_terms(rules, seen), deck):
        total += groups.value(deals_after(seen, deck))
    return Fraction(total.value, total.deals * rules.scale)


def _in_flop(rules: GameRules, rank: int, deck: PlayDeck) -> Fraction:
    """The value where it is a card of the flop, which the player knows from the beginning."""
    seen = Seen(flop=1)
    sums = WorldSums(((), (), ()), game_terms(rules, seen), CHANNELS, deck)
    (world,) = worlds(((), (), ()), deck)
    groups = WorldGroups(world, seen, sums)
    for other in range(52):
        if other >> 2 != rank:
            groups.groups[other::52] = 0
    total = groups.value(deals_after(seen, deck))
    return Fraction(total.value, total.deals * rules.scale)
