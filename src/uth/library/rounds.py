"""Finished rounds for programs: settled, or replayed from their notation."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from uth.cli.fast_settle import settle_text
from uth.library.houses import House, load_house
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
    return settle_text(json.dumps(finished), None if house is None else load_house(house))


def replay(notation: str) -> Replayed:
    """Replay a round in notation, or a hand of it in PHH; the first line that differs is refused.

    >>> import uth
    >>> played = uth.Table("cardroom-25", seed=1).play_round()
    >>> uth.replay(played.notation).round.house
    'cardroom-25'
    """
    recorded = parse_hand(notation)
    return replay_round(recorded, with_settings(recorded.house, recorded.settings))
