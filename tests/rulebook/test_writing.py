"""Rulebooks written as TOML read back as the same data."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.rulebook import store
from uth.rulebook.writing import print_toml

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
PLAIN = st.one_of(st.booleans(), st.integers(-(10**15), 10**15), TEXT)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=12,
)


@given(st.dictionaries(TEXT, VALUES, max_size=5))
def test_what_is_written_reads_back(data: dict[str, Any]) -> None:
    assert tomllib.loads(print_toml(data)) == data


@pytest.mark.parametrize("house", store.HOUSES)
def test_every_house_can_be_written_anew(house: str) -> None:
    raw = store.raw_house(house)
    assert store.parse_toml(print_toml(raw)) == raw
