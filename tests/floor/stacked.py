"""A table whose next deck the test chooses."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from uth.core.cards import Card, parse_cards
from uth.floor.fairness.shuffle import ClosedShuffle, OpenShuffle
from uth.floor.tables.table_writer import TableWriter
from uth.table.dealing import arrange


class _Closed(ClosedShuffle):
    __slots__ = ("order",)

    order: tuple[Card, ...]

    def deck(self) -> tuple[Card, ...]:
        return self.order


class _Open(OpenShuffle):
    __slots__ = ("order",)

    order: tuple[Card, ...]

    def close(self) -> ClosedShuffle:
        closed = _Closed(self.name, self.seed, self.mixed)
        closed.order = self.order
        return closed


def stack(table_writer: TableWriter, hands: Mapping[int, str], dealer: str, board: str) -> None:
    """Let the next round deal these cards."""
    old = table_writer.secrets.shuffle
    shuffle = _Open(old.name, old.seed, old.mixed)
    shuffle.order = arrange(
        table_writer.rules.dealing.procedure,
        {seat: parse_cards(cards) for seat, cards in hands.items()},
        parse_cards(dealer),
        parse_cards(board),
    )
    table_writer.secrets = replace(table_writer.secrets, shuffle=shuffle)
