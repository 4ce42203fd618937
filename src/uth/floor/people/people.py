"""People: accounts, guests, signing in, sessions, and permissions."""

from __future__ import annotations

from itertools import islice

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import Clock, Millis
from uth.floor.fairness.randomness import Source, fresh
from uth.floor.people.accounts import Account, StoredAccounts, plain_name
from uth.floor.people.display_names import DisplayNames
from uth.floor.people.lockout import ATTEMPTS, FORGET, KNOWN, REMEMBER, Lockout
from uth.floor.people.names import GUEST, is_bot, is_reserved, is_title, personal_stream
from uth.floor.people.password_pool import PasswordPool
from uth.floor.people.passwords import Passwords, check_password
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Person, Role, matrix
from uth.floor.people.session_changes import SessionChanges
from uth.floor.people.sessions import IDLE, SESSION, Later, Sessions
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

AT_ONCE = 500
"""How many notes one transaction deletes."""


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
        self.accounts: StoredAccounts = StoredAccounts(store, clock, changes)
        self.names: DisplayNames = DisplayNames(store, clock, changes)
        self.passwords: Passwords = passwords or Passwords()
        self.pool: PasswordPool = PasswordPool()
        """For callers on an event loop: runs whatever hashes a password."""
        self.sessions: Sessions = Sessions(store, clock, source, changes, later)
        self.lockout: Lockout = Lockout(store, clock)
        self._source = source
        self._store = store
        self._clock = clock

    def tidy(self) -> int:
        """Delete ended sessions, and attempts and addresses that no longer count; how many."""
        ages = {SESSION: IDLE, ATTEMPTS: FORGET, KNOWN: REMEMBER}
        return sum(self._purge(kind, age) for kind, age in ages.items())

    def _purge(self, kind: str, age: Millis) -> int:
        """Delete notes of this age that have not changed meanwhile."""
        before = self._clock() - age
        with self._store.reading() as reader:
            notes = iter([note for note in reader.notes(kind) if note.at <= before])
        count = 0
        while some := list(islice(notes, AT_ONCE)):
            batches = [Batch(notes=(NoteWrite(Note(kind, note.key), note.body),)) for note in some]
            results = self._store.commit_all(batches)
            count += sum(not isinstance(result, Refusal) for result in results)
        return count

    def sign_in(self, name: str, password: str, address: str) -> str:
        """A session's token for a name and a password; `address` is where the attempt comes from.

        The answer is the same for a wrong name, a wrong password and a closed account. The
        comparison is slow by design.
        """
        person = self.names.person(name)
        self.lockout.begin(person, address)
        account = self.accounts.get(person)
        right = self.passwords.match(account.password if account else None, password)
        changed = self.accounts.get(person) != account  # while the passwords were compared
        if account is None or account.closed or changed or not right:
            raise Refusal("sign_in/refused")
        self.lockout.succeeded(person, address)
        if self.passwords.is_stale(account.password):
            new = self.passwords.hash(password)
            self.accounts.put(msgspec.structs.replace(account, password=new))
        return self.sessions.open(person)

    def change_own_password(self, name: str, old: str, new: str, address: str) -> str:
        """End a person's sessions and open a new one; a wrong password counts as an attempt."""
        check_password(new, name)
        self.lockout.begin(name, address)
        if not self.passwords.match(self.known(name).password, old):
            raise Refusal("password/wrong", where="old")
        self.lockout.succeeded(name, address)
        self.change(name, password=new)
        return self.sessions.open(name)

    def make(self, name: str, password: str, role: Role, guest: str = "") -> Account:
        """Make an account; a guest who signs up keeps their id, and with it all that is theirs."""
        plain = self._free_name(name, guest, role)
        if role is Role.GUEST:
            raise Refusal("role/guest", where="role")
        check_password(password, plain)
        account = Account(guest or plain, role, self.passwords.hash(password))
        self.accounts.add(account, self.names.appends(name, account.name))
        self.names.forget()
        return account

    def _free_name(self, name: str, person: str, role: Role) -> str:
        """A name that a person may take: not another's, nor one like it, nor a title of staff."""
        plain = plain_name(name)
        if "/" in plain or plain in (".", ".."):
            raise Refusal("name/characters", where="name")
        if self.names.person(plain) == person and plain.startswith((GUEST, "guest ")):
            return plain
        if is_reserved(plain) or (role in (Role.GUEST, Role.PLAYER) and is_title(plain)):
            raise Refusal("name/reserved", where="name")
        if self.accounts.get(plain) or self.names.person(plain) not in (plain, person):
            raise Refusal("name/taken", where="name")
        if self.names.looks_like(plain) not in ("", person):
            raise Refusal("name/alike", where="name")
        return plain

    def choose_name(self, person: str, name: str) -> str:
        """Show a guest by a name of their choice."""
        self._free_name(name, person, Role.GUEST)
        self.names.take(name, person)
        return self.names.shown(person)

    def id_of(self, name: str) -> str:
        """The id of whom a name belongs to, in any spelling; a bot's is its name."""
        return name if is_bot(name) else self.names.person(name)

    def check_known(self, person: str) -> None:
        """Refuse an id that nobody has, so that a typing error is no person without money."""
        with self._store.reading() as reader:
            at_cage = reader.stream(personal_stream("cage", person)).version
        if not at_cage and self.accounts.get(person) is None:
            raise Refusal("player/unknown", where="player")

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
        account = self.accounts.get(self.names.person(name))
        if account is None:
            raise Refusal("name/unknown", where="name")
        return account

    def listed(self) -> list[tuple[Account, bool]]:
        """All accounts by name, and whether each is locked out now."""
        locked = self.lockout.locked_names()
        accounts = sorted(self.accounts.all(), key=lambda account: account.name)
        return [(account, locked(account.name)) for account in accounts]

    def unlock(self, name: str) -> Account:
        """End every lock-out of an account."""
        account = self.known(name)
        self.lockout.forget(account.name)
        return account

    def guest(self) -> tuple[str, Person]:
        """A session for somebody without an account."""
        name = GUEST + fresh(self._source, 8).hex()
        self.names.number_guest(name)
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
        account = self.accounts.get(name)
        if account is None and name.startswith(GUEST):
            return Person(name, Role.GUEST)
        if account is None or account.closed:
            raise Refusal("session/none")
        return Person(account.name, account.role)

    @staticmethod
    def require(person: Person, action: Permission, *concerned: str) -> None:
        matrix().require(person, action, concerned)
