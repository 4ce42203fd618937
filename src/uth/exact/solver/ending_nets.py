"""What the wagers of a seat net by how a hand ends, as integers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from uth.core.hands import CATEGORIES
from uth.exact.solver.outcomes import Action, Net, Outcome, Result, bet

RESULTS = (Result.LOSS, Result.TIE, Result.WIN)
ENDINGS = len(CATEGORIES) * len(RESULTS)
"""How a hand can end: 3 × the dealer's category + the result."""
FOLDED = 0
"""The Play multiple of a fold."""
NOTHING = Fraction(0)
"""The net of an ending that no deal has."""


@dataclass(frozen=True)
class EndingNets:
    """Nets × scale of a fold and each Play multiple, by the player's category and the ending."""

    scale: int
    by_multiple: dict[int, list[list[int]]]

    @property
    def largest(self) -> int:
        return max(
            abs(value) for rows in self.by_multiple.values() for row in rows for value in row
        )


def _possible(mine: int, theirs: int, result: Result) -> bool:
    """Whether hands of these categories can end so: the higher category wins."""
    if mine == theirs:
        return True
    return result is (Result.WIN if mine > theirs else Result.LOSS)


def ending_nets(multiples: Iterable[int], net: Net) -> EndingNets:
    """What the net of an outcome is in every ending."""

    def value(multiple: int, mine: int, ending: int) -> Fraction:
        theirs, result = divmod(ending, len(RESULTS))
        if not _possible(mine, theirs, RESULTS[result]):
            return NOTHING
        action = bet(multiple) if multiple else Action.FOLD
        return net(Outcome(action, CATEGORIES[mine], CATEGORIES[theirs], RESULTS[result], 1))

    nets = {
        multiple: [
            [value(multiple, mine, ending) for ending in range(ENDINGS)]
            for mine in range(len(CATEGORIES))
        ]
        for multiple in (*multiples, FOLDED)
    }
    scale = lcm(*{value.denominator for table in nets.values() for row in table for value in row})
    return EndingNets(
        scale,
        {
            multiple: [[int(value * scale) for value in row] for row in table]
            for multiple, table in nets.items()
        },
    )
