"""Whole numbers as programs have them: Python's own, or those of an array."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex


def whole(value: Any) -> Any:
    """A whole number of any type as Python's own; everything else, truth values too, as it is."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return value
    try:
        return operator.index(value)
    except TypeError:  # an array of several numbers, or a truth value of one
        return value
