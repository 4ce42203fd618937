"""Fixtures of the mathematics tests."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def always(untraced: None) -> None:
    """Measure no coverage here: tracing makes the slow counts take five times as long."""
