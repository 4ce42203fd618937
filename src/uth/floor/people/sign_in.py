"""Signing in: one answer for a wrong name, a wrong password and a closed account."""

from __future__ import annotations

import unicodedata
from typing import Protocol

import msgspec

from uth.core.refusal import Refusal
from uth.floor.people.lockout import Lockout, LockRules
from uth.floor.people.passwords import Match, Passwords
from uth.floor.people.roles import Role
from uth.floor.people.sessions import Sessions

LONGEST_NAME = 40

FROM_ANYWHERE = LockRules(free=50)
"""What all places together have at one name."""


class Account(msgspec.Struct, frozen=True):
    """Somebody with a password; `password` is its hash."""

    name: str
    role: Role
    password: str
    closed: bool = False

    def __repr__(self) -> str:
        return f"Account({self.name!r}, {self.role.value}, closed={self.closed})"


class AccountStore(Protocol):
    """Where accounts are kept, by their plain name."""

    def put(self, account: Account) -> None: ...

    def get(self, name: str) -> Account | None: ...


def plain_name(name: str) -> str:
    """A name as it is kept: `Anna`, `ANNA` and `anna` are one person."""
    plain = unicodedata.normalize("NFKC", name).strip().casefold()
    if not 1 <= len(plain) <= LONGEST_NAME or not plain.isprintable():
        raise Refusal("name/malformed", f"a name has 1 to {LONGEST_NAME} letters or other signs")
    return plain


class SignIn:
    """Name and password to a session's token, without telling who has an account."""

    def __init__(
        self,
        accounts: AccountStore,
        passwords: Passwords,
        sessions: Sessions,
        by_name: Lockout,
        by_name_and_place: Lockout,
    ) -> None:
        self._accounts = accounts
        self._passwords = passwords
        self._sessions = sessions
        self._by_name = by_name
        self._by_both = by_name_and_place

    def sign_in(self, name: str, password: str, place: str) -> str:
        """A session's token; `place` is where the attempt comes from, such as an address.

        One place has few free attempts at a name. All places together have more, so that a
        stranger can't easily lock a player out, nor many strangers guess without end.
        """
        plain = self.begin(name, place)
        account = self._accounts.get(plain)
        match = self._passwords.match(account.password if account else None, password)
        return self.finish(plain, place, match)

    def begin(self, name: str, place: str) -> str:
        """Count the attempt; what follows may be done in another thread, for it takes long."""
        plain = plain_name(name)
        self._by_both.begin(f"{plain}\n{place}")
        self._by_name.begin(plain)
        return plain

    def finish(self, plain: str, place: str, match: Match) -> str:
        account = self._accounts.get(plain)
        if account is None or account.closed or not match.right:
            raise Refusal("sign_in/refused", "there is no such name with this password")
        self._by_both.succeeded(f"{plain}\n{place}")
        self._by_name.succeeded(plain)
        if match.rehashed is not None:
            self._accounts.put(msgspec.structs.replace(account, password=match.rehashed))
        return self._sessions.open(plain)
