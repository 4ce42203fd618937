"""Recall: every hand that is over, by table, player and time; never one that is not."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from uth.core.refusal import Refusal
from uth.floor import fair_events as fair
from uth.floor.receipt import JournalHead, Receipt, receipt_of
from uth.floor.shuffle import OpenShuffle
from uth.floor.times import Millis, told
from uth.ledger.accounts import table_stream
from uth.ledger.store import Reader
from uth.ledger.tables import from_kept
from uth.rulebook.canonical import from_canonical
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.evolve import evolve, opened
from uth.table.notation.model import Round
from uth.table.notation.printing import print_round
from uth.table.notation.recording import record
from uth.table.state import Table
from uth.table.wire import to_json


class Hand(msgspec.Struct, frozen=True):
    """A round that is over, with all that happened in it."""

    table: str
    round: int
    at: Millis
    """When it was closed."""
    version: int
    rulebook: str
    void: bool
    hand: Round

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.hand.players)


def hands(
    reader: Reader,
    *,
    table: str = "",
    player: str = "",
    since: Millis = 0,
    until: Millis | None = None,
) -> Iterator[Hand]:
    """Closed rounds, table by table in their order."""
    names = [table_stream(table)] if table else [row.stream for row in reader.streams("table/")]
    for stream in names:
        for hand, _ in hands_after(reader, stream):
            late = until is not None and hand.at >= until
            if hand.at >= since and not late and (not player or player in hand.players):
                yield hand


class Mark(msgspec.Struct, frozen=True):
    """How far a table has been read: it stands between two rounds."""

    version: int
    table: Table
    rules: Rulebook


def hands_after(
    reader: Reader, stream: str, mark: Mark | None = None
) -> Iterator[tuple[Hand, Mark]]:
    """Closed rounds of a table's stream after a mark, each with the mark to go on from."""
    table: Table | None = mark.table if mark else None
    rules: Rulebook | None = mark.rules if mark else None
    before: Table | None = None
    events: list[e.Event] = []
    for kept in reader.events(stream, mark.version if mark else 0):
        event = from_kept(kept)
        if table is None or rules is None:
            assert isinstance(event, e.TableOpened), "a stream begins with TableOpened"
            table, rules = opened(event), from_canonical(reader.rulebook(event.rulebook))
            continue
        if isinstance(event, e.BetsClosed):
            before, events = table, []
        events.append(event)
        table = evolve(table, event)
        if isinstance(event, e.RoundClosed) and before is not None:
            hand = Hand(
                stream.removeprefix("table/"),
                event.round,
                told(kept.at),
                kept.version,
                table.rulebook,
                event.void,
                record(before, events, rules),
            )
            yield hand, Mark(kept.version, table, rules)


def to_notation(hand: Hand) -> str:
    """A hand in our notation, as `uth replay` reads it."""
    return print_round(hand.hand)


def to_line(hand: Hand) -> bytes:
    """A hand as one line of JSON."""
    return to_json(hand) + b"\n"


def find_hand(reader: Reader, table: str, round_number: int) -> Hand:
    for hand in hands(reader, table=table):
        if hand.round == round_number:
            return hand
    raise Refusal("hand/none", "there is no such hand, or it is not over", "round")


def find_receipt(reader: Reader, table: str, round_number: int) -> Receipt:
    """The published receipt of a round again; there is none before it is over."""
    shuffle, dealt = _revealed(reader, table, round_number), None
    for kept in reader.events(table_stream(table)):
        event = from_kept(kept)
        if isinstance(event, e.Dealt):
            dealt = event
        elif isinstance(event, e.RoundClosed):
            if event.round == round_number:
                head = JournalHead(kept.version, kept.hash.hex())
                closing = [event] if dealt is None else [dealt, event]
                return receipt_of(shuffle.close(), closing, head)
            dealt = None
    raise Refusal("receipt/none", "there is no such round, or it is not over", "round")


def _revealed(reader: Reader, table: str, round_number: int) -> OpenShuffle:
    """The shuffle of a round whose seed has been revealed."""
    committed: fair.ShuffleCommitted | None = None
    for kept in reader.events(fair.fair_stream(table_stream(table))):
        event = fair.from_kept(kept)
        if isinstance(event, fair.ShuffleCommitted) and event.name.round == round_number:
            committed = event
        elif isinstance(event, fair.SeedRevealed) and event.round == round_number:
            assert committed is not None, "what is revealed was committed to"
            return fair.shuffle_again(committed, event)
    raise Refusal("receipt/none", "there is no such round, or it is not over", "round")
