"""The only writer of a table: an order comes in, one transaction, then the news go out.

A command is decided; its events and postings become one batch with the meters' events and the
fairness entries. The table changes only when that batch is durable.
"""

from __future__ import annotations

from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_micros
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.randomness import Source, fresh
from uth.floor.fairness.shuffle import SEATS, OpenShuffle
from uth.floor.meters.linked_meter import LinkedMeter, MeterChanges
from uth.floor.people.names import FLOOR
from uth.floor.tables.commit_builder import CommitBuilder, PreparedCommit, lost_seed
from uth.floor.tables.house_players import check_house_player
from uth.floor.tables.opening import begin_shuffle
from uth.floor.tables.orders import (
    Answer,
    MixSeed,
    Order,
    RetryJackpots,
    check_actor,
    command_digest,
)
from uth.floor.tables.progress import RoundSecrets, TableProgress
from uth.floor.tables.updates import TableCommit
from uth.ledger.journal.batch import Append, Batch, Entry, Head
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table.state import Table
from uth.table.wagers import PROGRESSIVE
from uth.table.wire import to_json


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
        self.progress: TableProgress = progress
        self.secrets: RoundSecrets = secrets
        self.head: Head = head
        self.link = link
        self.epoch = epoch
        self._source = source

    @property
    def table(self) -> Table:
        return self.progress.table

    def news(self, at: Millis) -> TableCommit:
        """The table now, for a viewer who has just joined."""
        return TableCommit(
            name=self.name,
            rules=self.rules,
            progress=self.progress,
            at=at,
            events=(),
            commitment=self.secrets.shuffle.commitment,
            meters=self.link.view() if self.link else None,
        )

    def prepare(self, order: Order, at: Millis) -> PreparedCommit:
        """Decide an order on the current table; a refusal changes nothing."""
        check_actor(order)
        check_house_player(order, self.table, self.rules)
        self._check_version(order)
        if isinstance(order.command, MixSeed):
            return self._mix(order, order.command, at)
        self._need_meter(order.command)
        self._need_committed(order.command)
        builder = CommitBuilder(self, order, at)
        if isinstance(order.command, RetryJackpots):
            builder.retry_jackpots()
        else:
            builder.decide(order.command)
        return builder.finish()

    def apply(self, prepared: PreparedCommit) -> None:
        """The batch is durable: update the table."""
        self.progress, self.secrets = prepared.progress, prepared.secrets
        self.head = prepared.head
        if prepared.state is not None and self.link is not None:
            self.link.state = prepared.state

    def _check_version(self, order: Order) -> None:
        """Refuse an order that was based on an earlier street."""
        if order.version > self.progress.version:
            raise Refusal("version/ahead", where="version")
        if order.version and order.version < self.progress.turn:
            raise Refusal("version/stale", version=self.progress.version, where="version")

    def _need_meter(self, command: c.Command) -> None:
        if isinstance(command, c.Wager) and PROGRESSIVE.name in command.wagers and self.link:
            self.link.need()

    def _need_committed(self, command: c.Command) -> None:
        """Refuse every deck but the one whose commitment was published."""
        if isinstance(command, c.Deal) and command.deck != self.secrets.shuffle.close().deck():
            raise Refusal("deal/other_deck", where="deck")

    def _mix(self, order: Order, command: MixSeed, at: Millis) -> PreparedCommit:
        """Mix a player's seed into the shuffle; only while the bets are open."""
        number, _ = self.table.seated(command.player)
        if self.table.phase != "betting":
            raise Refusal("seed/late", where="seed")
        shuffle = self.secrets.shuffle.mix(number, command.seed)
        entries = [fair.entry_of(fair.SeedMixed(SEATS[number], command.seed))]
        return self._fairness_commit(order, entries, shuffle, at)

    def _fairness_commit(
        self, order: Order, entries: list[Entry], shuffle: OpenShuffle, at: Millis
    ) -> PreparedCommit:
        """A commit that changes only the shuffle of the next round."""
        version = self.secrets.fair_version
        stream = fair.fair_stream(self.head.stream)
        append = Append(stream, version, tuple(entries), at=to_micros(at))
        answer = Answer(self.name, self.progress.version, command_digest(order.command))
        return PreparedCommit(
            batch=Batch((append,), order.actor, order.key, to_json(answer)),
            answer=answer,
            progress=self.progress,
            secrets=replace(self.secrets, shuffle=shuffle, fair_version=append.version),
            head=self.head,
            news=replace(self.news(at), commitment=shuffle.commitment),
        )

    def restore(self, at: Millis) -> PreparedCommit:
        """Continue from a backup, which contains neither this round's cards nor its seed.

        A round that had begun is voided; then a new seed is committed to.
        """
        order = Order(self.name, FLOOR, c.VoidRestored(FLOOR))
        if self.table.phase != "betting":
            builder = CommitBuilder(self, order, at)
            builder.lose_seed()
            builder.decide(order.command)
            return builder.finish()
        shuffle = self.shuffle_for(self.table.round)
        return self._fairness_commit(order, lost_seed(self.table.round, shuffle), shuffle, at)

    def shuffle_for(self, round_number: int) -> OpenShuffle:
        return begin_shuffle(self.name, self.table, round_number, self._source)

    def fresh_salt(self) -> bytes:
        return fresh(self._source)

    def meter_run(self) -> MeterChanges:
        if self.link is None:
            raise Refusal("meter/none")
        return self.link.run(self._source)
