"""Whatever a file says, the check answers with a rulebook or with refusals."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from uth.core.refusal import Refusal, Refusals
from uth.rulebook import check, own, store
from uth.rulebook.check import SECTIONS, TABLE_KINDS

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.dates() | st.text(max_size=5)
    | st.sampled_from(["5", "5%", "3 to 2", "AA", "house", "pair", "UTH-01", "Q-1", "1", "table"])
)  # fmt: skip
words = st.sampled_from(
    ["value", "clause", "from", "fee", "hands", "pays", "blind", "trips", "straight", "clauses",
     "royal_flush", "ante", "win", "assumed", "x"]
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
PLACES = [
    *((section, field) for section, kind in SECTIONS.items() for field in kind.readers),
    *((kind, name) for kind in TABLE_KINDS for name in ("1", "UTH-01", "MINE")),
    ("cites", "ante"),
    ("cites", "moon"),
]
sections = st.sampled_from([*SECTIONS, *TABLE_KINDS, "cites", "id", "name", "document", "moon"])
places = st.sampled_from(PLACES)
changes = st.lists(st.tuples(places, values), max_size=4)
whole = st.lists(st.tuples(sections, values), max_size=2)


@settings(max_examples=200)
@given(st.sampled_from([*store.HOUSES, "base"]), changes, whole)
def test_the_check_never_fails(
    house: str, inner: list[tuple[tuple[str, str], Any]], outer: list[tuple[str, Any]]
) -> None:
    child: dict[str, Any] = {}
    for (section, field), value in inner:
        child.setdefault(section, {})[field] = value
    child.update(outer)
    below = store.file_of(house)
    defects: list[Refusal] = []
    try:
        own.load_on(house, child)
    except (Refusal, Refusals) as error:
        defects = error.defects
    assert all("\n" not in str(defect) for defect in defects)
    assert check.merge(below, {}) == below
