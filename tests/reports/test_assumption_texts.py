"""One derivation of a house's assumptions, shown alike wherever its figures are."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from uth.cli.terminal.felt import draw_felt
from uth.core.texts import text
from uth.reports.assumptions import assumption_facts
from uth.reports.houses.card import house_card
from uth.reports.houses.rules_page import house_rules
from uth.reports.houses.table_rules import TableTimes, table_rules
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES, load_house
from uth.table.decide import open_table
from uth.table.view import view

EVERY = {
    "california": ["Q-16"],
    "california-bad-beat": ["Q-16"],
    "cardroom-25": ["Q-14", "Q-16"],
    "hollywood-pa": ["Q-8", "Q-16"],
    "light-and-wonder": ["Q-14", "Q-16", "Q-28"],
}


@pytest.mark.parametrize("house", HOUSES)
def test_card_rules_page_and_felt_name_the_same_assumptions(house: str) -> None:
    rules = load_house(house)
    facts = assumption_facts(rules)
    assert [fact.id for fact in facts] == EVERY[house]
    card = house_card(rules, None)
    assert card.assumptions == facts
    assert set(EVERY[house]) <= set(card.clauses)
    page = house_rules(rules, None)
    assert page.card.assumptions == facts
    assert set(EVERY[house]) <= {reading.id for reading in page.readings}
    times = TableTimes(None, None, None)
    felt = table_rules(
        rules,
        maximum=rules.limits.maximum,
        maximum_payout=rules.payouts.maximum,
        times=times,
        yours=True,
        language="en",
    )
    assert felt.assumptions == facts


@pytest.mark.clause("Q-14")
def test_pay_tables_that_the_document_does_not_print_are_marked() -> None:
    """UTH-01 is printed in California and not in the cardroom's rules."""
    assumed = {
        house: {table.kind for table in house_rules(load_house(house), None).pay_tables
                if table.in_force and table.assumed}
        for house in HOUSES
    }  # fmt: skip
    assert assumed == {
        "california": set(),
        "california-bad-beat": set(),
        "cardroom-25": {"blind", "trips"},
        "hollywood-pa": set(),
        "light-and-wonder": {"bad_beat", "ultimate_pairs"},
    }


def test_the_entries_that_rest_on_a_reading_are_marked() -> None:
    entries = {entry.path: entry for entry in house_rules(load_house("hollywood-pa"), None).entries}
    assert entries["progressive.seed"].assumed
    assert entries["limits.maximum"].assumed
    assert not entries["payouts.maximum"].assumed
    assert not entries["tables.paytable"].assumed


def test_sentences() -> None:
    (limits,) = assumption_facts(load_house("california"))
    assert limits.text == (
        "The house's document does not print the table limits; assumed: minimum $5, maximum $500."
    )
    tables, _, ceiling = assumption_facts(load_house("light-and-wonder"))
    assert tables.text == (
        "The house's document does not print what Bad Beat, Ultimate Pairs pay; assumed: "
        "Bad Beat table 1, Ultimate Pairs table 1."
    )
    assert ceiling.text == (
        "The house's document names the state's ceiling on a wager, not its figure; assumed: "
        "ceiling $300 (WAC 230-15-040 and 230-15-140; figure assumed on 17 November 2026)."
    )
    (blind,) = assumption_facts(load_house("cardroom-25"), wagers=("blind",))
    assert blind.id == "Q-14"
    two = with_settings("light-and-wonder", {"tables": {"ultimate_pairs": "2"}})
    (pairs,) = assumption_facts(two, wagers=("ultimate_pairs",))
    assert (pairs.id, "table 2" in pairs.text) == ("Q-9", True)


@pytest.mark.parametrize("house", HOUSES)
def test_the_terminals_felt_names_them(house: str) -> None:
    rules = load_house(house)
    console = Console(file=io.StringIO(), width=110)
    console.print(draw_felt(rules, view(open_table(rules)[1]), "pat", None, 110))
    assert isinstance(console.file, io.StringIO)
    lines = " ".join(console.file.getvalue().replace("│", " ").split())
    for fact in assumption_facts(rules):
        assert text("assumption.line", reading=fact.id, text=fact.text) in lines
