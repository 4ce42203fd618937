"""Caps on winnings: which wagers count, and every clause that holds a payment down."""

from __future__ import annotations

import pytest

from tests.table.driver import rules_of
from uth.core.cards import parse_cards
from uth.table.settling.settlement import DealtSpot, settle

clause = pytest.mark.clause
BOARD = parse_cards("2c 7d 9h Js Kd")


@clause("PA-12", "Q-12")
def test_q_12_pairs_count_towards_the_cap_and_trips_do_not() -> None:
    """Ante 1,000 and Play 4,000 are paid, then $100,000 for red aces as far as the cap reaches."""
    rules = rules_of("hollywood-pa")
    stakes = {"ante": 1_000_00, "blind": 1_000_00, "ultimate_pairs": 1_000_00}
    spot = DealtSpot(1, parse_cards("Ah Ad"), 4, stakes)
    rows = {row.wager: row for row in settle(rules, BOARD, parse_cards("Kc 4d"), [spot]).rows}
    pairs = rows["ultimate_pairs"]
    assert pairs.paid == 50_000_00 - 1_000_00 - 4_000_00
    assert (pairs.short_by, pairs.short) == ("cap", 55_000_00)
    assert {"PA-12", "Q-12"} <= set(pairs.clauses)
    outside = {"value": ["ante", "play", "blind"], "clause": "Q-12"}
    other = rules_of("hollywood-pa", {"payouts": {"maximum_on": outside}})
    rows = {row.wager: row for row in settle(other, BOARD, parse_cards("Kc 4d"), [spot]).rows}
    assert rows["ultimate_pairs"].paid == 100_000_00


@clause("Q-2", "Q-12", "Q-25")
def test_all_that_binds_is_cited_and_the_last_is_named() -> None:
    """Trips would win $60: a maximum of $40, an aggregate of $30 and a bank of $20 hold it down."""
    rules = rules_of(
        "california",
        {
            "payouts": {"maximum": "40", "aggregate": {"value": {"trips": "30"}, "clause": "Q-25"}},
            "bank": {"coverage": "gross"},
        },
    )
    spot = DealtSpot(1, parse_cards("9c 9d"), 0, {"ante": 500, "blind": 500, "trips": 2_000})
    for bank, short_by, cited in (
        (None, "aggregate", {"Q-12", "Q-25"}),
        (2_000, "bank", {"Q-12", "Q-25", "CA-1.2", "Q-2"}),
    ):
        rows = settle(rules, BOARD, (), [spot], banker=6, bank=bank).rows
        trips = rows[-1]
        assert trips.short_by == short_by
        assert cited <= set(trips.clauses)
        assert len(set(trips.clauses)) == len(trips.clauses)
