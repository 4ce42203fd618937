"""Sessions, failed attempts, accounts and limits in memory, for tests without a store."""

from __future__ import annotations

from uth.core.money import Cents
from uth.floor.clock import Millis
from uth.floor.people.lockout import Attempts
from uth.floor.people.player_limits import PlayerLimits, Sitting
from uth.floor.people.sessions import Session
from uth.floor.people.sign_in import Account


class SessionsInMemory:
    """A `SessionStore`."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}

    def __len__(self) -> int:
        return len(self._sessions)

    def put(self, session: Session) -> None:
        self._sessions[session.key] = session

    def get(self, key: str) -> Session | None:
        return self._sessions.get(key)

    read = get

    def remove(self, key: str) -> None:
        self._sessions.pop(key, None)

    def of(self, name: str) -> list[Session]:
        return [session for session in self._sessions.values() if session.name == name]

    def purge(self, opened_before: Millis, seen_before: Millis) -> int:
        ended = [
            session.key
            for session in self._sessions.values()
            if session.opened <= opened_before or session.seen <= seen_before
        ]
        for key in ended:
            self.remove(key)
        return len(ended)


class AttemptsInMemory:
    """An `AttemptStore`."""

    def __init__(self) -> None:
        self._attempts: dict[str, Attempts] = {}

    def __len__(self) -> int:
        return len(self._attempts)

    def get(self, key: str) -> Attempts | None:
        return self._attempts.get(key)

    def swap(self, key: str, before: Attempts | None, after: Attempts) -> bool:
        if self.get(key) != before:
            return False
        self._attempts[key] = after
        return True

    def remove(self, key: str) -> None:
        self._attempts.pop(key, None)


class AccountsInMemory:
    """An `AccountStore`."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}

    def put(self, account: Account) -> None:
        self._accounts[account.name] = account

    def get(self, name: str) -> Account | None:
        return self._accounts.get(name)


class LimitsInMemory:
    """A `LimitStore` that is told what happened."""

    def __init__(self) -> None:
        self._limits: dict[str, PlayerLimits] = {}
        self._results: dict[str, list[tuple[Millis, Cents]]] = {}
        self._sittings: dict[str, list[Sitting]] = {}

    def put(self, player: str, limits: PlayerLimits) -> None:
        self._limits[player] = limits

    def get(self, player: str) -> PlayerLimits | None:
        return self._limits.get(player)

    def ended(self, player: str, at: Millis, result: Cents) -> None:
        """A round ended for a player."""
        self._results.setdefault(player, []).append((at, result))

    def sat(self, player: str, sitting: Sitting) -> None:
        """A sitting; one that begins at the same time replaces it."""
        before = self._sittings.get(player, [])
        others = [other for other in before if other.begin != sitting.begin]
        self._sittings[player] = [*others, sitting]

    def results(self, player: str, after: Millis) -> list[Cents]:
        return [result for at, result in self._results.get(player, ()) if at > after]

    def sittings(self, player: str, after: Millis) -> list[Sitting]:
        sittings = self._sittings.get(player, ())
        return [sitting for sitting in sittings if sitting.end is None or sitting.end > after]
