"""The canonical form: the same text every time, and the whole rulebook back from it."""

from __future__ import annotations

import pytest

from tests.rulebook.test_store import OWN
from uth.rulebook import store
from uth.rulebook.canonical import canonical, digest, from_canonical


@pytest.mark.parametrize("house", store.HOUSES)
def test_a_house_comes_back_from_its_canonical_form(house: str) -> None:
    rules = store.load_house(house)
    again = from_canonical(canonical(rules))
    assert again == rules
    assert canonical(again) == canonical(store.load_house(house))


def test_a_house_of_ones_own_comes_back_with_its_own_tables() -> None:
    rules = store.load_text(OWN)
    again = from_canonical(canonical(rules))
    assert again == rules
    assert again.pays.by_category("trips") == rules.pays.by_category("trips")


def test_the_digest_tells_rulebooks_apart() -> None:
    digests = {digest(store.load_house(house)) for house in store.HOUSES}
    assert len(digests) == len(store.HOUSES)
    changed = store.load_text('extends = "california"\n[limits]\nmaximum = "400"')
    assert digest(changed) not in digests
    assert digest(changed) == digest(from_canonical(canonical(changed)))
