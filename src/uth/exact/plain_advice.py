"""`advise` on the flop and the river without compiled code, which takes a second to load.

Every action is valued by its net itself, over dealer holdings counted by result. Turns and
rivers of the same kind (rank, and whether they are in the flush suit) are valued once.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from operator import mul

from uth.core.cards import DECK
from uth.exact.plain_hands import Board, HandStrengths, flush_suit
from uth.exact.solver.ending_nets import ENDINGS, EndingNets, ending_nets
from uth.exact.solver.game_rules import STANDARD, GameRules
from uth.exact.solver.outcomes import Action, Net, bets, game_net
from uth.exact.solver.spot import Advice, Spot

ActionValues = dict[Action, int]
"""By action, × dealer holdings × scale."""


class PlainSpotSolver:
    """A spot prepared for counting; every value is that of a net."""

    def __init__(self, rules: GameRules, spot: Spot, net: Net) -> None:
        self.rules = rules
        self.hole: tuple[int, ...] = tuple(card.index for card in spot.hole)
        self.board: tuple[int, ...] = tuple(card.index for card in spot.board)
        self.known: tuple[int, ...] = tuple(card.index for card in spot.dealer)
        seen = {card.index for card in spot.seen}
        self.free: list[bool] = [card not in seen for card in range(len(DECK))]
        self.left: int = len(DECK) - len(seen)
        self.strengths: HandStrengths = HandStrengths()
        multiples = rules.river if len(spot.board) == 5 else rules.flop | rules.river
        self.nets: EndingNets = ending_nets(multiples, net)

    def unit(self, to_come: int) -> int:
        """The denominator of a value: ways to complete the board × dealer holdings × scale."""
        holdings = comb(self.left - to_come, 2 - len(self.known))
        return comb(self.left, to_come) * holdings * self.nets.scale

    def values_on(self, cards: tuple[int, ...], plays: Iterable[Action]) -> ActionValues:
        """The value of each bet and of a fold on a full board."""
        board = Board(cards)
        mine = self.strengths.of(board, self.hole)
        endings = [0] * ENDINGS
        for theirs, ways in self.strengths.dealers(board, self.free, self.known):
            endings[3 * (theirs >> 20) + (theirs <= mine) + (theirs < mine)] += ways
        return {
            action: sum(map(mul, endings, self.nets.by_multiple[action.multiple][mine >> 20]))
            for action in (*plays, Action.FOLD)
        }

    def river(self) -> dict[Action, Fraction]:
        values = self.values_on(self.board, bets(self.rules.river))
        return {action: Fraction(value, self.unit(0)) for action, value in values.items()}

    def flop(self) -> dict[Action, Fraction]:
        """The value of each bet, and of a check before the better of the river's actions."""
        flop, river = bets(self.rules.flop), bets(self.rules.river)
        total = dict.fromkeys((*flop, Action.CHECK), 0)
        seen: dict[tuple[int, int, int], ActionValues] = {}
        free = self.free
        cards = [card for card in range(len(DECK)) if free[card]]
        for turn in cards:
            for last in cards:
                if last >= turn:
                    break
                board = (*self.board, turn, last)
                suit = flush_suit(board)
                kind = suit, _kind(turn, suit), _kind(last, suit)
                values = seen.get(kind)
                if values is None:
                    free[turn] = free[last] = False
                    every = self.values_on(board, {*flop, *river})
                    free[turn] = free[last] = True
                    values = {bet: every[bet] for bet in flop}
                    values[Action.CHECK] = max(every[action] for action in (*river, Action.FOLD))
                    seen[kind] = values
                for action, value in values.items():
                    total[action] += value
        return {action: Fraction(value, self.unit(2)) for action, value in total.items()}


def _kind(card: int, suit: int) -> int:
    """A card's rank, and whether it is in the flush suit."""
    return (card >> 2) + 13 * int(card & 3 == suit)


def plain_advise(rules: GameRules = STANDARD, *, spot: Spot, net: Net | None = None) -> Advice:
    """The value of each legal action on the flop or the river, in the base game or by a net."""
    solver = PlainSpotSolver(rules, spot, net or game_net(rules))
    return Advice(solver.flop() if len(spot.board) == 3 else solver.river())
