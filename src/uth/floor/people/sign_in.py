"""Signing in: the same answer for a wrong name, a wrong password and a closed account."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import msgspec

from uth.core.refusal import Refusal
from uth.floor.people.lockout import Lockout, LockRules
from uth.floor.people.passwords import Match, Passwords
from uth.floor.people.roles import Role
from uth.floor.people.sessions import Sessions

if TYPE_CHECKING:
    from uth.floor.people.people import StoredAccounts

LONGEST_NAME = 40
RECORDED = "AccountRecorded"
"""The kind of the event that holds an account."""

FROM_ANYWHERE = LockRules(free=50)
"""The free attempts at one name from all addresses together."""


class Account(msgspec.Struct, frozen=True, tag=RECORDED):
    """A person with a password, as of an event; `password` is its argon2 hash."""

    name: str
    role: Role
    password: str
    closed: bool = False

    def __repr__(self) -> str:
        return f"Account({self.name!r}, {self.role.value}, closed={self.closed})"


def plain_name(name: str) -> str:
    """A name as it is stored: `Anna`, `ANNA` and `anna` are one person."""
    plain = unicodedata.normalize("NFKC", name).strip().casefold()
    if not 1 <= len(plain) <= LONGEST_NAME or not plain.isprintable():
        raise Refusal("name/malformed", longest=LONGEST_NAME)
    return plain


class SignIn:
    """Exchanges a name and password for a session token, without revealing who has an account."""

    def __init__(
        self,
        accounts: StoredAccounts,
        passwords: Passwords,
        sessions: Sessions,
        by_name: Lockout,
        by_name_and_address: Lockout,
    ) -> None:
        self._accounts = accounts
        self._passwords = passwords
        self._sessions = sessions
        self._by_name = by_name
        self._by_both = by_name_and_address

    def sign_in(self, name: str, password: str, address: str) -> str:
        """A session token; `address` is where the attempt comes from.

        One address has few free attempts at a name. All addresses together have more, so that a
        stranger can't easily lock a player out, but many strangers can't guess without end.
        """
        plain = self.begin(name, address)
        account = self._accounts.get(plain)
        match = self._passwords.match(account.password if account else None, password)
        return self.finish(plain, address, match)

    def begin(self, name: str, address: str) -> str:
        """Count the attempt; the slow comparison that follows may run in another thread."""
        plain = plain_name(name)
        self._by_both.begin(f"{plain}\n{address}")
        self._by_name.begin(plain)
        return plain

    def finish(self, plain: str, address: str, match: Match) -> str:
        account = self._accounts.get(plain)
        if account is None or account.closed or not match.right:
            raise Refusal("sign_in/refused")
        self._by_both.succeeded(f"{plain}\n{address}")
        self._by_name.succeeded(plain)
        if match.rehashed is not None:
            self._accounts.put(msgspec.structs.replace(account, password=match.rehashed))
        return self._sessions.open(plain)
