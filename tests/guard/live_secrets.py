"""What is hidden at each commit, computed independently of the code that builds messages."""

from __future__ import annotations

import base64
import re
from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from tests.floor.hidden import known_to, twin
from uth.core.cards import Card
from uth.floor.fairness.seeded_draw import key_of
from uth.floor.floor import Floor
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import TableCommit
from uth.ledger.journal.accounts import table_stream

CARD = re.compile(rb"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
MAX_COMMITS = 4_000
"""How many commits back a message may still be in transit."""


class Leak(AssertionError):  # noqa: N818
    """Somebody received what they may not know."""


@lru_cache(4_096)
def encodings(seed: bytes) -> tuple[bytes, ...]:
    """A secret in the encodings in which it might leak."""
    number = int.from_bytes(seed, "big")
    plain = base64.b64encode(seed).rstrip(b"=")
    return (
        seed,
        seed.hex().encode(),
        seed.hex().upper().encode(),
        plain,
        plain.replace(b"+", b"-").replace(b"/", b"_"),
        str(number).encode(),
        str(int.from_bytes(seed, "little")).encode(),
        ",".join(map(str, seed)).encode(),
    )


def contains_secret(message: bytes, secrets: Iterable[bytes]) -> bool:
    """Whether a message contains one of these secrets in any encoding."""
    return any(form in message for secret in secrets for form in encodings(secret))


class HiddenAtCommit:
    """A commit, and what is hidden when it is published."""

    def __init__(self, news: TableCommit, secrets: tuple[bytes, ...], target: int) -> None:
        self.news = news
        self.secrets = secrets
        self.target = target
        self.good: set[tuple[str, bytes]] = set()
        """Messages that were checked already, by the viewer's seat."""
        self._expected: dict[tuple[str, bool], bytes] = {}

    def name(self, viewer: str) -> str:
        """The viewer's name if they are seated; everybody else receives the same."""
        seated = any(seat.player == viewer for _, seat in self.news.progress.table.taken())
        return viewer if seated else ""

    def known(self, viewer: str) -> set[Card]:
        return known_to(self.news.progress.table, viewer)

    def expected(self, name: str, *, fresh: bool = False) -> bytes:
        """The message for a viewer with all cards that they can't see exchanged.

        `fresh` is the message for somebody who has just connected, without events.
        """
        if (name, fresh) not in self._expected:
            news = self.news
            if news.progress.table.deck:
                exchanged = twin(news.progress.table, name)
                news = replace(news, progress=replace(news.progress, table=exchanged))
            if fresh:
                news = replace(news, events=(), receipt=None)
            self._expected[name, fresh] = news.to(name)
        return self._expected[name, fresh]


class LiveSecrets:
    """Listens to every commit of a floor and remembers what was hidden then."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.closed: set[tuple[str, int]] = set()
        self.seeds: set[bytes] = set()
        self.rounds = 0
        self._moments: OrderedDict[tuple[str, int], list[HiddenAtCommit]] = OrderedDict()
        floor.listeners.insert(0, self.on_commit)

    def on_commit(self, news: TableCommit) -> None:
        table_writer = self.floor.tables.writer(news.name)
        secrets = self.secrets(table_writer)
        self.seeds.update(secrets)
        target = table_writer.link.state.value.target() if table_writer.link else 0
        moments = self._moments.setdefault((news.name, news.progress.version), [])
        moments.append(HiddenAtCommit(news, secrets, target))
        if news.receipt is not None:
            self.rounds += 1
            self.closed.add((news.name, news.receipt.round))
        while len(self._moments) > MAX_COMMITS:
            self._moments.popitem(last=False)

    def secrets(self, table_writer: TableWriter) -> tuple[bytes, ...]:
        """Seed and derived key of the current round, and of the hidden meter value."""
        shuffle = table_writer.secrets.shuffle
        seed = shuffle.seed.open()
        mixed = (f"seat {seat} {shuffle.mixed[seat]}" for seat in sorted(shuffle.mixed))
        secrets = [seed, bytes.fromhex(key_of(shuffle.commitment, seed.hex(), *mixed))]
        if table_writer.link is not None:
            value = table_writer.link.state.value
            hidden = value.seed.open()
            secrets += [hidden, bytes.fromhex(key_of(value.commitment, hidden.hex()))]
        return tuple(secrets)

    def moments(self, table: str, version: int) -> list[HiddenAtCommit]:
        return self._moments.get((table, version), [])

    def live(self) -> set[bytes]:
        """All secrets of now, at every table."""
        return {
            secret
            for table_writer in self.floor.tables.values()
            for secret in self.secrets(table_writer)
        }

    def targets(self) -> set[int]:
        return {link.state.value.target() for link in self.floor.tables.links.values()}

    def is_closed(self, table: str, round_number: int) -> bool:
        """Whether a round is over; it may be durable just before its commit is published."""
        if (table, round_number) in self.closed:
            return True
        with self.floor.store.reading() as reader:
            stream = table_stream(table)
            closings = sum(item.kind == "RoundClosed" for item in reader.events(stream))
        return round_number <= closings
