"""The base game and the bonus wagers that the same outcome decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.solver.house_game import beaten_hand_bet, hand_nets
from uth.exact.solver.outcomes import Outcome, base_net, beaten_hand_net, hand_net
from uth.exact.solver.pays import ScaledPays, beaten_hand_pays, hand_pays
from uth.exact.solver.solution import Solution
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, DependsOn

BASE = "base"
LATE = (DependsOn.SEVEN_CARDS, DependsOn.BEATEN_HAND)
"""What is decided with the outcome of the base game."""
EARLY = (DependsOn.TWO_CARDS, DependsOn.FOUR_CARDS, DependsOn.FIVE_CARDS)
"""What hole or flop decide."""


@dataclass(frozen=True)
class LateWager:
    """A wager that the outcome decides: its net per unit, also as pays for the kernels."""

    stake: Cents
    net: Callable[[Outcome], Fraction]
    pays: ScaledPays


def late_wagers(
    house: Rulebook, solution: Solution, ante: Cents, bonuses: Mapping[str, Cents]
) -> dict[str, LateWager]:
    """The base game and the bonus wagers that the same outcome decides."""
    base = partial(base_net, solution.rules)
    late = {BASE: LateWager(ante, base, solution.strategy.decisions.pays)}
    for name, stake in bonuses.items():
        match WAGERS[name].depends_on(house):
            case DependsOn.SEVEN_CARDS:
                nets = hand_nets(house.pays.by_category(name))
                late[name] = LateWager(stake, partial(hand_net, nets), hand_pays(nets))
            case DependsOn.BEATEN_HAND:
                bet = beaten_hand_bet(house, name)
                net = partial(beaten_hand_net, bet.nets)
                late[name] = LateWager(stake, net, beaten_hand_pays(bet))
            case kind if kind not in EARLY:
                raise Refusal("solve/wager", wager=name)
    return late
