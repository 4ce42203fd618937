"""What the bonus wagers of one seat are worth in a spot.

Some change what to do: those that a fold loses (Q-4), and those that share a maximum payout with
the rest of the hand (Q-12). They are valued together with the base game. Each of the others adds
the same to every action.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb

from uth.core.cards import DECK, Card
from uth.core.hands import CATEGORIES, Category, rank_hand
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.exact.bets.late_wagers import EARLY, fold_loses, late_wagers
from uth.exact.bets.seat_payouts import SeatPayouts
from uth.exact.solver.ante_game import Binding, game_at, legal_game
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.house_game import hand_nets
from uth.exact.solver.outcomes import LOST, Net, Outcome
from uth.exact.solver.spot import Advice, Spot
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, DependsOn

FLOP, BOARD, HOLE = 3, 5, 2


@dataclass(frozen=True)
class SeatStakes:
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

    def payouts(self, names: Iterable[str]) -> SeatPayouts:
        """What the base game and some of the bonus wagers net together."""
        rules = legal_game(self.house, self.ante)
        bonuses = {name: self.stakes[name] for name in names}
        late = late_wagers(self.house, rules, self.ante, bonuses)
        return SeatPayouts(self.house, rules, late, bonuses)


@dataclass(frozen=True)
class SpotWagers:
    """The wagers of one seat in a spot."""

    seat: SeatStakes
    spot: Spot

    @cached_property
    def changing(self) -> dict[str, str]:
        """The bonus wagers that change what to do, each with its reason: `fold` or `maximum`."""
        house, bonuses = self.seat.house, self.seat.bonuses
        reasons = {name: "fold" for name in bonuses if fold_loses(house, name)}
        if house.payouts.maximum is None:
            return reasons
        counted = [name for name in bonuses if WAGERS[name].counts_towards_maximum(house)]
        pay_line, payouts = self._pay_line(counted, highest=True), self.seat.payouts(counted)
        if payouts.late_bound or payouts.binds(pay_line):
            for name in counted:
                if pay_line.get(name, Fraction(1)) > 0:
                    reasons.setdefault(name, "maximum")
        return reasons

    @cached_property
    def together(self) -> tuple[str, ...]:
        """The bonus wagers that are valued together with the base game."""
        house = self.seat.house
        return tuple(
            name
            for name in self.seat.bonuses
            if name in self.changing or _depends_on(house, name) == DependsOn.BEATEN_HAND
        )

    @property
    def rules(self) -> GameRules:
        """The base game at the Ante; if wagers are valued together, their net has the caps."""
        find = legal_game if self.together else game_at
        return find(self.seat.house, self.seat.ante)

    @cached_property
    def net(self) -> Net | None:
        """The net in antes of all that is valued together; None if it is the base game alone."""
        if not self.together:
            return None
        payouts, pay_line = self.seat.payouts(self.together), self._pay_line(self.together)

        def net(outcome: Outcome) -> Fraction:
            return sum(payouts.nets(outcome, pay_line).values(), Fraction(0)) / payouts.ante

        return net

    @property
    def key(self) -> Hashable:
        """Seats with equal keys have the same net."""
        stakes = {name: self.seat.stakes[name] for name in self.together}
        pay_line = self._pay_line(self.together)
        return self.seat.house, self.seat.ante, *stakes.items(), *pay_line.items()

    @property
    def fold_varies(self) -> bool:
        """Whether what a fold nets depends on the dealer's hand."""
        house = self.seat.house
        return any(
            _depends_on(house, name) == DependsOn.BEATEN_HAND and not fold_loses(house, name)
            for name in self.together
        )

    @property
    def binds(self) -> tuple[Binding, ...]:
        """The caps and ceilings that change these values."""
        names = [name for name in self.seat.bonuses if not WAGERS[name].linked]
        return self.seat.payouts(names).bindings([self._pay_line(names, highest=True)])

    def _pay_line(self, names: Iterable[str], *, highest: bool = False) -> dict[str, Fraction]:
        """What each wager that hole or flop decide nets per unit, or the most that it may net."""
        house = self.seat.house
        return {
            name: self._early_net(name, highest=highest)
            for name in names
            if _depends_on(house, name) in EARLY
        }

    def _early_net(self, name: str, *, highest: bool) -> Fraction:
        """Refused where it is not known yet, or a linked wager is under a maximum."""
        house, spot = self.seat.house, self.spot
        if WAGERS[name].linked:
            if not spot.board or WAGERS[name].counts_towards_maximum(house):
                raise Refusal("solve/wager", wager=name)
            five = rank_hand((*spot.hole, *spot.board[:FLOP])).category
            prize = ProgressiveBet(house.progressive).prize(five, Fraction(self.seat.meter))
            return prize / house.progressive.wager - 1
        fitting = [
            row
            for row in house.pays.by_holding(name)
            if any(pattern.fits(spot.hole) for pattern in row.hands)
        ]
        if highest:
            return max((row.pays.fraction for row in fitting), default=LOST)
        if any(row.dealer is not None for row in fitting):
            raise Refusal("solve/wager", wager=name)
        return fitting[0].pays.fraction if fitting else LOST

    @cached_property
    def surviving(self) -> dict[str, Fraction]:
        """The value in antes of each other bonus wager; without Envy and mystery."""
        seat = self.seat
        return {
            name: Fraction(stake, seat.ante) * self._unit_value(name)
            for name, stake in seat.bonuses.items()
            if name not in self.together
        }

    def counted(self, advice: Advice) -> Advice:
        """Advice that also counts the wagers that add the same to every action."""
        more = sum(self.surviving.values(), Fraction(0))
        return Advice({action: value + more for action, value in advice.values.items()})

    def _unit_value(self, name: str) -> Fraction:
        """What one unit nets on average over the cards that the player has not seen."""
        house, spot = self.seat.house, self.spot
        free = [card for card in DECK if card not in spot.seen]
        kind = _depends_on(house, name)
        match kind:
            case DependsOn.SEVEN_CARDS:
                nets = hand_nets(house.pays.by_category(name))
                counts = seven_card_counts(spot, free)
                ways = comb(len(free), BOARD - len(spot.board))
                paid = (self._within(name, nets[at]) * many for at, many in enumerate(counts))
                return sum(paid, Fraction(0)) / ways
            case DependsOn.TWO_CARDS | DependsOn.FOUR_CARDS:
                lines = house.pays.by_holding(name)
                left = HOLE - len(spot.dealer) if kind == DependsOn.FOUR_CARDS else 0
                dealers = [(*spot.dealer, *more) for more in combinations(free, left)]
                won = (
                    next((row.pays.fraction for row in lines if row.fits(spot.hole, dealer)), LOST)
                    for dealer in dealers
                )
                return sum((self._within(name, net) for net in won), Fraction(0)) / len(dealers)
            case DependsOn.FIVE_CARDS:
                bet, wager = ProgressiveBet(house.progressive), house.progressive.wager
                hands = [
                    rank_hand((*spot.hole, *spot.board[:FLOP], *more)).category
                    for more in combinations(free, FLOP - len(spot.board[:FLOP]))
                ]
                return _mean_prize(bet, hands, Fraction(self.seat.meter)) / wager - 1
        raise Refusal("solve/wager", wager=name)

    def _within(self, name: str, net: Fraction) -> Fraction:
        """What one unit nets within the aggregate for its kind, alone at the table (Q-25)."""
        aggregate = (self.seat.house.payouts.aggregate or {}).get(name)
        return net if aggregate is None else min(net, Fraction(aggregate, self.seat.stakes[name]))


def _depends_on(house: Rulebook, name: str) -> str:
    return WAGERS[name].depends_on(house)


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
