"""The coach's advice on a hand in progress, from the exact values of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from uth.core.cards import Card
from uth.core.money import Cents
from uth.exact.solver.ante_game import bindings
from uth.exact.solver.house_game import beaten_hand_wager
from uth.exact.solver.outcomes import Action, best_of
from uth.reports.bindings import BindingLine, binding_lines
from uth.rulebook.model import Rulebook
from uth.table.view import SeatView, TableView
from uth.table.wagers import within_ceiling


class AdviceLine(msgspec.Struct, frozen=True):
    """An action with its value over Ante, Blind and Play, and its cost against the best, in antes.

    `open` is whether the player may take it: the chips and the ceiling for one wager allow it.
    """

    action: str
    ev: float
    ev_exact: str
    cost: float
    open: bool


class BeatenHandAdvice(msgspec.Struct, frozen=True):
    """A wager on the beaten hand. A fold loses it, and no other figure includes it (Q-4)."""

    wager: str
    stake: str
    """In antes, as is its value."""
    stays: str | None = None
    """Its value to a player who does not fold: known on the river, where folding is possible."""
    best: str = ""
    """The best action on the river if it is included."""


class TableAdvice(msgspec.Struct, frozen=True):
    """The coach's advice on a player's own hand, at this version of the table."""

    table: str
    version: int
    round: int
    street: str
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    best: str
    actions: tuple[AdviceLine, ...]
    beaten_hand: BeatenHandAdvice | None = None
    ante: Cents = 0
    binds: tuple[BindingLine, ...] = ()
    """The caps and ceilings that change the game at this Ante; the values count them."""


def beaten_hand_stake(rules: Rulebook, seat: SeatView) -> Fraction:
    """A seat's wager on the beaten hand, in antes."""
    return Fraction(seat.wagers.get(beaten_hand_wager(rules), 0), seat.wagers["ante"])


def table_advice(
    table: str,
    version: int,
    rules: Rulebook,
    view: TableView,
    seat: SeatView,
    values: Mapping[str, Fraction],
    stays: str = "",
) -> TableAdvice:
    """Advice from each action's value; the best is among those that are open to the player.

    `stays` is the value of a wager on the beaten hand if they do not fold, where it is known.
    """
    assert seat.cards is not None
    is_open = {action: _is_open(rules, seat, Action(action).multiple) for action in values}
    best = _best({action: value for action, value in values.items() if is_open[action]})
    lines = tuple(
        AdviceLine(
            action=action,
            ev=float(values[action]),
            ev_exact=str(values[action]),
            cost=float(values[best] - values[action]),
            open=is_open[action],
        )
        for action in sorted(values, key=lambda name: Action(name).multiple, reverse=True)
    )
    open_values = {row.action: values[row.action] for row in lines if row.open}
    return TableAdvice(
        table=table,
        version=version,
        round=view.round,
        street=view.phase,
        cards=seat.cards,
        board=view.board,
        best=best,
        actions=lines,
        beaten_hand=_beaten_hand(rules, seat, open_values, stays),
        ante=seat.wagers["ante"],
        binds=binding_lines(bindings(rules, seat.wagers["ante"])),
    )


def _is_open(rules: Rulebook, seat: SeatView, multiple: int) -> bool:
    ante = seat.wagers["ante"]
    highest = max(ante, *(backing.wagers["ante"] for backing in seat.back_line), 0)
    return multiple * ante <= seat.chips and within_ceiling(rules, multiple * highest)


def _best(values: Mapping[str, Fraction]) -> str:
    return best_of({Action(action): value for action, value in values.items()}).value


def _beaten_hand(
    rules: Rulebook, seat: SeatView, values: Mapping[str, Fraction], stays: str
) -> BeatenHandAdvice | None:
    """A fold also loses it, so staying in may be best where the base game says fold."""
    wager, stake = beaten_hand_wager(rules), beaten_hand_stake(rules, seat)
    if not stake:
        return None
    if not stays:
        return BeatenHandAdvice(wager, str(stake))
    total = {
        action: value + (-stake if action == "fold" else Fraction(stays))
        for action, value in values.items()
    }
    return BeatenHandAdvice(wager, str(stake), stays, _best(total))
