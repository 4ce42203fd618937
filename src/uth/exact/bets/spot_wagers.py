"""What the bonus wagers of one seat are worth in a spot.

Only a wager on the beaten hand changes what to do: a fold loses it. All others survive a fold
(Q-4), so each adds the same to every action.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from uth.core.cards import DECK, Card
from uth.core.hands import CATEGORIES, Category, rank_hand
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.solver.game_rules import BeatenHandBet
from uth.exact.solver.house_game import beaten_hand_bet, hand_nets
from uth.exact.solver.outcomes import LOST
from uth.exact.solver.spot import Advice, Spot
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, DependsOn

FLOP, BOARD, HOLE = 3, 5, 2


@dataclass(frozen=True)
class SpotWagers:
    """The wagers of one seat in cents, and the meter that a linked one is valued at."""

    house: Rulebook
    stakes: Mapping[str, Cents]
    meter: Cents

    @property
    def ante(self) -> Cents:
        return self.stakes["ante"]

    @property
    def bonuses(self) -> dict[str, Cents]:
        return {name: stake for name, stake in self.stakes.items() if not WAGERS[name].base}

    @property
    def deciding(self) -> BeatenHandBet | None:
        """The wager that changes what to do: the one on the beaten hand, in antes."""
        names = [name for name in self.bonuses if changes_play(self.house, name)]
        if len(names) > 1:
            raise Refusal("solve/wager", wager=names[1])
        if not names:
            return None
        return beaten_hand_bet(self.house, names[0], Fraction(self.stakes[names[0]], self.ante))

    def surviving(self, spot: Spot) -> dict[str, Fraction]:
        """The value in antes of each wager that a fold does not lose; without Envy and mystery."""
        return {
            name: Fraction(stake, self.ante) * _unit_value(self.house, name, spot, self.meter)
            for name, stake in self.bonuses.items()
            if not changes_play(self.house, name)
        }

    def counted(self, advice: Advice, spot: Spot) -> Advice:
        """Advice that also counts the wagers that a fold does not lose."""
        more = sum(self.surviving(spot).values(), Fraction(0))
        return Advice({action: value + more for action, value in advice.values.items()})


def changes_play(house: Rulebook, wager: str) -> bool:
    """Whether the best play depends on a bonus wager: a fold loses it, and no other (Q-4)."""
    return _depends_on(house, wager) == DependsOn.BEATEN_HAND


def _depends_on(house: Rulebook, name: str) -> str:
    return WAGERS[name].depends_on(house)


def _unit_value(house: Rulebook, name: str, spot: Spot, meter: Cents) -> Fraction:
    """What one unit nets on average over the cards that the player has not seen."""
    free = [card for card in DECK if card not in spot.seen]
    match _depends_on(house, name):
        case DependsOn.SEVEN_CARDS:
            nets = hand_nets(house.pays.by_category(name))
            counts = seven_card_counts(spot, free)
            ways = comb(len(free), BOARD - len(spot.board))
            return sum((nets[at] * many for at, many in enumerate(counts)), Fraction(0)) / ways
        case DependsOn.TWO_CARDS | DependsOn.FOUR_CARDS:
            lines = house.pays.by_holding(name)
            dealers = [
                (*spot.dealer, *more) for more in combinations(free, HOLE - len(spot.dealer))
            ]
            paid = (
                next((row.pays.fraction for row in lines if row.fits(spot.hole, dealer)), LOST)
                for dealer in dealers
            )
            return sum(paid, Fraction(0)) / len(dealers)
        case DependsOn.FIVE_CARDS:
            bet, wager = ProgressiveBet(house.progressive), house.progressive.wager
            hands = [
                rank_hand((*spot.hole, *spot.board[:FLOP], *more)).category
                for more in combinations(free, FLOP - len(spot.board[:FLOP]))
            ]
            return _mean_prize(bet, hands, Fraction(meter)) / wager - 1
    raise Refusal("solve/wager", wager=name)


def _mean_prize(bet: ProgressiveBet, hands: list[Category], meter: Fraction) -> Fraction:
    total = sum(
        (bet.prize(category, meter) * hands.count(category) for category in CATEGORIES),
        Fraction(0),
    )
    return total / len(hands)


def seven_card_counts(spot: Spot, free: list[Card]) -> list[int]:
    """How many ways to complete the board give the player each category."""
    counts = [0] * len(CATEGORIES)
    if not spot.board:
        return _all_boards(spot.hole, free)
    for more in combinations(free, BOARD - len(spot.board)):
        counts[rank_hand((*spot.hole, *spot.board, *more)).category.value] += 1
    return counts


def _all_boards(hole: Iterable[Card], free: list[Card]) -> list[int]:
    """The same before the flop, over up to two million boards, by the batch evaluator."""
    import numpy as np

    from uth.exact.solver.evaluator import evaluator

    cards = [card.index for card in free]
    boards = np.fromiter(
        (card for board in combinations(cards, BOARD) for card in board), np.uint8
    ).reshape(-1, BOARD)
    held = np.full((len(boards), HOLE), [card.index for card in hole], np.uint8)
    categories = evaluator().evaluate(np.hstack((boards, held))) >> 20
    counts: list[int] = np.bincount(categories, minlength=len(CATEGORIES)).tolist()
    return counts
