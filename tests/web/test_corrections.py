"""Corrections over HTTP: requested by one person, approved by another, or withdrawn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.served_app import HASTY, in_memory, play_round


@pytest.mark.slow
def test_corrections_need_two_people() -> None:
    with in_memory(HASTY) as served:
        flo, gus, pat = served.staff("flo"), served.staff("gus"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        wagers = {"ante": 500, "blind": 500}
        pat.order("main", {"type": "Wager", "player": "pat", "wagers": wagers})
        pat.until("main", lambda view: view["round"] == 2)
        correction: dict[str, Any] = {
            "round": 1,
            "source": "house/table/main",
            "target": "player/pat",
            "amount": 300,
            "reason": "paid short",
            "key": "c",
        }
        number = flo.ask("POST", "/api/tables/main/corrections", **correction)["number"]
        path = f"/api/tables/main/corrections/{number}"
        flo.ask("POST", path, 403, amount=300, key="a")
        gus.ask("POST", path, 422, amount=301, key="a")
        assert len(gus.ask("GET", "/api/tables/main/corrections")) == 1
        gus.ask("POST", path, amount=300, key="b")
        assert pat.ask("GET", "/api/me")["at_cage"] == 300


def test_a_correction_to_nobody_is_refused_and_a_wrong_one_withdrawn() -> None:
    with in_memory() as served:
        flo, gus, pat = served.staff("flo"), served.staff("gus"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        play_round(pat, "main", 1)
        correction: dict[str, Any] = {"round": 1, "source": "house/table/main", "amount": 5}
        correction |= {"reason": "paid short", "key": "c"}
        way = "/api/tables/main/corrections"
        for target, status, code in (
            ("player/Pat", 422, "player/unknown"),
            ("player/nobody-such", 422, "player/unknown"),
            ("player/", 422, "correction/account"),
            ("house/table/main", 422, "correction/same"),
        ):
            assert flo.ask("POST", way, status, **correction, target=target)["code"] == code
        number = flo.ask("POST", way, **correction, target="player/pat")["number"]
        pat.ask("POST", f"{way}/{number}/withdraw", 403, key="p")
        flo.ask("POST", f"{way}/{number}/withdraw", key="f")
        assert flo.ask("GET", way) == []
        (answer,) = flo.ask("GET", "/api/corrections")
        assert (answer["approved_by"], answer["withdrawn_by"]) == ("", "flo")
        answer = gus.ask("POST", f"{way}/{number}", 422, amount=5, key="g")
        assert answer["code"] == "correction/withdrawn"
        assert "correction_withdrawn" in [news["kind"] for news in gus.ask("GET", "/api/feed")]
