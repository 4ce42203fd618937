"""Wrong settlements, planted one by one: the comparison with the table finds each of them.

The kernels run as plain Python here, so that a changed line needs no compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.simulation import test_kernels
from uth.exact.kernels.simulation import settling
from uth.exact.simulation import batches

SOURCE = Path(settling.__file__).read_text("utf-8")
ROUNDS = 240
WRONG = {
    "ties are lost": ("1 if mine == theirs else 0", "2 if mine == theirs else 0", "california"),
    "a fold is settled with the others": ("0 if any_fold else 1, 2", "1, 2", "california"),
    "seats in the order of their numbers": ("seat = order[turn]", "seat = turn", "hollywood-pa"),
    "the bank pays without end": (
        "paid = min(paid, left_of(limits, used, PAID))",
        "paid = min(paid, 1 << 60)",
        "california",
    ),
    "the bank collects without end": (
        "taken = min(stake, left_of(limits, used, COLLECTED))",
        "taken = stake",
        "california",
    ),
    "one total is read as two": (
        "if limits[ONE_TOTAL]:",
        "if not limits[ONE_TOTAL]:",
        "california",
    ),
    "the maximum is forgotten": (
        "most = min(most, limits[MAXIMUM] - won[seat])",
        "most = min(most, limits[MAXIMUM])",
        "hollywood-pa",
    ),
    "the aggregate is not used up": ("left[share] -= paid", "left[share] -= 0", "hollywood-pa"),
    "Envy for one's own hand": ("envied - envy[1, category]", "envied", "hollywood-pa"),
    "a seat has its neighbour's pay line": (
        "card = FIRST_SEAT + 2 * seat\n",
        "card = FIRST_SEAT\n",
        "hollywood-pa",
    ),
}


def plain_kernels(source: str) -> dict[str, Any]:
    """The module's functions without the compiler."""
    names: dict[str, Any] = {"__name__": "plain_settling"}
    exec(source.replace("@kernel\n", "").replace("@inlined\n", ""), names)
    return names


def widened(function: Callable[..., Any]) -> Callable[..., Any]:
    """Narrow numbers as wide ones: compiled code widens them by itself."""

    def wide(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(wide, value))
        narrow = value.dtype.kind in "iu" and value.dtype.itemsize < 8
        return value.astype(np.int64) if narrow else value

    return lambda *values: function(*map(wide, values))


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def plant(source: str) -> None:
        for name in ("settle_rounds", "settle_linked"):
            monkeypatch.setattr(batches, name, widened(plain_kernels(source)[name]))

    return plant


@pytest.mark.slow
def test_the_plain_kernels_settle_as_the_table_does(planted: Callable[[str], None]) -> None:
    planted(SOURCE)
    assert "fold" in test_kernels.check_rounds("hollywood-pa", 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_settlement_is_found(name: str, planted: Callable[[str], None]) -> None:
    right, wrong, house = WRONG[name]
    assert SOURCE.count(right) == 1
    planted(SOURCE.replace(right, wrong))
    with pytest.raises(AssertionError, match="assert"):
        test_kernels.check_rounds(house, ROUNDS)
