"""What lies hidden at each moment, worked out apart from all that builds messages."""

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
KEPT = 4_000
"""How many commits back a message may still be on its way."""


class Leak(AssertionError):  # noqa: N818
    """Somebody was told what he may not know."""


@lru_cache(4_096)
def forms(seed: bytes) -> tuple[bytes, ...]:
    """A secret as somebody might write it down."""
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


def told_of(message: bytes, secrets: Iterable[bytes]) -> bool:
    """Whether a message holds one of these secrets in any of its forms."""
    return any(form in message for secret in secrets for form in forms(secret))


class Moment:
    """A commit, and what nobody may know when it is published."""

    def __init__(self, news: TableCommit, secrets: tuple[bytes, ...], target: int) -> None:
        self.news = news
        self.secrets = secrets
        self.target = target
        self.good: set[tuple[str, bytes]] = set()
        """Messages that were looked at already, by whose seat they were for."""
        self._expected: dict[tuple[str, bool], bytes] = {}

    def name(self, viewer: str) -> str:
        """All who do not sit here are told the same."""
        seated = any(seat.player == viewer for _, seat in self.news.progress.table.taken())
        return viewer if seated else ""

    def known(self, viewer: str) -> set[Card]:
        return known_to(self.news.progress.table, viewer)

    def expected(self, name: str, *, standing: bool = False) -> bytes:
        """The message for a viewer if all that he can't see had been dealt otherwise.

        One who has just come gets the table as it stands, without what happened.
        """
        if (name, standing) not in self._expected:
            news = self.news
            if news.progress.table.deck:
                otherwise = twin(news.progress.table, name)
                news = replace(news, progress=replace(news.progress, table=otherwise))
            if standing:
                news = replace(news, events=(), receipt=None)
            self._expected[name, standing] = news.to(name)
        return self._expected[name, standing]


class Truth:
    """Hears every commit of a house and remembers what was hidden at it."""

    def __init__(self, house: Floor) -> None:
        self.house = house
        self.closed: set[tuple[str, int]] = set()
        self.seeds: set[bytes] = set()
        self.rounds = 0
        self._moments: OrderedDict[tuple[str, int], list[Moment]] = OrderedDict()
        house.listeners.insert(0, self.hear)

    def hear(self, news: TableCommit) -> None:
        table_writer = self.house.table_writer(news.name)
        secrets = self.secrets(table_writer)
        self.seeds.update(secrets)
        target = table_writer.link.state.value.target() if table_writer.link else 0
        moments = self._moments.setdefault((news.name, news.progress.version), [])
        moments.append(Moment(news, secrets, target))
        if news.receipt is not None:
            self.rounds += 1
            self.closed.add((news.name, news.receipt.round))
        while len(self._moments) > KEPT:
            self._moments.popitem(last=False)

    def secrets(self, table_writer: TableWriter) -> tuple[bytes, ...]:
        """The seed of the round in progress, the key made of it, and those of the hidden value."""
        shuffle = table_writer.secrets.shuffle
        seed = shuffle.seed.open()
        mixed = (f"seat {seat} {shuffle.mixed[seat]}" for seat in sorted(shuffle.mixed))
        found = [seed, bytes.fromhex(key_of(shuffle.commitment, seed.hex(), *mixed))]
        if table_writer.link is not None:
            value = table_writer.link.state.value
            hidden = value.seed.open()
            found += [hidden, bytes.fromhex(key_of(value.commitment, hidden.hex()))]
        return tuple(found)

    def moments(self, table: str, version: int) -> list[Moment]:
        return self._moments.get((table, version), [])

    def live(self) -> set[bytes]:
        """All that is secret now, at every table."""
        return {
            secret
            for table_writer in self.house.tables.values()
            for secret in self.secrets(table_writer)
        }

    def targets(self) -> set[int]:
        return {link.state.value.target() for link in self.house.tables.links.values()}

    def is_closed(self, table: str, round_number: int) -> bool:
        """Whether a round is over; it may be durable a moment before the house has heard of it."""
        if (table, round_number) in self.closed:
            return True
        with self.house.store.reading() as reader:
            stream = table_stream(table)
            closings = sum(kept.kind == "RoundClosed" for kept in reader.events(stream))
        return round_number <= closings
