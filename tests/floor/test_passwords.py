"""Passwords: argon2id hashes, and what is refused as easily guessed."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from tests.patience import PATIENCE
from uth.core.refusal import Refusal
from uth.floor.people.password_pool import PasswordPool
from uth.floor.people.passwords import LONGEST, Passwords, check_password, common

CHEAP = (1, 8)
"""Passes and memory for a quick hash."""
GOOD = "violet teapot 31"


def test_argon2id_with_a_salt_of_its_own() -> None:
    passwords = Passwords(*CHEAP)
    one, two = passwords.hash(GOOD), passwords.hash(GOOD)
    assert one != two
    assert one.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert passwords.match(one, GOOD)
    assert passwords.match(two, GOOD)
    assert not passwords.match(one, GOOD + "!")
    assert not passwords.match(one, "")
    assert GOOD not in one


def test_the_default_cost_is_high_enough() -> None:
    """RFC 9106: at least 64 MiB in three passes."""
    assert Passwords().hash(GOOD).startswith("$argon2id$v=19$m=65536,t=3,p=1$")


def test_a_hash_of_another_cost_is_renewed() -> None:
    old, new = Passwords(*CHEAP), Passwords(passes=2, memory_kib=16)
    stored = old.hash(GOOD)
    assert new.match(stored, GOOD)
    assert new.is_stale(stored)
    assert not old.is_stale(stored)
    renewed = new.hash(GOOD)
    assert renewed.startswith("$argon2id$v=19$m=16,t=2,p=1$")
    assert new.match(renewed, GOOD)
    assert not new.match(stored, "wrong password")
    assert not new.is_stale(renewed)


def test_nobody_s_password_is_never_right() -> None:
    passwords = Passwords(*CHEAP)
    assert not passwords.match(None, "the password of nobody")
    assert not passwords.match(None, GOOD)
    assert not passwords.match("not a hash", GOOD)


def test_composed_and_decomposed_letters_are_equal() -> None:
    passwords = Passwords(*CHEAP)
    assert passwords.match(passwords.hash("café au lait"), "cafe\u0301 au lait")
    assert passwords.match(passwords.hash("half \ud800"), "half \ud800")


def test_what_is_too_long_is_never_right() -> None:
    passwords = Passwords(*CHEAP)
    stored = passwords.hash("x" * LONGEST)
    assert passwords.match(stored, "x" * LONGEST)
    assert not passwords.match(stored, "x" * (LONGEST + 1))
    assert not passwords.match(stored, "x" * 1_000_000)


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
    with pytest.raises(Refusal) as error:
        check_password(password, "anna")
    assert error.value.code == code
    assert str(error.value).count("\n") == 0
    assert len(password) < 5 or password not in str(error.value)


def test_the_list_of_words_is_plain() -> None:
    assert len(common()) > 150
    assert all(word == word.casefold() and word.isalpha() for word in common())


def test_sign_ins_take_no_threads_of_others_and_their_queue_has_an_end() -> None:
    go = Event()

    async def work() -> None:
        pool = PasswordPool(most=2)
        waiting = [asyncio.create_task(pool.run("north", begin))]
        await asyncio.to_thread(begun.wait, PATIENCE)
        waiting += [asyncio.create_task(pool.run("north", go.wait, PATIENCE)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="sign_in/busy"):
            await pool.run("north", go.wait)
        assert await asyncio.to_thread(lambda: "read") == "read"
        go.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await pool.run("north", go.wait), "there is room again"

    def begin() -> bool:
        begun.set()
        return go.wait(PATIENCE)

    begun = Event()
    asyncio.run(work())


def test_sign_ins_of_one_network_do_not_hold_up_those_of_others() -> None:
    go, begun = Event(), Event()
    done: list[str] = []

    def begin() -> bool:
        begun.set()
        return go.wait(PATIENCE)

    async def work() -> None:
        pool = PasswordPool(most=4)
        held = asyncio.create_task(pool.run("guesser", begin))
        await asyncio.to_thread(begun.wait, PATIENCE)
        guesses = [
            asyncio.create_task(pool.run("guesser", done.append, f"guess {n}")) for n in range(4)
        ]
        await asyncio.sleep(0)
        owner = asyncio.create_task(pool.run("home", done.append, "owner"))
        await asyncio.sleep(0)
        go.set()
        with pytest.raises(Refusal, match="sign_in/busy"):
            await guesses[3]
        await asyncio.gather(held, owner, *guesses[:3])
        assert done == ["guess 0", "owner", "guess 1", "guess 2"]
        with pytest.raises(ZeroDivisionError):
            await pool.run("home", lambda: 1 // 0)

    asyncio.run(work())
