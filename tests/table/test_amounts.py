"""No command names an amount that no table and no database could hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from uth.core.money import MOST
from uth.core.refusal import Refusal
from uth.table import commands as c

MAKERS: tuple[Callable[[int], c.Command], ...] = (
    lambda amount: c.Sit("Ann", 1, amount),
    lambda amount: c.Join("Ann", amount),
    lambda amount: c.AddChips("Ann", amount),
    lambda amount: c.Wager("Ann", {"ante": 500, "blind": amount}),
    lambda amount: c.BackSeat("Ann", 1, {"ante": amount}),
    lambda amount: c.TakeBank("Ann", amount),
    lambda amount: c.PayMystery(1, amount),
    lambda amount: c.Approve("Flo", amount),
    lambda amount: c.SetLimits("Flo", amount, 500),
    lambda amount: c.SetLimits("Flo", 500, amount),
)


@pytest.mark.parametrize("make", MAKERS)
def test_a_command_s_amounts_are_bounded(make: Callable[[int], c.Command]) -> None:
    largest = make(MOST)
    text = msgspec.json.encode(largest)
    assert msgspec.json.decode(text, type=type(largest)) == largest
    for amount in (MOST + 1, -MOST - 1, 10**30):
        with pytest.raises(Refusal, match=r"^money/range: an amount is above .0.00 and at most "):
            make(amount)
        raw = text.replace(str(MOST).encode(), str(amount).encode())
        with pytest.raises(Refusal, match=r"^money/range: "):
            msgspec.json.decode(raw, type=type(largest))


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("amount", [500.0, True, "500", None])
def test_a_command_s_amounts_are_whole_cents(
    make: Callable[[Any], c.Command], amount: object
) -> None:
    """A program may name what no message can."""
    with pytest.raises(Refusal, match=r"^money/not_whole: "):
        make(amount)
