"""`uth serve` as people run it: what it sends, what it logs, and what a backup contains."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.guard.clients import SentMessage
from tests.guard.journal_secrets import JournalSecrets, check_backup, check_messages
from tests.guard.live_secrets import Leak
from tests.guard.server_process import serve_and_scan
from uth.ledger.opening import open_store

pytestmark = pytest.mark.slow


def test_a_server_reveals_nothing_hidden(tmp_path: Path) -> None:
    _serve_and_scan(tmp_path, 16, 11)


@pytest.mark.nightly
def test_a_server_reveals_nothing_hidden_in_many_hands(tmp_path: Path) -> None:
    _serve_and_scan(tmp_path, 60, 12)


def _serve_and_scan(tmp_path: Path, rounds: int, seed: int) -> None:
    """Rounds at two tables, the last of each unfinished; then the scan itself is tested."""
    counts = serve_and_scan(tmp_path, rounds, ("california", "hollywood-pa"), seed)
    assert counts["hands"] >= rounds - 2
    assert counts["bytes scanned"] > 100_000
    assert counts["log lines"] > 50
    store = open_store(str(tmp_path / "house.db"), check=False)
    try:
        _check_the_scan(JournalSecrets(store), store)
    finally:
        store.close()


def _check_the_scan(secrets: JournalSecrets, store: object) -> None:
    """The same scan finds a view with later cards, a seed, and a backup with secrets."""
    (table, version), progress = next(
        (key, value) for key, value in secrets._progress.items() if value.table.phase == "preflop"
    )
    from uth.table.view import view
    from uth.table.wire import to_json

    honest = msgspec.json.decode(to_json(view(progress.table, "")))
    seed = secrets.seeds[table][progress.table.round].hex()
    message = {"type": "update", "table": table, "version": version, "receipt": None}
    for changed in (
        {"view": {**honest, "board": [card.text for card in progress.table.board]}},
        {"view": honest, "commitment": seed},
        {"view": honest, "events": [progress.table.board[0].text]},
    ):
        secrets.check_update(msgspec.json.encode({**message, "view": honest}), "")
        messages: list[SentMessage] = [("", "", 0, msgspec.json.encode({**message, **changed}), "")]
        with pytest.raises(Leak):
            check_messages(store, messages)  # type: ignore[arg-type]
    with pytest.raises(Leak):
        check_backup(store, b"..." + next(iter(secrets.live())))  # type: ignore[arg-type]
