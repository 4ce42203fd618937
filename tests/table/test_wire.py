"""Events and cards as JSON."""

from __future__ import annotations

import json

from uth.core.cards import Card, parse_cards
from uth.table import events as e
from uth.table.wire import decoder, event_from_json, read_event, to_json


def test_what_was_read_as_json_already_is_the_same_event() -> None:
    event = e.BankOffered("pat", seat=3)
    text = to_json(event)
    assert read_event(json.loads(text)) == event_from_json(text) == event


def test_a_type_with_cards_is_read() -> None:
    cards = parse_cards("Ah Td")
    assert decoder(tuple[Card, ...]).decode(to_json(cards)) == cards
