"""One order becomes one commit: each event folded, booked and hashed once on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_micros
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.receipts import JournalHead, Receipt, receipt_of
from uth.floor.fairness.shuffle import OpenShuffle
from uth.floor.meters.linked_meter import MeterChanges, MeterState
from uth.floor.tables.orders import Answer, Order, command_digest
from uth.floor.tables.progress import RoundSecrets, TableProgress, advance
from uth.floor.tables.updates import TableCommit
from uth.ledger.journal.batch import Append, Batch, Entry, Head
from uth.ledger.journal.chain import answered_in, chained
from uth.ledger.journal.table_streams import table_append
from uth.table import commands as c
from uth.table import events as e
from uth.table.evolve import Transition
from uth.table.meters import Hit
from uth.table.meters.linked_table import Shares, linked_transitions
from uth.table.settling.table_settlement import table_hits
from uth.table.state import Table
from uth.table.wire import to_json

if TYPE_CHECKING:
    from uth.floor.tables.table_writer import TableWriter


class PreparedCommit(msgspec.Struct, frozen=True, gc=False):
    """A decided order that is to be committed; until then nothing has changed."""

    batch: Batch
    answer: Answer
    progress: TableProgress
    secrets: RoundSecrets
    head: Head
    news: TableCommit
    state: MeterState | None = None
    """The meter afterwards, if the order changed it."""


class CommitBuilder:
    """What one order does to its table, its meters and its fairness journal."""

    def __init__(self, writer: TableWriter, order: Order, at: Millis) -> None:
        self._writer = writer
        self._order = order
        self._at = at
        self._progress = writer.progress
        self._steps: list[Transition] = []
        self._changes: MeterChanges | None = None
        self._fed = writer.secrets.fed
        self._lost = False

    @property
    def _table(self) -> Table:
        return self._progress.table

    def decide(self, command: c.Command) -> None:
        """Decide a command, and at once what it owes the meters and gets from them."""
        for step in linked_transitions(self._table, command, self._writer.rules, self):
            self._progress = advance(self._progress, step, self._at)
            self._steps.append(step)

    def _meters(self) -> MeterChanges:
        if self._changes is None:
            self._changes = self._writer.meter_run()
        return self._changes

    def feed(self, table: Table, event: e.ProgressiveStaked) -> Cents:
        won = self._meters().feed(self._writer.name, table.round, event.seat, event.player)
        self._fed = (*self._fed, self._meters().fed[-1])
        return won

    def award(self, table: Table, hits: tuple[Hit, ...]) -> Shares | None:
        """Claims are paid in the same transaction; while the meter is unreachable they wait."""
        try:
            meters = self._meters()
        except Refusal:
            return None
        return meters.give(self._writer.name, table.round, hits)

    def close_round(self, *, void: bool) -> None:
        for fed in self._fed if void else ():
            self._meters().take_back(fed)
        self._fed = ()

    def retry_jackpots(self) -> None:
        """Pay what waited while the meter was unreachable."""
        if not self._table.claims:
            raise Refusal("jackpot/none")
        hits = table_hits(self._writer.rules, self._table)
        shares = self._meters().give(self._writer.name, self._table.round, hits)
        self.decide(c.AwardJackpots(shares))

    def lose_seed(self) -> None:
        """The seed of this round is unknown: it is not revealed when the round is over."""
        self._lost = True

    def finish(self) -> PreparedCommit:
        writer, order, at = self._writer, self._order, to_micros(self._at)
        hides = e.Dealt in [type(step.event) for step in self._steps]
        salt = writer.fresh_salt() if hides or self._changes is not None else b""
        append = table_append(
            writer.name,
            writer.table,
            self._steps,
            expected=writer.progress.version,
            at=at,
            salt=salt,
            epoch=writer.epoch,
        )
        answer = Answer(writer.name, append.version, command_digest(order.command))
        batch = Batch((append,), order.actor, order.key, to_json(answer))
        append = chained(append, writer.head, answered_in(batch))
        receipt, shuffle, entries = self._close(append)
        appends = [append]
        version = writer.secrets.fair_version
        if entries:
            stream = fair.fair_stream(append.stream)
            appends.append(Append(stream, version, tuple(entries), at=at))
        meter = None
        if self._changes is not None:
            appends += self._changes.appends(self._at, salt)
            meter = self._changes.after()
        return PreparedCommit(
            batch=replace(batch, appends=tuple(appends)),
            answer=answer,
            progress=self._progress,
            secrets=RoundSecrets(shuffle, version + len(entries), self._fed),
            head=append.head,
            news=TableCommit(
                name=writer.name,
                rules=writer.rules,
                progress=self._progress,
                at=self._at,
                events=tuple(step.event for step in self._steps),
                commitment=shuffle.commitment,
                meters=writer.link.view(meter) if writer.link else None,
                receipt=receipt,
            ),
            state=meter,
        )

    def _close(self, append: Append) -> tuple[Receipt | None, OpenShuffle, list[Entry]]:
        """A closed round reveals its seed, and the next one's is committed to at once."""
        writer = self._writer
        shuffle, dealt = writer.secrets.shuffle, writer.progress.dealt
        for number, step in enumerate(self._steps):
            event = step.event
            if isinstance(event, e.Dealt):
                dealt = event
            if isinstance(event, e.RoundClosed):
                following = writer.shuffle_for(event.round + 1)
                if self._lost:
                    return None, following, lost_seed(event.round, following)
                head = JournalHead(append.expected + number + 1, append.hashes[number].hex())
                shown = [event] if dealt is None else [dealt, event]
                receipt = receipt_of(shuffle.close(), shown, head)
                entries = [fair.entry_of(fair.revealed(shuffle)), fair.committed(following)]
                return receipt, following, entries
        return None, shuffle, []


def lost_seed(round_number: int, following: OpenShuffle) -> list[Entry]:
    """In the fairness journal: this seed is lost, and the next one is committed to."""
    return [fair.entry_of(fair.SeedLost(round_number)), fair.committed(following)]
