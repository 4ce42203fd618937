"""People: accounts in the journal, guests, sessions, and permissions."""

from __future__ import annotations

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import Clock, to_micros
from uth.floor.fairness.randomness import Source, fresh
from uth.floor.people.actions import Action
from uth.floor.people.lockout import Lockout, LockRules
from uth.floor.people.names import BOT, DEALER, FLOOR, personal_stream
from uth.floor.people.passwords import Passwords, check_password
from uth.floor.people.roles import Person, Role, matrix
from uth.floor.people.sessions import Sessions
from uth.floor.people.sign_in import FROM_ANYWHERE, RECORDED, Account, SignIn, plain_name
from uth.floor.people.stored_sessions import (
    ATTEMPTS,
    MOST_CACHED,
    Later,
    SessionChanges,
    StoredAttempts,
    StoredSessions,
    forget_attempts,
    locked_names,
    purge,
)
from uth.ledger.journal.batch import Append, Batch, Entry
from uth.ledger.journal.store import Store

GUEST = "guest-"
"""The beginning of a guest's name; no account may have such a name."""


_DECODER = msgspec.json.Decoder(Account)
_ENCODER = msgspec.json.Encoder(order="deterministic")


def _stream(name: str) -> str:
    return personal_stream("people", name)


class StoredAccounts:
    """Accounts, each in a stream of its own, cached in memory."""

    def __init__(self, store: Store, clock: Clock, changes: SessionChanges) -> None:
        self._store = store
        self._clock = clock
        self._changes = changes
        self._cache: dict[str, tuple[int, Account]] = {}

    def put(self, account: Account) -> None:
        with self._store.reading() as reader:
            version = reader.stream(_stream(account.name)).version
        self._write(account, version)

    def add(self, account: Account) -> None:
        """Add an account; of two people who choose a name at once, one gets it."""
        try:
            self._write(account, 0)
        except Refusal as refusal:
            if refusal.code == "journal/version":
                raise Refusal("name/taken", where="name") from None
            raise

    def _write(self, account: Account, version: int) -> None:
        stream = _stream(account.name)
        entry = Entry(RECORDED, _ENCODER.encode(account))
        append = Append(stream, version, (entry,), at=to_micros(self._clock()))
        self._changes.commit(stream, Batch((append,)))
        self._cache.pop(account.name, None)

    def get(self, name: str) -> Account | None:
        """The account; every order looks it up, so it is read again only after a change."""
        number = self._changes.number()
        known = self._cache.get(name)
        if known is not None and known[0] == number:
            return known[1]
        account = self._last(_stream(name))
        if account is not None:
            if len(self._cache) >= MOST_CACHED:
                self._cache.clear()
            self._cache[name] = number, account
        return account

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


class People:
    """Accounts, guests and their sessions, in the store for all nodes."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        source: Source,
        passwords: Passwords | None = None,
        later: Later | None = None,
    ) -> None:
        changes = SessionChanges(store, clock)
        self.accounts = StoredAccounts(store, clock, changes)
        self.passwords = passwords or Passwords()
        self.sessions = Sessions(StoredSessions(store, clock, later, changes), clock, source)
        by_name = Lockout(StoredAttempts(store, "name"), clock, FROM_ANYWHERE)
        by_both = Lockout(StoredAttempts(store, "both"), clock)
        self.sign = SignIn(self.accounts, self.passwords, self.sessions, by_name, by_both)
        self._source = source
        self._store = store
        self._clock = clock

    def tidy(self) -> int:
        """Delete ended sessions and attempts that no longer count; returns how many."""
        quiet = self._clock() - LockRules().forget
        return self.sessions.purge() + purge(self._store, ATTEMPTS, lambda note: note.at <= quiet)

    def make(self, name: str, password: str, role: Role) -> Account:
        """Make an account; names with another meaning are refused."""
        plain = plain_name(name)
        if "/" in plain or plain in (".", ".."):
            raise Refusal("name/characters", where="name")
        if plain.endswith(BOT) or plain.startswith(GUEST) or plain in (DEALER, FLOOR, "issued"):
            raise Refusal("name/reserved", where="name")
        if self.accounts.get(plain) is not None:
            raise Refusal("name/taken", where="name")
        if role is Role.GUEST:
            raise Refusal("role/guest", where="role")
        check_password(password, plain)
        account = Account(plain, role, self.passwords.hash(password))
        self.accounts.add(account)
        return account

    def change(
        self,
        name: str,
        *,
        password: str | None = None,
        role: Role | None = None,
        closed: bool | None = None,
    ) -> Account:
        """Change an account and end its sessions, so that the change applies at once."""
        account = self.known(name)
        if role is Role.GUEST:
            raise Refusal("role/guest", where="role")
        if password is not None:
            check_password(password, account.name)
            password = self.passwords.hash(password)
        changes = {"password": password, "role": role, "closed": closed}
        new = {field: value for field, value in changes.items() if value is not None}
        account = msgspec.structs.replace(account, **new)
        self.accounts.put(account)
        self.sessions.end_all(account.name)
        return account

    def known(self, name: str) -> Account:
        account = self.accounts.get(plain_name(name))
        if account is None:
            raise Refusal("name/unknown", where="name")
        return account

    def listed(self) -> list[tuple[Account, bool]]:
        """All accounts by name, and whether each is locked out now."""
        locked = locked_names(self._store, self._clock())
        accounts = sorted(self.accounts.all(), key=lambda account: account.name)
        return [(account, locked(account.name)) for account in accounts]

    def unlock(self, name: str) -> Account:
        """End every lock-out of an account."""
        account = self.known(name)
        forget_attempts(self._store, account.name)
        return account

    def guest(self) -> tuple[str, Person]:
        """A session for somebody without an account."""
        name = GUEST + fresh(self._source, 8).hex()
        return self.sessions.open(name), Person(name, Role.GUEST)

    def person(self, token: str) -> Person:
        """Who holds a token, with their current role."""
        return self._person(self.sessions.find(token).name)

    def still(self, token: str, name: str) -> Person:
        """The person whose session is still open, with their current role; not marked as seen."""
        if not self.sessions.alive(token):
            raise Refusal("session/none")
        return self._person(name)

    def _person(self, name: str) -> Person:
        if name.startswith(GUEST):
            return Person(name, Role.GUEST)
        account = self.accounts.get(name)
        if account is None or account.closed:
            raise Refusal("session/none")
        return Person(account.name, account.role)

    @staticmethod
    def require(person: Person, action: Action, *concerned: str) -> None:
        matrix().require(person, action, concerned)
