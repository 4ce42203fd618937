"""The exact value of a game for a player who has seen cards, from chunks that are added up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.exposure.chunk_values import ChunkValue, chunk_groups
from uth.exact.exposure.exposure_terms import game_terms
from uth.exact.exposure.seen_cards import FULL_DECK, PlayDeck, Seen, chunks, deals_after
from uth.exact.kernels.exposure.flop_groups import BETS, CELLS, CHECKED, COLUMNS, FOLDED, RAISED
from uth.exact.kernels.flop_decisions import STARTS, holes
from uth.exact.solver.game_rules import STANDARD, GameRules
from uth.exact.solver.outcomes import Action, bet

Sums = tuple[int, ...]
"""Of a chunk: value × scale and deals by action; or the columns of every starting hand."""


@dataclass(frozen=True)
class Exposure:
    """What the game is worth to a player who saw cards, and how often they end with each action."""

    rules: GameRules
    seen: Seen
    total: ChunkValue

    @property
    def ev(self) -> Fraction:
        """The value per Ante, over all deals."""
        return Fraction(self.total.value, self.total.deals * self.rules.scale)

    @property
    def actions(self) -> dict[Action, Fraction]:
        """How often the betting ends with each action."""
        total, rules = self.total, self.rules
        counts = {
            bet(max(rules.play)): total.raised,
            bet(max(rules.flop)): total.bet,
            bet(max(rules.river)): total.called,
            Action.FOLD: total.folded,
        }
        return {action: Fraction(count, total.deals) for action, count in counts.items()}


def empty_sums(seen: Seen) -> Sums:
    """The sums of no chunk."""
    return (0,) * (STARTS * COLUMNS if seen.since == "flop" else 5)


def added(sums: Sums, more: Sums) -> Sums:
    return tuple(one + other for one, other in zip(sums, more, strict=True))


def exposure_chunk(rules: GameRules, seen: Seen, number: int, deck: PlayDeck = FULL_DECK) -> Sums:
    """The sums of one chunk, by its number."""
    terms, after = game_terms(rules, seen), deals_after(seen, deck)
    sums = empty_sums(seen)
    for groups in chunk_groups(chunks(seen, deck)[number], seen, terms, deck):
        if seen.since == "flop":
            by_start = np.zeros((STARTS, COLUMNS), np.int64)
            np.add.at(by_start, holes()[:, 2], groups.groups)
            sums = added(sums, tuple((groups.world.weight * by_start).ravel().tolist()))
        else:
            sums = added(sums, groups.value(after).parts)
    return sums


def finished(rules: GameRules, seen: Seen, sums: Sums, deck: PlayDeck = FULL_DECK) -> Exposure:
    """The exposure that all chunks together make."""
    if seen.since != "flop":
        return Exposure(rules, seen, ChunkValue(*sums))
    after, total = deals_after(seen, deck), ChunkValue(0, 0, 0, 0, 0)
    for at in range(0, len(sums), COLUMNS):
        row = sums[at : at + COLUMNS]
        cells = row[CELLS] * after
        if row[RAISED] >= row[CHECKED]:
            total += ChunkValue(row[RAISED], cells, 0, 0, 0)
        else:
            bets, folds = row[BETS] * after, row[FOLDED]
            total += ChunkValue(row[CHECKED], 0, bets, cells - bets - folds, folds)
    return Exposure(rules, seen, total)


def expose(rules: GameRules = STANDARD, *, seen: Seen, deck: PlayDeck = FULL_DECK) -> Exposure:
    """The whole exposure on one thread."""
    sums = empty_sums(seen)
    for number in range(len(chunks(seen, deck))):
        sums = added(sums, exposure_chunk(rules, seen, number, deck))
    return finished(rules, seen, sums, deck)


def refuse_play(seen: Seen) -> None:
    """Refuse what has no list of the best play before the flop."""
    if seen.flop == 3 or seen.since != "preflop":
        raise Refusal("exposure/play", where="--play-file")


def preflop_play(rules: GameRules, seen: Seen, number: int) -> Iterator[tuple[str, str, str]]:
    """The best play before the flop in one chunk: the hand, the cards seen, the action."""
    refuse_play(seen)
    raised = bet(max(rules.play)).value
    for groups in chunk_groups(chunks(seen)[number], seen, game_terms(rules, seen)):
        for choice in groups.choices():
            shown = (
                ("dealer", choice.dealer),
                ("flop", choice.flop),
                ("later", choice.later),
                ("bottom", choice.bottom),
            )
            yield (
                card_text(choice.hole),
                " ".join(f"{name}={card_text(cards)}" for name, cards in shown if cards),
                raised if choice.raised else Action.CHECK.value,
            )


def card_text(cards: tuple[int, ...]) -> str:
    """Cards by index as text, the highest first."""
    return "".join(DECK[card].text for card in sorted(cards, reverse=True))
