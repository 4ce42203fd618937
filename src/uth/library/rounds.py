"""Finished rounds for programs: settled, or replayed from their notation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from uth.cli.fast_settle import settle_text
from uth.core.cards import Card
from uth.core.refusal import Refusal
from uth.library.houses import House, load_house
from uth.library.whole_numbers import whole
from uth.rulebook.settings import with_settings
from uth.table.notation import replay as replay_round
from uth.table.notation.poker_hand_history import parse_hand
from uth.table.notation.replaying import Replayed


def settle(finished: Mapping[str, Any], house: House | None = None) -> dict[str, Any]:
    """Settle a finished round: the same input and the same answer as `uth settle`.

    `house` is one of your own; without it the round names one of the five.

    >>> import uth
    >>> answer = uth.settle({
    ...     "house": "light-and-wonder", "board": "Ah Kd 7c 7s 2h", "dealer": "Qs Qd",
    ...     "seats": [{"seat": 1, "cards": "As Ad", "play": 4,
    ...                "wagers": {"ante": "10", "blind": "10"}}]})
    >>> answer["seats"][0]["hand"], answer["seats"][0]["net"]
    ('full house, aces full of sevens', '80.00')
    """
    text = json.dumps(_plain(finished))
    return settle_text(text, None if house is None else load_house(house))


def _plain(value: object) -> object:
    """A value of JSON, also from what a program may have besides: cards, and numbers of arrays."""
    match value:
        case Mapping():
            return {key: _plain(each) for key, each in value.items()}
        case Card():
            return value.text
        case tuple() | list() if value and all(isinstance(each, Card) for each in value):
            return " ".join(card.text for card in value)
        case tuple() | list():
            return [_plain(each) for each in value]
    number = whole(value)
    if not isinstance(number, str | int | float | None):
        raise Refusal("json/value", value=value)
    return number


def replay(notation: str) -> Replayed:
    """Replay a round in notation, or a hand of it in PHH; the first line that differs is refused.

    >>> import uth
    >>> played = uth.Table("cardroom-25", seed=1).play_round()
    >>> uth.replay(played.notation).round.house
    'cardroom-25'
    """
    if not isinstance(notation, str):
        raise Refusal("notation/text", value=notation, where="notation")
    recorded = parse_hand(notation)
    return replay_round(recorded, with_settings(recorded.house, recorded.settings))
