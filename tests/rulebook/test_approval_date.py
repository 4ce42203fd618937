"""The date of a house's approval comes from its document alone."""

from __future__ import annotations

import pytest

from tests.own_house import own_house
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import check, store
from uth.rulebook.settings import with_settings


def test_the_dates_are_those_of_the_documents() -> None:
    dates = {house: store.load_house(house).approved_on for house in store.HOUSES}
    assert {house: date for house, date in dates.items() if date} == {
        "hollywood-pa": "2024-06-26",
        "light-and-wonder": "2005-12-06",
    }


@pytest.mark.parametrize("date", ["2000-01-01", "", None, 5])
def test_nobody_sets_a_date_from_outside(date: object) -> None:
    with pytest.raises(Refusals, match="rulebook/approval_date"):
        with_settings("hollywood-pa", {"approved_on": date})
    if isinstance(date, str):
        with pytest.raises(Refusals, match="rulebook/approval_date"):
            store.load_text(own_house("hollywood-pa", f'approved_on = "{date}"\n'))


def test_a_house_of_ones_own_has_not_the_approval_of_another() -> None:
    own = store.load_text(own_house("hollywood-pa", ""))
    assert own.approved_on is None


@pytest.mark.parametrize("date", ["26 June 2024", "2024-6-26", "2024-06", "20x4-06-26", "", 5])
def test_what_is_no_date_is_refused(date: object) -> None:
    raw = {**store.raw_house("california"), "approved_on": date}
    with pytest.raises((Refusal, Refusals)):
        store.load_raw(raw)


def test_a_changed_house_keeps_its_approval_unless_it_is_another() -> None:
    raw = store.raw_house("hollywood-pa")
    assert check.merge(raw, {})["approved_on"] == "2024-06-26"
    assert "approved_on" not in check.merge(raw, {"id": "ours"})
