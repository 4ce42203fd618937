"""What the mathematics knows of a reading before any round is played."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.table.driver import rules_of
from uth.core.hands import Category
from uth.exact.solver.outcomes import Action, Outcome, Result
from uth.reports.readings import ExpectedDifference, expected_difference, expected_text
from uth.rulebook.model import Rulebook
from uth.rulebook.readings import OtherReading, other_readings


def other_of(rules: Rulebook, name: str) -> OtherReading:
    return next(other for other in other_readings(rules) if other.name == name)


def expected(house: str, name: str, changes: Any = None) -> ExpectedDifference:
    rules = rules_of(house, changes)
    return expected_difference(rules, other_of(rules, name))


def test_q_12_pairs_make_no_difference_where_even_the_best_hand_is_below_the_cap() -> None:
    """505 antes for a royal flush at 4x, and 100 for the red aces: $50,000 is above $82."""
    known = expected("hollywood-pa", "pairs_under_maximum.no")
    assert known == ExpectedDifference("maximum", ante=8_200)
    assert 605 * 8_200 <= 5_000_000 < 605 * 8_300
    assert "$82" in expected_text(known)
    low = {"limits": {"maximum": "50"}}
    assert expected("hollywood-pa", "pairs_under_maximum.no", low).ante == 5_000


def test_the_order_matters_only_where_an_aggregate_runs_out() -> None:
    name = "direction.left-to-right"
    assert expected("light-and-wonder", name).kind == "aggregate"
    capped = {"payouts": {"aggregate": "5000"}}
    assert expected("light-and-wonder", name, capped).kind == "unknown"
    assert expected("light-and-wonder", "antes_first.no", capped).kind == "never"
    assert expected_text(expected("california", "coverage.gross")) == "not known"


@pytest.mark.parametrize("survives", [False, True])
def test_q_4_what_a_bad_beat_that_survives_a_fold_gains(survives: bool) -> None:
    """Of 20 deals one is folded that would have beaten three of a kind: 9 to 1 for a lost unit."""
    kept = ["trips", "bad_beat", "ultimate_pairs", "progressive", "envy"]
    rules = rules_of("california", {"settlement": {"survives_fold": kept}} if survives else None)
    other = other_of(rules, f"bad_beat_after_fold.{'no' if survives else 'yes'}")

    class Solved:
        outcomes = (
            Outcome(Action.FOLD, Category.STRAIGHT, Category.THREE_OF_A_KIND, Result.WIN, 1),
            Outcome(Action.FOLD, Category.PAIR, Category.TWO_PAIR, Result.LOSS, 9),
            Outcome(Action.ONE, Category.FLUSH, Category.STRAIGHT, Result.WIN, 10),
        )

    solved: Any = Solved()
    known = expected_difference(rules, other, lambda _: solved)
    gain = Fraction(10, 20) * (-1 if survives else 1)
    assert known == ExpectedDifference(
        "per_unit", wager="bad_beat", players=(gain.numerator, gain.denominator)
    )
    assert ("-50.000¢" if survives else "+50.000¢") in expected_text(known)
    assert expected_difference(rules, other).kind == "with_exact"
