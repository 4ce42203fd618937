"""What the wagers of a seat net by how a hand ends, as integers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from uth.core.hands import CATEGORIES
from uth.exact.solver.game_rules import BeatenHandBet, GameRules
from uth.exact.solver.outcomes import Action, Outcome, Result, base_net, beaten_hand_net, bet

RESULTS = (Result.LOSS, Result.TIE, Result.WIN)
ENDINGS = len(CATEGORIES) * len(RESULTS)
"""How a hand can end: 3 × the dealer's category + the result."""


@dataclass(frozen=True)
class EndingNets:
    """Nets × scale: of each Play multiple by the player's category and the ending; of a fold."""

    scale: int
    bets: dict[int, list[list[int]]]
    fold: int


def ending_nets(
    rules: GameRules, multiples: Iterable[int], beaten_hand: BeatenHandBet | None = None
) -> EndingNets:
    """The nets of the base game and, if given, of a wager on the beaten hand."""

    def net(action: Action, mine: int, ending: int) -> Fraction:
        theirs, result = divmod(ending, len(RESULTS))
        outcome = Outcome(action, CATEGORIES[mine], CATEGORIES[theirs], RESULTS[result], 1)
        base = base_net(rules, outcome)
        if beaten_hand is None:
            return base
        return base + beaten_hand.stake * beaten_hand_net(beaten_hand.nets, outcome)

    fold = net(Action.FOLD, 0, 0)
    nets = {
        multiple: [
            [net(bet(multiple), mine, ending) for ending in range(ENDINGS)]
            for mine in range(len(CATEGORIES))
        ]
        for multiple in multiples
    }
    every = {value.denominator for table in nets.values() for row in table for value in row}
    scale = lcm(fold.denominator, *every)
    return EndingNets(
        scale,
        {
            multiple: [[int(value * scale) for value in row] for row in table]
            for multiple, table in nets.items()
        },
        int(fold * scale),
    )
