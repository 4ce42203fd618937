"""The people of a house: accounts kept in the journal, guests, and who may do what."""

from __future__ import annotations

import hashlib

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import Clock, to_micros
from uth.floor.fairness.randomness import Source, fresh
from uth.floor.people.actions import Action
from uth.floor.people.lockout import Lockout, LockRules
from uth.floor.people.names import BOT, DEALER
from uth.floor.people.passwords import Passwords, check_password
from uth.floor.people.roles import Person, Role, matrix
from uth.floor.people.sessions import Sessions
from uth.floor.people.sign_in import Account, SignIn, plain_name
from uth.floor.people.stored_sessions import (
    ATTEMPTS,
    MOST_READ,
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
"""How the names of guests begin; nobody may sign up under such a name."""


class AccountRecorded(msgspec.Struct, frozen=True, tag=True):
    """An account as it stands from here on; `password` is its argon2 hash."""

    name: str
    role: Role
    password: str
    closed: bool = False

    def __repr__(self) -> str:
        return f"AccountKept({self.name!r}, {self.role.value})"


_DECODER = msgspec.json.Decoder(AccountRecorded)
_ENCODER = msgspec.json.Encoder(order="deterministic")


def _stream(name: str) -> str:
    return f"people/{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def taken() -> Refusal:
    return Refusal("name/taken", "there is an account of this name", "name")


class StoredAccounts:
    """Accounts as a stream each: what they were stays in the journal."""

    def __init__(self, store: Store, clock: Clock, changes: SessionChanges) -> None:
        self._store = store
        self._clock = clock
        self._changes = changes
        self._read: dict[str, tuple[int, Account]] = {}

    def put(self, account: Account) -> None:
        with self._store.reading() as reader:
            version = reader.stream(_stream(account.name)).version
        self._write(account, version)

    def add(self, account: Account) -> None:
        """A new account; of two who ask for one name at once, one gets it."""
        try:
            self._write(account, 0)
        except Refusal as no:
            if no.code == "journal/version":
                raise taken() from None
            raise

    def _write(self, account: Account, version: int) -> None:
        stream = _stream(account.name)
        body = _ENCODER.encode(AccountRecorded(*msgspec.structs.astuple(account)))
        entry = Entry(AccountRecorded.__name__, body)
        append = Append(stream, version, (entry,), at=to_micros(self._clock()))
        self._changes.commit(stream, Batch((append,)))
        self._read.pop(account.name, None)

    def get(self, name: str) -> Account | None:
        """As it stands; every order asks, so it is read again only when something changed."""
        number = self._changes.number()
        known = self._read.get(name)
        if known is not None and known[0] == number:
            return known[1]
        found = self._last(_stream(name))
        if found is not None:
            if len(self._read) >= MOST_READ:
                self._read.clear()
            self._read[name] = number, found
        return found

    def _last(self, stream: str) -> Account | None:
        last: Account | None = None
        with self._store.reading() as reader:
            for entry in reader.events(stream):
                found = _DECODER.decode(entry.body)
                last = Account(*msgspec.structs.astuple(found))
        return last

    def all(self) -> list[Account]:
        with self._store.reading() as reader:
            streams = [row.stream for row in reader.streams("people/")]
        return [account for stream in streams if (account := self._last(stream)) is not None]


class People:
    """Who is who: sessions and failed attempts are in the store, for all nodes and restarts."""

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
        by_name = Lockout(StoredAttempts(store, "name"), clock, LockRules(free=50))
        self.by_both = Lockout(StoredAttempts(store, "both"), clock)
        self.sign = SignIn(self.accounts, self.passwords, self.sessions, by_name, self.by_both)
        self._source = source
        self._store = store
        self._clock = clock

    def tidy(self) -> int:
        """Forget sessions that ended and attempts that no longer count; how many there were."""
        quiet = self._clock() - LockRules().forget
        return self.sessions.purge() + purge(self._store, ATTEMPTS, lambda note: note.at <= quiet)

    def make(self, name: str, password: str, role: Role) -> Account:
        """A new account; names that mean something else here are refused."""
        plain = plain_name(name)
        if "/" in plain or plain in (".", ".."):
            raise Refusal("name/malformed", "a name has no slash and is more than dots", "name")
        if plain.endswith(BOT) or plain.startswith(GUEST) or plain in (DEALER, "issued"):
            raise Refusal("name/reserved", "this name is the house's own", "name")
        if self.accounts.get(plain) is not None:
            raise taken()
        if role is Role.GUEST:
            raise Refusal("role/guest", "a guest has no account", "role")
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
        """Change an account; its sessions end, so that it binds at once."""
        account = self.known(name)
        if role is Role.GUEST:
            raise Refusal("role/guest", "a guest has no account", "role")
        if password is not None:
            check_password(password, account.name)
            hashed = self.passwords.hash(password)
            account = msgspec.structs.replace(account, password=hashed)
        if role is not None:
            account = msgspec.structs.replace(account, role=role)
        if closed is not None:
            account = msgspec.structs.replace(account, closed=closed)
        self.accounts.put(account)
        self.sessions.end_all(account.name)
        return account

    def known(self, name: str) -> Account:
        account = self.accounts.get(plain_name(name))
        if account is None:
            raise Refusal("name/unknown", "there is no account of this name", "name")
        return account

    def listed(self) -> list[tuple[Account, bool]]:
        """Every account by name, and whether it is locked out now."""
        locked = locked_names(self._store, self._clock())
        found = sorted(self.accounts.all(), key=lambda account: account.name)
        return [(account, locked(account.name)) for account in found]

    def unlock(self, name: str) -> Account:
        """Lift every lock-out at a name."""
        account = self.known(name)
        forget_attempts(self._store, account.name)
        return account

    def guest(self) -> tuple[str, Person]:
        """A session for somebody who does not sign up."""
        name = GUEST + fresh(self._source, 8).hex()
        return self.sessions.open(name), Person(name, Role.GUEST)

    def person(self, token: str) -> Person:
        """Who holds a token; his role is looked up each time."""
        return self._as_is(self.sessions.find(token).name)

    def still(self, token: str, name: str) -> Person:
        """Whose session goes on, with the role that he has now; this does not count as using it."""
        if not self.sessions.alive(token):
            raise Refusal("session/none", "sign in first: there is no such session, or it ended")
        return self._as_is(name)

    def _as_is(self, name: str) -> Person:
        if name.startswith(GUEST):
            return Person(name, Role.GUEST)
        account = self.accounts.get(name)
        if account is None or account.closed:
            raise Refusal("session/none", "sign in first: there is no such session, or it ended")
        return Person(account.name, account.role)

    @staticmethod
    def require(person: Person, action: Action, *concerned: str) -> None:
        matrix().require(person, action, concerned)
