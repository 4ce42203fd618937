"""Events, commands and views as JSON and back; a card is written `Ah`."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from uth.core.cards import Card, parse_card
from uth.table import events


def _written(value: Any) -> Any:
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(f"{type(value).__name__} has no JSON form")


def _read(kind: type, value: Any) -> Any:
    if kind is Card and isinstance(value, str):
        return parse_card(value)
    raise NotImplementedError(f"{kind.__name__} has no JSON form")


_ENCODER = msgspec.json.Encoder(enc_hook=_written, order="deterministic")
_KINDS = [kind for kind in vars(events).values() if isinstance(kind, type)]
AnyEvent: Any = reduce(
    or_,
    (kind for kind in _KINDS if issubclass(kind, events.Event) and kind is not events.Event),
)
_EVENT = msgspec.json.Decoder(AnyEvent, dec_hook=_read)


def to_json(value: Any) -> bytes:
    """Canonical JSON: equal values give equal bytes."""
    return _ENCODER.encode(value)


def event_from_json(text: bytes | str) -> events.Event:
    event: events.Event = _EVENT.decode(text)
    return event


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Reads a type that has cards from JSON."""
    return msgspec.json.Decoder(kind, dec_hook=_read)


def read_event(value: Any) -> events.Event:
    """An event from JSON that was read already."""
    event: events.Event = msgspec.convert(value, AnyEvent, dec_hook=_read)
    return event
