"""The audit of a store: chain, postings, balances, rounds and meters."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import groupby
from typing import Generic, TypeVar

import msgspec

from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal, Refusals
from uth.ledger.audit.round_verifier import require
from uth.ledger.audit.streams import AuditContext, ChainCheck, check_indexed, stream_audit
from uth.ledger.journal.accounts import may_be_below_zero
from uth.ledger.journal.batch import Head, Posting
from uth.ledger.journal.chain import answer_sum
from uth.ledger.journal.store import (
    Checkpoint,
    Reader,
    Store,
    StoredAnswer,
    StreamRow,
    rulebook_digest,
)
from uth.rulebook.canonical import from_canonical
from uth.rulebook.model import Rulebook

T = TypeVar("T")


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong, and the record that shows it."""

    code: str
    sentence: str
    where: str

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence} ({self.where})"


class Audit(msgspec.Struct, frozen=True):
    """What was checked, and the findings."""

    streams: int
    events: int
    postings: int
    rounds: int
    findings: tuple[Finding, ...] = ()
    heads: int = 0
    """How many recorded heads it was compared with."""
    beyond: int = 0
    """Chains whose last event is not a recorded head: missing events would not be noticed there."""

    @property
    def first(self) -> Finding | None:
        return self.findings[0] if self.findings else None

    def raise_first(self) -> None:
        if self.first:
            raise Refusal(self.first.code, self.first.sentence, self.first.where)


def audit(store: Store, heads: Iterable[Head] = (), *, rounds: bool = True) -> Audit:
    """Check a store in one transaction; without `rounds`, only its chain, money and meters.

    The heads are read first: a commit is in the store before it is in the heads file.
    """
    known: list[Head] = []
    damaged: tuple[Finding, ...] = ()
    try:
        known.extend(heads)
    except Refusal as refusal:
        damaged = (Finding(refusal.code, refusal.sentence, refusal.where),)
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
        self._books: dict[str, Rulebook] = {}
        self._redacted = reader.redacted()
        self.moved: dict[str, Cents] = {}
        self._context = AuditContext(self._rules, rounds)
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

    def _rules(self, digest: str) -> Rulebook:
        if digest not in self._books:
            self._books[digest] = from_canonical(self._reader.rulebook(digest))
        return self._books[digest]

    def _stored_texts(self) -> Iterator[Finding]:
        for digest, canonical in self._reader.rulebooks().items():
            if rulebook_digest(canonical) != digest:
                yield Finding("rulebook/altered", "the text does not match its digest", digest)
        for answer in self._reader.answers():
            if not _is_intact(answer):
                where = f"answer of {answer.actor} {answer.key}"
                yield Finding("answer/altered", "the answer was changed", where)

    def check_stream(self, row: StreamRow, checkpoint: Checkpoint) -> Iterator[Finding]:
        """The first finding in a stream after a checkpoint; later ones would follow from it."""
        chain = ChainCheck(row, checkpoint)
        try:
            self._check_events(row, chain, checkpoint)
        except (Refusal, Refusals) as refusal:
            first = refusal.defects[0]
            yield Finding(first.code, first.sentence, f"{row.stream} event {chain.version}")
        except (msgspec.MsgspecError, ValueError, TypeError, AttributeError) as error:
            sentence = f"the event can't be read ({type(error).__name__})"
            yield Finding("journal/altered", sentence, f"{row.stream} event {chain.version}")

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
                require(kind == stored.kind, "journal/altered", "the event has another kind")
                same = postings.at(stored.version) == expected
                require(same, "ledger/posting", "the postings do not match the event")
                self._count(expected)
                if audit.ended is not None:
                    check_indexed(next(index, None), stored, audit.ended)
                if snapshot is not None and snapshot.version == stored.version:
                    right = audit.matches(snapshot, stored)
                    require(right, "snapshot/altered", "the snapshot does not match the events")
                    snapshot = None
                self._pause()
            audit.end()
            chain.end()
            require(snapshot is None, "snapshot/altered", "the snapshot belongs to no event")
            require(next(index, None) is None, "index/altered", "there was no such round")
            for rows, refusal in (
                (postings, Refusal("ledger/posting", "a posting belongs to no event")),
                (answers, Refusal("answer/altered", "an answer belongs to no event")),
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

    def check_heads(self, heads: Iterable[Head]) -> Iterator[Finding]:
        """The first recorded head of each stream that its chain does not have."""
        recorded: dict[str, dict[int, set[bytes]]] = {}
        for head in heads:
            recorded.setdefault(head.stream, {}).setdefault(head.version, set()).add(head.hash)
        for stream, versions in sorted(recorded.items()):
            hashes = self._reader.hashes(stream, versions)
            for version in sorted(versions):
                if versions[version] != {hashes.get(version)}:
                    lost = version not in hashes
                    code = "heads/lost_tail" if lost else "heads/rewritten"
                    sentence = f"the journal {'has lost its tail' if lost else 'was rewritten'}"
                    yield Finding(code, sentence, f"{stream} event {version}")
                    break

    def _orphans(self) -> Iterator[Finding]:
        for table, stream, version in self._reader.orphans():
            where = f"{stream} event {version}"
            parent = "stream" if table == "events" else "event"
            yield Finding("journal/stray", f"a row of {table} belongs to no {parent}", where)

    def _balances(self) -> Iterator[Finding]:
        balances = self._reader.balances()
        for account in sorted(balances.keys() | self.moved.keys()):
            balance, moved = balances.get(account, 0), self.moved.get(account, 0)
            if account not in self.moved:
                yield Finding("ledger/balance", "this account has no postings", account)
            elif balance != moved:
                sentence = f"the balance is {dollars(balance)}; the postings add up to "
                yield Finding("ledger/balance", sentence + dollars(moved), account)
            elif balance < 0 and not may_be_below_zero(account):
                yield Finding("ledger/overdrawn", "the account is below zero", account)
        total = sum(balances.values())
        if total:
            sentence = f"the accounts add up to {dollars(total)}, not to zero"
            yield Finding("ledger/trial_balance", sentence, "accounts")

    def _links(self) -> Iterator[Finding]:
        """The first differences between the records of the tables and of the meters."""
        tables, meters = self._context.at_tables, self._context.at_meters
        in_progress = {spot for spot in tables.fed if spot[:2] in self._context.open_rounds}
        returned = tables.taken_back - meters.taken_back - in_progress
        for spots, sentence in (
            (tables.fed - meters.fed - in_progress, "a Progressive wager is missing on the meter"),
            (meters.fed - tables.fed, "a contribution to the meter has no wager"),
            (tables.mysteries - meters.mysteries, "a mystery that was paid was not won"),
            (meters.mysteries - tables.mysteries, "a mystery that was won was not paid"),
            (returned, "a void round's contribution was not returned"),
            (meters.taken_back - tables.taken_back, "a returned contribution has no void round"),
        ):
            for spot in sorted(spots)[:1]:
                where = f"table/{spot[0]} round {spot[1]} seat {spot[2]}"
                yield Finding("meter/differs", sentence, where)
        for key in sorted(tables.awards.keys() | meters.awards.keys()):
            same = _sorted(tables.awards.get(key)) == _sorted(meters.awards.get(key))
            shares = tables.shares.get(key, meters.shares.get(key))
            if not same or shares != meters.shares.get(key):
                where = f"table/{key[0]} round {key[1]}"
                sentence = "table and meter have different jackpots"
                yield Finding("meter/differs", sentence, where)


def _is_intact(answer: StoredAnswer) -> bool:
    """Whether an answer is as it was committed; a damaged row may contain anything."""
    try:
        return answer_sum(answer.actor, answer.key, answer.answer) == answer.sum
    except (TypeError, AttributeError):
        return False


def _sorted(awards: tuple[tuple[int, Cents, int], ...] | None) -> list[tuple[int, Cents, int]]:
    return sorted(awards or ())
