"""What every test of the mathematics has in common."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def always(untraced: None) -> None:
    """Coverage is not asked of the mathematics, and its plain twins take five times as long so."""
