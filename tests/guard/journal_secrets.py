"""What was hidden at each version of each table, read from the journal afterwards."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec

from tests.floor.hidden import known_to, twin
from tests.guard.clients import SentMessage
from tests.guard.leak_scan import LeakScan
from tests.guard.live_secrets import CARD, HiddenAtCommit, Leak, contains_secret
from uth.floor.fairness import fairness_events as fair
from uth.floor.tables.progress import TableProgress, advance, begin
from uth.ledger.journal.store import Reader, Store
from uth.ledger.journal.table_streams import read_event
from uth.table import events as e
from uth.table.evolve import transition
from uth.table.view import view
from uth.table.wire import to_json


class JournalSecrets:
    """The state of all tables at every version, and the seeds that were revealed in the end."""

    def __init__(self, store: Store) -> None:
        self._progress: dict[tuple[str, int], TableProgress] = {}
        self._closed: set[tuple[str, int]] = set()
        self.seeds: defaultdict[str, dict[int, bytes]] = defaultdict(dict)
        self.decks: dict[tuple[str, int], bytes] = {}
        with store.reading() as reader:
            for row in reader.streams("table/"):
                self._read(reader, row.stream)
            hidden = {
                entry.secret
                for row in reader.streams("fair/meter/")
                for entry in reader.events(row.stream)
                if entry.kind == "MysteryCommitted"
            }
        self._values = hidden

    def _read(self, reader: Reader, stream: str) -> None:
        name, progress = stream.removeprefix("table/"), None
        for entry in reader.events(stream):
            event = read_event(entry)
            at = entry.at // 1_000
            if progress is None:
                progress = begin(event, at)
            else:
                progress = advance(progress, transition(progress.table, event), at)
            self._progress[name, entry.version] = progress
            if isinstance(event, e.Dealt):
                self.decks[name, progress.table.round] = entry.secret
            if isinstance(event, e.RoundClosed):
                self._closed.add((name, event.round))
        for entry in reader.events(fair.fair_stream(stream)):
            committed = fair.read_fairness_event(entry)
            if isinstance(committed, fair.ShuffleCommitted):
                self.seeds[name][committed.name.round] = entry.secret

    @property
    def rounds(self) -> int:
        return len(self._closed)

    def moments(self, table: str, version: int) -> list[HiddenAtCommit]:
        raise NotImplementedError("updates are checked here, by the journal")

    def live(self) -> set[bytes]:
        """The seeds of unfinished rounds."""
        seeds = {
            seed
            for table, by_round in self.seeds.items()
            for number, seed in by_round.items()
            if (table, number) not in self._closed
        }
        return seeds | self._values

    def targets(self) -> set[int]:
        return set()

    def is_closed(self, table: str, round_number: int) -> bool:
        return (table, round_number) in self._closed

    def check_update(self, raw: bytes, viewer: str) -> None:
        """The view equals that of a table with all hidden cards exchanged."""
        message: dict[str, Any] = msgspec.json.decode(raw)
        progress = self._progress[message["table"], message["version"]]
        table = progress.table
        other = twin(table, viewer) if table.deck else table
        if message["view"] != msgspec.json.decode(to_json(view(other, viewer))):
            raise Leak(f"what {viewer} sees of {message['table']} depends on what is hidden")
        later = [
            seed for number, seed in self.seeds[message["table"]].items() if number >= table.round
        ]
        if contains_secret(raw, later):
            raise Leak(f"{viewer} received a seed")
        known = {card.text.encode() for card in known_to(table, viewer)}
        if not message["receipt"] and set(CARD.findall(raw)) - known:
            raise Leak(f"{viewer} received a card")


def check_messages(store: Store, messages: list[SentMessage]) -> int:
    """Scan all that a process has sent by what its journal says afterwards; returns its bytes."""
    secrets = JournalSecrets(store)
    scan = LeakScan(secrets)
    for method, path, status, raw, viewer in messages:
        if b'"type":"update"' in raw[:20]:
            secrets.check_update(raw, viewer)
        elif method:
            scan.http(method, path, status, raw, viewer)
        else:
            scan.socket(raw, viewer)
    return sum(len(raw) for _, _, _, raw, _ in messages)


def check_backup(store: Store, copy: bytes) -> None:
    """A backup contains no deck and no seed of an unfinished round."""
    secrets = JournalSecrets(store)
    open_decks = [deck for key, deck in secrets.decks.items() if key not in secrets._closed]
    if any(deck in copy for deck in open_decks) or contains_secret(copy, secrets.live()):
        raise Leak("a backup contains what is hidden")
