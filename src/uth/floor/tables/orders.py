"""Orders: a command with who sends it, the key that makes it happen once, and what he had seen."""

from __future__ import annotations

import hashlib
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.refusal import Refusal
from uth.floor.people.names import DEALER
from uth.table import commands as c
from uth.table.wire import to_json


class MixSeed(c.Command, frozen=True):
    """A player mixes a seed of his own into the shuffle of the round to come."""

    player: str
    seed: str


class RetryJackpots(c.Command, frozen=True):
    """The dealer asks the meter again for jackpots that wait while it can't be reached."""


Key: TypeAlias = Annotated[str, Meta(max_length=64)]


class Order(msgspec.Struct, frozen=True):
    """A command on its way to a table."""

    table: str
    actor: str
    command: c.Command
    key: Key = ""
    """Made by the client; the same key never happens twice. The dealer's orders have none."""
    version: int = 0
    """The version of the table that the sender had seen; 0 does not say."""


class Answer(msgspec.Struct, frozen=True):
    """What came of an order, the same however often it is sent."""

    table: str
    version: int
    of: str
    """A digest of the command, so that a key can't be used for another one."""


def command_digest(command: c.Command) -> str:
    return hashlib.sha256(to_json(command)).hexdigest()[:32]


def read_answer(text: bytes, order: Order) -> Answer:
    """A kept answer again; a key that was used for another command is refused."""
    try:
        answer = msgspec.json.decode(text, type=Answer)
    except msgspec.MsgspecError:
        answer = Answer("", 0, "")
    if answer.of != command_digest(order.command) or answer.table != order.table:
        raise Refusal("key/used", "this key was used for another command; make a new one", "key")
    return answer


BY_PLAYERS = (
    c.Sit,
    c.Join,
    c.AddChips,
    c.Leave,
    c.Disconnect,
    c.Reconnect,
    c.Wager,
    c.BackSeat,
    c.TakeBank,
    c.DeclineBank,
    c.Act,
    MixSeed,
)
"""What people ask for themselves."""
BY_FLOOR = (c.Approve, c.SetLimits, c.HoldSeat, c.ReleaseSeat, c.VoidRound)
"""What supervisors ask, in their own name."""
BY_DEALER = (
    c.OfferBank,
    c.CloseBets,
    c.Deal,
    c.TimeOut,
    c.DeclineBank,
    c.ReleaseSeat,
    RetryJackpots,
)
"""What the dealer does by himself. Meters are paid by their owner alone, never by an order."""


def check_actor(order: Order) -> None:
    """Nobody acts for another, and nobody but the dealer deals."""
    command, actor = order.command, order.actor
    if actor == DEALER:
        allowed = isinstance(command, BY_DEALER)
    elif isinstance(command, BY_PLAYERS):
        allowed = getattr(command, "player", "") == actor
    else:
        allowed = isinstance(command, BY_FLOOR) and getattr(command, "by", "") == actor
    if not allowed:
        name = type(command).__name__
        raise Refusal("actor/not_yours", f"{name} is not for {actor or 'nobody'} to ask", "actor")
