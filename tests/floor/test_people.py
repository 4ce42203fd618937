"""Passwords, sessions, lock-out and signing in, with a clock and a source under control."""

from __future__ import annotations

import base64
import hashlib

import pytest

from tests.floor.people_memory import AccountsInMemory, AttemptsInMemory, SessionsInMemory
from tests.floor.sources import Bytes, Clock
from uth.core.refusal import Refusal
from uth.floor import clock as clocks
from uth.floor.clock import DAY, HOUR, MINUTE, SECOND
from uth.floor.fairness.randomness import system
from uth.floor.people.lockout import Lockout
from uth.floor.people.passwords import LONGEST, Cost, Match, Passwords, check_password, common
from uth.floor.people.roles import Role
from uth.floor.people.sessions import Session, SessionRules, Sessions, key_of
from uth.floor.people.sign_in import FROM_ANYWHERE, Account, SignIn, plain_name

CHEAP = Cost(passes=1, memory_kib=8, lanes=1)
GOOD = "violet teapot 31"


# Passwords


def test_argon2id_with_a_salt_of_its_own() -> None:
    passwords = Passwords(CHEAP)
    one, two = passwords.hash(GOOD), passwords.hash(GOOD)
    assert one != two
    assert one.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert passwords.match(one, GOOD) == passwords.match(two, GOOD) == Match(True)
    assert passwords.match(one, GOOD + "!") == Match(False)
    assert passwords.match(one, "") == Match(False)
    assert GOOD not in one


def test_the_cost_is_not_a_toy_s() -> None:
    """RFC 9106: at least 64 MiB in three passes, or what OWASP calls its equal."""
    assert Passwords().hash(GOOD).startswith("$argon2id$v=19$m=65536,t=3,p=1$")


def test_a_hash_of_another_cost_is_made_anew() -> None:
    old, new = Passwords(CHEAP), Passwords(Cost(passes=2, memory_kib=16))
    kept = old.hash(GOOD)
    match = new.match(kept, GOOD)
    assert match.right
    assert match.rehashed is not None
    assert match.rehashed.startswith("$argon2id$v=19$m=16,t=2,p=1$")
    assert new.match(match.rehashed, GOOD) == Match(True)
    assert new.match(kept, "wrong password").rehashed is None


def test_nobody_s_password_is_never_right() -> None:
    passwords = Passwords(CHEAP)
    assert passwords.match(None, "the password of nobody") == Match(False)
    assert passwords.match(None, GOOD) == Match(False)
    assert passwords.match("not a hash", GOOD) == Match(False)


def test_however_the_letters_were_composed() -> None:
    passwords = Passwords(CHEAP)
    assert passwords.match(passwords.hash("café au lait"), "cafe\u0301 au lait").right
    assert passwords.match(passwords.hash("half \ud800"), "half \ud800").right


def test_what_is_too_long_is_never_right() -> None:
    passwords = Passwords(CHEAP)
    kept = passwords.hash("x" * LONGEST)
    assert passwords.match(kept, "x" * LONGEST).right
    assert not passwords.match(kept, "x" * (LONGEST + 1)).right
    assert not passwords.match(kept, "x" * 1_000_000).right


@pytest.mark.parametrize(
    "password", [GOOD, "x7-Qm9!rTz", "drei Häuser am See", "日本語のパスワードです", "a1b2c3d4e5f"]
)
def test_good_passwords(password: str) -> None:
    check_password(password, "anna")


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password/short"),
        ("fish+chip", "password/short"),
        ("123456789", "password/short"),
        ("x" * 129, "password/long"),
        ("ﷺ" * 20, "password/long"),
        ("anna-was-here", "password/name"),
        ("ANNA-was-here", "password/name"),
        ("password12", "password/common"),
        ("P@ssw0rd2024!!", "password/common"),
        ("Welcome1234!", "password/common"),
        ("iloveyou2024", "password/common"),
        ("correct horse battery staple", "password/common"),
        ("royal flush 99", "password/common"),
        ("1234567890", "password/common"),
        ("0987654321", "password/common"),
        ("qwertyuiop", "password/common"),
        ("1qaz2wsx3edc", "password/common"),
        ("poiuytrewq", "password/common"),
        ("abcdefghijk", "password/common"),
        ("aaaaaaaaaaaa", "password/common"),
        ("abababababab", "password/common"),
        ("dog7dog7dog7", "password/common"),
        ("12345678ab", "password/common"),
    ],
)
def test_refused_passwords(password: str, code: str) -> None:
    with pytest.raises(Refusal) as no:
        check_password(password, "anna")
    assert no.value.code == code
    assert str(no.value).count("\n") == 0
    assert len(password) < 5 or password not in str(no.value)


def test_the_list_of_words_is_plain() -> None:
    assert len(common()) > 150
    assert all(word == word.casefold() and word.isalpha() for word in common())


# Sessions


def sessions(clock: Clock, rules: SessionRules | None = None) -> tuple[Sessions, SessionsInMemory]:
    store = SessionsInMemory()
    return Sessions(store, clock, Bytes("sessions"), rules), store


def ended(found: Sessions, token: str) -> bool:
    """Whether a token opens nothing, which is always said in the same words."""
    line = "session/none: sign in first: your session has ended or does not exist"
    try:
        found.find(token)
    except Refusal as no:
        return str(no) == line
    return False


def test_a_token_has_256_bits_and_only_its_hash_is_kept() -> None:
    clock = Clock()
    found, store = sessions(clock)
    token = found.open("anna")
    assert base64.urlsafe_b64decode(token + "=") == Bytes("sessions")(32)
    kept = store.get(hashlib.sha256(token.encode()).hexdigest())
    assert kept == Session(key_of(token), "anna", clock.now, clock.now)
    assert token not in repr(kept)
    assert found.find(token) == kept


def test_tokens_from_the_system_differ() -> None:
    found = Sessions(SessionsInMemory(), clocks.system, system)
    assert len({found.open(f"guest {number}") for number in range(1_000)}) == 1_000


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "x" * 100_000, "\ud800" * 43])
def test_what_is_no_token(token: str) -> None:
    found, _ = sessions(Clock())
    assert ended(found, token)


def test_a_session_ends_when_it_lies_idle() -> None:
    clock = Clock()
    found, store = sessions(clock)
    token = found.open("anna")
    clock.pass_ms(12 * HOUR - 1)
    assert found.find(token).seen == clock.now
    clock.pass_ms(12 * HOUR - 1)
    assert not ended(found, token)
    clock.pass_ms(12 * HOUR)
    assert ended(found, token)
    assert len(store) == 0


def test_a_session_ends_however_busy_it_is() -> None:
    clock = Clock()
    found, _ = sessions(clock)
    token = found.open("anna")
    for _ in range(7 * 4 - 1):
        clock.pass_ms(6 * HOUR)
        assert not ended(found, token)
    clock.pass_ms(6 * HOUR - 1)
    assert not ended(found, token)
    clock.pass_ms(1)
    assert ended(found, token)


def test_a_session_is_not_written_at_every_look() -> None:
    clock = Clock()
    found, _ = sessions(clock, SessionRules(touch=MINUTE))
    token = found.open("anna")
    opened = clock.now
    clock.pass_ms(MINUTE - 1)
    assert found.find(token).seen == opened
    clock.pass_ms(1)
    assert found.find(token).seen == opened + MINUTE


def test_ending_sessions() -> None:
    found, _ = sessions(Clock())
    one, two, three = (found.open("anna") for _ in range(3))
    other = found.open("bert")
    found.end(one)
    found.end("never was")
    assert ended(found, one)
    assert found.end_all("anna", but=two) == 1
    assert ended(found, three)
    assert not ended(found, two)
    assert found.end_all("anna") == 1
    assert ended(found, two)
    assert not ended(found, other)


def test_a_renewed_session_has_another_token() -> None:
    found, _ = sessions(Clock())
    old = found.open("anna")
    new = found.renew(old)
    assert ended(found, old)
    assert found.find(new).name == "anna"


def test_too_many_sessions_end_the_one_seen_longest_ago() -> None:
    clock = Clock()
    found, store = sessions(clock, SessionRules(most=3, touch=MINUTE))
    tokens = []
    for _ in range(3):
        tokens.append(found.open("anna"))
        clock.pass_s(90)
    found.find(tokens[0])
    tokens.append(found.open("anna"))
    assert [ended(found, token) for token in tokens] == [False, True, False, False]
    assert len(store) == 3


def test_what_ended_is_forgotten() -> None:
    clock = Clock()
    found, store = sessions(clock)
    found.open("anna")
    clock.pass_ms(12 * HOUR - 1)
    token = found.open("bert")
    assert len(store) == 2
    clock.pass_ms(1)
    assert found.purge() == 1
    assert len(store) == 1
    assert not ended(found, token)
    clock.pass_ms(7 * DAY)
    assert found.purge() == 1


def test_what_ended_is_forgotten_by_and_by() -> None:
    """Nobody need ask for it: guests come and go, and memory stays."""
    clock = Clock()
    found, store = sessions(clock)
    for number in range(48):
        found.open(f"guest {number}")
        clock.pass_ms(HOUR)
    assert len(store) <= 12
    assert found.alive(found.open("anna"))
    assert not found.alive("x" * 43)


# Lock-out


def refused(lockout: Lockout, key: str = "anna") -> str:
    try:
        lockout.begin(key)
    except Refusal as no:
        return str(no)
    return ""


def test_five_attempts_are_free_and_then_they_wait_longer_and_longer() -> None:
    clock = Clock()
    lockout = Lockout(AttemptsInMemory(), clock)
    for _ in range(5):
        assert not refused(lockout)
    for seconds in (30, 60, 120, 240, 480, 900, 900, 900):
        line = f"sign_in/locked: too many failed attempts; try again in {seconds} seconds"
        assert refused(lockout) == line
        clock.pass_ms(seconds * SECOND - 1)
        assert refused(lockout).endswith("in 1 seconds")
        clock.pass_ms(1)
        assert not refused(lockout)
    assert not refused(lockout, "bert")


def test_success_forgets_and_so_does_an_hour() -> None:
    clock = Clock()
    lockout = Lockout(AttemptsInMemory(), clock)
    for _ in range(4):
        lockout.begin("anna")
    lockout.succeeded("anna")
    for _ in range(4):
        lockout.begin("anna")
    clock.pass_ms(HOUR)
    for _ in range(5):
        lockout.begin("anna")
    assert refused(lockout)
    lockout.succeeded("anna")
    assert not refused(lockout)


def test_attempts_at_once_are_not_all_free() -> None:
    """They are counted before they are decided: the sixth is refused while five are open."""
    lockout = Lockout(AttemptsInMemory(), Clock())
    assert [bool(refused(lockout)) for _ in range(100)] == [False] * 5 + [True] * 95


# Signing in


class House:
    def __init__(self) -> None:
        self.clock = Clock()
        self.passwords = Passwords(CHEAP)
        self.accounts = AccountsInMemory()
        self.sessions = Sessions(SessionsInMemory(), self.clock, Bytes())
        self.by_name = Lockout(AttemptsInMemory(), self.clock, FROM_ANYWHERE)
        by_both = Lockout(AttemptsInMemory(), self.clock)
        self.door = SignIn(self.accounts, self.passwords, self.sessions, self.by_name, by_both)
        self.accounts.put(Account("anna", Role.FLOOR, self.passwords.hash(GOOD)))
        self.accounts.put(Account("carl", Role.PLAYER, self.passwords.hash(GOOD), closed=True))

    def line(self, name: str, password: str, place: str = "here") -> str:
        try:
            self.door.sign_in(name, password, place)
        except Refusal as no:
            return str(no)
        return ""


def test_signing_in() -> None:
    house = House()
    token = house.door.sign_in(" ANNA ", GOOD, "here")
    assert house.sessions.find(token).name == "anna"


def test_nobody_learns_who_has_an_account() -> None:
    """Unknown, wrong and closed: the same words, the same work, the same lock-out."""
    house = House()
    lines = {
        name: [house.line(name, password) for _ in range(7)]
        for name, password in (("anna", "wrong"), ("nobody", "wrong"), ("carl", GOOD))
    }
    assert lines["anna"] == lines["nobody"] == lines["carl"]
    said = "sign_in/refused: the name or the password is wrong"
    assert lines["anna"][:5] == [said] * 5
    assert lines["anna"][5].startswith("sign_in/locked: ")


def test_the_work_is_the_same_for_an_unknown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    asked: list[str] = []
    hasher = house.passwords._hasher
    verify = type(hasher).verify

    def counting(self: object, kept: str, password: bytes) -> bool:
        asked.append(kept.split("$")[3])
        return bool(verify(hasher, kept, password))

    monkeypatch.setattr(type(hasher), "verify", counting)
    house.line("anna", "wrong")
    house.line("nobody", "wrong")
    assert asked == ["m=8,t=1,p=1"] * 2


def test_a_stranger_elsewhere_does_not_lock_a_player_out() -> None:
    house = House()
    for _ in range(20):
        house.line("anna", "wrong", "elsewhere")
    assert house.line("anna", "wrong", "elsewhere").startswith("sign_in/locked: ")
    assert house.line("anna", GOOD, "at home") == ""


def test_many_strangers_can_t_guess_without_end() -> None:
    house = House()
    lines = [house.line("anna", "wrong", f"place {number}") for number in range(60)]
    assert sum(line.startswith("sign_in/refused") for line in lines) == 50
    house.by_name.succeeded("anna")
    assert house.line("anna", GOOD, "at home") == ""


def test_a_stale_hash_is_replaced_at_sign_in() -> None:
    house = House()
    old = Passwords(Cost(passes=2, memory_kib=16)).hash(GOOD)
    house.accounts.put(Account("dora", Role.PLAYER, old))
    assert house.line("dora", GOOD) == ""
    account = house.accounts.get("dora")
    assert account is not None
    assert account.password.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert house.line("dora", GOOD) == ""
    assert account.password not in repr(account)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\0"])
def test_names(name: str) -> None:
    with pytest.raises(Refusal, match=r"^name/malformed: "):
        plain_name(name)
    assert plain_name("ＡＮＮＡ") == "anna"


def test_the_clock_is_in_milliseconds() -> None:
    assert 1_600_000_000_000 < clocks.system() < 10_000_000_000_000
