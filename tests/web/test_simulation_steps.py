"""A simulated table over the API: one step after the other, and what is refused."""

from __future__ import annotations

import pytest

from tests.web.served_app import ApiClient

pytestmark = pytest.mark.slow


def test_steps_go_on_and_a_repeated_one_is_the_same(guest: ApiClient) -> None:
    design = {"house": "california", "entries": {"play.preflop": [4]}}
    first = guest.ask("POST", "/api/simulate", design=design, seats=2, seed=3)
    assert first["hands"] == 16_384
    assert first["offered"] == ["trips", "bad_beat"]
    staked = {one["name"] for one in first["wagers"]}
    assert staked == {"ante", "blind", "play", "trips", "bad_beat"}
    second = guest.ask(
        "POST", "/api/simulate", design=design, seats=2, seed=3, hands=first["hands"]
    )
    assert second["hands"] == 32_768
    assert second["net"]["stderr"] < first["net"]["stderr"]
    assert abs(sum(second["actions"].values()) - 1) < 1e-9
    again = guest.ask("POST", "/api/simulate", design=design, seats=2, seed=3)
    assert again == first


def test_wrong_simulations_are_refused(guest: ApiClient) -> None:
    house = {"house": "cardroom-25"}
    assert guest.ask("POST", "/api/simulate", 422, design={"house": "x"})["code"] == "house/unknown"
    answer = guest.ask("POST", "/api/simulate", 422, design=house, wagers=["bad_beat"])
    assert answer["code"] == "wager/not_offered"
    for wrong in ({"seats": 7}, {"seats": 0}, {"strategy": "x"}, {"seed": -1}, {"hands": 1 << 40}):
        guest.ask("POST", "/api/simulate", 400, design=house, **wrong)
