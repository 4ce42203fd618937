"""The coach's advice on a hand in progress, from the exact values of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from uth.core.cards import Card
from uth.table.view import SeatView, TableView


class AdviceLine(msgspec.Struct, frozen=True):
    """An action with its value over Ante, Blind and Play, and its cost against the best, in antes.

    `open` is whether the player has the chips for it.
    """

    action: str
    ev: float
    ev_exact: str
    cost: float
    open: bool


class BadBeatAdvice(msgspec.Struct, frozen=True):
    """A Bad Beat wager, in antes. A fold loses it, and no other figure includes it (Q-4)."""

    stake: str
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
    bad_beat: BadBeatAdvice | None = None


def bad_beat_stake(seat: SeatView) -> Fraction:
    """A seat's Bad Beat wager in antes."""
    return Fraction(seat.wagers.get("bad_beat", 0), seat.wagers["ante"])


def table_advice(
    table: str,
    version: int,
    view: TableView,
    seat: SeatView,
    values: Mapping[str, Fraction],
    bad_beat_stays: str = "",
) -> TableAdvice:
    """Advice from each action's value; the best is among those that the player's chips allow.

    `bad_beat_stays` is the value of the player's Bad Beat if they do not fold, where it is known.
    """
    assert seat.cards is not None
    ante = seat.wagers["ante"]
    affordable = {action: _multiple(action) * ante <= seat.chips for action in values}
    best = _best({action: value for action, value in values.items() if affordable[action]})
    lines = tuple(
        AdviceLine(
            action=action,
            ev=float(values[action]),
            ev_exact=str(values[action]),
            cost=float(values[best] - values[action]),
            open=affordable[action],
        )
        for action in sorted(values, key=_multiple, reverse=True)
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
        bad_beat=_bad_beat(bad_beat_stake(seat), open_values, bad_beat_stays),
    )


def _multiple(action: str) -> int:
    """Antes on Play."""
    return int(action[:-1]) if action.endswith("x") else 0


def _best(values: Mapping[str, Fraction]) -> str:
    """The action of the highest value; of equal ones a bet, and the larger one (Q-17)."""
    return max(values, key=lambda action: (values[action], _multiple(action)))


def _bad_beat(stake: Fraction, values: Mapping[str, Fraction], stays: str) -> BadBeatAdvice | None:
    """A fold also loses the Bad Beat, so staying in may be best where the base game says fold."""
    if not stake:
        return None
    if not stays:
        return BadBeatAdvice(str(stake))
    total = {
        action: value + (-stake if action == "fold" else Fraction(stays))
        for action, value in values.items()
    }
    return BadBeatAdvice(str(stake), stays, _best(total))
