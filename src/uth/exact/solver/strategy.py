"""The strategy of a solved game: the best action in any spot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from uth.core.cards import Card
from uth.exact.advice import Advice, Spot, advise
from uth.exact.plain_advice import plain_advise
from uth.exact.solver.game_rules import BeatenHandBet, GameRules
from uth.exact.solver.outcomes import Action, bets, game_net
from uth.exact.solver.passes import Decisions
from uth.exact.solver.starting_hands import starting_hand_index


@dataclass(frozen=True, repr=False)
class StartingHand(Advice):
    """The values of a starting hand, its name, and how many of the 1,326 holdings it has."""

    name: str
    holdings: int

    @property
    def value(self) -> Fraction:
        return self.values[self.best]

    @property
    def figures(self) -> dict[str, float | str]:
        """The rounded value of each action, and the best one."""
        values = {action.value: float(value) for action, value in self.values.items()}
        return {**values, "best": self.best.value}


def flop_index(flop: Sequence[Card]) -> tuple[int, dict[int, int]]:
    """The index of a flop among the canonical flops, and the number that each suit has there.

    Suits are numbered by how many cards they have, then by ascending rank.
    """
    by_suit: dict[int, list[int]] = {}
    for card in flop:
        by_suit.setdefault(card.index & 3, []).append(card.index >> 2)
    groups = sorted(by_suit.items(), key=lambda group: (-len(group[1]), group[1]))
    names = {suit: name for name, (suit, _) in enumerate(groups)}
    first = sorted(groups[0][1])
    if len(groups) == 1:
        a, b, c = first
        return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a, names
    if len(groups) == 2:
        a, b = first
        return 286 + (b * (b - 1) // 2 + a) * 13 + groups[1][1][0], names
    a, b, c = (group[1][0] for group in groups)
    b, c = b + 1, c + 2
    return 1300 + c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a, names


def flop_cell(hole: Sequence[Card], flop: Sequence[Card]) -> tuple[int, int]:
    """The row and column of a holding on a flop in the decisions."""
    row, names = flop_index(flop)
    for card in hole:
        names.setdefault(card.index & 3, len(names))
    low, high = sorted(card.index >> 2 << 2 | names[card.index & 3] for card in hole)
    return row, high * (high - 1) // 2 + low


@dataclass(frozen=True)
class Strategy:
    """The optimal actions; ties go to the bet (Q-17). A wager on the beaten hand counts."""

    rules: GameRules
    hands: tuple[StartingHand, ...]
    decisions: Decisions
    beaten_hand: BeatenHandBet | None = None

    def preflop(self, hole: Sequence[Card]) -> Action:
        return self.hands[starting_hand_index(*hole)].best

    def flop(self, hole: Sequence[Card], flop: Sequence[Card]) -> Action:
        cell = flop_cell(hole, flop)
        if self.decisions.gains[cell] < 0:
            return Action.CHECK
        return bets(self.rules.best_bets(self.rules.flop))[int(self.decisions.bets[cell])]

    def river(self, hole: Sequence[Card], board: Sequence[Card]) -> Action:
        return self.river_values(hole, board).best

    def river_values(self, hole: Sequence[Card], board: Sequence[Card]) -> Advice:
        """The values of betting and folding, including a wager on the beaten hand."""
        spot = Spot(tuple(hole), tuple(board))
        if self.beaten_hand is None:
            return advise(self.rules, spot=spot)
        return plain_advise(self.rules, spot=spot, net=game_net(self.rules, self.beaten_hand))

    def play(self, hole: Sequence[Card], board: Sequence[Card]) -> Action:
        """The bet or fold that ends the betting on this board."""
        action = self.preflop(hole)
        if action is Action.CHECK:
            action = self.flop(hole, board[:3])
        return self.river(hole, board) if action is Action.CHECK else action
