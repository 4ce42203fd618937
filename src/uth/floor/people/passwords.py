"""Passwords: hashed with argon2id, rehashed when the cost rises, refused if easily guessed."""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from uth.core.refusal import Refusal

SHORTEST = 10
LONGEST = 128
"""A longer one is no safer, and hashing it would be a way to keep the server busy."""


def _plain(password: str) -> str:
    """The same text for a password however the keyboard composed its letters."""
    return unicodedata.normalize("NFKC", password)


def _bytes(password: str) -> bytes:
    return _plain(password).encode("utf-8", "surrogatepass")


class Passwords:
    """Hashes and compares passwords; an unknown account takes as long as a known one.

    The cost of a guess is that of the second choice of RFC 9106, on one core.
    """

    def __init__(self, passes: int = 3, memory_kib: int = 65_536) -> None:
        self._hasher = PasswordHasher(passes, memory_kib, 1, hash_len=32, salt_len=16, type=Type.ID)
        self._dummy = self._hasher.hash("the password of nobody")

    def hash(self, password: str) -> str:
        """A hash to store; it contains its salt and its cost."""
        return self._hasher.hash(_bytes(password))

    def match(self, stored: str | None, password: str) -> bool:
        """Compare a password with the stored hash, or with a dummy if there is no account.

        The work is the same either way, so that the time it takes reveals nothing.
        """
        plain = _bytes(password[:LONGEST])
        try:
            self._hasher.verify(stored or self._dummy, plain)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None and len(password) <= LONGEST

    def is_stale(self, stored: str) -> bool:
        """Whether a hash was made at another cost."""
        return self._hasher.check_needs_rehash(stored)


def check_password(password: str, name: str = "") -> None:
    """Refuse a new password that is too short, too long or easily guessed."""
    plain = _plain(password)
    if len(plain) < SHORTEST:
        raise Refusal("password/short", shortest=SHORTEST)
    if len(password) > LONGEST or len(plain) > LONGEST:
        raise Refusal("password/long", longest=LONGEST)
    low = plain.casefold()
    if len(name) >= 3 and name.casefold() in low:
        raise Refusal("password/name")
    if _guessed(low):
        raise Refusal("password/common")


def _guessed(low: str) -> bool:
    """A common word with digits around it, a repeated part, or neighboring keys."""
    return len(set(low)) <= 3 or _word(low) in common() or _repeats(low) or _walks(low)


LEET = str.maketrans("013457@$!", "oieastasi")


def _word(low: str) -> str:
    """A password without the digits and symbols at its ends, and with `0` read as `o`."""
    ends = "0123456789!@#$%^&*()-_=+.,?/ "
    return "".join(letter for letter in low.strip(ends).translate(LEET) if letter.isalpha())


def _repeats(low: str) -> bool:
    """Whether it is one part repeated, as in `abcabcabcabc`."""
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
    """Whether at least 80 % of it are neighboring keys or letters, in either direction."""
    longest = max(_shared(low, walk) for keys in WALKS for walk in (keys, keys[::-1]))
    return longest * 10 >= len(low) * 8


def _shared(low: str, walk: str) -> int:
    """The length of the longest part of a password that is part of the walk."""
    return SequenceMatcher(None, low, walk, autojunk=False).find_longest_match().size


@cache
def common() -> frozenset[str]:
    """The most frequent words in lists of stolen passwords."""
    text = files("uth.floor.people").joinpath("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.split())
