"""Roles and permissions: a matrix in a data file, checked when it is loaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from uth.core.refusal import Gather, Refusal, shown
from uth.floor.people.actions import BY_COMMAND, DEALERS, Action
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

    def __init__(
        self,
        cells: Mapping[tuple[Role, Action], Scope],
        words: Mapping[Action, str],
        called: Mapping[Role, str],
    ) -> None:
        self._cells = dict(cells)
        self._words = dict(words)
        self._called = dict(called)

    def scope(self, role: Role, action: Action) -> Scope:
        return self._cells[role, action]

    def why_not(
        self, person: Person, action: Action, concerned: Collection[str] = ()
    ) -> Refusal | None:
        """Why a person may not do this in a matter that concerns these people; None if they may.

        A permission for one's own matters does not cover a matter that concerns nobody. For one
        that excludes own matters the caller must say whom it concerns: otherwise it is an error.
        """
        scope, words = self.scope(person.role, action), self._words[action]
        if scope is Scope.OTHERS and not concerned:
            raise ValueError(f"{action} needs to know whom it concerns")
        if scope is Scope.NO:
            return Refusal(
                "role/not_allowed", f"{self._called[person.role]} may not {words}", action.value
            )
        if scope is Scope.OWN and set(concerned) != {person.name}:
            return Refusal(
                "role/only_own",
                f"{self._called[person.role]} may {words} only in their own name",
                action.value,
            )
        if scope is Scope.OTHERS and person.name in concerned:
            return Refusal(
                "role/own_matter", f"nobody may {words} in a matter of their own", action.value
            )
        return None

    def require(self, person: Person, action: Action, concerned: Collection[str] = ()) -> None:
        refusal = self.why_not(person, action, concerned)
        if refusal is not None:
            raise refusal


def action_of(command: Command) -> Action:
    """The permission that a command needs; nobody may send the dealer's commands."""
    kind = type(command)
    if kind in DEALERS:
        raise Refusal("role/dealer", f"only the dealer sends {kind.__name__}")
    return BY_COMMAND[kind]


def read_matrix(text: str) -> Matrix:
    """A matrix from TOML; all defects are reported at once."""
    import tomllib

    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refusal("roles/not_toml", f"this is not TOML: {error}") from None
    gather = Gather()
    _check_head(raw, gather)
    cells: dict[tuple[Role, Action], Scope] = {}
    words: dict[Action, str] = {}
    rows = raw.get("actions", {})
    for name in rows.keys() - set(Action):
        gather.add("roles/unknown_action", f"there is no action {shown(name)}", "actions")
    for action in Action:
        row = gather.read(f"actions.{action}", _row, rows.get(action.value))
        if row is None:
            continue
        words[action], scopes = row
        for role, scope in zip(Role, scopes, strict=True):
            cells[role, action] = scope
            _check_cell(action, scope, f"actions.{action}.{role}", gather)
    gather.finish()
    return Matrix(cells, words, {role: raw["called"][role] for role in Role})


def _check_head(raw: dict[str, Any], gather: Gather) -> None:
    for name in raw.keys() - {"roles", "called", "actions"}:
        gather.add("roles/unknown_entry", f"there is no entry {shown(name)}", "")
    if raw.get("roles") != [role.value for role in Role]:
        named = ", ".join(Role)
        gather.add("roles/columns", f"the columns are {named}, in this order", "roles")
    called = raw.get("called", {})
    if called.keys() != set(Role) or not all(isinstance(text, str) for text in called.values()):
        gather.add("roles/called", "each role needs a name for sentences", "called")


def _row(row: object) -> tuple[str, list[Scope]]:
    if row is None:
        raise Refusal("roles/missing", "this action has no row")
    if not isinstance(row, list) or len(row) != len(Role) + 1 or not isinstance(row[0], str):
        raise Refusal("roles/row", f"a row has a description and {len(Role)} cells")
    return row[0], [_cell(cell) for cell in row[1:]]


def _cell(cell: object) -> Scope:
    for scope in Scope:
        if cell == scope.value:
            return scope
    raise Refusal("roles/cell", f"{shown(cell)} is not one of {', '.join(Scope)}")


def _check_cell(action: Action, scope: Scope, where: str, gather: Gather) -> None:
    if action in NEVER_OWN and scope not in (Scope.NO, Scope.OTHERS):
        gather.add("roles/own_matter", "nobody may do this in a matter of their own", where)
    if action in ONLY_OWN and scope not in (Scope.NO, Scope.OWN):
        gather.add("roles/only_own", "nobody may do this for another person", where)


@cache
def matrix() -> Matrix:
    """The matrix in force."""
    return read_matrix(files("uth.floor.people").joinpath("roles.toml").read_text(encoding="utf-8"))
