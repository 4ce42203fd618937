"""Refusals that name the command-line option at fault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from uth.core.refusal import Refusal


@contextmanager
def refused_at(option: str) -> Iterator[None]:
    """Name the option in every refusal that is raised inside."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.at(option) from None
