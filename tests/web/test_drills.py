"""The drills over HTTP: spots with their values, hands to settle."""

from __future__ import annotations

import pytest

from tests.web.served_app import ServedApp
from uth.coach.table_advice import STREETS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("street", STREETS)
def test_spots_of_a_street_have_cards_and_values(served: ServedApp, street: str) -> None:
    path = f"/api/practice/cardroom-25?street={street}&deal=3"
    spots = served.guest().ask("GET", path)
    assert {spot["street"] for spot in spots} == {street}
    for spot in spots:
        assert (len(spot["cards"]), len(spot["board"])) == (2, STREETS[street])
        assert spot["best"] in {line["action"] for line in spot["actions"]}
    assert spots == served.guest().ask("GET", path)


def test_a_hand_to_settle_names_every_step(served: ServedApp) -> None:
    drill = served.guest().ask("GET", "/api/dealing/hollywood-pa?deal=3")
    assert {"ante", "blind"} <= {step["wager"] for step in drill["steps"]}
    assert all(step["clauses"] for step in drill["steps"])
