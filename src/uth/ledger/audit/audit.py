"""The audit: chain, postings, balances, rounds and meters; it names the first wrong record."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import groupby
from typing import Generic, TypeVar

import msgspec

from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal, Refusals
from uth.ledger.audit.streams import Shared, Walk, check_indexed, stream_audit
from uth.ledger.audit.verify_rounds import need
from uth.ledger.journal.accounts import may_be_below_zero
from uth.ledger.journal.batch import Head, Posting
from uth.ledger.journal.chain import answer_sum
from uth.ledger.journal.store import (
    Checkpoint,
    Reader,
    Store,
    StoredAnswer,
    StreamRow,
    is_tied,
    rulebook_digest,
)
from uth.rulebook.canonical import from_canonical
from uth.rulebook.model import Rulebook

T = TypeVar("T")


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be, and which record shows it first."""

    code: str
    sentence: str
    where: str

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence} ({self.where})"


class Audit(msgspec.Struct, frozen=True):
    """What was looked at, and what was found."""

    streams: int
    events: int
    postings: int
    rounds: int
    findings: tuple[Finding, ...] = ()
    heads: int = 0
    """How many heads, written down outside, it was held against."""
    beyond: int = 0
    """Chains whose end is none of those heads: a tail that is lost there would not be seen."""

    @property
    def first(self) -> Finding | None:
        return self.findings[0] if self.findings else None

    def raise_first(self) -> None:
        if self.first:
            raise Refusal(self.first.code, self.first.sentence, self.first.where)


def audit(store: Store, heads: Iterable[Head] = (), *, rounds: bool = True) -> Audit:
    """Look at one moment of a store; without `rounds` at its chain, money and meters only.

    The heads are read first: what is committed meanwhile is in the store before it is there.
    """
    known: list[Head] = []
    damaged: tuple[Finding, ...] = ()
    try:
        known.extend(heads)
    except Refusal as no:
        damaged = (Finding(no.code, no.sentence, no.where),)
    with store.reading() as reader:
        found = Auditor(reader, rounds).run(known)
    return msgspec.structs.replace(found, findings=(*damaged, *found.findings))


Row = TypeVar("Row", Posting, StoredAnswer)


class _ByVersion(Generic[Row]):
    """Rows that go with events, handed out in the order of the events."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._groups: groupby[int, Row] = groupby(rows, _version)
        self._group: tuple[int, Iterator[Row]] | None = next(self._groups, None)

    @property
    def next(self) -> int | None:
        return self._group[0] if self._group is not None else None

    def at(self, version: int) -> list[Row]:
        if self._group is None or self._group[0] != version:
            return []
        found = list(self._group[1])
        self._group = next(self._groups, None)
        return found


def _version(row: Posting | StoredAnswer) -> int:
    return row.version


def _each(rows: Iterator[T]) -> Generator[T, None, None]:
    yield from rows


def _by_version(stack: ExitStack, rows: Iterator[Row]) -> _ByVersion[Row]:
    return _ByVersion(stack.enter_context(closing(_each(rows))))


class Auditor:
    """Goes through a store once, stream by stream, and keeps what all of them must add up to."""

    def __init__(
        self, reader: Reader, rounds: bool, breathe: Callable[[], None] = lambda: None
    ) -> None:
        self._reader = reader
        self._rounds = rounds
        self._breathe = breathe
        """Called for each event, so that one who checks beside others need not hold them up."""
        self.marks: list[Checkpoint] = []
        """Where each stream has come to, of those that were right."""
        self._books: dict[str, Rulebook] = {}
        self._redacted = reader.redacted()
        self.moved: dict[str, Cents] = {}
        self._shared = Shared(self._rules, rounds)
        self._events = self._postings = 0

    def run(self, heads: Sequence[Head]) -> Audit:
        findings = [*self._stored_texts()]
        rows = self._reader.streams()
        for row in rows:
            findings += self.stream(row, Checkpoint(row.stream))
        findings += self.heads(heads)
        if not findings:
            findings += [*self._balances(), *self._strays()]
        if not findings and self._rounds:
            findings += self._links()
        counts = (len(rows), self._events, self._postings, self._shared.rounds)
        known = set(heads)
        beyond = sum(1 for row in rows if row.version and row.head not in known)
        return Audit(*counts, tuple(findings), len(heads), beyond)

    def _rules(self, digest: str) -> Rulebook:
        if digest not in self._books:
            self._books[digest] = from_canonical(self._reader.rulebook(digest))
        return self._books[digest]

    def _stored_texts(self) -> Iterator[Finding]:
        for digest, canonical in self._reader.rulebooks().items():
            if rulebook_digest(canonical) != digest:
                yield Finding("rulebook/altered", "its text has another digest", digest)
        for given in self._reader.answers():
            if not _is_given(given):
                where = f"answer of {given.actor} {given.key}"
                yield Finding("answer/altered", "this is not the answer that was given", where)

    def stream(self, row: StreamRow, mark: Checkpoint) -> Iterator[Finding]:
        """The first wrong record of one stream after a mark; what follows from it is not told."""
        walk = Walk(row, mark)
        try:
            self._walk(row, walk, mark)
        except (Refusal, Refusals) as no:
            first = no.defects[0]
            yield Finding(first.code, first.sentence, f"{row.stream} event {walk.version}")
        except (msgspec.MsgspecError, ValueError, TypeError, AttributeError) as error:
            sentence = f"the event can't be read ({type(error).__name__})"
            yield Finding("journal/altered", sentence, f"{row.stream} event {walk.version}")

    def _walk(self, row: StreamRow, walk: Walk, mark: Checkpoint) -> None:
        follow = stream_audit(self._shared, row.stream, mark.state)
        reader, after = self._reader, mark.version
        with ExitStack() as stack:
            index = stack.enter_context(closing(reader.indexed(row.stream, follow.round)))
            posted = _by_version(stack, reader.postings(row.stream, after))
            answers = _by_version(stack, reader.answers(row.stream, after))
            events = stack.enter_context(closing(_each(reader.events(row.stream, after))))
            shot = reader.snapshot(row.stream)
            if shot is not None and 0 < shot.version <= after:
                shot = None
            for kept in events:
                redacted = (kept.stream, kept.version) in self._redacted
                walk.take(kept, redacted)
                walk.answer(kept, next(iter(answers.at(kept.version)), None), redacted)
                kind, expected = follow.take(kept)
                need(kind == kept.kind, "journal/altered", "the event is of another kind")
                same = posted.at(kept.version) == expected
                need(same, "ledger/posting", "the postings are not what the event implies")
                self._count(expected)
                if follow.ended is not None:
                    check_indexed(next(index, None), kept, follow.ended)
                if shot is not None and shot.version == kept.version:
                    need(is_tied(shot, kept), "snapshot/altered", "it belongs to another history")
                    need(follow.stands(shot.body), "snapshot/altered", "it tells another state")
                    shot = None
                self._breathe()
            follow.end()
            walk.end()
            need(shot is None, "snapshot/altered", "it belongs to no event")
            need(next(index, None) is None, "index/altered", "it tells of a round that was not")
            for left, no in (
                (posted, Refusal("ledger/posting", "a posting belongs to no event")),
                (answers, Refusal("answer/altered", "an answer belongs to no event")),
            ):
                if left.next is not None:
                    walk.version = left.next
                    raise no
        self.marks.append(Checkpoint(row.stream, row.version, row.hash, follow.state))

    def _count(self, posted: list[Posting]) -> None:
        self._events += 1
        self._postings += len(posted)
        for posting in posted:
            self.moved[posting.source] = self.moved.get(posting.source, 0) - posting.amount
            self.moved[posting.target] = self.moved.get(posting.target, 0) + posting.amount

    def heads(self, heads: Iterable[Head]) -> Iterator[Finding]:
        """Every chain must still have each head that was written down outside."""
        wanted: dict[str, dict[int, set[bytes]]] = {}
        for head in heads:
            wanted.setdefault(head.stream, {}).setdefault(head.version, set()).add(head.hash)
        for stream, versions in sorted(wanted.items()):
            found = self._reader.hashes(stream, versions)
            for version in sorted(versions):
                if versions[version] != {found.get(version)}:
                    lost = version not in found
                    code = "heads/lost_tail" if lost else "heads/rewritten"
                    told = "has lost its tail" if lost else "was written anew"
                    where = f"{stream} event {version}"
                    yield Finding(code, f"the journal {told}", where)
                    break

    def _strays(self) -> Iterator[Finding]:
        for table, stream, version in self._reader.strays():
            where = f"{stream} event {version}"
            whole = "stream" if table == "events" else "event"
            yield Finding("journal/stray", f"a row of {table} belongs to no {whole}", where)

    def _balances(self) -> Iterator[Finding]:
        balances = self._reader.balances()
        for account in sorted(balances.keys() | self.moved.keys()):
            stands, moved = balances.get(account, 0), self.moved.get(account, 0)
            if account not in self.moved:
                yield Finding("ledger/balance", "nothing was ever posted to this account", account)
            elif stands != moved:
                sentence = f"{dollars(stands)} stand where {dollars(moved)} were posted"
                yield Finding("ledger/balance", sentence, account)
            elif stands < 0 and not may_be_below_zero(account):
                yield Finding("ledger/overdrawn", "the account is below zero", account)
        total = sum(balances.values())
        if total:
            sentence = f"all accounts add up to {dollars(total)}, not to zero"
            yield Finding("ledger/trial_balance", sentence, "accounts")

    def _links(self) -> Iterator[Finding]:
        """What tables say of their meters and meters of their tables is the same."""
        here, there = self._shared.at_tables, self._shared.at_meters
        under_way = {spot for spot in here.fed if spot[:2] in self._shared.open_rounds}
        for told, known in (
            (here.fed - there.fed - under_way, "a Progressive wager fed no meter"),
            (there.fed - here.fed, "a meter was fed by no wager"),
            (here.mysteries - there.mysteries, "a mystery was paid from no meter"),
            (there.mysteries - here.mysteries, "a mystery was paid to nobody"),
            (here.taken_back - there.taken_back - under_way, "a void round's feed did not go back"),
            (there.taken_back - here.taken_back, "a feed went back from no void round"),
        ):
            for spot in sorted(told)[:1]:
                where = f"table/{spot[0]} round {spot[1]} seat {spot[2]}"
                yield Finding("meter/differs", known, where)
        for name, round_number in sorted(here.awards.keys() | there.awards.keys()):
            key = (name, round_number)
            same = _sorted(here.awards.get(key)) == _sorted(there.awards.get(key))
            shares = here.shares.get(key, there.shares.get(key))
            if not same or shares != there.shares.get(key):
                where = f"table/{name} round {round_number}"
                yield Finding("meter/differs", "table and meter tell of other jackpots", where)


def _is_given(given: StoredAnswer) -> bool:
    """Whether an answer is the one that was kept; a damaged row may hold anything."""
    try:
        return answer_sum(given.actor, given.key, given.answer) == given.sum
    except (TypeError, AttributeError):
        return False


def _sorted(awards: tuple[tuple[int, Cents, int], ...] | None) -> list[tuple[int, Cents, int]]:
    return sorted(awards or ())
