"""Orders: a command, its sender, its key, and the table version that the sender had seen."""

from __future__ import annotations

import hashlib
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.messages import RefusalMessage
from uth.core.refusal import Refusal
from uth.floor.people.names import DEALER
from uth.table import commands as c
from uth.table.wire import to_json


class MixSeed(c.Command, frozen=True):
    """A player mixes their own seed into the shuffle of the next round."""

    player: str
    seed: str


class RetryJackpots(c.Command, frozen=True):
    """The dealer pays jackpots that waited because the meter could not be reached."""


Key: TypeAlias = Annotated[str, Meta(max_length=64)]


class Order(msgspec.Struct, frozen=True, gc=False):
    """A command on its way to a table."""

    table: str
    actor: str
    command: c.Command
    key: Key = ""
    """Made by the client: an order with the same key happens once. The dealer's have none."""
    version: int = 0
    """The version of the table that the sender had seen; 0 if unknown."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The result of an order, the same however often it is sent."""

    table: str
    version: int
    of: str
    """A digest of the command, so that its key can't be used for another one."""


class SocketAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """What became of an order that was carried out."""

    key: str
    answer: Answer


class SocketRefusal(msgspec.Struct, frozen=True, tag_field="type", tag="refusal"):
    """Why an order, or a message, was refused."""

    key: str
    refusal: RefusalMessage


class SocketPing(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """A client asks whether the connection still works; browsers can't send pings of their own."""


class SocketPong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """It does."""


def command_digest(command: c.Command) -> str:
    return hashlib.sha256(to_json(command)).hexdigest()[:32]


def decode_answer(text: bytes, order: Order) -> Answer | None:
    """A stored answer; None if it belongs to another order."""
    try:
        answer = msgspec.json.decode(text, type=Answer)
    except msgspec.MsgspecError:
        return None
    same = answer.of == command_digest(order.command) and answer.table == order.table
    return answer if same else None


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
"""What people do for themselves."""
BY_FLOOR = (
    c.Approve,
    c.SetLimits,
    c.PostMaximum,
    c.WithdrawMaximum,
    c.SwitchShuffler,
    c.HoldSeat,
    c.ReleaseSeat,
    c.VoidRound,
    c.ConfirmVoid,
    c.WithdrawVoid,
)
"""What floor persons and supervisors do, in their own name."""
BY_DEALER = (
    c.OfferBank,
    c.CloseBets,
    c.Deal,
    c.TimeOut,
    c.DeclineBank,
    c.ReleaseSeat,
    RetryJackpots,
)
"""What the dealer does. No order pays from a meter: the table writer does that itself."""


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
        raise Refusal("actor/not_yours", actor=actor, command=name, where="actor")
