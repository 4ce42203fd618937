"""A house's past out of its store: what was hidden at each version, for what a process has said."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec

from tests.floor.hidden import known_to, twin
from tests.guard.clients import Said
from tests.guard.scan import Scan
from tests.guard.truth import CARD, Leak, Moment, told_of
from uth.floor.fairness import fairness_events as fair
from uth.floor.tables.progress import TableProgress, advance, begin
from uth.ledger.journal.store import Reader, Store
from uth.ledger.journal.table_streams import read_event
from uth.table import events as e
from uth.table.evolve import transition
from uth.table.view import view
from uth.table.wire import to_json


class Past:
    """All situations of all tables, and whose seeds were revealed in the end."""

    def __init__(self, store: Store) -> None:
        self._situations: dict[tuple[str, int], TableProgress] = {}
        self._closed: set[tuple[str, int]] = set()
        self.seeds: defaultdict[str, dict[int, bytes]] = defaultdict(dict)
        self.decks: dict[tuple[str, int], bytes] = {}
        with store.reading() as reader:
            for row in reader.streams("table/"):
                self._read(reader, row.stream)
            hidden = {
                kept.secret
                for row in reader.streams("fair/meter/")
                for kept in reader.events(row.stream)
                if kept.kind == "MysteryCommitted"
            }
        self._values = hidden

    def _read(self, reader: Reader, stream: str) -> None:
        name, progress = stream.removeprefix("table/"), None
        for kept in reader.events(stream):
            event = read_event(kept)
            at = kept.at // 1_000
            if progress is None:
                progress = begin(event, at)
            else:
                progress = advance(progress, transition(progress.table, event), at)
            self._situations[name, kept.version] = progress
            if isinstance(event, e.Dealt):
                self.decks[name, progress.table.round] = kept.secret
            if isinstance(event, e.RoundClosed):
                self._closed.add((name, event.round))
        for kept in reader.events(fair.fair_stream(stream)):
            found = fair.read_fairness_event(kept)
            if isinstance(found, fair.ShuffleCommitted):
                self.seeds[name][found.name.round] = kept.secret

    @property
    def rounds(self) -> int:
        return len(self._closed)

    def moments(self, table: str, version: int) -> list[Moment]:
        raise NotImplementedError("updates are looked at here, by what the journal says")

    def live(self) -> set[bytes]:
        """The seeds of rounds that were never closed."""
        found = {
            seed
            for table, seeds in self.seeds.items()
            for number, seed in seeds.items()
            if (table, number) not in self._closed
        }
        return found | self._values

    def targets(self) -> set[int]:
        return set()

    def is_closed(self, table: str, round_number: int) -> bool:
        return (table, round_number) in self._closed

    def check_update(self, raw: bytes, viewer: str) -> None:
        """The view is that of a table in which all that is hidden was dealt otherwise."""
        said: dict[str, Any] = msgspec.json.decode(raw)
        progress = self._situations[said["table"], said["version"]]
        table = progress.table
        other = twin(table, viewer) if table.deck else table
        if said["view"] != msgspec.json.decode(to_json(view(other, viewer))):
            raise Leak(f"what {viewer} sees of {said['table']} depends on what is hidden")
        later = [
            seed for number, seed in self.seeds[said["table"]].items() if number >= table.round
        ]
        if told_of(raw, later):
            raise Leak(f"{viewer} was told a seed")
        known = {card.text.encode() for card in known_to(table, viewer)}
        if not said["receipt"] and set(CARD.findall(raw)) - known:
            raise Leak(f"{viewer} was told a card")


def check_said(store: Store, heard: list[Said]) -> int:
    """All that a process has said, by what its store tells afterwards; how many bytes it was."""
    past = Past(store)
    scan = Scan(past)
    for method, path, status, raw, viewer in heard:
        table = b'"type":"update"' in raw[:20]
        if table:
            past.check_update(raw, viewer)
        elif method:
            scan.http(method, path, status, raw, viewer)
        else:
            scan.socket(raw, viewer)
    return sum(len(raw) for _, _, _, raw, _ in heard)


def check_backup(store: Store, copy: bytes) -> None:
    """The bytes of a backup hold no deck and no seed of a round that is not over."""
    past = Past(store)
    open_decks = [deck for key, deck in past.decks.items() if key not in past._closed]
    if any(deck in copy for deck in open_decks) or told_of(copy, past.live()):
        raise Leak("a backup tells what is hidden")
