"""From a seed to numbers: hashed lines of text, a stream of bytes, an unbiased draw.

Every step is a SHA-256 of plain text, so that a player can repeat it with `sha256sum`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import ClassVar, Generic, TypeVar

import msgspec

from uth.floor.fairness.sealed import Sealed

T = TypeVar("T")
S = TypeVar("S", bound="Subject")
_LINE = re.compile(r"[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,64}")
_HASH = re.compile(r"[0-9a-f]{64}")


class Subject(msgspec.Struct, frozen=True):
    """What a seed is for; the commitment covers every field."""

    format: ClassVar[str]
    """The format of its receipt."""


def hashed(*lines: str) -> str:
    """The SHA-256 in hex of lines of UTF-8 text, each ended by a line feed."""
    return hashlib.sha256("".join(f"{text}\n" for text in lines).encode()).hexdigest()


def commitment_of(subject: Subject, seed: str) -> str:
    """What is published first: it fixes the seed without revealing it."""
    fields = (f"{name} {value}" for name, value in msgspec.structs.asdict(subject).items())
    return hashed(f"uth commitment {subject.format}", *fields, f"seed {seed}")


def key_of(commitment: str, seed: str, *mixed: str) -> str:
    """The key of a stream, from the commitment, the seed and what players mixed in."""
    return hashed("uth stream 1", f"commitment {commitment}", f"seed {seed}", *mixed)


def stream(key: str) -> Iterator[int]:
    """Endless bytes: the SHA-256 of the line "KEY 0", then of "KEY 1", and so on."""
    for number in count():
        yield from bytes.fromhex(hashed(f"{key} {number}"))


class CommittedSeed(Generic[S]):
    """A subject with its seed and commitment; printing or logging it does not show the seed."""

    def __init__(self, name: S, seed: Sealed[bytes]) -> None:
        self.name = name
        self.seed = seed
        self.commitment: str = commitment_of(name, seed.open().hex())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, commitment={self.commitment!r}, <sealed>)"


@lru_cache
def words_for(n: int) -> tuple[int, int]:
    """For a draw among n: how many bytes a word has, and how many words are accepted.

    It has as few bytes as have n different values. Only words below the largest multiple of n
    are accepted, so that each number has equally many.
    """
    size = max(1, ((n - 1).bit_length() + 7) // 8)
    words = 1 << 8 * size
    return size, words - words % n


def below(n: int, source: Iterator[int]) -> int:
    """A number from 0 to n − 1, all equally likely: words are read until one is accepted."""
    size, accepted = words_for(n)
    while True:
        word = next(source)
        for _ in range(size - 1):
            word = word << 8 | next(source)
        if word < accepted:
            return word % n


def shuffled(items: Sequence[T], source: Iterator[int]) -> tuple[T, ...]:
    """Fisher–Yates: from the last position down, each is swapped with one at or before it."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, source)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def is_line(text: str) -> bool:
    """Whether a text fits on a hashed line: no line break, nothing that has no UTF-8."""
    return _LINE.fullmatch(text) is not None


def is_hash(text: str) -> bool:
    """Whether a text is 256 bits in lowercase hex."""
    return _HASH.fullmatch(text) is not None
