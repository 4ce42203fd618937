"""The list of a house's entries says what the guard allows."""

from __future__ import annotations

import pytest

from uth.rulebook import store
from uth.rulebook.approval.entry_list import entry_list
from uth.rulebook.check import SECTIONS


@pytest.mark.parametrize("house", store.HOUSES)
def test_q_29_every_entry_is_listed_with_what_it_may_be_and_its_sentence(house: str) -> None:
    """Each choice and both bounds pass; those that may not be set are listed too."""
    rules = store.load_house(house)
    listed = list(entry_list(rules))
    every = [f"{name}.{field}" for name, kind in SECTIONS.items() for field in kind.readers]
    assert [entry.entry for entry in listed] == every
    for entry in listed:
        section, field = entry.entry.split(".")
        status, read = rules.status(entry.entry), SECTIONS[section].readers[field]
        allowed = [*(entry.allowed or ()), *(entry.bounds or ())]
        assert entry.status == status.kind
        assert all(status.allows(read(value)) for value in allowed)
        assert entry.words
        assert entry.source.startswith((f"{house}.txt:", "Q-"))
        if status.kind != "free":
            values = {*map(repr, status.values)} - {*(() if allowed else ("None",))}
            assert {*map(repr, map(read, allowed))} == values
