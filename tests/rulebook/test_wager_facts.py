"""Which wagers an entry of a rulebook is about."""

from __future__ import annotations

import pytest

from uth.rulebook.wager_facts import wagers_of


@pytest.mark.parametrize(
    ("entry", "wagers"),
    [
        ("tables.paytable", ["blind", "trips"]),
        ("paytable.trips", ["trips"]),
        ("tables", []),
        ("progressive.main_share", ["progressive"]),
        ("progressive.offered", []),
        ("wagers", []),
        ("wagers.trips", []),
        ("wagers.bad_beat_needs_trips", ["bad_beat"]),
        ("limits.minimum", []),
    ],
)
def test_an_entry_is_about_the_wagers_without_which_it_has_no_meaning(
    entry: str, wagers: list[str]
) -> None:
    assert [facts.name for facts in wagers_of(entry)] == wagers
