"""Whom an order concerns: nobody approves or voids in a matter of their own."""

from __future__ import annotations

from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Person, matrix, permission_of
from uth.floor.tables.orders import MixSeed
from uth.table import commands as c
from uth.table.state import Table

NOBODY = ("",)
"""For a matter that concerns no person."""
VOIDING = (c.VoidRound, c.ConfirmVoid, c.WithdrawVoid)


def concerned_by(table: Table, command: c.Command, actor: str) -> tuple[str, ...]:
    """The people whom a command concerns at a table as it stands."""
    if isinstance(command, c.Approve):
        return (table.due[0].player,) if table.approval_pending else NOBODY
    if isinstance(command, VOIDING):
        return _in_round(table) or NOBODY
    return (getattr(command, "player", actor),)


def _in_round(table: Table) -> tuple[str, ...]:
    """Everybody with a wager in this round, and the banker."""
    seats = [seat for _, seat in table.taken() if seat.wagers]
    players = [seat.player for seat in seats]
    players += [backing.player for seat in seats for backing in seat.backing]
    if table.bank.seat:
        players.append(table.seat(table.bank.seat).player)
    return tuple(players)


def require_permission(person: Person, table: Table, command: c.Command) -> None:
    """Refuse a command that the person's role does not allow at this table."""
    action = Permission.SEED_MIX if isinstance(command, MixSeed) else permission_of(command)
    matrix().require(person, action, concerned_by(table, command, person.name))
