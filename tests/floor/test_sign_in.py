"""Lock-out and signing in."""

from __future__ import annotations

import pytest

from tests.floor.sources import Bytes, Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor import clock as clocks
from uth.floor.clock import HOUR, SECOND
from uth.floor.people.accounts import Account, plain_name
from uth.floor.people.lockout import Lockout
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role

CHEAP = (1, 8)
"""Passes and memory for a quick hash."""
GOOD = "violet teapot 31"


# Lock-out


def refused(lockout: Lockout, key: str = "anna") -> str:
    try:
        lockout.begin(key, "here")
    except Refusal as error:
        return str(error)
    return ""


def test_five_attempts_are_free_and_then_they_wait_longer_and_longer() -> None:
    clock = Clock()
    lockout = Lockout(MemoryStore(), clock)
    for _ in range(5):
        assert not refused(lockout)
    for seconds in (30, 60, 120, 240, 480, 900, 900, 900):
        sentence = f"sign_in/locked: too many failed attempts; try again in {seconds} seconds"
        assert refused(lockout) == sentence
        clock.pass_ms(seconds * SECOND - 1)
        assert refused(lockout).endswith("in 1 second")
        clock.pass_ms(1)
        assert not refused(lockout)
    assert not refused(lockout, "bert")


def test_success_forgets_and_so_does_an_hour() -> None:
    clock = Clock()
    lockout = Lockout(MemoryStore(), clock)
    for _ in range(4):
        lockout.begin("anna", "here")
    lockout.succeeded("anna", "here")
    for _ in range(4):
        lockout.begin("anna", "here")
    clock.pass_ms(HOUR)
    for _ in range(5):
        lockout.begin("anna", "here")
    assert refused(lockout)
    lockout.succeeded("anna", "here")
    assert not refused(lockout)


def test_attempts_at_once_are_not_all_free() -> None:
    """Attempts are counted before they are decided: the sixth is refused while five are open."""
    lockout = Lockout(MemoryStore(), Clock())
    assert [bool(refused(lockout)) for _ in range(100)] == [False] * 5 + [True] * 95


# Signing in


class Door:
    """A sign-in with accounts, sessions and lock-outs."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.passwords = Passwords(*CHEAP)
        self.people = People(MemoryStore(), self.clock, Bytes(), self.passwords)
        self.accounts = self.people.accounts
        self.accounts.put(Account("anna", Role.FLOOR, self.passwords.hash(GOOD)))
        self.accounts.put(Account("carl", Role.PLAYER, self.passwords.hash(GOOD), closed=True))

    def refusal(self, name: str, password: str, address: str = "here") -> str:
        try:
            self.people.sign_in(name, password, address)
        except Refusal as error:
            return str(error)
        return ""


def test_signing_in() -> None:
    door = Door()
    token = door.people.sign_in(" ANNA ", GOOD, "here")
    assert door.people.sessions.find(token).name == "anna"


def test_nobody_learns_who_has_an_account() -> None:
    """Unknown, wrong and closed: the same answer, the same work, the same lock-out."""
    door = Door()
    lines = {
        name: [door.refusal(name, password) for _ in range(7)]
        for name, password in (("anna", "wrong"), ("nobody", "wrong"), ("carl", GOOD))
    }
    assert lines["anna"] == lines["nobody"] == lines["carl"]
    said = "sign_in/refused: the name or the password is wrong"
    assert lines["anna"][:5] == [said] * 5
    assert lines["anna"][5].startswith("sign_in/locked: ")


def test_the_work_is_the_same_for_an_unknown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door()
    verified: list[str] = []
    hasher = door.passwords._hasher
    verify = type(hasher).verify

    def counting(self: object, stored: str, password: bytes) -> bool:
        verified.append(stored.split("$")[3])
        return bool(verify(hasher, stored, password))

    monkeypatch.setattr(type(hasher), "verify", counting)
    door.refusal("anna", "wrong")
    door.refusal("nobody", "wrong")
    assert verified == ["m=8,t=1,p=1"] * 2


def test_a_stranger_elsewhere_does_not_lock_a_player_out() -> None:
    door = Door()
    for _ in range(20):
        door.refusal("anna", "wrong", "elsewhere")
    assert door.refusal("anna", "wrong", "elsewhere").startswith("sign_in/locked: ")
    assert door.refusal("anna", GOOD, "at home") == ""


def test_many_strangers_can_t_guess_without_end() -> None:
    door = Door()
    lines = [door.refusal("anna", "wrong", f"place {number}") for number in range(60)]
    assert sum(text.startswith("sign_in/refused") for text in lines) == 50
    door.people.unlock("anna")
    assert door.refusal("anna", GOOD, "at home") == ""


def test_strangers_can_t_lock_out_the_owner_at_home() -> None:
    door = Door()
    assert door.refusal("anna", GOOD, "at home") == ""
    for number in range(60):
        door.refusal("anna", "wrong", f"place {number}")
    assert door.refusal("anna", GOOD, "elsewhere").startswith("sign_in/locked: ")
    assert door.refusal("anna", GOOD, "at home") == ""


def test_setting_the_clock_back_locks_nobody_out() -> None:
    clock = Clock()
    lockout = Lockout(MemoryStore(), clock)
    for _ in range(5):
        lockout.begin("anna", "here")
    assert refused(lockout)
    clock.pass_ms(-2 * HOUR)
    assert not refused(lockout), "it would last for two hours"
    assert refused(lockout), "but the attempts still count"


def test_a_stale_hash_is_replaced_at_sign_in() -> None:
    door = Door()
    old = Passwords(passes=2, memory_kib=16).hash(GOOD)
    door.accounts.put(Account("dora", Role.PLAYER, old))
    assert door.refusal("dora", GOOD) == ""
    account = door.accounts.get("dora")
    assert account is not None
    assert account.password.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert door.refusal("dora", GOOD) == ""
    assert account.password not in repr(account)


def test_an_account_that_changes_during_the_comparison_is_not_signed_in_to() -> None:
    """A comparison takes a while; the account may get another password meanwhile."""
    door = Door()
    match = door.people.passwords.match

    def slow(stored: str | None, password: str) -> bool:
        right = match(stored, password)
        door.people.change("anna", password="green teapot 32")
        return right

    door.people.passwords.match = slow  # type: ignore[method-assign]
    assert door.refusal("anna", GOOD).startswith("sign_in/refused")


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\0"])
def test_names(name: str) -> None:
    with pytest.raises(Refusal, match=r"^name/malformed: "):
        plain_name(name)
    assert plain_name("ＡＮＮＡ") == "anna"


def test_the_clock_is_in_milliseconds() -> None:
    assert 1_600_000_000_000 < clocks.system() < 10_000_000_000_000
