"""Outcomes of rounds, counted over every deal: the player's action, both hands, who won."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import sqrt

from uth.core.hands import CATEGORIES, Category
from uth.exact.solver.game_rules import BeatenHandBet, GameRules

DEALS = 1326 * 19600 * 1081 * 990
"""Ordered deals: hole, flop, turn and river, dealer."""
BET_PATTERN = re.compile(r"[1-9][0-9]{0,2}x")


class Action(Enum):
    """What a player does. Members for other multiples (`5x`) are created when first used."""

    FOUR = "4x"
    THREE = "3x"
    TWO = "2x"
    ONE = "1x"
    CHECK = "check"
    FOLD = "fold"

    @property
    def multiple(self) -> int:
        """The antes on Play."""
        return int(self.value[:-1]) if self.value.endswith("x") else 0

    @classmethod
    def _missing_(cls, value: object) -> Action | None:
        """The member for a multiple that only some houses have, created once."""
        if not isinstance(value, str) or not BET_PATTERN.fullmatch(value):
            return None
        new = object.__new__(cls)
        new._name_ = new._value_ = value
        member = cls._value2member_map_.setdefault(value, new)
        assert isinstance(member, Action)
        return member


def bet(multiple: int) -> Action:
    """The Play bet of `multiple` antes."""
    return Action(f"{multiple}x")


def bets(multiples: Iterable[int]) -> tuple[Action, ...]:
    """The Play bets of a street, largest first."""
    return tuple(bet(multiple) for multiple in sorted(multiples, reverse=True))


def best_of(values: Mapping[Action, Fraction]) -> Action:
    """The most valuable action; if values are equal, the larger bet (Q-17)."""
    return max(values, key=lambda action: (values[action], action.multiple))


class Result(Enum):
    WIN = "win"
    TIE = "tie"
    LOSS = "loss"


@dataclass(frozen=True)
class Outcome:
    """How `count` deals end. After a fold, `result` is what the showdown would have been."""

    action: Action
    mine: Category
    theirs: Category
    result: Result
    count: int


Net = Callable[[Outcome], Fraction]
"""What a wager, or several together, net by the outcome."""


def base_net(rules: GameRules, outcome: Outcome) -> Fraction:
    """What Ante, Play and Blind net together, in antes."""
    if outcome.action is Action.FOLD:
        return Fraction(-2)
    multiple = outcome.action.multiple
    ante = not rules.pushes_ante(outcome.theirs)
    match outcome.result:
        case Result.WIN:
            return rules.winnings(outcome.mine, multiple, ante=ante)
        case Result.LOSS:
            return Fraction(-multiple - ante - 1)
        case _:
            return Fraction(0)


def outcomes_from(
    actions: Iterable[Action], tally: Iterable[Iterable[Iterable[int]]]
) -> list[Outcome]:
    """The outcomes in a tally [action][player's category][dealers by category, wins, ties]."""
    outcomes = []
    for action, by_mine in zip(actions, tally, strict=True):
        for mine, row in zip(CATEGORIES, by_mine, strict=True):
            *dealers, won, tied = (int(count) for count in row)
            for theirs, count in zip(CATEGORIES, dealers, strict=True):
                if theirs is mine:
                    split = {
                        Result.WIN: won,
                        Result.TIE: tied,
                        Result.LOSS: count - won - tied,
                    }
                else:
                    lower = theirs.value < mine.value
                    split = {Result.WIN if lower else Result.LOSS: count}
                outcomes += [
                    Outcome(action, mine, theirs, result, many)
                    for result, many in split.items()
                    if many
                ]
    return outcomes


def distribution(
    outcomes: Iterable[Outcome], net: Callable[[Outcome], Fraction]
) -> dict[Fraction, int]:
    """The number of deals by net, the worst first."""
    counts: defaultdict[Fraction, int] = defaultdict(int)
    for outcome in outcomes:
        counts[net(outcome)] += outcome.count
    return dict(sorted(counts.items()))


@dataclass(frozen=True)
class Moments:
    """The exact mean, variance and third central moment of a distribution."""

    mean: Fraction
    variance: Fraction
    third: Fraction

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        return float(self.third) / sqrt(self.variance) ** 3 if self.variance else 0.0


def moments(counts: dict[Fraction, int]) -> Moments:
    deals = sum(counts.values())
    first, second, third = (
        sum((net**power * count for net, count in counts.items()), Fraction(0)) / deals
        for power in (1, 2, 3)
    )
    return Moments(first, second - first**2, third - 3 * first * second + 2 * first**3)


LOST = Fraction(-1)


def beaten(outcome: Outcome) -> Category | None:
    """The category of the losing hand; None on a tie."""
    if outcome.result is Result.TIE:
        return None
    return outcome.theirs if outcome.result is Result.WIN else outcome.mine


def hand_net(nets: Sequence[Fraction], outcome: Outcome, *, fold_loses: bool = False) -> Fraction:
    """What one unit nets by the player's own hand, folded or not (Q-4)."""
    return LOST if fold_loses and outcome.action is Action.FOLD else nets[outcome.mine.value]


def beaten_hand_net(
    nets: Sequence[Fraction], outcome: Outcome, *, fold_loses: bool = True
) -> Fraction:
    """What one unit nets by the beaten hand, whoever holds it (Q-20); a fold loses it (Q-4)."""
    hand = None if fold_loses and outcome.action is Action.FOLD else beaten(outcome)
    return LOST if hand is None else nets[hand.value]


def game_net(rules: GameRules, beaten_hand: BeatenHandBet | None = None) -> Net:
    """The net of the base game and, if given, of a wager on the beaten hand."""

    def net(outcome: Outcome) -> Fraction:
        base = base_net(rules, outcome)
        if beaten_hand is None:
            return base
        return base + beaten_hand.stake * beaten_hand_net(beaten_hand.nets, outcome)

    return net
