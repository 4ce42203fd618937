"""Envy: prizes for the royal and straight flushes of other players."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from uth.core.cards import Card
from uth.core.hands import Category
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.bets.jackpots.five_cards import FIVE_CARD_DEALS, completing_holdings, five_card_hands
from uth.rulebook.model import ProgressiveRules


@dataclass(frozen=True)
class EnvyFigures:
    """Envy in cents per round; every Progressive wager takes part without a further stake."""

    mean: Fraction
    hit_rate: Fraction
    variance: Fraction


def envy_mean(rules: ProgressiveRules, others: int) -> Fraction:
    """The mean of Envy in cents per round, for prizes on any hands."""
    hands = five_card_hands()
    prizes = sum(prize * hands[category] for category, prize in rules.envy.items())
    return Fraction(others * prizes, FIVE_CARD_DEALS)


def envied(prizes: dict[Category, Cents]) -> tuple[tuple[frozenset[Card], Category], ...]:
    """The hands that Envy pays for; refused unless they are royal and straight flushes."""
    made = completing_holdings()
    if not prizes.keys() <= {category for _, category in made}:
        raise Refusal("solve/envy", where="progressive.envy")
    return made


def envy(rules: ProgressiveRules, others: int) -> EnvyFigures:
    """Envy for the royal and straight flushes of `others` players (Q-24).

    At most two players can complete one flop. A given holding is in one of n hands with
    probability n / C(49, 2); two disjoint holdings are with n (n − 1) / (C(49, 2) C(47, 2)).
    """
    prizes = rules.envy
    made = envied(prizes)
    single = Fraction(others, comb(49, 2) * comb(52, 3))
    both = Fraction(others * (others - 1), comb(49, 2) * comb(47, 2) * comb(52, 3))
    suits = 4
    square = hit = Fraction(0)
    mean = envy_mean(rules, others)
    for _, category in made:
        prize = prizes.get(category, 0)
        ways = suits * comb(5, 3) * single
        square += ways * prize**2
        hit += ways if prize else 0
    for (one, first), (other, second) in combinations(made, 2):
        flops = suits * int(len(one & other) == 3)
        pair = flops * both * prizes.get(first, 0) * prizes.get(second, 0)
        square += 2 * pair
        if pair:
            hit -= flops * both
    return EnvyFigures(mean, hit, square - mean**2)
