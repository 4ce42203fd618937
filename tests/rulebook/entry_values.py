"""Values for every entry of every house: inside and outside of what its sentence allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.check import SECTIONS
from uth.rulebook.entries import pay_readers, readers
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import WAGER_FACTS

LEAST = 20
"""How many wrong values each entry is tried with."""

HANDS = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight")
WORDS = ("", "none", "null", "base", "all", "any", "net", "house", "100%", "-5", "abc", "1e9")
WAGERS = tuple(WAGER_FACTS)


def paths(house: str) -> list[str]:
    """Every entry of a house."""
    raw = store.raw_house(house)
    return [f"{section}.{field}" for section in SECTIONS for field in raw[section]]


def reader_of(path: str) -> Callable[[Any], Any]:
    section, field = path.split(".")
    return SECTIONS[section].readers[field]


@cache
def wrong_values(rules: Rulebook, path: str) -> list[Any]:
    """Twenty generated values that the entry may not have, all different, the readable ones first.

    A flag has one other value at most: the rest are of other kinds, as text, number or list.
    """
    status, read = rules.status(path), reader_of(path)
    readable: dict[str, Any] = {}
    unreadable: dict[str, Any] = {}
    for value in islice(_generated(path), 900):
        try:
            allowed = status.allows(read(value))
        except (Refusal, Refusals):
            unreadable.setdefault(repr(value), value)
            continue
        if not allowed:
            readable.setdefault(repr(value), value)
    tried = [*readable.values(), *unreadable.values()][:LEAST]
    assert len(tried) == LEAST, (path, tried)
    return tried


def is_readable(path: str, value: Any) -> bool:
    try:
        reader_of(path)(value)
    except (Refusal, Refusals):
        return False
    return True


def _generated(path: str) -> Iterator[Any]:
    """Values of the entry's kind, and of others."""
    draw = Random(path)
    read = reader_of(path)
    while True:
        yield _of_kind(read, draw)
        yield draw.choice((*WORDS, draw.randrange(-500, 5_000), [], {}, [draw.choice(WORDS)]))
        yield draw.choice(("true", "false", "True", 0, 1, [True], [False], {"value": []}))


def _amount(draw: Random) -> str:
    return str(draw.choice((draw.randrange(1, 30), draw.randrange(30, 2_000_000))))


def _of_kind(read: Any, draw: Random) -> Any:
    match read:
        case readers.OneOf():
            return draw.choice(read.words)
        case readers.Whole():
            return draw.randrange(-3, 40)
        case readers.SomeOf():
            return draw.sample(read.known, draw.randrange(1, len(read.known) + 1))
        case pay_readers.ByHand():
            return {
                hand: draw.choice((_amount(draw), f"{draw.randrange(1, 100)}%"))
                for hand in HANDS[: draw.randrange(1, 7)]
            }
    match read:
        case readers.flag:
            return draw.choice((True, False))
        case readers.multiples:
            return draw.sample(range(1, 12), draw.randrange(1, 4))
        case readers.percent:
            return f"{draw.randrange(0, 101)}%"
        case readers.span:
            return sorted((_amount(draw), _amount(draw)), key=int)
        case readers.order:
            return draw.sample(WAGERS, len(WAGERS))
        case readers.texts:
            return draw.sample(["Ante", "Blind", "Play", "Trips", "Bad Beat", "Extra"], 5)
        case pay_readers.bands:
            return [{"from": "1", "fee": _amount(draw)}]
        case readers.aggregate:
            return draw.choice((_amount(draw), {"trips": _amount(draw)}))
        case readers.text:
            return f"words {draw.randrange(10_000)}"
    return _amount(draw)


FREE: dict[str, list[Any]] = {
    "bank.coverage": ["action", "gross"],
    "layout.inscription": ["Good luck"],
    "layout.notice": ["Play for fun"],
    "settlement.order": [list(reversed(WAGERS))],
    "limits.minimum": ["1", "15", "100"],
    "limits.maximum": ["100", "250", "300"],
    "limits.bonus_minimum": ["1", "2", "25"],
    "limits.chip": ["1", "0.50"],
    "limits.ceiling": ["300"],
    "limits.ceiling_source": ["A later reading of the state's rules"],
    "progressive.wager": ["1", "5"],
    "progressive.seed": ["1", "50000"],
    "progressive.main_share": ["0%", "50%"],
    "progressive.mystery_share": ["0%", "10%"],
    "progressive.mystery_restart": ["1", "250"],
    "payouts.maximum": ["1", "400", "1000000"],
    "payouts.aggregate": ["5000", {"trips": "300"}],
    "payouts.approval_above": ["1", "300", "100000"],
    "collection.schedule": list(range(1, 25)),
    "collection.action": [[{"from": "1", "fee": "2"}, {"from": "50", "fee": "3"}]],
    "collection.square": [[{"from": "1", "fee": "0.50"}]],
    "collection.player": [[{"from": "1", "fee": "1"}]],
    "conduct.tuck_under_blind": [True, False],
}
"""What an entry may be where it is free."""


def right_values(rules: Rulebook, path: str) -> list[Any]:
    """What the entry may be: all that is printed, and examples of what is free."""
    section, field = path.split(".")
    entry = rules.source["house"][section][field]
    if "free" in entry:
        status, read = rules.status(path), reader_of(path)
        return [value for value in FREE[path] if status.allows(read(value))]
    if "chosen" in entry:
        return list(entry["chosen"])
    return [entry["value"]] if "value" in entry else []
