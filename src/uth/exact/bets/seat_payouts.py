"""What the wagers of one seat net together, with the caps on its winnings.

The table pays them in its order of settlement. Each is paid what an aggregate for its kind allows
and what those before it have left of a maximum payout (Q-12, Q-25).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING

from uth.core.hands import CATEGORIES, Category
from uth.core.money import Cents
from uth.exact.bets.late_wagers import BASE, LateWager, fold_loses
from uth.exact.solver.ante_game import AGGREGATE, MAXIMUM, Binding, bindings, first_ante
from uth.exact.solver.game_rules import BASE_WAGERS, GameRules
from uth.exact.solver.outcomes import LOST, Action, Net, Outcome, Result, bets
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS

if TYPE_CHECKING:
    from uth.exact.solver.pays import ScaledPays

Line = Mapping[str, Fraction]
"""What each holding bonus nets per unit before caps: −1, or the odds of its pay line."""

LARGEST_MEAN = 1 << 40
"""The largest scaled net of a wager for which the sums of its means fit into 64 bits."""


@dataclass(frozen=True)
class SeatPayouts:
    """The wagers of a seat; `late` has those that the outcome decides, as they are without caps."""

    house: Rulebook
    rules: GameRules
    late: Mapping[str, LateWager]
    bonuses: Mapping[str, Cents]

    @property
    def ante(self) -> Cents:
        return self.late[BASE].stake

    @property
    def aggregate(self) -> Mapping[str, Cents]:
        return self.house.payouts.aggregate or {}

    def plain_nets(self, outcome: Outcome, pay_line: Line) -> dict[str, Fraction]:
        """What each wager nets in cents without caps; Ante, Play and Blind are one, the base."""
        late = {name: wager.stake * wager.net(outcome) for name, wager in self.late.items()}
        folded = outcome.action is Action.FOLD
        return late | {
            name: self.bonuses[name] * (LOST if folded and fold_loses(self.house, name) else net)
            for name, net in pay_line.items()
        }

    def nets(self, outcome: Outcome, pay_line: Line) -> dict[str, Fraction]:
        """The same with caps."""
        nets = self.plain_nets(outcome, pay_line)
        due = {name: net for name, net in nets.items() if net > 0 and name != BASE}
        if outcome.result is Result.WIN and outcome.action is not Action.FOLD:
            pushes = self.rules.pushes_ante(outcome.theirs)
            due["ante"] = Fraction(0 if pushes else self.ante)
            due["play"] = Fraction(self.ante * outcome.action.multiple)
            due["blind"] = self.ante * self.rules.blind_pays(outcome.mine)
        for name, short in self._short(due).items():
            nets[BASE if name in BASE_WAGERS else name] -= short
        return nets

    def _short(self, due: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """What caps take from the winnings of each wager."""
        maximum, short = self.house.payouts.maximum, {}
        left = None if maximum is None else Fraction(maximum)
        for name in self.house.settlement.order:
            if name not in due:
                continue
            paid = due[name]
            if name in self.aggregate:
                paid = min(paid, Fraction(self.aggregate[name]))
            if left is not None and WAGERS[name].counts_towards_maximum(self.house):
                paid = min(paid, left)
                left -= paid
            short[name] = due[name] - paid
        return short

    @property
    def deciding(self) -> SeatPayouts:
        """Those that change the best play: a fold loses them, or a maximum counts them."""
        bonuses = {
            name: stake
            for name, stake in self.bonuses.items()
            if fold_loses(self.house, name) or WAGERS[name].counts_towards_maximum(self.house)
        }
        late = {name: wager for name, wager in self.late.items() if name in (BASE, *bonuses)}
        return SeatPayouts(self.house, self.rules, late, bonuses)

    @cached_property
    def most_due(self) -> dict[str, Fraction]:
        """The most that each wager by the outcome can win before caps."""
        most = {
            "ante": Fraction(self.ante),
            "play": Fraction(self.ante * max(self.rules.multiples)),
            "blind": self.ante * max(self.rules.blind),
        }
        for name, wager in self.late.items():
            if name != BASE:
                nets = (wager.net(outcome) for outcome in every_outcome(self.rules))
                most[name] = wager.stake * max(nets)
        return most

    @cached_property
    def late_bound(self) -> bool:
        """Whether a cap can take something from a wager that the outcome decides."""
        return any(self._short(self.most_due).values())

    def binds(self, pay_line: Line) -> bool:
        """Whether a cap can take something from a seat because its holding is on this line."""
        won = {name: self.bonuses[name] * net for name, net in pay_line.items() if net > 0}
        without, with_line = self._short(self.most_due), self._short({**self.most_due, **won})
        return any(short != without.get(name, 0) for name, short in with_line.items())

    def capped_late(self) -> dict[str, LateWager]:
        """The wagers by the outcome as they are with caps, without holding bonuses."""
        nets = {outcome: self.nets(outcome, {}) for outcome in every_outcome(self.rules)}

        def capped(name: str, stake: Cents) -> LateWager:
            def net(outcome: Outcome) -> Fraction:
                return nets[one_of(outcome)][name] / stake

            return LateWager(stake, net, partial(_outcome_pays, self.rules, net))

        return {name: capped(name, wager.stake) for name, wager in self.late.items()}

    def bindings(self, lines: Iterable[Line]) -> tuple[Binding, ...]:
        """What binds these wagers at this Ante: in the base game, and for each bonus."""
        most = dict(self.most_due)
        for pay_line in lines:
            for name, net in pay_line.items():
                most[name] = max(self.bonuses[name] * net, most.get(name, Fraction(0)))
        return (
            *bindings(self.house, self.ante),
            *self._aggregates(most),
            *self._maximums(most),
        )

    def _aggregates(self, most: Mapping[str, Fraction]) -> Iterable[Binding]:
        clause, lowest = self.house.sources.get(AGGREGATE, ""), self.house.limits.minimum
        for name in self.bonuses:
            if name in self.aggregate and most[name] > self.aggregate[name]:
                yield Binding(AGGREGATE, name, self.aggregate[name], clause, lowest)

    def _maximums(self, most: Mapping[str, Fraction]) -> Iterable[Binding]:
        """For each bonus under a maximum, the lowest Ante at which it can be cut short."""
        maximum = self.house.payouts.maximum
        if maximum is None:
            return
        counted = [
            name
            for name in self.house.settlement.order
            if name in most and WAGERS[name].counts_towards_maximum(self.house)
        ]
        base = sum((most[name] for name in counted if name in BASE_WAGERS), Fraction(0))
        bonus = Fraction(0)
        for name in counted:
            if name in BASE_WAGERS:
                continue
            bonus += min(most[name], Fraction(self.aggregate.get(name, most[name])))
            if base + bonus > maximum:
                least, antes = self.house.limits.minimum, base / self.ante
                lowest = first_ante(self.house, maximum - bonus, antes) if antes else least
                clause = self.house.sources.get(MAXIMUM, "")
                yield Binding(MAXIMUM, name, maximum, clause, max(lowest, least))


def _outcome_pays(rules: GameRules, net: Net) -> ScaledPays:
    from uth.exact.solver.pays import outcome_pays

    return outcome_pays(rules, net, LARGEST_MEAN)


def every_outcome(rules: GameRules) -> list[Outcome]:
    """All outcomes that can be, each once."""
    return [
        Outcome(action, mine, theirs, result, 1)
        for action in (*bets(rules.multiples), Action.FOLD)
        for mine in CATEGORIES
        for theirs in CATEGORIES
        for result in Result
        if mine is theirs or result is _between(mine, theirs)
    ]


def one_of(outcome: Outcome) -> Outcome:
    """The same outcome, once."""
    return Outcome(outcome.action, outcome.mine, outcome.theirs, outcome.result, 1)


def _between(mine: Category, theirs: Category) -> Result:
    return Result.WIN if theirs.value < mine.value else Result.LOSS
