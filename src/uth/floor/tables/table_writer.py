"""The only writer of a table: an order comes in, one transaction, then the news go out.

A command is decided; its events and postings become one batch with the meters' events and the
fairness entries. The table changes only when that batch is durable.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_micros
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.randomness import Source, fresh
from uth.floor.fairness.receipts import JournalHead, Receipt, receipt_of
from uth.floor.fairness.shuffle import SEATS, OpenShuffle, RoundName, open_shuffle
from uth.floor.meters.linked_meter import LinkedMeter, MeterChanges, MeterState
from uth.floor.tables.orders import (
    Answer,
    MixSeed,
    Order,
    RetryJackpots,
    check_actor,
    command_digest,
)
from uth.floor.tables.progress import RoundSecrets, TableProgress, advance
from uth.floor.tables.updates import TableCommit
from uth.ledger.journal.batch import Append, Batch, Entry, Head
from uth.ledger.journal.chain import answered_in, extend
from uth.ledger.journal.table_streams import table_append
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.closing import spots
from uth.table.decide import step
from uth.table.settlement import jackpot_hits
from uth.table.state import Table
from uth.table.wire import to_json

RESTORED = "the house"
"""Who voids a round whose cards are not in a backup."""
LEFT_OUT = "restored from a backup, which leaves the cards of open rounds out"


class PreparedCommit(msgspec.Struct, frozen=True):
    """A decided order that is to be committed; until then nothing has changed."""

    batch: Batch
    answer: Answer
    progress: TableProgress
    secrets: RoundSecrets
    head: Head
    news: TableCommit
    state: MeterState | None = None
    """The meter afterwards, if the order changed it."""


class TableWriter:
    """A table as it is durable; `prepare` decides an order, `apply` takes what was committed."""

    def __init__(
        self,
        name: str,
        rules: Rulebook,
        progress: TableProgress,
        secrets: RoundSecrets,
        head: Head,
        source: Source,
        link: LinkedMeter | None = None,
        epoch: int = 0,
    ) -> None:
        self.name = name
        self.rules = rules
        self.progress = progress
        self.secrets = secrets
        self.head = head
        self.link = link
        self.epoch = epoch
        self._source = source

    @property
    def table(self) -> Table:
        return self.progress.table

    def news(self, at: Millis) -> TableCommit:
        """The table now, for a viewer who has just joined."""
        return TableCommit(
            self.name,
            self.rules,
            self.progress,
            at,
            (),
            self.secrets.shuffle.commitment,
            self.link.view() if self.link else None,
        )

    def prepare(self, order: Order, at: Millis) -> PreparedCommit:
        """Decide an order on the current table; a refusal changes nothing."""
        check_actor(order)
        self._check_version(order)
        if isinstance(order.command, MixSeed):
            return self._mix(order, order.command, at)
        self._need_meter(order.command)
        self._need_committed(order.command)
        work = _Work(self, order, at)
        if isinstance(order.command, RetryJackpots):
            work.ask_meter()
        else:
            work.do(order.command)
        return work.finish()

    def apply(self, prepared: PreparedCommit) -> None:
        """The batch is durable: update the table."""
        self.progress, self.secrets = prepared.progress, prepared.secrets
        self.head = prepared.head
        if prepared.state is not None and self.link is not None:
            self.link.state = prepared.state

    def _check_version(self, order: Order) -> None:
        """Refuse an order that was based on an earlier street."""
        if order.version > self.progress.version:
            raise Refusal("version/ahead", "the table has not reached this version", "version")
        if order.version and order.version < self.progress.turn:
            raise Refusal(
                "version/stale",
                f"the table has moved on to version {self.progress.version}",
                "version",
            )

    def _need_meter(self, command: c.Command) -> None:
        if isinstance(command, c.Wager) and "progressive" in command.wagers and self.link:
            self.link.need()

    def _need_committed(self, command: c.Command) -> None:
        """Refuse every deck but the one whose commitment was published."""
        if isinstance(command, c.Deal) and command.deck != self.secrets.shuffle.close().deck():
            raise Refusal(
                "deal/other_deck", "this deck is not the one that was committed to", "deck"
            )

    def _mix(self, order: Order, command: MixSeed, at: Millis) -> PreparedCommit:
        """Mix a player's seed into the shuffle; only while the bets are open."""
        number, _ = self.table.seated(command.player)
        if self.table.phase != "betting":
            raise Refusal("seed/late", "seeds are accepted before “No more bets”", "seed")
        shuffle = self.secrets.shuffle.mix(number, command.seed)
        entry = fair.plain(fair.SeedMixed(SEATS[number], command.seed))
        version = self.secrets.fair_version
        append = Append(fair.fair_stream(self.head.stream), version, (entry,), at=to_micros(at))
        answer = Answer(self.name, self.progress.version, command_digest(command))
        news = replace(self.news(at), commitment=shuffle.commitment)
        return PreparedCommit(
            Batch((append,), order.actor, order.key, to_json(answer)),
            answer,
            self.progress,
            replace(self.secrets, shuffle=shuffle, fair_version=version + 1),
            self.head,
            news,
        )

    def restore(self, at: Millis) -> PreparedCommit:
        """Continue from a backup, which contains neither this round's cards nor its seed.

        A round that had begun is voided; then a new seed is committed to.
        """
        if self.table.phase != "betting":
            work = _Work(self, Order(self.name, RESTORED, c.VoidRound(RESTORED, LEFT_OUT)), at)
            work.lose_seed()
            work.do(c.VoidRound(RESTORED, LEFT_OUT))
            return work.finish()
        shuffle, version = self.shuffle_for(self.table.round), self.secrets.fair_version
        entries = tuple(lost_seed(self.table.round, shuffle))
        append = Append(fair.fair_stream(self.head.stream), version, entries, at=to_micros(at))
        return PreparedCommit(
            Batch((append,)),
            Answer(self.name, self.progress.version, ""),
            self.progress,
            replace(self.secrets, shuffle=shuffle, fair_version=version + len(entries)),
            self.head,
            replace(self.news(at), commitment=shuffle.commitment),
        )

    def shuffle_for(self, round_number: int) -> OpenShuffle:
        table = self.table
        name = RoundName(self.name, round_number, table.house, table.rulebook)
        return open_shuffle(name, self._source)

    def fresh_salt(self) -> bytes:
        return fresh(self._source)

    def meter_run(self) -> MeterChanges:
        if self.link is None:
            raise Refusal("meter/none", "this table is linked to no meter")
        return self.link.run(self._source)


class _Work:
    """One order on its way: the table's events, and what they bring about beside it."""

    def __init__(self, table_writer: TableWriter, order: Order, at: Millis) -> None:
        self._keeper = table_writer
        self._order = order
        self._at = at
        self._situation = table_writer.progress
        self._events: list[e.Event] = []
        self._run: MeterChanges | None = None
        self._fed = table_writer.secrets.fed
        self._lost = False

    @property
    def _table(self) -> Table:
        return self._situation.table

    def do(self, command: c.Command) -> None:
        """Decide a command, and at once what it owes the meters and gets from them."""
        round_number = self._table.round
        events, _ = step(self._table, command, self._keeper.rules)
        staked = [event for event in events if isinstance(event, e.ProgressiveStaked)]
        for event in events:
            self._situation = advance(self._situation, event, self._at)
        self._events += events
        for event in staked:
            self._feed(event)
        if isinstance(command, c.VoidRound):
            for fed in self._fed:
                self._meters().take_back(fed)
        if self._table.claims and not isinstance(command, c.AwardJackpots):
            self._award(round_number)
        if self._table.round != round_number:
            self._fed = ()

    def _meters(self) -> MeterChanges:
        if self._run is None:
            self._run = self._keeper.meter_run()
        return self._run

    def _feed(self, event: e.ProgressiveStaked) -> None:
        """Q-23: wagers feed the meters one by one, and the mystery is paid before the deal."""
        table = self._table
        won = self._meters().feed(self._keeper.name, table.round, event.seat, event.player)
        self._fed = (*self._fed, self._meters().fed[-1])
        if won:
            self.do(c.PayMystery(event.seat, won))

    def _award(self, round_number: int) -> None:
        """Claims are paid in the same transaction; while the meter is cut off they wait."""
        table, rules = self._table, self._keeper.rules
        try:
            meters = self._meters()
        except Refusal:
            return
        hits = tuple(jackpot_hits(rules, table.board[:3], spots(table)))
        self.do(c.AwardJackpots(meters.give(self._keeper.name, round_number, hits)))

    def ask_meter(self) -> None:
        """Pay what waited while the meter could not be reached."""
        if not self._table.claims:
            raise Refusal("jackpot/none", "no hand of this round claims a share of the meter")
        self._meters()
        self._award(self._table.round)

    def finish(self) -> PreparedCommit:
        table_writer, order = self._keeper, self._order
        before = table_writer.progress
        hides = self._run is not None or any(isinstance(found, e.Dealt) for found in self._events)
        salt = table_writer.fresh_salt() if hides else b""
        append = table_append(
            table_writer.name,
            before.table,
            self._events,
            expected=before.version,
            at=to_micros(self._at),
            salt=salt,
            epoch=table_writer.epoch,
        )
        answer = Answer(table_writer.name, append.version, command_digest(order.command))
        answering = Batch((append,), order.actor, order.key, to_json(answer))
        hashes = extend(table_writer.head, append, answered_in(answering))
        receipt, shuffle, entries = self._close(hashes)
        appends = [append]
        if entries:
            stream, version = fair.fair_stream(append.stream), table_writer.secrets.fair_version
            appends.append(Append(stream, version, tuple(entries), at=to_micros(self._at)))
        if self._run is not None:
            appends += self._run.appends(self._at, salt)
        after = self._run.after() if self._run is not None else None
        beside = RoundSecrets(shuffle, table_writer.secrets.fair_version + len(entries), self._fed)
        news = TableCommit(
            table_writer.name,
            table_writer.rules,
            self._situation,
            self._at,
            tuple(self._events),
            shuffle.commitment,
            table_writer.link.view_of(after) if table_writer.link else None,
            receipt,
        )
        return PreparedCommit(
            replace(answering, appends=tuple(appends)),
            answer,
            self._situation,
            beside,
            Head(append.stream, append.version, hashes[-1]),
            news,
            after,
        )

    def lose_seed(self) -> None:
        """The seed of this round is not known any more: it is not revealed when it is over."""
        self._lost = True

    def _close(self, hashes: Sequence[bytes]) -> tuple[Receipt | None, OpenShuffle, list[Entry]]:
        """A closed round reveals its seed, and the next one's is committed to at once."""
        table_writer = self._keeper
        shuffle, dealt = table_writer.secrets.shuffle, table_writer.progress.dealt
        for place, event in enumerate(self._events):
            if isinstance(event, e.Dealt):
                dealt = event
            if isinstance(event, e.RoundClosed):
                following = table_writer.shuffle_for(event.round + 1)
                if self._lost:
                    return None, following, lost_seed(event.round, following)
                version = table_writer.progress.version + place + 1
                head = JournalHead(version, hashes[place].hex())
                told = [event] if dealt is None else [dealt, event]
                receipt = receipt_of(shuffle.close(), told, head)
                entries = [fair.plain(fair.revealed(shuffle)), fair.committed(following)]
                return receipt, following, entries
        return None, shuffle, []


def lost_seed(round_number: int, following: OpenShuffle) -> list[Entry]:
    """In the journal of fairness: this seed is lost, and the next one is committed to."""
    return [fair.plain(fair.SeedLost(round_number)), fair.committed(following)]
