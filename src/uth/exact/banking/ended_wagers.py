"""How the wagers of one seat end, in the order in which the table settles them.

Except for holding bonuses, an end depends on the Play multiple, both categories and the result
alone. What is owed comes from the table's own wagers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from uth.core.hands import CATEGORIES, Category, Hand
from uth.core.money import Cents, Odds
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import DealtSpot, collected_at_fold, stakes
from uth.table.settling.showdown import ComparedHand, Showdown, TurnedDeal
from uth.table.wagers import WAGERS, Owed, WagerKind, within_ceiling

if TYPE_CHECKING:
    from uth.table.settling.showdown import Result

Wagers = Mapping[str, Cents]
Line = Mapping[str, Odds | None]
"""What each holding bonus pays, or None if it loses."""
RESULTS: tuple[Result, ...] = ("win", "tie", "lose")


class Ending(NamedTuple):
    """How a seat's round ends: its Play multiple (0: a fold), both categories and the result."""

    multiple: int
    mine: int
    theirs: int
    result: Result


class EndedWager(NamedTuple):
    """One wager of a seat and what is owed on it."""

    wager: WagerKind
    stake: Cents
    owed: Owed
    at_fold: bool
    """Whether it is collected at the fold, before all others (Q-18)."""


def ended_wagers(
    house: Rulebook, wagers: Wagers, ending: Ending, pay_line: Line
) -> list[EndedWager]:
    """The ends of all wagers of a seat; those collected at the fold come first."""
    hand, dealer = Hand(ending.mine << 20), Hand(ending.theirs << 20)
    qualifies = house.play.qualify == "none" or dealer.category.at_least(Category.PAIR)
    showdown = Showdown(
        TurnedDeal((), (), dealer, qualifies),
        ComparedHand(hand, hand, ending.result),
        (),
        folded=not ending.multiple,
    )
    spot = DealtSpot(1, (), ending.multiple, wagers)
    staked = stakes(spot, wagers)
    ended = []
    for name in house.settlement.order:
        wager = WAGERS[name]
        stake = wager.stake(staked)
        if stake is not None:
            owed = _owed(house, wager, stake, showdown, pay_line)
            at_fold = owed.outcome == "lose" and collected_at_fold(house, spot, wager)
            ended.append(EndedWager(wager, stake, owed, at_fold))
    return sorted(ended, key=lambda one: not one.at_fold)


def _owed(
    house: Rulebook, wager: WagerKind, stake: Cents, showdown: Showdown, pay_line: Line
) -> Owed:
    if wager.name in pay_line and not (showdown.folded and not wager.survives_fold(house)):
        odds = pay_line[wager.name]
        return Owed("win", "win", odds.pay(stake)[0]) if odds else Owed("lose", "lose")
    (owed,) = wager.all_owed(house, showdown, stake)
    return owed


def offered_multiples(house: Rulebook, ante: Cents) -> list[int]:
    """The Play multiples that an Ante allows on any street, and 0 for a fold."""
    offered = {*house.play.preflop, *house.play.flop, *house.play.river}
    return [*sorted(many for many in offered if within_ceiling(house, many * ante)), 0]


def every_ending(multiples: list[int]) -> Iterator[Ending]:
    """All endings, with every pair of categories and the results that it allows."""
    for multiple in multiples:
        for mine in range(len(CATEGORIES)):
            for theirs in range(len(CATEGORIES)):
                for result in RESULTS:
                    if mine == theirs or result == ("win" if mine > theirs else "lose"):
                        yield Ending(multiple, mine, theirs, result)
