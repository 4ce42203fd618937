"""The return tables of Trips, Bad Beat and Ultimate Pairs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from uth.core.cards import DECK
from uth.core.hands import CATEGORIES, Category
from uth.exact.bets.return_table import ReturnLine, ReturnTable
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.outcomes import LOST, Action, Outcome, beaten

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from uth.core.cards import Card
    from uth.exact.solver.game_rules import BadBeat
    from uth.rulebook.model import PairLine

SEVEN_CARD_DEALS = 133_784_560
DEALER_HOLDINGS = 1225
"""Dealer holdings for a given player's holding, before the board."""


@cache
def seven_card_hands() -> Mapping[Category, int]:
    """All 133,784,560 seven-card hands by category, counted once per process."""
    return evaluator().count_all()


def trips_returns(
    nets: Mapping[Category, Fraction], hands: Mapping[Category, int] | None = None
) -> ReturnTable:
    """Trips wins with three of a kind or better in seven cards, folded or not (CA-7.9)."""
    hands = hands or seven_card_hands()
    lines = [
        ReturnLine(category.words, nets[category], hands[category])
        for category in reversed(CATEGORIES)
        if nets[category] > 0
    ]
    return with_losing_line(lines, sum(hands.values()))


def hand_counts(outcomes: Iterable[Outcome]) -> Mapping[Category, int]:
    """Seven-card hands by category, from the outcomes of a solution."""
    counts: Counter[Category] = Counter()
    for outcome in outcomes:
        counts[outcome.mine] += outcome.count
    times = counts.total() // SEVEN_CARD_DEALS
    return {category: count // times for category, count in counts.items()}


def with_losing_line(
    lines: Iterable[ReturnLine], deals: int, label: str = "all other hands"
) -> ReturnTable:
    """A return table with these lines and one for all other deals, which lose."""
    listed = tuple(lines)
    rest = deals - sum(pay_line.count for pay_line in listed)
    return ReturnTable((*listed, ReturnLine(label, LOST, rest)))


def bad_beat_returns(
    wager: BadBeat, outcomes: Iterable[Outcome], *, fold_loses: bool = True
) -> ReturnTable:
    """Bad Beat under the strategy that `outcomes` were counted for; a fold loses it (Q-4)."""
    odds = dict(wager.odds)
    counts: Counter[Category] = Counter()
    deals = 0
    for outcome in outcomes:
        deals += outcome.count
        hand = beaten(outcome)
        if hand in odds and not (fold_loses and outcome.action is Action.FOLD):
            counts[hand] += outcome.count
    lines = (
        ReturnLine(f"{category.words} beaten", odds[category], counts[category])
        for category in reversed(CATEGORIES)
        if category in odds
    )
    return with_losing_line(lines, deals)


def ultimate_pairs_returns(table: tuple[PairLine, ...]) -> ReturnTable:
    """Ultimate Pairs pays on the player's two cards, on some lines also the dealer's (LW-10)."""
    counts = [0] * len(table)
    for holding in combinations(DECK, 2):
        left = DEALER_HOLDINGS
        for at, pay_line in enumerate(table):
            if not any(pattern.fits(holding) for pattern in pay_line.hands):
                continue
            if pay_line.dealer is None:
                counts[at] += left
                break
            both = _dealers(pay_line, holding)
            counts[at] += both
            left -= both
    lines = (
        ReturnLine(_pair_label(pay_line), pay_line.pays.fraction, count)
        for pay_line, count in zip(table, counts, strict=True)
    )
    return with_losing_line(lines, 1326 * DEALER_HOLDINGS)


def _dealers(pay_line: PairLine, holding: tuple[Card, ...]) -> int:
    """How many dealer holdings a line requires, for a given player's holding."""
    rest = [card for card in DECK if card not in holding]
    return sum(pay_line.fits(holding, dealer) for dealer in combinations(rest, 2))


def _pair_label(pay_line: PairLine) -> str:
    hands = ", ".join(pattern.text for pattern in pay_line.hands)
    if pay_line.dealer is None:
        return hands
    return f"{hands} against {', '.join(pattern.text for pattern in pay_line.dealer)}"
