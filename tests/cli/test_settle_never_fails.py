"""`uth settle` answers or refuses, whatever the input."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.example_round import HOUSE_ROUND, ROUND, changed
from tests.cli.random_rounds import LIMITS, random_round
from uth.cli.fast_settle import settle_text
from uth.cli.round_json import OPTIONS
from uth.core.refusal import Refusal, Refusals

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["5", "0", "10.5", "fold", "Ah Kd", "AhKd7c7s2h", "UTH-04", "2", "net"])
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*OPTIONS, "ante", "blind", "trips", "name", "wagers", "x"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
PATHS = [
    "house", "options", "board", "dealer", "banker", "bank", "meter", "seats", "seats.0",
    "seats.1", "seats.0.seat", "seats.0.cards", "seats.0.play", "seats.0.wagers",
    "seats.0.wagers.ante", "seats.0.wagers.moon", "seats.0.back_line", "seats.0.grandfathered",
]  # fmt: skip


def settle_or_refuse(played: Any) -> None:
    with contextlib.suppress(Refusal, Refusals):
        answer = settle_text(json.dumps(played))
        assert answer["order"]


@pytest.mark.slow
@settings(max_examples=300)
@given(st.sampled_from([ROUND, HOUSE_ROUND]), st.sampled_from(PATHS), values)
def test_one_value_replaced(base: Any, path: str, value: Any) -> None:
    settle_or_refuse(changed(base, path, value))


@pytest.mark.slow
@settings(max_examples=200)
@given(st.sampled_from(sorted(LIMITS)), st.dictionaries(st.sampled_from([*OPTIONS]), values))
def test_any_options(house: str, options: dict[str, Any]) -> None:
    settle_or_refuse({**random_round(Random(house), house), "options": options})


@given(values)
def test_any_json(value: Any) -> None:
    settle_or_refuse(value)


@given(st.text())
def test_any_text(text: str) -> None:
    with contextlib.suppress(Refusal, Refusals):
        settle_text(text)
