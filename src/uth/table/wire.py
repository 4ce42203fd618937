"""Events, commands and views as JSON and back; a card is written `Ah`."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.core.cards import Card, parse_card
from uth.table import commands, events


def _union(module: object, base: type) -> Any:
    types = [kind for kind in vars(module).values() if isinstance(kind, type)]
    kinds = [kind for kind in types if issubclass(kind, base) and kind is not base]
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union


def _written(value: Any) -> Any:
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(f"{type(value).__name__} has no JSON form")


def _read(kind: type, value: Any) -> Any:
    if kind is Card and isinstance(value, str):
        return parse_card(value)
    raise NotImplementedError(f"{kind.__name__} has no JSON form")


_ENCODER = msgspec.json.Encoder(enc_hook=_written, order="deterministic")
_EVENT = msgspec.json.Decoder(_union(events, events.Event), dec_hook=_read)
_COMMAND = msgspec.json.Decoder(_union(commands, commands.Command), dec_hook=_read)


def to_json(value: Any) -> bytes:
    """Canonical JSON: equal values give equal bytes."""
    return _ENCODER.encode(value)


def event_from_json(text: bytes | str) -> events.Event:
    event: events.Event = _EVENT.decode(text)
    return event


def command_from_json(text: bytes | str) -> commands.Command:
    command: commands.Command = _COMMAND.decode(text)
    return command
