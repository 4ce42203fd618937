"""Roles and what they may do: a matrix kept as data, checked when it is loaded."""

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
    """What an account is; one each, so that no one checks himself under another hat."""

    GUEST = "guest"
    PLAYER = "player"
    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Scope(StrEnum):
    """How far a role's permission reaches."""

    NO = "no"
    OWN = "own"
    ANY = "any"
    OTHERS = "others"


class Person(msgspec.Struct, frozen=True):
    """Who asks: an account, or a guest by the name of his session."""

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
"""What no one may do in a matter of his own, whatever the file says."""

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
"""What no one may do for another: nobody plays another's hand or money."""


class Matrix:
    """Role × action → how far it reaches."""

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
        """Why a person may not do this in a matter that concerns these people; None if he may.

        Where only one's own matters are open and nobody is concerned, it is nobody's own. Where
        they are closed, the caller must say whom it concerns: forgetting that must not open them.
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
                f"{self._called[person.role]} may {words} only in his own name",
                action.value,
            )
        if scope is Scope.OTHERS and person.name in concerned:
            return Refusal(
                "role/own_matter", f"nobody may {words} in a matter of his own", action.value
            )
        return None

    def require(self, person: Person, action: Action, concerned: Collection[str] = ()) -> None:
        no = self.why_not(person, action, concerned)
        if no is not None:
            raise no


def action_of(command: Command) -> Action:
    """What a person must be allowed for a command; the dealer's own are open to nobody."""
    kind = type(command)
    if kind in DEALERS:
        raise Refusal("role/dealer", f"{kind.__name__} is the dealer's own: the house sends it")
    return BY_COMMAND[kind]


def read_matrix(text: str) -> Matrix:
    """A matrix from TOML: every role, every action, every cell, or all defects at once."""
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
        gather.add("roles/called", "each role is called something in a sentence", "called")


def _row(row: object) -> tuple[str, list[Scope]]:
    if row is None:
        raise Refusal("roles/missing", "this action has no line")
    if not isinstance(row, list) or len(row) != len(Role) + 1 or not isinstance(row[0], str):
        raise Refusal("roles/row", f"a line has its words and {len(Role)} cells")
    return row[0], [_cell(cell) for cell in row[1:]]


def _cell(cell: object) -> Scope:
    for scope in Scope:
        if cell == scope.value:
            return scope
    raise Refusal("roles/cell", f"{shown(cell)} is none of {', '.join(Scope)}")


def _check_cell(action: Action, scope: Scope, where: str, gather: Gather) -> None:
    if action in NEVER_OWN and scope not in (Scope.NO, Scope.OTHERS):
        gather.add("roles/own_matter", "nobody may do this in a matter of his own", where)
    if action in ONLY_OWN and scope not in (Scope.NO, Scope.OWN):
        gather.add("roles/only_own", "nobody may do this for another", where)


@cache
def matrix() -> Matrix:
    """The matrix in force."""
    return read_matrix(files("uth.floor.people").joinpath("roles.toml").read_text(encoding="utf-8"))
