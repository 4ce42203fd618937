"""A replay shows a settled hand to those who may see it, and to nobody before it is over."""

from __future__ import annotations

import pytest

from tests.floor.evening import HOUSES
from tests.web.served_app import in_memory, play_round

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("house", HOUSES)
def test_the_steps_of_a_hand_are_its_record(house: str) -> None:
    with in_memory() as served:
        guest, other, sue = served.guest(), served.guest(), served.staff("sue")
        guest.ask("POST", "/api/tables", name="mine", house=house)
        guest.ask("POST", "/api/tables/mine/bots", count=2)
        guest.sit("mine", 5, 400_000)
        number = play_round(guest, "mine", 5, 1_500)["receipt"]["round"]
        path = f"/api/tables/mine/rounds/{number}"
        replay = guest.ask("GET", path)
        events, hand = replay["events"], replay["hand"]
        assert (hand["table"], hand["round"]) == ("mine", number)
        assert events[0]["type"] == "BetsClosed"
        assert events[-1]["type"] == "RoundClosed"
        wagers = [row for row in hand["hand"]["settlement"] if row["what"] != "bank"]
        settled = [event for event in events if event["type"] == "Settled"]
        assert [(row["what"], row["paid"], row["taken"], row["returned"]) for row in wagers] == [
            (event["wager"], event["paid"], event["taken"], event["returned"]) for event in settled
        ]
        assert all(event["clauses"] for event in settled)
        assert sue.ask("GET", path) == replay
        assert other.ask("GET", path, 403)["code"] == "role/only_own"


def test_an_unfinished_hand_has_no_replay() -> None:
    with in_memory() as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25")
        pat.sit("mine", 1, 100_000)
        pat.order("mine", {"type": "Wager", "player": "pat", "wagers": {"ante": 500, "blind": 500}})
        pat.until("mine", lambda view: view["phase"] == "preflop")
        assert pat.ask("GET", "/api/tables/mine/rounds/1", 404)["code"] == "hand/none"
        assert pat.ask("GET", "/api/tables/none/rounds/1", 404)["code"] == "hand/none"
