"""The coach's advice on a hand in progress, from the exact values of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from uth.core.cards import Card
from uth.core.money import Cents
from uth.exact.solver.ante_game import Binding
from uth.exact.solver.outcomes import Action, best_of
from uth.reports.bindings import BindingLine, binding_lines
from uth.rulebook.model import Rulebook
from uth.table.view import SeatView, TableView
from uth.table.wagers import within_ceiling

STREETS = {"preflop": 0, "flop": 3, "river": 5}
"""Each street and how many community cards are open on it."""


class AdviceLine(msgspec.Struct, frozen=True):
    """An action with its value and its cost against the best, in antes.

    The value is over Ante, Blind and Play, and the bonus wagers that change play.

    `open` is whether the player may take it: the chips and the ceiling for one wager allow it.
    """

    action: str
    ev: float
    ev_exact: str
    cost: float
    open: bool


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
    counted: tuple[str, ...] = ()
    """The bonus wagers in the values: a fold loses them, or they share a maximum payout."""
    ante: Cents = 0
    binds: tuple[BindingLine, ...] = ()
    """The caps and ceilings that change the game at this Ante; the values count them."""


class Valued(msgspec.Struct, frozen=True):
    """Each action's value in antes, the wagers that it counts, and what binds these wagers."""

    values: dict[str, Fraction]
    counted: tuple[str, ...] = ()
    binds: tuple[Binding, ...] = ()


def table_advice(
    table: str,
    version: int,
    rules: Rulebook,
    view: TableView,
    seat: SeatView,
    valued: Valued,
) -> TableAdvice:
    """Advice from each action's value; the best is among those that are open to the player."""
    assert seat.cards is not None
    values = valued.values
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
    return TableAdvice(
        table=table,
        version=version,
        round=view.round,
        street=view.phase,
        cards=seat.cards,
        board=view.board,
        best=best,
        actions=lines,
        counted=valued.counted,
        ante=seat.wagers["ante"],
        binds=binding_lines(valued.binds),
    )


def _is_open(rules: Rulebook, seat: SeatView, multiple: int) -> bool:
    ante = seat.wagers["ante"]
    highest = max(ante, *(backing.wagers["ante"] for backing in seat.back_line), 0)
    return multiple * ante <= seat.chips and within_ceiling(rules, multiple * highest)


def _best(values: Mapping[str, Fraction]) -> str:
    return best_of({Action(action): value for action, value in values.items()}).value
