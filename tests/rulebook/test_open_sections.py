"""Sections whose entries follow from the catalog of wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.entries import readers

if TYPE_CHECKING:
    from uth.rulebook.check import Raw


def defects(raw: Raw) -> list[str]:
    with pytest.raises(Refusals) as caught:
        store.load_raw(raw)
    return [f"{refusal.code} {refusal.where}" for refusal in caught.value.defects]


def test_the_back_line_must_be_mentioned() -> None:
    raw = store.raw_house("cardroom-25")
    del raw["wagers"]["back_line"]
    assert "rulebook/missing wagers.back_line" in defects(raw)


def test_a_wager_that_is_offered_needs_its_pay_table() -> None:
    raw = store.raw_house("california-bad-beat")
    for entry in [name for name in raw["tables"] if "bad_beat" in name]:
        del raw["tables"][entry]
    assert "paytable/missing tables.bad_beat" in defects(raw)


def test_an_entry_that_is_not_there_is_none_and_others_are_replaced() -> None:
    rules = store.load_house("california")
    assert rules.entry("wagers.hole_card_bonus") is None
    changed = rules.wagers.replace(trips=False)
    assert rules.wagers.entries["trips"]
    assert not changed.entries["trips"]
    assert changed.back_line == rules.wagers.back_line


@pytest.mark.parametrize("order", [["ante", "ante"], ["ante", "insurance"]])
def test_an_order_names_wagers_each_once(order: list[str]) -> None:
    with pytest.raises(Refusal, match="rulebook/order"):
        readers.order(order)
