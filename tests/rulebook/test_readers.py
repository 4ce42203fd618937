"""Values of a rulebook that can't be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from uth.core.refusal import Refusal
from uth.rulebook.entries import readers


@pytest.mark.parametrize(
    ("read", "value", "code"),
    [
        (readers.span, ["5", "1"], "rulebook/span"),
        (readers.span, ["5"], "rulebook/span"),
        (readers.wagers, ["trips", "trips"], "rulebook/twice"),
    ],
)
def test_what_is_refused(read: Callable[[Any], Any], value: Any, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        read(value)
    assert caught.value.code == code
