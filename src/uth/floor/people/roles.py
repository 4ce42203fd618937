"""Roles and permissions: a matrix in a data file, checked when it is loaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import product

import msgspec

from uth.core.refusal import Refusal
from uth.floor.people.actions import BY_COMMAND, Action
from uth.table.commands import Command


class Role(StrEnum):
    """The role of an account; one each, so that nobody checks their own work in another role."""

    GUEST = "guest"
    PLAYER = "player"
    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Scope(StrEnum):
    """Whom a role's permission covers."""

    NO = "no"
    OWN = "own"
    ANY = "any"
    OTHERS = "others"


class Person(msgspec.Struct, frozen=True):
    """Who sends a request: an account, or a guest by the name of their session."""

    name: str
    role: Role


NEVER_OWN = frozenset(
    {
        Action.PAYOUT_APPROVE,
        Action.ROUND_VOID,
        Action.CAGE_BUY_IN,
        Action.CAGE_CASH_OUT,
        Action.CORRECTION_PROPOSE,
        Action.CORRECTION_APPROVE,
        Action.CORRECTION_WITHDRAW,
        Action.USERS_CHANGE,
        Action.USERS_UNLOCK,
    }
)
"""What nobody may do in a matter of their own, whatever the file says."""

ONLY_OWN = frozenset(
    {
        Action.TABLE_SIT,
        Action.TABLE_JOIN,
        Action.TABLE_LEAVE,
        Action.CHIPS_ADD,
        Action.WAGER_PLACE,
        Action.WAGER_BACK,
        Action.HAND_ACT,
        Action.BANK_TAKE,
        Action.BANK_DECLINE,
        Action.SEED_MIX,
        Action.PLAY_MONEY_TAKE,
        Action.OWN_LIMITS_SET,
    }
)
"""What nobody may do for another person: playing their hand or their money."""


class Matrix:
    """The scope of every action for every role."""

    def __init__(self, cells: Mapping[tuple[Role, Action], Scope]) -> None:
        self._cells = dict(cells)

    def scope(self, role: Role, action: Action) -> Scope:
        return self._cells[role, action]

    def why_not(
        self, person: Person, action: Action, concerned: Collection[str] = ()
    ) -> Refusal | None:
        """Why a person may not do this in a matter that concerns these people; None if they may.

        A permission for one's own matters does not cover a matter that concerns nobody. For one
        that excludes own matters the caller must say whom it concerns: otherwise it is an error.
        """
        role, scope = person.role.value, self.scope(person.role, action)
        if scope is Scope.OTHERS and not concerned:
            raise ValueError(f"{action} needs to know whom it concerns")
        if scope is Scope.NO:
            return Refusal("role/not_allowed", role=role, action=action.value, where=action.value)
        if scope is Scope.OWN and set(concerned) != {person.name}:
            return Refusal("role/only_own", role=role, action=action.value, where=action.value)
        if scope is Scope.OTHERS and person.name in concerned:
            return Refusal("role/own_matter", action=action.value, where=action.value)
        return None

    def require(self, person: Person, action: Action, concerned: Collection[str] = ()) -> None:
        refusal = self.why_not(person, action, concerned)
        if refusal is not None:
            raise refusal


def action_of(command: Command) -> Action:
    """The permission that a command needs; nobody may send the dealer's commands."""
    kind = type(command)
    if kind not in BY_COMMAND:
        raise Refusal("role/dealer", command=kind.__name__)
    return BY_COMMAND[kind]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: the columns, and a row of cells for each action."""

    roles: tuple[Role, ...]
    actions: dict[Action, tuple[Scope, ...]]


def read_matrix(text: str) -> Matrix:
    """A matrix from TOML; a file that does not fit is an error."""
    file = msgspec.toml.decode(text, type=_File)
    cells = {
        (role, action): scope
        for action, row in file.actions.items()
        for role, scope in zip(file.roles, row, strict=True)
    }
    if cells.keys() != set(product(Role, Action)):
        raise ValueError("every action needs a cell for every role")
    for (role, action), scope in cells.items():
        if action in NEVER_OWN and scope not in (Scope.NO, Scope.OTHERS):
            raise ValueError(f"{role} may {action} only in matters of others")
        if action in ONLY_OWN and scope not in (Scope.NO, Scope.OWN):
            raise ValueError(f"{role} may {action} only in their own matters")
    return Matrix(cells)


@cache
def matrix() -> Matrix:
    """The matrix in force."""
    return read_matrix(files("uth.floor.people").joinpath("roles.toml").read_text(encoding="utf-8"))
