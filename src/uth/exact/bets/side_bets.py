"""The return tables of bonus wagers by what decides them: a hand, the beaten hand, a holding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from uth.core.cards import DECK
from uth.core.hands import CATEGORIES, Category
from uth.core.texts import text
from uth.exact.bets.return_table import ReturnLine, ReturnTable, hand_label
from uth.exact.solver.outcomes import DEALS, LOST, Action, Outcome, beaten
from uth.rulebook.entries.pay_lines import PairLine

SEVEN_CARD_DEALS = 133_784_560
DEALER_HOLDINGS = 1225
"""Dealer holdings for a given player's holding, before the board."""


def hand_returns(nets: Sequence[Fraction], hands: Mapping[Category, int]) -> ReturnTable:
    """A wager by the player's seven cards, folded or not (CA-7.9)."""
    return _by_category(nets, hands, sum(hands.values()))


def hand_counts(outcomes: Iterable[Outcome]) -> Mapping[Category, int]:
    """Seven-card hands by category, from the outcomes of a solution."""
    counts: Counter[Category] = Counter()
    for outcome in outcomes:
        counts[outcome.mine] += outcome.count
    times = counts.total() // SEVEN_CARD_DEALS
    return {category: count // times for category, count in counts.items()}


def played_hand_returns(nets: Sequence[Fraction], outcomes: Iterable[Outcome]) -> ReturnTable:
    """The same where a fold loses it, under the strategy that `outcomes` were counted for."""
    counts: Counter[Category] = Counter()
    for outcome in outcomes:
        if outcome.action is not Action.FOLD:
            counts[outcome.mine] += outcome.count
    return _by_category(nets, counts, DEALS)


def _by_category(
    nets: Sequence[Fraction],
    hands: Mapping[Category, int],
    deals: int,
    label: str = "return.hand",
) -> ReturnTable:
    lines = (
        ReturnLine(hand_label(category, label), nets[category.value], hands[category])
        for category in reversed(CATEGORIES)
        if nets[category.value] > 0
    )
    return with_losing_line(lines, deals)


def with_losing_line(lines: Iterable[ReturnLine], deals: int) -> ReturnTable:
    """A return table with these lines and one for all other deals, which lose."""
    listed = tuple(lines)
    rest = deals - sum(pay_line.count for pay_line in listed)
    return ReturnTable((*listed, ReturnLine(text("return.others"), LOST, rest)))


def beaten_hand_returns(
    nets: Sequence[Fraction], outcomes: Iterable[Outcome], *, fold_loses: bool = True
) -> ReturnTable:
    """A wager by the beaten hand under the strategy that `outcomes` were counted for (Q-4)."""
    counts: Counter[Category] = Counter()
    deals = 0
    for outcome in outcomes:
        deals += outcome.count
        hand = beaten(outcome)
        if hand and not (fold_loses and outcome.action is Action.FOLD):
            counts[hand] += outcome.count
    return _by_category(nets, counts, deals, "return.beaten")


def holding_returns(table: tuple[PairLine, ...]) -> ReturnTable:
    """A wager by the player's two cards, on some lines also the dealer's (LW-10)."""
    counts = [0] * len(table)
    for holding in combinations(DECK, 2):
        left = DEALER_HOLDINGS
        for at, pay_line in enumerate(table):
            if not any(pattern.fits(holding) for pattern in pay_line.hands):
                continue
            if pay_line.dealer is None:
                counts[at] += left
                break
            rest = [card for card in DECK if card not in holding]
            both = sum(pay_line.fits(holding, dealer) for dealer in combinations(rest, 2))
            counts[at] += both
            left -= both
    lines = (
        ReturnLine(_pair_label(pay_line), pay_line.pays.fraction, count)
        for pay_line, count in zip(table, counts, strict=True)
    )
    return with_losing_line(lines, 1326 * DEALER_HOLDINGS)


def _pair_label(pay_line: PairLine) -> str:
    hands = ", ".join(pattern.text for pattern in pay_line.hands)
    if pay_line.dealer is None:
        return hands
    dealer = [pattern.text for pattern in pay_line.dealer]
    return text("return.against", hands=hands, dealer=dealer)
