"""Accounts: people with a password, each in a stream of its own."""

from __future__ import annotations

import unicodedata

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import Clock, to_micros
from uth.floor.people.names import BLANK, LONGEST, personal_stream
from uth.floor.people.roles import Role
from uth.floor.people.session_changes import Cache, SessionChanges
from uth.ledger.journal.batch import Append, Batch, Entry
from uth.ledger.journal.store import Store

RECORDED = "AccountRecorded"
"""The kind of the event that holds an account."""


class Account(msgspec.Struct, frozen=True, tag=RECORDED):
    """A person with a password, as of an event; `password` is its argon2 hash."""

    name: str
    role: Role
    password: str
    closed: bool = False

    def __repr__(self) -> str:
        return f"Account({self.name!r}, {self.role.value}, closed={self.closed})"


_DECODER = msgspec.json.Decoder(Account)
_ENCODER = msgspec.json.Encoder(order="deterministic")


def plain_name(name: str) -> str:
    """A name as it is stored: `Anna`, `ANNA` and `anna` are one person."""
    plain = unicodedata.normalize("NFKC", name).strip().casefold()
    if not (plain.strip(BLANK) and len(plain) <= LONGEST and plain.isprintable()):
        raise Refusal("name/malformed", longest=LONGEST)
    return plain


def _stream(name: str) -> str:
    return personal_stream("people", name)


class StoredAccounts:
    """Accounts in the journal; every order looks one up, so they are cached."""

    def __init__(self, store: Store, clock: Clock, changes: SessionChanges) -> None:
        self._store = store
        self._clock = clock
        self._changes = changes
        self._cache = Cache(changes, self._read)

    def get(self, name: str) -> Account | None:
        """The account of a person; also that somebody has none is cached."""
        return next(iter(self._cache.get(name) or ()), None)

    def _read(self, name: str) -> tuple[Account, ...]:
        account = self._last(_stream(name))
        return (account,) if account else ()

    def put(self, account: Account) -> None:
        with self._store.reading() as reader:
            version = reader.stream(_stream(account.name)).version
        self._write(account, version)

    def add(self, account: Account, names: tuple[Append, ...] = ()) -> None:
        """Add an account and its name; of two people who choose a name at once, one gets it."""
        try:
            self._write(account, 0, names)
        except Refusal as refusal:
            if refusal.code == "journal/version":
                raise Refusal("name/taken", where="name") from None
            raise

    def _write(self, account: Account, version: int, names: tuple[Append, ...] = ()) -> None:
        stream = _stream(account.name)
        entry = Entry(RECORDED, _ENCODER.encode(account))
        append = Append(stream, version, (entry,), at=to_micros(self._clock()))
        self._changes.commit(stream, Batch((append, *names)))
        self._cache.forget(account.name)

    def _last(self, stream: str) -> Account | None:
        last: Account | None = None
        with self._store.reading() as reader:
            for entry in reader.events(stream):
                last = _DECODER.decode(entry.body)
        return last

    def all(self) -> list[Account]:
        with self._store.reading() as reader:
            streams = [row.stream for row in reader.streams("people/")]
        return [account for stream in streams if (account := self._last(stream)) is not None]
