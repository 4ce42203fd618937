"""A rule of one's own cites no clause as its source: it says from which it departs (Q-29)."""

from __future__ import annotations

import pytest

from tests.own_house import own_house
from uth.reports.houses.card import house_card
from uth.reports.houses.option_sheet import option_sheet
from uth.reports.houses.rules_page import house_rules
from uth.reports.par import limits
from uth.rulebook.store import HOUSES, load_house, load_text

pytestmark = pytest.mark.clause("Q-29")

OWN = '[payouts]\nmaximum = "1000000"\n[play]\npreflop = [5]\n'


def test_q_29_a_departing_card_cites_no_clause_for_its_own_value() -> None:
    card = house_card(load_text(own_house("hollywood-pa", OWN)), None)
    (maximum,) = (fact for fact in card.apart if fact.id == "maximum")
    assert maximum.text.endswith("(own rule; departs from PA-12)")
    assert "$1,000,000" in maximum.text
    assert (maximum.clauses, "PA-12" in card.clauses) == ((), False)
    kept = {fact.id: fact for fact in card.apart if fact.id != "maximum"}
    known = {fact.id: fact for fact in house_card(load_house("hollywood-pa"), None).apart}
    assert kept == {name: fact for name, fact in known.items() if name != "maximum"}


def test_q_29_a_departing_rules_page_cites_no_clause_for_its_own_values() -> None:
    page = house_rules(load_text(own_house("hollywood-pa", OWN)), None)
    before = house_rules(load_house("hollywood-pa"), None)
    entries = {entry.path: entry for entry in page.entries}
    own = {path: entry for path, entry in entries.items() if not entry.clause}
    assert {path: entry.words for path, entry in own.items()} == {
        "payouts.maximum": "$1,000,000 (own rule; departs from PA-12)",
        "play.preflop": "5x (own rule; departs from PA-2)",
    }
    (step,) = (step for step in page.steps if step.id == "preflop")
    assert step.text.endswith("bet 5x your Ante on Play (own rule; departs from PA-2)")
    assert step.clauses == ()
    assert [step for step in page.steps if step.id != "preflop"] == [
        step for step in before.steps if step.id != "preflop"
    ]


def test_q_29_a_departing_pay_table_cites_no_clause() -> None:
    """Neither the prizes of a jackpot nor a table that the document does not have."""
    envy = '[progressive]\nenvy = { royal_flush = "7000", straight_flush = "1500" }\n'
    mine = own_house("hollywood-pa", f'{envy}[tables]\npaytable = "UTH-03"\n')
    page = house_rules(load_text(mine), None)
    cited = {table.kind: table.clauses for table in page.pay_tables if table.in_force}
    before = house_rules(load_house("hollywood-pa"), None).pay_tables
    known = {table.kind: table.clauses for table in before if table.in_force}
    assert all(known.values())
    own = {"envy", "blind", "trips"}
    assert cited == {kind: () if kind in own else known[kind] for kind in known}


def test_q_29_a_departing_sheet_cites_no_clause_for_its_caps() -> None:
    rules = load_text(own_house("hollywood-pa", OWN))
    notes = limits.coverage_notes(rules)
    assert any("$1,000,000 (own rule; departs from PA-12) covers" in note for note in notes)
    own = load_text(own_house("hollywood-pa", '[payouts]\naggregate = { trips = "9000" }\n'))
    (cap,) = limits.aggregates(own)
    assert cap["clause"] == "own rule; departs from Q-12"


def test_q_29_the_option_sheet_of_a_house_of_ones_own_says_not_approved() -> None:
    own = load_text(own_house("california", "[bank]\nconsecutive_rounds = 1\n"))
    assert option_sheet(own).name == "A house of one's own (not approved)"
    assert option_sheet(own, language="es").name == "A house of one's own (no aprobada)"
    assert option_sheet(load_house("california")).name == "California cardroom"


@pytest.mark.parametrize("house", HOUSES)
def test_q_29_an_approved_house_has_no_own_rule(house: str) -> None:
    page = house_rules(load_house(house), None)
    assert all(entry.clause for entry in page.entries)
    shown = [*page.card.apart, *page.steps]
    assert all(fact.clauses for fact in shown)
    assert not any("own rule" in fact.text for fact in shown)
