"""The designer's form: what can be changed in a house, and editing a rulebook file further."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebook.paytable import own_paytable
from tests.web.served_app import ApiClient
from uth.core.hands import Category
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.reports.designer.design import check, design_rulebook, design_toml
from uth.reports.designer.form import GROUPS, form
from uth.reports.designer.model import Design
from uth.rulebook import store
from uth.rulebook.check import SECTIONS, TABLE_KINDS

OWN = f"""
id = "riverside"
extends = "cardroom-25"
name = "Riverside Club"
document = "House rules, 2026"

[payouts]
maximum = {{ value = "5000", clause = "CR-10" }}

{own_paytable(royal_flush="400 to 1", straight="push")}
[cites.trips]
lose = ["Q-18"]
"""


def values(value: Any) -> dict[str, Any]:
    """The values of a form's fields by path."""
    return {field.path: field.value for group in value.groups for field in group.fields}


@pytest.mark.parametrize("house", store.HOUSES)
def test_a_house_written_from_its_form_is_unchanged(house: str) -> None:
    rules = store.load_house(house)
    results = {path: value for path, value in values(form(rules)).items() if value is not None}
    written = design_rulebook(Design(house, entries=results))
    assert written.pays == rules.pays.replace(assumed=frozenset())
    for section in SECTIONS:
        if section != "tables":
            assert getattr(written, section) == getattr(rules, section), section


def test_every_number_of_a_rulebook_can_be_changed() -> None:
    """Except six seats and no percentage for the house; lists of words are for a file."""
    paths = {path for group in GROUPS.values() for path in group}
    assert {f"{kind}.{part}" for kind, parts in TABLE_KINDS.items() for part in parts} <= paths
    entries = {f"{name}.{field}" for name, kind in SECTIONS.items() for field in kind.readers}
    assert {entry for entry in entries - paths if not entry.startswith(("layout.", "tables."))} == {
        "bank.kind",
        "bank.house_percentage",
        "settlement.order",
        "conduct.void_reasons",
    }


def test_a_bonus_that_the_house_lacks_can_be_added(guest: ApiClient) -> None:
    answer = guest.ask("POST", "/api/designer/form", house="cardroom-25")
    fields = {field["path"]: field for group in answer["groups"] for field in group["fields"]}
    pairs = fields["ultimate_pairs.pays"]
    assert pairs["needs"] == "wagers.ultimate_pairs"
    assert [column["name"] for column in pairs["columns"]] == ["hands", "dealer", "pays"]
    lines = [{"hands": ["AA"], "pays": "60 to 1"}, *pairs["value"][2:]]
    prizes = {**fields["progressive.prizes"]["value"], "two_pair": "10"}
    design: dict[str, Any] = {
        "house": "cardroom-25",
        "entries": {
            "wagers.ultimate_pairs": True,
            "ultimate_pairs.pays": lines,
            "progressive.offered": True,
            "progressive.prizes": prizes,
            "progressive.envy": {"royal_flush": "1000"},
            "payouts.aggregate": {"trips": "900"},
        },
    }
    checked = guest.ask("POST", "/api/designer/check", **design)
    assert checked["ok"], checked["defects"]
    rules = store.load_text(checked["toml"])
    assert rules.pays.by_holding("ultimate_pairs")[0].pays.win == 60
    assert rules.payouts.aggregate == {"trips": 90_000}
    assert list(rules.progressive.envy) == [Category.ROYAL_FLUSH]
    assert "collection.action" not in fields, "a house that banks takes no collection"


def test_an_edited_file_keeps_the_rest(guest: ApiClient) -> None:
    answer = guest.ask("POST", "/api/designer/form", rulebook=OWN)
    assert answer["id"] == "riverside"
    assert "MINE" in answer["printed"]["tables.paytable"]
    entries = {"paytable.trips": {**answer["printed"]["tables.paytable"]["MINE"]["paytable.trips"],
                                  "flush": "8 to 1"}, "payouts.maximum": "4000"}  # fmt: skip
    design = Design(rulebook=OWN, entries=entries, name="Ours")
    rules = store.load_text(design_toml(design))
    assert (rules.id, rules.name, rules.document) == ("riverside", "Ours", "House rules, 2026")
    assert rules.cite("trips.lose") == ("Q-18",)
    assert (rules.payouts.maximum, rules.sources["payouts.maximum"]) == (400_000, "CR-10")
    before = store.load_text(OWN)
    assert rules.pays.by_category("blind") == before.pays.by_category("blind")
    assert rules.pays.by_category("trips") != before.pays.by_category("trips")
    assert design_toml(Design(rulebook=OWN)) == OWN
    wrong = check(Design(rulebook="extends = 1", entries=entries))
    assert [defect.code for defect in wrong.defects] == ["rulebook/extends"]


@pytest.mark.slow
def test_the_edge_comes_first_and_is_the_same(guest: ApiClient) -> None:
    design: dict[str, Any] = {"house": "hollywood-pa", "entries": {"play.preflop": [4]}}
    first = guest.ask("POST", "/api/solve/edge", **design)
    whole = guest.ask("POST", "/api/solve", **design)
    assert first == {name: whole[name] for name in first}
    assert first.keys() >= {"digest", "id", "name", "ev", "house_edge"}


@pytest.mark.slow
def test_the_progressive_at_any_meter(guest: ApiClient) -> None:
    terms = store.load_house("hollywood-pa").progressive
    even = ProgressiveBet(terms).break_even
    assert even is not None
    seed = guest.ask("POST", "/api/solve", house="hollywood-pa")
    answer = guest.ask("POST", "/api/solve", house="hollywood-pa", meter=round(even))
    edges = {bet["name"]: bet["edge"] for bet in answer["side_bets"]}
    assert abs(edges["progressive"]) < 1e-8
    assert answer["jackpot"] == {**seed["jackpot"], "meter": round(even)}
    assert Fraction(answer["ev"]) == Fraction(seed["ev"])
    none = guest.ask(
        "POST",
        "/api/solve",
        house="hollywood-pa",
        entries={"progressive.mystery_share": "0%", "progressive.envy": {"royal_flush": "1"}},
    )
    assert none["jackpot"]["mystery"] == 0
    assert none["jackpot"]["envy"] < seed["jackpot"]["envy"]
