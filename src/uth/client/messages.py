"""What a client reads and raises that the layers below do not define."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from uth.core.messages import RefusalMessage
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.tables.updates import Update

if TYPE_CHECKING:
    from uth.table.events import Event as AnyEvent
else:  # of which class an event is, its own tag says
    from uth.table.wire import AnyEvent


class SignedIn(msgspec.Struct, frozen=True):
    """A session that a server has opened."""

    token: str
    name: str
    """The id of the person, which never changes."""
    role: str


class OwnAccount(msgspec.Struct, frozen=True):
    """Who is signed in, and their balance at the cage."""

    name: str
    shown: str
    """The name that others see."""
    role: str
    at_cage: Cents


class TableUpdate(Update, frozen=True, gc=False, tag="update"):
    """A table after a commit, its events read at once with the rest."""

    events: tuple[AnyEvent, ...]
    so_far: tuple[AnyEvent, ...] = ()


class ServerRefusal(Refusal):
    """A refusal as the server worded it, with the status of its answer."""

    def __init__(self, message: RefusalMessage, status: int = 422) -> None:
        super().__init__(message.code, message.where, message.clause)
        self.message = message
        self.status = status

    def sentence_in(self, language: str) -> str:
        """The server's own sentence, in the language that the client asked for."""
        return self.message.sentence


def refusal_from(text: bytes, status: int) -> Refusal:
    """The refusal of an answer; what is none says only its status."""
    try:
        return ServerRefusal(msgspec.json.decode(text, type=RefusalMessage), status)
    except msgspec.MsgspecError:
        return Refusal("client/answer", status=status)
