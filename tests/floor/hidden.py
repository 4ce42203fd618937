"""The scan: no message reveals a card that is face down for its viewer."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from tests.floor.evening import Evening
from uth.core.cards import Card
from uth.floor.tables.updates import TableCommit
from uth.table.state import Table

_WORD = re.compile(rb'"([2-9TJQKA][cdhs])"')


class Leak(AssertionError):  # noqa: N818
    """A viewer was sent something they may not see."""


def known_to(table: Table, viewer: str) -> set[Card]:
    """The cards that a viewer may see, computed independently of `view`."""
    known = set(table.board[: table.turned])
    if table.dealer_turned:
        known |= set(table.hands[0])
    for number, seat in table.taken():
        if seat.exposed or (seat.player == viewer and not seat.away):
            known |= set(table.hands[number])
    return known


def twin(table: Table, viewer: str) -> Table:
    """The same table with other cards wherever the viewer can't see them."""
    known = known_to(table, viewer)
    hidden = [card for card in table.deck if card not in known]
    other = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    swap = {card: other.get(card, card) for card in table.deck}
    return replace(
        table,
        deck=tuple(swap[card] for card in table.deck),
        board=tuple(swap[card] for card in table.board),
        hands=tuple(tuple(swap[card] for card in hand) for hand in table.hands),
    )


Render = Callable[[TableCommit, str], bytes]


def scan(news: TableCommit, viewer: str, render: Render, secrets: tuple[str, ...]) -> None:
    """Look for cards as text, for seeds, and for anything that hidden cards change."""
    table, message = news.progress.table, render(news, viewer)
    for secret in secrets:
        if secret.encode() in message:
            raise Leak(f"{viewer or 'everybody'} was sent a seed")
    if not table.deck:
        return
    hidden = {card.text.encode() for card in table.deck} - {
        card.text.encode() for card in known_to(table, viewer)
    }
    leaked = {word for word in _WORD.findall(message) if word in hidden}
    if leaked:
        raise Leak(f"{viewer or 'everybody'} was sent {leaked}")
    elsewhere = replace(news.progress, table=twin(table, viewer))
    if render(replace(news, progress=elsewhere), viewer) != message:
        raise Leak(f"the message to {viewer or 'everybody'} depends on hidden cards")


class Watched(Evening):
    """An evening in which every message to every viewer is scanned."""

    scanned = 0

    def hear(self, news: TableCommit) -> None:
        super().hear(news)
        secrets = self.secrets()
        for viewer in ("", "Flo", *self.people, *self.table_names(news)):
            self.scanned += 1
            scan(news, viewer, self.message, secrets)

    def message(self, news: TableCommit, viewer: str) -> bytes:
        return news.to(viewer)

    def table_names(self, news: TableCommit) -> list[str]:
        return [seat.player for _, seat in news.progress.table.taken()]

    def secrets(self) -> tuple[str, ...]:
        """The seeds of the round in progress and of the hidden value."""
        table_writer = self.floor.tables.writer("t1")
        seeds = [table_writer.secrets.shuffle.seed.open().hex()]
        if table_writer.link:
            seeds.append(table_writer.link.state.value.seed.open().hex())
        return tuple(seeds)
