"""The guard before a table: changed rulebooks and texts open none, run none, are no record."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from typing import Any

import pytest

import uth
from tests.own_house import HEAD
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.approval import table_guard as guard
from uth.rulebook.approval.table_guard import checked_digest, recorded_rules
from uth.rulebook.canonical import canonical, digest, from_canonical
from uth.rulebook.entries.status import Status
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.table import commands as c
from uth.table.decide import open_table, step

pytestmark = pytest.mark.clause("Q-29")

Raw = dict[str, Any]
Change = Callable[[Raw], object]


def text_of(rules: Rulebook, *changes: Change) -> str:
    """The stored text of a rulebook after changes to it."""
    source = json.loads(canonical(rules))
    for change in changes:
        change(source)
    return json.dumps(source)


def entry(path: str, **changes: Any) -> Change:
    """Change an entry of the house's data, or leave it out."""
    section, field = path.split(".")

    def change(source: Raw) -> None:
        entries = source["house"][section]
        if changes:
            entries[field] = {**entries.get(field, {"clause": "Q-29"}), **changes}
        else:
            del entries[field]

    return change


def head(**fields: Any) -> Change:
    return lambda source: source["house"].update(fields)


def _pay_table(source: Raw) -> None:
    source["tables"]["paytable"]["UTH-04"]["blind"]["royal_flush"] = "1 to 1"


def _schedule(source: Raw) -> None:
    source["schedules"]["1"]["bands"] = [{"from": "1", "fee": "99"}]


def _own_pay_table(source: Raw) -> None:
    source["house"]["paytable"] = {"UTH-05": source["tables"]["paytable"]["UTH-04"]}


CHANGED_TEXTS: list[tuple[str, Change, str]] = [
    ("cardroom-25", entry("limits.maximum", value="5000"), "limits.maximum"),
    ("cardroom-25", entry("limits.maximum", value="5000", free=True), "limits.maximum"),
    ("cardroom-25", entry("payouts.approval_above"), "payouts.approval_above"),
    ("cardroom-25", entry("limits.maximum", free=["10", "5000"]), "limits.maximum"),
    ("cardroom-25", entry("limits.minimum", chosen=["3", "5", "1"]), "limits.minimum"),
    ("cardroom-25", entry("limits.maximum", free=True), "limits.maximum"),
    ("california", entry("payouts.maximum", value="1000"), "payouts.maximum"),
    ("hollywood-pa", entry("play.preflop", value=[10, 4, 3]), "play.preflop"),
    ("hollywood-pa", head(id="casino"), "extends"),
    ("hollywood-pa", head(extends="hollywood-pa"), "id"),
    ("hollywood-pa", head(extends="hollywood-pa", **HEAD), "approved_on"),
    ("california-bad-beat", _pay_table, "paytable.UTH-04"),
    ("california-bad-beat", _schedule, "schedules.1"),
    ("california-bad-beat", _own_pay_table, "paytable"),
]


@pytest.mark.parametrize(("house", "change", "where"), CHANGED_TEXTS)
def test_q_29_a_changed_text_opens_no_table_and_is_no_record(
    house: str, change: Change, where: str
) -> None:
    text = text_of(store.load_house(house), change)
    with pytest.raises(Refusal) as caught:
        recorded_rules(text)
    assert caught.value.where == where
    with pytest.raises(Refusals) as opened:
        open_table(from_canonical(text))
    assert opened.value.defects[0].where == where


def test_q_29_a_house_of_ones_own_hides_no_departure() -> None:
    rules = with_settings("cardroom-25", {**HEAD, "limits": {"maximum": "100"}})
    assert recorded_rules(canonical(rules)) == rules
    source = json.loads(canonical(rules))
    del source["house"]["limits"]["maximum"]["printed"]
    with pytest.raises(Refusal) as caught:
        recorded_rules(json.dumps(source))
    assert (caught.value.code, caught.value.where) == ("rulebook/replaced", "limits.maximum")


def test_q_29_pay_tables_of_a_house_of_ones_own() -> None:
    printed = store.data("tables.toml")["bad_beat"]["1"]
    settings = {"tables": {"bad_beat": "mine"}, "bad_beat": {"mine": printed}}
    rules = with_settings("hollywood-pa", {**HEAD, **settings})
    assert recorded_rules(canonical(rules)) == rules


@pytest.mark.parametrize(
    "change",
    [
        lambda source: source.pop("tables"),
        lambda source: source["house"].update(cites=[]),
        lambda source: source["house"].update(limits=[5]),
        lambda source: source["schedules"].clear(),
    ],
)
def test_a_text_that_is_none_of_a_rulebook_is_refused(change: Change) -> None:
    with pytest.raises(Refusal):
        recorded_rules(text_of(store.load_house("california-bad-beat"), change))
    with pytest.raises(Refusal, match="rulebook/unreadable"):
        recorded_rules("{")


@pytest.mark.parametrize(
    "change",
    [
        entry("limits.maximum", line=7),
        entry("limits.bonus_minimum", clause="Q-10"),
        entry("conduct.tuck_under_blind", value=True, chosen=[True, False]),
        entry("limits.minimum", free=["1", "300"]),
        entry("payouts.aggregate"),
        head(name="California cardrooms"),
        lambda source: source["house"]["cites"]["deck"].clear(),
        lambda source: source["tables"]["paytable"]["UTH-01"].update(clauses=["CA-7.7"]),
    ],
)
def test_q_29_a_record_of_an_earlier_version_stays_one(change: Change) -> None:
    """Its words, clauses and lines may differ; what its document allows may have been less."""
    text = text_of(store.load_house("california"), change)
    assert recorded_rules(text).approved
    with pytest.raises((Refusal, Refusals)):
        open_table(from_canonical(text))


@pytest.mark.usefixtures("checked_anew")
def test_q_29_a_record_may_have_what_was_printed_formerly(monkeypatch: pytest.MonkeyPatch) -> None:
    file_of = store.file_of

    def corrected(name: str) -> Raw:
        raw = file_of(name)
        raw["settlement"]["folds"]["formerly"] = ["in-place"]
        return raw

    text = text_of(store.load_house("california"), entry("settlement.folds", value="in-place"))
    with pytest.raises(Refusal):
        recorded_rules(text)
    monkeypatch.setattr(store, "file_of", corrected)
    rules = recorded_rules(text)
    assert rules.settlement.folds == "in-place"
    with pytest.raises(Refusals, match="house/departs"):
        open_table(rules)


def test_q_29_a_table_goes_on_by_the_rulebook_it_was_opened_with() -> None:
    rules = store.load_house("california")
    _, table = open_table(rules)
    sit = c.Sit("Ann", 1, 10_000)
    step(table, sit, recorded_rules(canonical(rules)))
    other = with_settings("california", {"limits": {"maximum": "400"}})
    with pytest.raises(Refusal, match="rulebook/other"):
        step(table, sit, other)
    for wrong, where in (
        (rules.replace(limits=rules.limits.replace(maximum=40_000)), "limits.maximum"),
        (rules.replace(source=other.source), "limits.maximum"),
        (rules.replace(pays=store.load_house("hollywood-pa").pays), "pays"),
    ):
        with pytest.raises(Refusals) as caught:
            step(table, sit, wrong)
        assert [one.where for one in caught.value.defects] == [where]


@pytest.mark.usefixtures("checked_anew")
def test_each_rulebook_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, checks = store.load_house("california"), list[Rulebook]()

    def checked(rules: Rulebook) -> list[Refusal]:
        checks.append(rules)
        return []

    monkeypatch.setattr(guard, "_text_defects", checked)
    assert checked_digest(rules) == checked_digest(rules) == digest(rules)
    assert len(checks) == 1
    before = len(guard._checked)
    checks.clear()
    del rules
    gc.collect()
    assert len(guard._checked) < before


@pytest.mark.parametrize(("value", "allowed"), [(150, True), (250, False), ("many", False)])
def test_an_amount_is_not_compared_with_a_word(value: object, allowed: bool) -> None:
    assert guard._allows(Status("free", bounds=(100, 200)), value) is allowed


def test_q_29_a_rulebook_that_a_program_changes_inside_runs_no_further_round() -> None:
    """Its values, its text, or both; the same table, and a new one of the same house, goes on."""

    def value(rules: Rulebook) -> None:
        vars(rules.limits)["maximum"] = 5_000

    def text(rules: Rulebook) -> None:
        rules.source["house"]["limits"]["maximum"]["value"] = "50"

    def allowed(rules: Rulebook) -> None:
        vars(rules.limits)["minimum"] = 500
        rules.source["house"]["limits"]["minimum"]["value"] = "5"

    for changes, code in (
        ((value,), "house/departs"),
        ((text,), "rulebook/replaced"),
        ((value, text), "house/departs"),
        ((allowed,), "rulebook/other"),
    ):
        table = uth.Table("cardroom-25", seed=1)
        table.play_round()
        for change in changes:
            change(table.rules)
        with pytest.raises((Refusal, Refusals)) as caught:
            table.play_round()
        assert isinstance(caught.value, Refusal | Refusals)
        assert caught.value.defects[0].code == code
        assert ("cardroom-25.txt:50" in str(caught.value)) == (code == "house/departs")
        assert (table.rounds, uth.Table("cardroom-25").play_round().number) == (1, 1)
