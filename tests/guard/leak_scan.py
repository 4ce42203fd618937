"""Scans every byte that a server sends for unturned cards, seeds and hidden values."""

from __future__ import annotations

import re
from typing import Any, Protocol

import msgspec

from tests.guard.live_secrets import CARD, HiddenAtCommit, Leak, contains_secret
from uth.core.cards import Card, parse_card
from uth.core.messages import RefusalMessage
from uth.floor.fairness.receipts import Receipt
from uth.floor.records.feed import FeedItem
from uth.floor.records.hand_history import RecordedRound, Replay
from uth.floor.tables.orders import SocketAnswer, SocketRefusal
from uth.floor.tables.updates import Update
from uth.table.wire import to_json
from uth.web.app import DOCUMENTS, ROUTES
from uth.web.routes import Route

_NUMBER = re.compile(rb"(?<![\w.])\d+(?![\w.])")
_MAIN = re.compile(rb'"main":\d+')
FROM_RULEBOOK = {
    "/api/houses",
    "/api/houses/{house}/rules",
    "/api/tables/{table}/rules",
    "/api/tables/{table}/cloth",
    "/api/clauses",
    "/api/clauses/{clause}",
    "/api/solve",
    "/api/solve/edge",
    "/api/designer/form",
    "/api/designer/check",
    "/api/designer/par",
}
"""Routes whose answers follow from a rulebook alone, whose texts may name cards."""
_TOKEN = re.compile(rb'"token":"[^"]*"')


class Hidden(Protocol):
    """What is hidden when a message is sent."""

    def moments(self, table: str, version: int) -> list[HiddenAtCommit]: ...

    def live(self) -> set[bytes]: ...

    def targets(self) -> set[int]: ...

    def is_closed(self, table: str, round_number: int) -> bool: ...


class _Head(msgspec.Struct):
    """The fields of an update that identify its commit."""

    table: str
    version: int


def _card(kind: type, value: Any) -> Any:
    if kind is Card and isinstance(value, str):
        return parse_card(value)
    raise NotImplementedError(kind.__name__)


_HEAD = msgspec.json.Decoder(_Head)
_SOCKET_MESSAGE: Any = msgspec.json.Decoder(SocketAnswer | SocketRefusal | FeedItem, dec_hook=_card)
_REFUSAL = msgspec.json.Decoder(RefusalMessage)
_HAND = msgspec.json.Decoder(RecordedRound, dec_hook=_card)
_ANSWERS = {route: msgspec.json.Decoder(route.answer, dec_hook=_card) for route in ROUTES}


def route_of(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
    """The route of a path, and its path parameters."""
    for route in ROUTES:
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path)
        match = re.fullmatch(pattern, path)
        if match and route.method == method:
            return route, match.groupdict()
    return None


class LeakScan:
    """Checks bytes as they are sent against what is hidden at that moment."""

    def __init__(self, secrets: Hidden) -> None:
        self.secrets = secrets
        self.bytes = 0
        self.messages = 0

    def socket(self, raw: bytes, viewer: str) -> None:
        """A message on a socket: an update, an answer, a refusal or a feed item."""
        self._count(raw)
        if raw.startswith(b'{"type":"update"'):
            self._check_update(raw, viewer)
            return
        _exact(raw, _SOCKET_MESSAGE)
        self._check_no_secrets(raw)

    def http(self, method: str, path: str, status: int, raw: bytes, viewer: str) -> None:
        """A response by HTTP, checked by its route."""
        self._count(raw)
        if path in DOCUMENTS:  # their examples show cards, always the same
            if raw != DOCUMENTS[path]():
                raise Leak(f"{path} is not the document that everybody gets")
            return
        routed = route_of(method, path)
        if routed is None:
            self._check_no_secrets(raw)
            return
        route, parameters = routed
        if status != 200:
            _exact(raw, _REFUSAL)
            self._check_no_secrets(raw)
        elif route.answer is Update:
            self._check_update(raw, viewer)
        elif route.path in FROM_RULEBOOK:
            _exact(raw, _ANSWERS[route])
            self._check_seeds(raw)
        elif route.answer is Replay:
            self._check_hands([_ANSWERS[route].decode(raw).hand])
            self._check_seeds(raw)
        elif route.answer is bytes:
            self._check_hands([_HAND.decode(row) for row in raw.splitlines()])
            self._check_seeds(raw)
        elif route.answer is str:
            self._check_over(parameters["table"], int(parameters["round"]))
            self._check_seeds(raw)
        else:
            answer = _exact(raw, _ANSWERS[route])
            self._check_answer(answer, raw)

    def _count(self, raw: bytes) -> None:
        self.bytes += len(raw)
        self.messages += 1

    def _check_answer(self, answer: Any, raw: bytes) -> None:
        if isinstance(answer, Receipt):
            self._check_over(answer.table, answer.round)
        elif isinstance(answer, list) and answer and isinstance(answer[0], RecordedRound):
            self._check_hands(answer)
        else:
            self._check_no_secrets(_TOKEN.sub(b"", raw))
            return
        self._check_seeds(raw)

    def _check_hands(self, hands: list[RecordedRound]) -> None:
        for hand in hands:
            self._check_over(hand.table, hand.round)
            if hand.round != hand.hand.number:
                raise Leak(f"hand {hand.round} of {hand.table} shows another round")

    def _check_over(self, table: str, number: int) -> None:
        if not self.secrets.is_closed(table, number):
            raise Leak(f"round {number} of {table} was sent before it was over")

    def _check_no_secrets(self, raw: bytes) -> None:
        """No card, no seed, and no hidden value."""
        cards = CARD.findall(raw)
        if cards:
            raise Leak(f"cards {cards[:5]} where there should be none")
        self._check_seeds(raw)
        numbers = set(map(int, _NUMBER.findall(_MAIN.sub(b"", raw))))
        if numbers & {target for target in self.secrets.targets() if target % 50}:
            raise Leak("a hidden value was sent")

    def _check_seeds(self, raw: bytes) -> None:
        if contains_secret(raw, self.secrets.live()):
            raise Leak("a secret seed was sent")

    def _check_update(self, raw: bytes, viewer: str) -> None:
        """Byte for byte the same as with all hidden cards exchanged."""
        head = _HEAD.decode(raw)
        moments = self.secrets.moments(head.table, head.version)
        if not moments:
            raise Leak(f"an update of {head.table} at {head.version}, where nothing happened")
        if not any(self._matches(moment, raw, viewer) for moment in moments):
            raise Leak(f"what {viewer or 'everybody'} receives depends on what is hidden")

    def _matches(self, moment: HiddenAtCommit, raw: bytes, viewer: str) -> bool:
        name = moment.name(viewer)
        if (name, raw) in moment.good:
            return True
        fresh = moment.expected(name, fresh=True)
        if raw != moment.expected(name) and not _equal_but_for_time(raw, fresh):
            return False
        if contains_secret(raw, moment.secrets):
            raise Leak(f"{viewer or 'everybody'} received a seed")
        news = moment.news
        if news.receipt is None:
            known = {card.text.encode() for card in moment.known(viewer)}
            if cards := set(CARD.findall(raw)) - known:
                raise Leak(f"{viewer or 'everybody'} received {cards}")
        shown = news.meters
        if shown is not None and moment.target in (shown.mystery, shown.number):
            raise Leak("the meter shows its hidden value")
        moment.good.add((name, raw))
        return True


def _exact(raw: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """The message has its documented form and nothing else."""
    try:
        message = decoder.decode(raw)
    except msgspec.MsgspecError as error:
        raise Leak(f"not what is documented: {error}") from None
    if to_json(message) != raw:
        raise Leak("more was sent than is documented")
    return message


def _equal_but_for_time(raw: bytes, expected: bytes) -> bool:
    """Whether two messages are equal but for the time at which they were sent."""
    one, other = msgspec.json.decode(raw), msgspec.json.decode(expected)
    one.pop("at"), other.pop("at")
    return bool(one == other)
