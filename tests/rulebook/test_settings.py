"""A rulebook as the house beneath it and what differs: there and back again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.own_house import HEAD, own_house
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.canonical import canonical
from uth.rulebook.settings import differing, with_settings
from uth.rulebook.store import HOUSES, load_house, load_text


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_differs_from_itself_in_nothing(house: str) -> None:
    assert differing(load_house(house)) == (house, {})


@pytest.mark.parametrize(
    ("house", "settings"),
    [
        ("california", {"tables": {"paytable": "UTH-02"}, "bank": {"coverage": "gross"}}),
        ("california", {"collection": {"schedule": 3}}),
        (
            "hollywood-pa",
            {**HEAD, "payouts": {"aggregate": "50000"}, "collection": {"drop": "before-deal"}},
        ),
        ("cardroom-25", {"payouts": {"maximum": "400"}}),
        ("light-and-wonder", {**HEAD, "cites": {"ante": {"win": ["CR-14"]}}}),
        ("hollywood-pa", HEAD),
    ],
)
def test_settings_make_the_same_rulebook_again(house: str, settings: dict[str, Any]) -> None:
    rules = with_settings(house, settings)
    assert differing(rules) == (house, settings)
    assert canonical(with_settings(house, settings)) == canonical(rules)


def test_a_house_of_ones_own_is_told_from_the_nearest() -> None:
    own = load_text(own_house("hollywood-pa", '[limits]\nminimum = "25"\n'))
    house, settings = differing(own)
    assert (house, settings) == ("hollywood-pa", {**HEAD, "limits": {"minimum": "25"}})
    assert canonical(with_settings(house, settings)) == canonical(own)


def test_a_house_may_rest_on_what_all_share() -> None:
    cites = store.file_of("cardroom-25")["cites"]
    rules = with_settings("base", {**HEAD, "cites": cites})
    assert differing(rules)[0] == "base"
    assert canonical(with_settings(*differing(rules))) == canonical(rules)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(Refusal, match="house/unknown"):
        with_settings("atlantis", {})
    with pytest.raises(Refusals, match="paytable/unknown"):
        with_settings("california", {"tables": {"paytable": "UTH-09"}})


def test_settings_extend_no_other_house() -> None:
    with pytest.raises(Refusals) as refused:
        with_settings("california", {"extends": "cardroom-25"})
    assert refused.value.defects[0].code == "rulebook/extends_twice"
