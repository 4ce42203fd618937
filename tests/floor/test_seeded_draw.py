"""The draw, enumerated: no word of the stream and no order of the deck is favored."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from math import factorial

import pytest

from uth.floor.fairness.seeded_draw import (
    below,
    hashed,
    is_hash,
    is_line,
    key_of,
    shuffled,
    stream,
    words_for,
)
from uth.rulebook import store
from uth.table.meters.link import target_range


def accepted(word: int, n: int) -> int | None:
    """The number that a word draws; None if it is rejected, so that another word is read."""
    size, _ = words_for(n)
    read = iter(word.to_bytes(size, "big"))
    try:
        return below(n, read)
    except StopIteration:
        return None


@pytest.mark.parametrize("n", range(1, 257))
def test_every_number_has_equally_many_words(n: int) -> None:
    """All 256 words of one byte, for every n up to 256, including 52."""
    drawn = Counter(accepted(word, n) for word in range(256))
    refused = drawn.pop(None, 0)
    assert drawn == dict.fromkeys(range(n), 256 // n)
    assert refused == 256 % n < n


@pytest.mark.parametrize("n", [257, 1_000, 4_096, 30_011, 65_535, 65_536])
def test_two_bytes_too(n: int) -> None:
    drawn = Counter(accepted(word, n) for word in range(65_536))
    refused = drawn.pop(None, 0)
    assert drawn == dict.fromkeys(range(n), 65536 // n)
    assert refused == 65_536 % n


@pytest.mark.parametrize("house", ["hollywood-pa", "light-and-wonder"])
def test_three_bytes_for_the_mystery_of_a_house(house: str) -> None:
    """Too many words to list: whole runs of n are accepted, and nothing after the last run."""
    low, high = target_range(store.load_house(house).progressive)
    n = high - low + 1
    assert words_for(n)[0] == 3
    runs = (1 << 24) // n
    for run in (0, 1, runs // 2, runs - 1):
        assert [accepted(run * n + at, n) for at in range(n)] == list(range(n))
    assert {accepted(word, n) for word in range(runs * n, 1 << 24)} <= {None}


@pytest.mark.parametrize(
    ("n", "size"),
    [(1, 1), (2, 1), (52, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 3), (1 << 24, 3)],
)
def test_a_word_is_as_short_as_can_be(n: int, size: int) -> None:
    assert words_for(n)[0] == size
    assert 256**size >= n
    assert size == 1 or 256 ** (size - 1) < n


def test_a_rejected_word_is_skipped() -> None:
    words = iter([255, 208, 207, 9])
    assert below(52, words) == 207 % 52
    assert next(words) == 9


def test_long_words_are_read_high_byte_first() -> None:
    assert below(1_000, iter([1, 2])) == 0x0102


def draws_of(n: int) -> Iterator[tuple[int, ...]]:
    """Every sequence of draws in a shuffle of n."""
    return product(*(range(last + 1) for last in range(n - 1, 0, -1)))


@pytest.mark.parametrize("n", range(1, 8))
def test_each_sequence_of_draws_is_another_order(n: int) -> None:
    """n! equally likely sequences give n! orders: every order is equally likely."""
    orders = Counter(shuffled(range(n), iter(draws)) for draws in draws_of(n))
    assert sum(orders.values()) == factorial(n)
    assert orders == dict.fromkeys(permutations(range(n)), 1)


def test_the_draws_of_a_whole_deck() -> None:
    """Drawing 0 each time moves the first card along, one position at a time."""
    assert shuffled(range(52), iter([0] * 51)) == (*range(1, 52), 0)
    assert shuffled(range(52), iter(range(51, 0, -1))) == tuple(range(52))


def test_what_is_hashed_is_plain_lines() -> None:
    assert hashed("a", "b c") == hashlib.sha256(b"a\nb c\n").hexdigest()
    assert hashed("é") == hashlib.sha256(b"\xc3\xa9\n").hexdigest()


def test_the_stream_is_hashes_of_the_key_and_a_number() -> None:
    key = key_of("c" * 64, "5" * 64, "seat 2 dog")
    lines = f"uth stream 1\ncommitment {'c' * 64}\nseed {'5' * 64}\nseat 2 dog\n"
    assert key == hashlib.sha256(lines.encode()).hexdigest()
    first = hashlib.sha256(f"{key} 0\n".encode()).digest()
    second = hashlib.sha256(f"{key} 1\n".encode()).digest()
    assert bytes(islice(stream(key), 64)) == first + second


@pytest.mark.parametrize("text", ["x", " ", "lucky dog", "é", "🂡", "x" * 64, '"\\'])
def test_lines(text: str) -> None:
    assert is_line(text)
    assert len(text.encode().splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["", "x" * 65, "a\nb", "a\r", "\0", "\x7f", "\x85", "\ud800", "x\n"]
)
def test_what_could_end_a_line_or_has_no_bytes_is_none(text: str) -> None:
    assert not is_line(text)


@pytest.mark.parametrize("text", ["", "a" * 63, "A" * 64, "g" * 64, "a" * 63 + "\n", "٣" * 64])
def test_what_is_not_a_hash(text: str) -> None:
    assert not is_hash(text)
    assert is_hash("0123456789abcdef" * 4)
