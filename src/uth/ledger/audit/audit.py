"""The audit of a store: chain, postings, balances, rounds and meters."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cache
from itertools import groupby
from typing import Any, Generic, TypeVar

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal, Refusals, require
from uth.ledger.audit.stream_audits import stream_audit
from uth.ledger.audit.streams import AuditContext, ChainCheck, check_indexed
from uth.ledger.journal.accounts import may_be_below_zero
from uth.ledger.journal.batch import Head, Posting
from uth.ledger.journal.chain import answer_sum
from uth.ledger.journal.meter_streams import origin_stream
from uth.ledger.journal.store import (
    Checkpoint,
    Reader,
    Store,
    StoredAnswer,
    StreamRow,
    rulebook_digest,
)
from uth.rulebook.approval.table_guard import recorded_rules

T = TypeVar("T")


class AuditCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How much was checked."""

    streams: int
    events: int
    postings: int
    rounds: int
    heads: int = 0
    """How many recorded heads it was compared with."""
    beyond: int = 0
    """Chains whose last event is not a recorded head: missing events would not be noticed there."""


class Audit(AuditCounts, frozen=True, kw_only=True):
    """What was checked, and what is wrong: each finding names the record that shows it."""

    findings: tuple[Refusal, ...] = ()


def audit(store: Store, heads: Iterable[Head] = (), *, rounds: bool = True) -> Audit:
    """Check a store in one transaction; without `rounds`, only its chain, money and meters.

    The heads are read first: a commit is in the store before it is in the heads file.
    """
    known: list[Head] = []
    damaged: tuple[Refusal, ...] = ()
    try:
        known.extend(heads)
    except Refusal as refusal:
        damaged = (refusal,)
    with store.reading() as reader:
        result = Auditor(reader, rounds).run(known)
    return msgspec.structs.replace(result, findings=(*damaged, *result.findings))


Row = TypeVar("Row", Posting, StoredAnswer)


class _ByVersion(Generic[Row]):
    """The rows that belong to a stream's events, returned event by event."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._groups: groupby[int, Row] = groupby(rows, _version)
        self._group: tuple[int, Iterator[Row]] | None = next(self._groups, None)

    @property
    def next(self) -> int | None:
        return self._group[0] if self._group is not None else None

    def at(self, version: int) -> list[Row]:
        if self._group is None or self._group[0] != version:
            return []
        rows = list(self._group[1])
        self._group = next(self._groups, None)
        return rows


def _version(row: Posting | StoredAnswer) -> int:
    return row.version


def _each(rows: Iterator[T]) -> Generator[T, None, None]:
    yield from rows


def _by_version(stack: ExitStack, rows: Iterator[Row]) -> _ByVersion[Row]:
    return _ByVersion(stack.enter_context(closing(_each(rows))))


class Auditor:
    """Reads a store once, stream by stream, and sums up what each account should hold."""

    def __init__(
        self, reader: Reader, rounds: bool, pause: Callable[[], None] = lambda: None
    ) -> None:
        self._reader = reader
        self._rounds = rounds
        self._pause = pause
        """Called after each event, so that a check in the background can yield to others."""
        self.checkpoints: list[Checkpoint] = []
        """The last event of each stream that has no findings."""
        self._redacted = reader.redacted()
        self.moved: dict[str, Cents] = {}
        rules = cache(lambda digest: recorded_rules(reader.rulebook(digest)))
        self._context = AuditContext(rules, rounds)
        self._events = self._postings = 0

    def run(self, heads: Sequence[Head]) -> Audit:
        findings = [*self._stored_texts()]
        rows = self._reader.streams()
        for row in rows:
            findings += self.check_stream(row, Checkpoint(row.stream))
        findings += self.check_heads(heads)
        if not findings:
            findings += [*self._balances(), *self._orphans()]
        if not findings and self._rounds:
            findings += self._links()
        known = set(heads)
        return Audit(
            streams=len(rows),
            events=self._events,
            postings=self._postings,
            rounds=self._context.rounds,
            findings=tuple(findings),
            heads=len(heads),
            beyond=sum(1 for row in rows if row.version and row.head not in known),
        )

    def _stored_texts(self) -> Iterator[Refusal]:
        for digest, canonical in self._reader.rulebooks().items():
            if rulebook_digest(canonical) != digest:
                yield Refusal("rulebook/altered", where=digest)
        for answer in self._reader.answers():
            if not _is_intact(answer):
                yield Refusal("answer/altered", where=f"answer of {answer.actor} {answer.key}")

    def check_stream(self, row: StreamRow, checkpoint: Checkpoint) -> Iterator[Refusal]:
        """The first finding in a stream after a checkpoint; later ones would follow from it."""
        chain = ChainCheck(row, checkpoint)
        try:
            self._check_events(row, chain, checkpoint)
        except (Refusal, Refusals) as refusal:
            first, where = refusal.defects[0], f"{row.stream} event {chain.version}"
            facts: dict[str, Any] = first.facts
            yield Refusal(first.code, where=where, **facts)
        except (msgspec.MsgspecError, ValueError, TypeError, AttributeError) as error:
            where = f"{row.stream} event {chain.version}"
            yield Refusal("journal/unreadable", error=type(error).__name__, where=where)

    def _check_events(self, row: StreamRow, chain: ChainCheck, checkpoint: Checkpoint) -> None:
        audit = stream_audit(self._context, row.stream, checkpoint.state)
        reader, after = self._reader, checkpoint.version
        with ExitStack() as stack:
            index = stack.enter_context(closing(reader.indexed_rounds(row.stream, audit.round)))
            postings = _by_version(stack, reader.postings(row.stream, after))
            answers = _by_version(stack, reader.answers(row.stream, after))
            events = stack.enter_context(closing(_each(reader.events(row.stream, after))))
            snapshot = reader.snapshot(row.stream)
            if snapshot is not None and 0 < snapshot.version <= after:
                snapshot = None
            for stored in events:
                redacted = (stored.stream, stored.version) in self._redacted
                chain.apply(stored, redacted)
                chain.check_answer(stored, next(iter(answers.at(stored.version)), None), redacted)
                kind, expected = audit.apply(stored)
                require(kind == stored.kind, "journal/kind")
                require(postings.at(stored.version) == expected, "ledger/posting")
                self._count(expected)
                if audit.ended is not None:
                    check_indexed(next(index, None), stored, audit.ended)
                if snapshot is not None and snapshot.version == stored.version:
                    require(audit.matches(snapshot, stored), "snapshot/altered")
                    snapshot = None
                self._pause()
            audit.end()
            chain.end()
            require(snapshot is None, "snapshot/stray")
            require(next(index, None) is None, "index/stray")
            for rows, refusal in (
                (postings, Refusal("ledger/stray_posting")),
                (answers, Refusal("answer/stray")),
            ):
                if rows.next is not None:
                    chain.version = rows.next
                    raise refusal
        self.checkpoints.append(Checkpoint(row.stream, row.version, row.hash, audit.state))

    def _count(self, posted: list[Posting]) -> None:
        self._events += 1
        self._postings += len(posted)
        for posting in posted:
            self.moved[posting.source] = self.moved.get(posting.source, 0) - posting.amount
            self.moved[posting.target] = self.moved.get(posting.target, 0) + posting.amount

    def check_heads(self, heads: Iterable[Head]) -> Iterator[Refusal]:
        """The first recorded head of each stream that its chain does not have."""
        recorded: dict[str, dict[int, set[bytes]]] = {}
        for head in heads:
            recorded.setdefault(head.stream, {}).setdefault(head.version, set()).add(head.hash)
        for stream, versions in sorted(recorded.items()):
            hashes = self._reader.hashes(stream, versions)
            for version in sorted(versions):
                if versions[version] != {hashes.get(version)}:
                    where = f"{stream} event {version}"
                    if version in hashes:
                        yield Refusal("heads/rewritten", where=where)
                    else:
                        yield Refusal("heads/lost_tail", where=where)
                    break

    def _orphans(self) -> Iterator[Refusal]:
        for table, stream, version in self._reader.orphans():
            where = f"{stream} event {version}"
            if table == "events":
                yield Refusal("journal/stray_event", table=table, where=where)
            else:
                yield Refusal("journal/stray", table=table, where=where)

    def _balances(self) -> Iterator[Refusal]:
        balances = self._reader.balances()
        for account in sorted(balances.keys() | self.moved.keys()):
            balance, moved = balances.get(account, 0), self.moved.get(account, 0)
            if account not in self.moved:
                yield Refusal("ledger/no_postings", where=account)
            else:
                yield from check_account(account, balance, moved)
        yield from check_total(sum(balances.values()))

    def _links(self) -> Iterator[Refusal]:
        """The first differences between the records of the tables and of the meters."""
        tables, meters = self._context.at_tables, self._context.at_meters
        in_progress = {spot for spot in tables.fed if spot[:2] in self._context.open_rounds}
        returned = tables.taken_back - meters.taken_back - in_progress
        yield from _first("meter/wager_missing", tables.fed - meters.fed - in_progress)
        yield from _first("meter/no_wager", meters.fed - tables.fed)
        yield from _first("meter/mystery_not_won", tables.mysteries - meters.mysteries)
        yield from _first("meter/mystery_not_paid", meters.mysteries - tables.mysteries)
        yield from _first("meter/not_returned", returned)
        yield from _first("meter/not_void", meters.taken_back - tables.taken_back)
        for key in sorted(tables.awards.keys() | meters.awards.keys()):
            same = _sorted(tables.awards.get(key)) == _sorted(meters.awards.get(key))
            shares = tables.shares.get(key, meters.shares.get(key))
            if not same or shares != meters.shares.get(key):
                where = f"{origin_stream(key[0])} round {key[1]}"
                yield Refusal("meter/jackpots_differ", where=where)


def _first(code: str, spots: Iterable[tuple[Any, ...]]) -> Iterator[Refusal]:
    """A finding at the first of some spots: table, round, seat."""
    for table, number, seat, *_ in sorted(spots)[:1]:
        yield Refusal(code, where=f"{origin_stream(table)} round {number} seat {seat}")


def check_account(account: str, balance: Cents, moved: Cents) -> Iterator[Refusal]:
    """What is wrong with a balance, given the sum of its account's postings."""
    if balance != moved:
        yield Refusal("ledger/balance", balance=balance, moved=moved, where=account)
    elif balance < 0 and not may_be_below_zero(account):
        yield Refusal("ledger/overdrawn", where=account)


def check_total(total: Cents) -> Iterator[Refusal]:
    """All accounts together hold nothing."""
    if total:
        yield Refusal("ledger/trial_balance", total=total, where="accounts")


def _is_intact(answer: StoredAnswer) -> bool:
    """Whether an answer is as it was committed; a damaged row may contain anything."""
    try:
        return answer_sum(answer.actor, answer.key, answer.answer) == answer.sum
    except (TypeError, AttributeError):
        return False


def _sorted(awards: tuple[tuple[int, Cents, int], ...] | None) -> list[tuple[int, Cents, int]]:
    return sorted(awards or ())
