"""Sessions, accounts and a player's own limits."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from uth.core.messages import Amount, Key, Name, RequestBody, Text
from uth.core.money import Cents
from uth.floor.people.roles import Role, Scope

Password: TypeAlias = Annotated[str, Meta(max_length=1_000)]


class Credentials(RequestBody, frozen=True):
    name: Text
    password: Password


class Token(msgspec.Struct, frozen=True):
    """A new session; its token is sent only once."""

    token: str
    name: str
    role: Role


class Me(msgspec.Struct, frozen=True):
    """Who is signed in, their balance at the cage, and what they may do."""

    name: str
    role: Role
    at_cage: Cents
    may: dict[str, Scope] = {}
    """Each action that is open to their role, and for whom; all others are not."""


class Here(msgspec.Struct, frozen=True):
    """Who is signed in; null without a session."""

    me: Me | None


class PlayMoney(RequestBody, frozen=True):
    amount: Amount
    key: Key


class NewUser(RequestBody, frozen=True):
    name: Name
    password: Password
    role: Role


class UserLine(msgspec.Struct, frozen=True):
    """An account in the list of accounts."""

    name: str
    role: Role
    closed: bool
    locked: bool = False
    """Whether sign-in is locked now after failed attempts."""


class ChangeUser(RequestBody, frozen=True):
    """Changes to an account; null leaves a value as it is. Its sessions end."""

    name: Name
    role: Role | None = None
    closed: bool | None = None
    password: Password | None = None


class UserName(RequestBody, frozen=True):
    name: Name


class SessionsEnded(msgspec.Struct, frozen=True):
    """How many sessions were ended."""

    sessions: int


class NewPassword(RequestBody, frozen=True):
    """A change of one's own password, which needs the old one."""

    old: Password
    new: Password


class LimitsBody(RequestBody, frozen=True):
    """The most that a player wants to lose, in cents, and to play, in minutes, within a day.

    null removes a limit; a field that is left out stays as it is.
    """

    loss: Amount | UnsetType | None = UNSET
    minutes: Annotated[int, Meta(ge=0, le=1_440)] | UnsetType | None = UNSET


class OwnDay(msgspec.Struct, frozen=True):
    """What the last 24 hours count against a player's own limits."""

    lost: Cents
    minutes: int
