"""Receipts as the floor makes them, and every way to alter one that somebody might try."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from tests.floor.receipt_files import to_text
from uth.core.refusal import Refusal
from uth.floor.fairness.mystery_value import draw_value
from uth.floor.fairness.receipts import (
    check_receipt,
    mystery_receipt,
    read_receipt,
    receipt_of,
)
from uth.floor.fairness.shuffle import RoundName, open_shuffle
from uth.rulebook.store import load_house
from uth.table.events import Dealt, RoundClosed

Told = dict[str, Any]
Alter = Callable[[Told], Any]


def refused(receipt: Told) -> str:
    """What the floor itself finds wrong with a receipt: `commitment`, `deck` …; "" for nothing."""
    try:
        check_receipt(read_receipt(json.dumps(receipt)))
    except Refusal as no:
        return no.code.removeprefix("receipt/")
    return ""


def rounds() -> list[Told]:
    """A round of two seats, one of which has mixed a seed of its own in; then the altered ones."""
    name = RoundName("made up", 1, "california", "ab" * 32)
    closed = open_shuffle(name, _source).mix(3, "nobody can guess this").close()
    dealt = Dealt(closed.deck(), "red", "shuffler", (3, 5))
    return _altered(to_text(receipt_of(closed, [dealt, RoundClosed(1)])), ROUND)


def mysteries() -> list[Told]:
    """A mystery that was paid a cent above its value; then the altered ones."""
    value = draw_value(load_house("hollywood-pa").progressive, "link", 7, _source)
    return _altered(to_text(mystery_receipt(value, value.target() + 1)), MYSTERY)


def _source(count: int) -> bytes:
    return bytes(range(count))


def _altered(text: str, ways: Sequence[Alter]) -> list[Told]:
    whole: Told = json.loads(text)
    found = [whole]
    for alter in ways:
        other = deepcopy(whole)
        alter(other)
        found.append(other)
    return found


def _swap(cards: list[str]) -> None:
    cards[0], cards[1] = cards[1], cards[0]


def _flip(receipt: Told, entry: str) -> None:
    """One digit of a hash, to another one."""
    text = receipt[entry]
    receipt[entry] = ("1" if text[0] == "0" else "0") + text[1:]


ROUND: tuple[Alter, ...] = (
    lambda receipt: _flip(receipt, "seed"),
    lambda receipt: _flip(receipt, "commitment"),
    lambda receipt: receipt.update(table="another"),
    lambda receipt: _swap(receipt["deck"]),
    lambda receipt: receipt["player_seeds"].update({"3": "somebody guessed"}),
    lambda receipt: receipt["player_seeds"].clear(),
    lambda receipt: _swap(receipt["deal"]["seats"]["3"]),
    lambda receipt: _swap(receipt["deal"]["board"]),
)
MYSTERY: tuple[Alter, ...] = (
    lambda receipt: _flip(receipt, "seed"),
    lambda receipt: _flip(receipt, "commitment"),
    lambda receipt: receipt.update(increment=999),
    lambda receipt: receipt.update(value=receipt["value"] + 1),
    lambda receipt: receipt.update(paid=receipt["paid"] + 100),
    lambda receipt: receipt.update(paid=receipt["value"] - 1),
)
