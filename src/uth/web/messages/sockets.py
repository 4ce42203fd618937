"""Messages on a table's socket: an order from the client, an answer or a refusal from us."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from uth.core.messages import Key, RefusalMessage, RequestBody
from uth.floor.tables.orders import Answer
from uth.web.messages.orders import PersonCommand


class SocketOrder(RequestBody, frozen=True):
    """The only message that a client sends on a socket."""

    type: Literal["order"]
    key: Key
    command: PersonCommand
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


class SocketAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    key: str
    answer: Answer


class SocketRefusal(msgspec.Struct, frozen=True, tag_field="type", tag="refusal"):
    key: str
    refusal: RefusalMessage
