"""What people send and get about accounts: their own, those of others, and the service."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from uth.core.messages import Amount, Key, Name, RequestBody, Text
from uth.core.money import Cents
from uth.floor.people.roles import Role, Scope


class Credentials(RequestBody, frozen=True):
    name: Text
    password: Annotated[str, Meta(max_length=1_000)]


class Token(msgspec.Struct, frozen=True):
    """A session's token, told once."""

    token: str
    name: str
    role: Role


class Me(msgspec.Struct, frozen=True):
    name: str
    role: Role
    at_cage: Cents
    may: dict[str, Scope] = {}
    """His row of the matrix: each action that is open to him, and how far; the rest is not."""


class Here(msgspec.Struct, frozen=True):
    """Who asks; null for one without a session, which is nothing wrong."""

    me: Me | None


class PlayMoney(RequestBody, frozen=True):
    amount: Amount
    key: Key


class NewUser(RequestBody, frozen=True):
    name: Name
    password: Annotated[str, Meta(max_length=1_000)]
    role: Role


class UserLine(msgspec.Struct, frozen=True):
    name: str
    role: Role
    closed: bool
    locked: bool = False
    """Whether attempts at it are refused now."""


class ChangeUser(RequestBody, frozen=True):
    """What is to change of an account; null stays as it is. Its sessions end."""

    name: Name
    role: Role | None = None
    closed: bool | None = None
    password: Annotated[str, Meta(max_length=1_000)] | None = None


class UserName(RequestBody, frozen=True):
    name: Name


class SessionsEnded(msgspec.Struct, frozen=True):
    """How many sessions ended."""

    sessions: int


class NewPassword(RequestBody, frozen=True):
    """One's own: the old one shows that it is oneself."""

    old: Annotated[str, Meta(max_length=1_000)]
    new: Annotated[str, Meta(max_length=1_000)]


class LimitsBody(RequestBody, frozen=True):
    """The most one wants to lose, in cents, and to play, in minutes, in a day.

    null asks for no limit; what is left out stays as it is.
    """

    loss: Amount | UnsetType | None = UNSET
    minutes: Annotated[int, Meta(ge=0, le=1_440)] | UnsetType | None = UNSET


class OwnDay(msgspec.Struct, frozen=True):
    """What the last 24 hours count against one's own limits."""

    lost: Cents
    minutes: int


class Door(RequestBody, frozen=True):
    """Whether newcomers are let in."""

    open: bool


class ServiceReport(msgspec.Struct, frozen=True):
    """How this node does: its gauges by name, as `/metrics` has them."""

    version: str
    open: bool
    ready: bool
    gauges: dict[str, int]
