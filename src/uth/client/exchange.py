"""Calls and socket messages as bytes and back, for clients of both kinds."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from uth.client.calls import Call
from uth.client.messages import ServerRefusal, TableUpdate, refusal_from
from uth.core.refusal import Refusal
from uth.floor.records.hand_history import Replay
from uth.floor.tables.orders import SocketAnswer, SocketPong, SocketRefusal
from uth.table.commands import Command
from uth.table.wire import decoder, read_event, to_json

T = TypeVar("T")
ATTEMPTS = 6
"""How often a request that may be repeated is sent, and how often a socket is connected."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds before the second attempt, and at most."""
BUSY = (429, 503)
"""Statuses after which trying again makes sense."""
TIMEOUT = 30.0
"""Seconds within which an answer arrives."""
REFUSED = 1008
"""The code with which a server closes a socket for good."""

SocketMessage = TableUpdate | SocketAnswer | SocketRefusal | SocketPong


def pause(attempt: int) -> float:
    """Seconds to wait before an attempt, the first being 0."""
    return min(FIRST_PAUSE * 2.0 ** max(attempt - 1, 0), LONGEST_PAUSE)


def headers_of(token: str, language: str) -> dict[str, str]:
    headers = {"accept-language": language}
    return {**headers, "authorization": f"Bearer {token}"} if token else headers


def body_of(call: Call[Any]) -> bytes | None:
    return None if call.body is None else to_json(call.body)


def answer_to(call: Call[T], status: int, content: bytes) -> T:
    """The answer of a call, or its refusal raised."""
    if status != 200:
        raise refusal_from(content, status)
    if call.answer is str:
        return cast(T, content.decode())
    try:
        return cast(T, typed(_decoder(call.answer).decode(content)))
    except msgspec.MsgspecError:
        raise Refusal("client/answer", status=status) from None


_decoder = cache(decoder)


def typed(answer: Any) -> Any:
    """An answer whose events are objects and not plain JSON."""
    if isinstance(answer, Replay):
        return replace(answer, events=tuple(map(read_event, answer.events)))
    return answer


def read_message(text: str | bytes) -> SocketMessage:
    """A message of a table's socket."""
    message: SocketMessage = _decoder(SocketMessage).decode(text)
    return message


def order_message(command: Command, key: str, version: int) -> str:
    order = {"type": "order", "key": key, "command": command, "version": version}
    return to_json(order).decode()


def socket_address(address: str, table: str) -> str:
    """`http://…` as `ws://…/ws/TABLE`."""
    return f"ws{address.removeprefix('http')}/ws/{table}"


def closed_for_good(code: int | None, reason: str) -> Refusal | None:
    """The refusal with which a server has closed a socket; None if connecting again helps."""
    if code != REFUSED:
        return None
    return (
        Refusal("session/none")
        if reason == "session/none"
        else Refusal("client/closed", reason=reason)
    )


def unreachable(address: str, error: Exception) -> Refusal:
    return Refusal("client/unreachable", address=address, error=str(error) or type(error).__name__)


def may_retry(refusal: Refusal) -> bool:
    """Whether a server has refused only for now."""
    return isinstance(refusal, ServerRefusal) and refusal.status in BUSY
