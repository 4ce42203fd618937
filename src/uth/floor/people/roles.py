"""Roles and permissions: a matrix in a data file, checked when it is loaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import product

import msgspec

from uth.core.refusal import Refusal
from uth.floor.people.permissions import BY_COMMAND, Permission
from uth.table.commands import Command


class Role(StrEnum):
    """The role of an account; one each, so that nobody checks their own work in another role."""

    GUEST = "guest"
    PLAYER = "player"
    FLOOR = "floor"
    SUPERVISOR = "supervisor"
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
        Permission.PAYOUT_APPROVE,
        Permission.ROUND_VOID,
        Permission.CAGE_BUY_IN,
        Permission.CAGE_CASH_OUT,
        Permission.CORRECTION_PROPOSE,
        Permission.CORRECTION_APPROVE,
        Permission.CORRECTION_WITHDRAW,
        Permission.USERS_CHANGE,
        Permission.USERS_UNLOCK,
    }
)
"""What nobody may do in a matter of their own, whatever the file says."""

ONLY_OWN = frozenset(
    {
        Permission.TABLE_SIT,
        Permission.TABLE_JOIN,
        Permission.TABLE_LEAVE,
        Permission.CHIPS_ADD,
        Permission.WAGER_PLACE,
        Permission.WAGER_BACK,
        Permission.HAND_ACT,
        Permission.BANK_TAKE,
        Permission.BANK_DECLINE,
        Permission.SEED_MIX,
        Permission.PLAY_MONEY_TAKE,
        Permission.OWN_LIMITS_SET,
    }
)
"""What nobody may do for another person: playing their hand or their money."""


class Matrix:
    """The scope of every permission for every role."""

    def __init__(self, cells: Mapping[tuple[Role, Permission], Scope]) -> None:
        self._cells = dict(cells)

    def scope(self, role: Role, permission: Permission) -> Scope:
        return self._cells[role, permission]

    def why_not(
        self, person: Person, permission: Permission, concerned: Collection[str] = ()
    ) -> Refusal | None:
        """Why a person may not do this in a matter that concerns these people; None if they may.

        A permission for one's own matters does not cover a matter that concerns nobody. For one
        that excludes own matters the caller must say whom it concerns: otherwise it is an error.
        """
        role, scope = person.role.value, self.scope(person.role, permission)
        if scope is Scope.OTHERS and not concerned:
            raise ValueError(f"{permission} needs to know whom it concerns")
        if scope is Scope.NO:
            return Refusal(
                "role/not_allowed", role=role, action=permission.value, where=permission.value
            )
        if scope is Scope.OWN and set(concerned) != {person.name}:
            return Refusal(
                "role/only_own", role=role, action=permission.value, where=permission.value
            )
        if scope is Scope.OTHERS and person.name in concerned:
            return Refusal("role/own_matter", action=permission.value, where=permission.value)
        return None

    def require(
        self, person: Person, permission: Permission, concerned: Collection[str] = ()
    ) -> None:
        refusal = self.why_not(person, permission, concerned)
        if refusal is not None:
            raise refusal


def permission_of(command: Command) -> Permission:
    """The permission that a command needs; nobody may send the dealer's commands."""
    kind = type(command)
    if kind not in BY_COMMAND:
        raise Refusal("role/dealer", command=kind.__name__)
    return BY_COMMAND[kind]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: the columns, and a row of cells for each permission."""

    roles: tuple[Role, ...]
    permissions: dict[Permission, tuple[Scope, ...]]


def read_matrix(text: str) -> Matrix:
    """A matrix from TOML; a file that does not fit is an error."""
    file = msgspec.toml.decode(text, type=_File)
    cells = {
        (role, permission): scope
        for permission, row in file.permissions.items()
        for role, scope in zip(file.roles, row, strict=True)
    }
    if cells.keys() != set(product(Role, Permission)):
        raise ValueError("every permission needs a cell for every role")
    for (role, permission), scope in cells.items():
        if permission in NEVER_OWN and scope not in (Scope.NO, Scope.OTHERS):
            raise ValueError(f"{role} may {permission} only in matters of others")
        if permission in ONLY_OWN and scope not in (Scope.NO, Scope.OWN):
            raise ValueError(f"{role} may {permission} only in their own matters")
    return Matrix(cells)


@cache
def matrix() -> Matrix:
    """The matrix in force."""
    return read_matrix(files("uth.floor.people").joinpath("roles.toml").read_text(encoding="utf-8"))
