"""What comes from outside: text of a limited size, and JSON whose values are checked."""

from __future__ import annotations

import json
import sys

from uth.core.cards import parse_cards
from uth.core.money import parse_dollars
from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.core.cards import Card
    from uth.core.money import Cents

    Json = dict[str, Any]


MAX_BYTES = 4 << 20
"""Far more than any round or rulebook needs."""


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""
        else:
            with open(path, "rb") as file:
                content = file.read(MAX_BYTES + 1)
        if len(content) <= MAX_BYTES:
            return content.decode()
        raise Refusal("input/too_large", most=MAX_BYTES, where=path)
    except UnicodeDecodeError:
        raise Refusal("input/not_utf8", where=path) from None
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise Refusal("input/unreadable", reason=reason, where=path) from None


def parse_json(text: str) -> Any:
    """Parse JSON text; a field that is given twice is refused."""
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except (RecursionError, ValueError) as error:
        raise Refusal("json/broken", reason=str(error)) from None


def _without_duplicates(pairs: list[tuple[str, Any]]) -> Json:
    fields: Json = {}
    for name, value in pairs:
        if name in fields:
            raise Refusal("json/field_twice", field=name)
        fields[name] = value
    return fields


def object_value(value: Any, where: str) -> Json:
    if not isinstance(value, dict):
        raise Refusal("json/not_an_object", value=value, where=where)
    return value


def object_fields(
    value: Any, where: str, known: tuple[str, ...], required: tuple[str, ...] = ()
) -> Json:
    """An object with all the required fields and no unknown ones."""
    fields = object_value(value, where)
    for name in fields:
        if name not in known:
            raise Refusal("json/unknown_field", field=name, fields=known, where=where)
    for name in required:
        if name not in fields:
            raise Refusal("json/missing_field", field=name, where=where)
    return fields


def list_value(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Refusal("json/not_a_list", value=value, where=where)
    return value


def flag_value(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise Refusal("json/not_a_flag", value=value, where=where)
    return value


def cards_value(value: Any, count: int, where: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise Refusal("card/not_a_string", value=value, where=where)
    try:
        cards = parse_cards(value)
    except Refusal as refusal:
        raise refusal.at(where) from None
    if len(cards) != count:
        raise Refusal("card/count", count=len(cards), expected=count, where=where)
    return cards


def amount_value(value: Any, where: str) -> Cents:
    """An amount above 0, written in dollars."""
    try:
        amount = parse_dollars(value)
    except Refusal as refusal:
        raise refusal.at(where) from None
    if amount == 0:
        raise Refusal("money/zero", where=where)
    return amount
