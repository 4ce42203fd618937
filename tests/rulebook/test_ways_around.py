"""Ways around the guard: what is left out, or named like a house."""

from __future__ import annotations

import pytest

from tests.own_house import HEAD
from uth.core.refusal import Refusals
from uth.rulebook import store
from uth.rulebook.settings import with_settings


@pytest.mark.parametrize(
    ("house", "path"),
    [
        ("hollywood-pa", "payouts.maximum"),
        ("hollywood-pa", "layout.notice"),
        ("hollywood-pa", "wagers.trips"),
        ("light-and-wonder", "limits.ceiling"),
        ("light-and-wonder", "wagers.bad_beat_needs_trips"),
        ("cardroom-25", "payouts.approval_above"),
        ("california-bad-beat", "collection.schedule"),
        ("california", "layout.inscription"),
    ],
)
@pytest.mark.clause("Q-29")
def test_q_29_an_entry_that_is_left_out_departs(house: str, path: str) -> None:
    raw = store.raw_house(house)
    section, field = path.split(".")
    del raw[section][field]
    if field == "ceiling":  # it goes with its source
        del raw[section]["ceiling_source"]
    with pytest.raises(Refusals) as caught:
        store.load_raw(raw)
    assert (caught.value.defects[0].code, caught.value.defects[0].where) == ("house/departs", path)
    own = store.load_raw({**raw, **HEAD, "extends": house, "approved_on": None})
    assert path in [departure.entry for departure in own.departures]


@pytest.mark.clause("Q-29")
def test_q_29_a_section_that_is_left_out_departs() -> None:
    raw = store.raw_house("california-bad-beat")
    del raw["collection"]
    with pytest.raises(Refusals) as caught:
        store.load_raw(raw)
    assert {defect.where for defect in caught.value.defects} == {
        "collection.schedule",
        "collection.drop",
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "hollyw00d-pa"),
        ("id", "california--bad-beat"),
        ("name", "Hollywood Casin\N{CYRILLIC SMALL LETTER O}, Pennsylvania"),
        ("name", "\N{FULLWIDTH LATIN CAPITAL LETTER C}alifornia cardroom"),
        ("name", "California cardroom."),
        ("name", "cardroom-25"),
    ],
)
@pytest.mark.clause("Q-29")
def test_q_29_a_name_that_looks_like_an_approved_one(field: str, value: str) -> None:
    with pytest.raises(Refusals) as caught:
        with_settings("hollywood-pa", {**HEAD, field: value})
    assert [(one.code, one.where) for one in caught.value.defects] == [("house/own_name", field)]


def test_a_name_in_letters_of_one_script_is_good() -> None:
    assert with_settings("hollywood-pa", {**HEAD, "name": "Казино"}).name == "Казино"


@pytest.mark.clause("Q-28")
def test_q_28_a_free_entry_keeps_the_reading_it_rests_on() -> None:
    ceiling = {"value": "300", "clause": "LW-1"}
    with pytest.raises(Refusals) as caught:
        with_settings("light-and-wonder", {"limits": {"ceiling": ceiling}})
    assert [one.where for one in caught.value.defects] == ["limits.ceiling.clause"]
