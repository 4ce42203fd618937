"""Checked access to JSON from outside: each value is what it should be, or is refused."""

from __future__ import annotations

import json

from uth.core.cards import parse_cards
from uth.core.money import parse_dollars
from uth.core.refusal import Refusal, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.core.cards import Card
    from uth.core.money import Cents

    Json = dict[str, Any]


def parse_json(text: str) -> Any:
    """Parse JSON text; a field that is given twice is refused."""
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except RecursionError:
        raise Refusal("json/broken", "this JSON is nested too deeply") from None
    except ValueError as error:
        raise Refusal("json/broken", f"this is not JSON: {error}") from None


def _without_duplicates(pairs: list[tuple[str, Any]]) -> Json:
    fields: Json = {}
    for name, value in pairs:
        if name in fields:
            raise Refusal("json/field_twice", f"the field {shown(name)} is given twice")
        fields[name] = value
    return fields


def object_value(value: Any, where: str) -> Json:
    if not isinstance(value, dict):
        raise Refusal("json/not_an_object", f"{shown(value)} should be an object", where)
    return value


def object_fields(
    value: Any, where: str, known: tuple[str, ...], required: tuple[str, ...] = ()
) -> Json:
    """An object with all the required fields and no unknown ones."""
    fields = object_value(value, where)
    for name in fields:
        if name not in known:
            names = ", ".join(known)
            raise Refusal(
                "json/unknown_field",
                f"{shown(name)} is not a field here; the fields are {names}",
                where,
            )
    for name in required:
        if name not in fields:
            raise Refusal("json/missing_field", f"the field {name} is missing", where)
    return fields


def list_value(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Refusal("json/not_a_list", f"{shown(value)} should be a list", where)
    return value


def flag_value(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise Refusal("json/not_a_flag", f"{shown(value)} should be true or false", where)
    return value


def cards_value(value: Any, count: int, where: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise Refusal(
            "card/not_a_string", f'{shown(value)} should be cards, such as "Ah Kd"', where
        )
    try:
        cards = parse_cards(value)
    except Refusal as refusal:
        raise refusal.at(where) from None
    if len(cards) != count:
        raise Refusal("card/count", f"{len(cards)} cards where there should be {count}", where)
    return cards


def amount_value(value: Any, where: str) -> Cents:
    """An amount above 0, written in dollars."""
    try:
        amount = parse_dollars(value)
    except Refusal as refusal:
        raise refusal.at(where) from None
    if amount == 0:
        raise Refusal("money/zero", "an amount must be above 0", where)
    return amount
