"""What the audit notes of a linked game's rounds, for the meter's own record."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from uth.ledger.audit.game_stream import GameStream
from uth.ledger.audit.streams import AuditContext
from uth.ledger.journal.game_events import GamePlayed, implied_moves
from uth.rulebook.store import load_house
from uth.table.wire import to_json

GAME = "three-card-poker"


@pytest.mark.parametrize("replay", [True, False])
def test_a_mystery_is_noted_where_rounds_are_replayed(replay: bool) -> None:
    context = AuditContext(load_house, replay)
    stream = GameStream(context, f"game/{GAME}", b"")
    played = GamePlayed(round=1, wager=500, seats=(1, 2), mysteries=((2, 25_010),))
    played = replace(played, moves=implied_moves(GAME, played))
    stored: Any = SimpleNamespace(version=1, body=to_json(played))
    stream.apply(stored)
    noted = {(f"game/{GAME}", 1, 2, 25_010)} if replay else set()
    assert context.at_tables.mysteries == noted
    assert stream.state == b"1"
