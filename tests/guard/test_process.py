"""`uth serve` as people run it: what it says, what it logs and what a backup of it holds."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.guard.clients import Said
from tests.guard.past import Past, check_backup, check_said
from tests.guard.process import serve_and_scan
from tests.guard.truth import Leak
from uth.ledger.opening import open_store

pytestmark = pytest.mark.slow


def test_a_served_house_tells_nothing_hidden(tmp_path: Path) -> None:
    _evening(tmp_path, 16, 11)


@pytest.mark.nightly
def test_a_served_house_tells_nothing_hidden_in_many_hands(tmp_path: Path) -> None:
    _evening(tmp_path, 60, 12)


def _evening(tmp_path: Path, rounds: int, seed: int) -> None:
    """Rounds at two tables, the last at each still open; then the scan itself is tried."""
    counts = serve_and_scan(tmp_path, rounds, ("california", "hollywood-pa"), seed)
    assert counts["hands"] >= rounds - 2
    assert counts["bytes scanned"] > 100_000
    assert counts["log lines"] > 50
    store = open_store(str(tmp_path / "house.db"), check=False)
    try:
        _plants(Past(store), store)
    finally:
        store.close()


def _plants(past: Past, store: object) -> None:
    """The same scan finds a view of later cards, a seed, and a backup that tells."""
    (table, version), found = next(
        (key, one) for key, one in past._situations.items() if one.table.phase == "preflop"
    )
    from uth.table.view import view
    from uth.table.wire import to_json

    honest = msgspec.json.decode(to_json(view(found.table, "")))
    seed = past.seeds[table][found.table.round].hex()
    message = {"type": "update", "table": table, "version": version, "receipt": None}
    for changed in (
        {"view": {**honest, "board": [card.text for card in found.table.board]}},
        {"view": honest, "commitment": seed},
        {"view": honest, "events": [found.table.board[0].text]},
    ):
        past.check_update(msgspec.json.encode({**message, "view": honest}), "")
        heard: list[Said] = [("", "", 0, msgspec.json.encode({**message, **changed}), "")]
        with pytest.raises(Leak):
            check_said(store, heard)  # type: ignore[arg-type]
    with pytest.raises(Leak):
        check_backup(store, b"..." + next(iter(past.live())))  # type: ignore[arg-type]
