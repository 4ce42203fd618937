"""The bonus wagers that pay odds: Trips, Bad Beat and Ultimate Pairs, exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from uth.core.cards import DECK
from uth.core.hands import CATEGORIES, Category
from uth.exact.bets.lottery import Lottery, LotteryLine
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.outcomes import LOST, Action, Outcome, beaten

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from uth.core.cards import Card
    from uth.exact.solver.game_rules import BadBeat
    from uth.rulebook.model import PairLine

SEVENS = 133_784_560
DEALER_HOLDINGS = 1225
"""What the dealer may hold, before a board, beside a player's two cards."""


@cache
def seven_card_hands() -> Mapping[Category, int]:
    """All 133,784,560, by category; counted once a process."""
    return evaluator().count_all()


def trips(
    nets: Mapping[Category, Fraction], hands: Mapping[Category, int] | None = None
) -> Lottery:
    """Three of a kind or better in seven cards wins, whatever else happens (CA-7.9)."""
    hands = hands or seven_card_hands()
    lines = [
        LotteryLine(category.words, nets[category], hands[category])
        for category in reversed(CATEGORIES)
        if nets[category] > 0
    ]
    return with_rest(lines, sum(hands.values()))


def hands_of(outcomes: Iterable[Outcome]) -> Mapping[Category, int]:
    """The same count from a solution: each seven cards are dealt equally often."""
    counts: Counter[Category] = Counter()
    for outcome in outcomes:
        counts[outcome.mine] += outcome.count
    times = counts.total() // SEVENS
    return {category: count // times for category, count in counts.items()}


def with_rest(lines: Iterable[LotteryLine], deals: int, label: str = "all other hands") -> Lottery:
    """The lines of a pay table, and everything else, which loses."""
    listed = tuple(lines)
    rest = deals - sum(line.count for line in listed)
    return Lottery((*listed, LotteryLine(label, LOST, rest)))


def bad_beat(wager: BadBeat, outcomes: Iterable[Outcome], *, fold_loses: bool = True) -> Lottery:
    """Bad Beat under the play that `outcomes` were counted for (Q-4: a fold loses it)."""
    odds = dict(wager.odds)
    counts: Counter[Category] = Counter()
    deals = 0
    for outcome in outcomes:
        deals += outcome.count
        hand = beaten(outcome)
        if hand in odds and not (fold_loses and outcome.action is Action.FOLD):
            counts[hand] += outcome.count
    lines = (
        LotteryLine(f"{category.words} beaten", odds[category], counts[category])
        for category in reversed(CATEGORIES)
        if category in odds
    )
    return with_rest(lines, deals)


def ultimate_pairs(table: tuple[PairLine, ...]) -> Lottery:
    """On the player's two cards; on a line that names the dealer's, those too (LW-10)."""
    counts = [0] * len(table)
    for holding in combinations(DECK, 2):
        left = DEALER_HOLDINGS
        for at, line in enumerate(table):
            if not any(pattern.fits(holding) for pattern in line.hands):
                continue
            if line.dealer is None:
                counts[at] += left
                break
            both = _dealers(line, holding)
            counts[at] += both
            left -= both
    lines = (
        LotteryLine(_pair_label(line), line.pays.fraction, count)
        for line, count in zip(table, counts, strict=True)
    )
    return with_rest(lines, 1326 * DEALER_HOLDINGS)


def _dealers(line: PairLine, holding: tuple[Card, ...]) -> int:
    """Dealer holdings that a line asks for, beside a player's."""
    rest = [card for card in DECK if card not in holding]
    return sum(line.fits(holding, dealer) for dealer in combinations(rest, 2))


def _pair_label(line: PairLine) -> str:
    hands = ", ".join(pattern.text for pattern in line.hands)
    if line.dealer is None:
        return hands
    return f"{hands} against {', '.join(pattern.text for pattern in line.dealer)}"
