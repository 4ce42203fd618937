"""Passwords: hashed with argon2id, hashed anew when the cost rises, refused when easily guessed."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from uth.core.refusal import Refusal

SHORTEST = 10
LONGEST = 128
"""More is no safer, and hashing it would be a way to keep the server busy."""


class Cost(msgspec.Struct, frozen=True):
    """What a guess costs: passes over so much memory. RFC 9106's second choice, on one core."""

    passes: int = 3
    memory_kib: int = 65_536
    lanes: int = 1


class Match(msgspec.Struct, frozen=True):
    """Whether a password is right, and its new hash where the kept one is out of date."""

    right: bool
    rehashed: str | None = None


def _plain(password: str) -> str:
    """The same password however the keyboard composed its letters."""
    return unicodedata.normalize("NFKC", password)


def _bytes(password: str) -> bytes:
    return _plain(password).encode("utf-8", "surrogatepass")


class Passwords:
    """Hashes and compares; an unknown account takes as long as a known one."""

    def __init__(self, cost: Cost | None = None) -> None:
        cost = cost or Cost()
        self._hasher = PasswordHasher(
            time_cost=cost.passes,
            memory_cost=cost.memory_kib,
            parallelism=cost.lanes,
            hash_len=32,
            salt_len=16,
            type=Type.ID,
        )
        self._nobody = self._hasher.hash("the password of nobody")

    def hash(self, password: str) -> str:
        """For keeping; it carries its salt and its cost."""
        return self._hasher.hash(_bytes(password))

    def match(self, kept: str | None, password: str) -> Match:
        """Compare with what is kept, or with nobody's hash where there is no account.

        The work is the same either way, so that the time it takes tells nothing.
        """
        plain = _bytes(password[:LONGEST])
        try:
            self._hasher.verify(kept or self._nobody, plain)
        except (VerificationError, InvalidHashError):
            return Match(False)
        if kept is None or len(password) > LONGEST:
            return Match(False)
        stale = self._hasher.check_needs_rehash(kept)
        return Match(True, self._hasher.hash(plain) if stale else None)


def check_password(password: str, name: str = "") -> None:
    """Refuse a new password that is too short, too long or among the first to be guessed."""
    plain = _plain(password)
    if len(plain) < SHORTEST:
        raise Refusal("password/short", f"a password has at least {SHORTEST} characters")
    if len(password) > LONGEST or len(plain) > LONGEST:
        raise Refusal("password/long", f"a password has at most {LONGEST} characters")
    low = plain.casefold()
    if len(name) >= 3 and name.casefold() in low:
        raise Refusal("password/name", "a password must not contain the account's name")
    if _guessed(low):
        raise Refusal("password/common", "this password is among the first to be guessed")


def _guessed(low: str) -> bool:
    """A common word with figures around it, one part over and over, or a walk over the keys."""
    return len(set(low)) <= 3 or _word(low) in common() or _repeats(low) or _walks(low)


LEET = str.maketrans("013457@$!", "oieastasi")


def _word(low: str) -> str:
    """What is left of a password without figures and signs at its ends, and with `0` as `o`."""
    ends = "0123456789!@#$%^&*()-_=+.,?/ "
    return "".join(letter for letter in low.strip(ends).translate(LEET) if letter.isalpha())


def _repeats(low: str) -> bool:
    """`abcabcabcabc`: a part of at most half its length, again and again."""
    sizes = range(1, len(low) // 2 + 1)
    return any((low[:size] * len(low))[: len(low)] == low for size in sizes)


WALKS = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
)


def _walks(low: str) -> bool:
    """At least eight in ten of its letters lie on one walk, forwards or backwards."""
    longest = max(_shared(low, walk) for line in WALKS for walk in (line, line[::-1]))
    return longest * 10 >= len(low) * 8


def _shared(low: str, walk: str) -> int:
    """The longest part of a password that is also a part of the walk."""
    best = 0
    for start in range(len(low)):
        while low[start : start + best + 1] in walk and start + best < len(low):
            best += 1
    return best


@cache
def common() -> frozenset[str]:
    """Words that lists of stolen passwords begin with."""
    text = files("uth.floor.people").joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(line for line in text.split() if line)
