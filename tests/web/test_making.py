"""Making a table: house or rulebook, changed options, bots, pace, time to act, and who sees it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.floor.sources import Clock
from tests.web.served import HASTY, Caller, in_memory, on_disk, play_round
from uth.floor.clock import SECOND
from uth.floor.overload import FEW, LATE, WINDOW, OverloadMonitor
from uth.floor.tables.dealer import first
from uth.web.api.people import WELCOME


def _refused(caller: Caller, status: int = 422, **body: Any) -> str:
    found = caller.ask("POST", "/api/tables", status, **body)
    return str(found["code"])


def test_a_guest_makes_a_practice_table_with_options() -> None:
    with in_memory() as served:
        guest = served.guest()
        assert guest.ask("GET", "/api/me")["at_cage"] == WELCOME, "play money at once"
        made = guest.ask(
            "POST",
            "/api/tables",
            name="mine",
            house="california",
            settings={"limits": {"chip": "5"}},
            minimum=1_000,
            maximum=20_000,
            bots=2,
            pace=0,
            timed=False,
            listed=False,
        )
        assert made["view"]["minimum"] == 1_000
        assert made["view"]["maximum"] == 20_000
        assert sum(seat is not None for seat in made["view"]["seats"]) == 2
        (line,) = guest.ask("GET", "/api/tables")
        assert (line["by"], line["listed"], line["timed"]) == (guest.name, False, False)
        assert served.staff("pat").ask("GET", "/api/tables") == []
        assert len(served.staff("sue").ask("GET", "/api/tables")) == 1
        house = served.app.runner.floor
        assert (house.tables.pace_of("mine").step, house.tables.pace_of("mine").timed) == (0, False)
        rules = house.table_writer("mine").rules
        assert (rules.limits.chip, rules.limits.minimum) == (500, 1_000)


def test_bots_sit_at_a_table_of_the_longest_name() -> None:
    with in_memory() as served:
        guest, name = served.guest(), "b" * 40
        made = guest.ask("POST", "/api/tables", name=name, house="light-and-wonder", bots=3)
        seated = [seat["player"] for seat in made["view"]["seats"] if seat]
        assert len(set(seated)) == 3


def test_a_closed_table_of_the_house_is_nobodys_to_practise_at() -> None:
    with in_memory() as served:
        flo, gus, guest = served.staff("flo"), served.staff("gus"), served.guest()
        vip: dict[str, Any] = {"name": "vip", "house": "hollywood-pa"}
        flo.ask("POST", "/api/tables", **vip)
        flo.ask("POST", "/api/tables/vip/close")
        assert _refused(guest, **vip, timed=False, listed=False) == "table/taken"
        gus.ask("POST", "/api/tables", **vip)
        den: dict[str, Any] = {"name": "den", "house": "hollywood-pa"}
        guest.ask("POST", "/api/tables", **den)
        guest.ask("POST", "/api/tables/den/close")
        assert _refused(flo, **den) == _refused(served.guest(), **den) == "table/taken"
        guest.ask("POST", "/api/tables", **den)


@pytest.mark.slow
def test_time_runs_out_for_nobody_but_those_who_are_cut_off() -> None:
    with in_memory(HASTY) as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25", timed=False, pace=0)
        pat.sit("mine", 1, 50_000)
        house = served.app.runner.floor
        with pat.socket("mine") as socket:
            pat.hear(socket)
            wagers = {"ante": 500, "blind": 500}
            pat.order("mine", {"type": "Wager", "player": "pat", "wagers": wagers})
            pat.until("mine", lambda view: view["phase"] == "preflop")
            assert first(house.table_writer("mine"), house.tables.pace_of("mine")) is None
        pat.until("mine", lambda view: view["phase"] == "betting")


def test_an_untimed_table_waits_for_bets_and_bankers() -> None:
    with in_memory() as served:
        pat, flo = served.staff("pat"), served.staff("flo")
        pat.ask("POST", "/api/tables", name="mine", house="california", timed=False, pace=0)
        pat.sit("mine", 1, 50_000)
        flo.sit("mine", 2, 50_000)
        house = served.app.runner.floor
        assert house.table_writer("mine").table.bank.offered
        assert first(house.table_writer("mine"), house.tables.pace_of("mine")) is None, (
            "no silence is a no"
        )
        pat.ask("POST", "/api/tables", name="more", house="cardroom-25", timed=False, pace=0)
        pat.sit("more", 1, 50_000)
        flo.sit("more", 2, 50_000)
        wagers = {"ante": 500, "blind": 500}
        pat.order("more", {"type": "Wager", "player": "pat", "wagers": wagers})
        assert first(house.table_writer("more"), house.tables.pace_of("more")) is None, (
            "flo has not wagered"
        )


def test_what_is_refused() -> None:
    with in_memory() as served:
        pat, flo, sue = served.staff("pat"), served.staff("flo"), served.staff("sue")
        mine: dict[str, Any] = {"name": "mine", "house": "california"}
        wrong: list[Any] = [{"nonsense": {"a": 1}}, {"limits": 3}, {"limits": {"minimum": []}}]
        assert _refused(pat, name="mine") == "table/rules"
        assert _refused(pat, name="mine", house="california", rulebook="x = 1") == "table/rules"
        assert _refused(pat, name="mine", rulebook="x = 1", minimum=5) == "table/rules"
        assert _refused(pat, 404, name="mine", house="nowhere") == "house/unknown"
        assert _refused(pat, **{**mine, "name": "floor"}) == "table/reserved"
        for settings in wrong:
            code = _refused(pat, **mine, settings=settings)
            assert code.startswith(("rulebook/", "money/", "table/settings"))
        assert _refused(pat, 400, **mine, pace=-1) == "body/malformed"
        assert _refused(flo, **mine, timed=False) == "table/timed"
        assert _refused(sue, 403, **mine) == "role/not_allowed"
        for name in ("a", "b"):
            pat.ask("POST", "/api/tables", name=name, house="california")
        assert _refused(pat, **mine) == "table/too_many"
        assert [line["name"] for line in pat.ask("GET", "/api/tables")] == ["a", "b"]


def test_a_tables_terms_outlast_a_restart(tmp_path: Path) -> None:
    with on_disk(tmp_path / "house.db") as served:
        pat = served.staff("pat")
        pat.ask("POST", "/api/tables", name="mine", house="cardroom-25", timed=False, pace=7)
    served.store.close()
    with on_disk(tmp_path / "house.db") as served:
        house = served.app.runner.floor
        assert (house.tables.pace_of("mine").step, house.tables.pace_of("mine").timed) == (7, False)
        assert Caller(served, pat.token, "pat").ask("POST", "/api/tables/mine/close")
    served.store.close()


def test_a_full_house_turns_newcomers_away_and_finishes_its_hands() -> None:
    with in_memory() as served:
        flo, pat, guest = served.staff("flo"), served.staff("pat"), served.guest()
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        served.app.runner.capacity = 0
        found = served.client.post("/api/guest")
        assert (found.status_code, found.json()["code"]) == (503, "service/full")
        assert guest.ask("POST", "/api/tables", 503, name="mine", house="california")
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            served.client.websocket_connect("/ws/main", headers=guest.headers),
        ):
            pass
        assert (denied.value.status_code, denied.value.json()["code"]) == (503, "service/full")
        assert play_round(pat, "main", 1)["receipt"], "who sits here plays on"


def test_nobody_is_seated_while_the_disk_can_not_keep_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_memory() as served:
        flo, pat = served.staff("flo"), served.staff("pat")
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.ask("POST", "/api/me/play-money", amount=50_000, key="m")
        monkeypatch.setattr("uth.floor.runner.MOST_WAITING", 0)
        sit = {"type": "Sit", "player": "pat", "seat": 1, "chips": 50_000}
        assert pat.order("main", sit, 503)["code"] == "service/full"


def test_hurry_is_many_late_answers_lately() -> None:
    clock = Clock()
    hurry = OverloadMonitor(clock)
    for _ in range(FEW - 1):
        hurry.took(60.0)
    assert not hurry.overloaded(), "a few say nothing"
    hurry.took(60.0)
    assert hurry.overloaded()
    for _ in range(3 * FEW):
        clock.pass_ms(WINDOW * SECOND // (3 * FEW) // 2)
        hurry.took(0.1)
    assert hurry.overloaded(), "still one in four"
    hurry.took(0.1)
    assert not hurry.overloaded()
    for _ in range(FEW):
        hurry.took(LATE)
    assert hurry.overloaded()
    clock.pass_ms(WINDOW * SECOND)
    assert not hurry.overloaded(), "that was long ago"


def test_a_hurried_house_turns_newcomers_away_and_finishes_its_hands() -> None:
    clock = Clock()
    with in_memory() as served:
        runner = served.app.runner
        flo, pat, guest = served.staff("flo"), served.staff("pat"), served.guest()
        flo.ask("POST", "/api/tables", name="main", house="cardroom-25")
        pat.sit("main", 1, 50_000)
        runner.overload = OverloadMonitor(clock)
        for _ in range(1_000):
            runner.answered(LATE)
        assert "uth_hurried 1" in served.client.get("/metrics").text
        assert served.client.post("/api/guest").json()["code"] == "service/full"
        sit = {"type": "Sit", "player": guest.name, "seat": 2, "chips": 50_000}
        assert guest.order("main", sit, 503)["code"] == "service/full"
        again = {"type": "Sit", "player": "pat", "seat": 1, "chips": 50_000}
        assert pat.order("main", again, 422)["code"] == "player/twice", "no newcomer"
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            served.client.websocket_connect("/ws/main", headers=guest.headers),
        ):
            pass
        assert (denied.value.status_code, denied.value.json()["code"]) == (503, "service/full")
        assert play_round(pat, "main", 1)["receipt"], "who sits here plays on"
        clock.pass_ms(WINDOW * SECOND)
        assert served.client.post("/api/guest").status_code == 200
        with guest.socket("main") as socket:
            assert guest.hear(socket)["type"] == "update"


def test_the_document_knows_the_options() -> None:
    with in_memory() as served:
        schemas = served.client.get("/openapi.json").json()["components"]["schemas"]
    assert {"settings", "bots", "pace", "timed", "listed"} <= schemas["NewTable"][
        "properties"
    ].keys()
    assert json.dumps(schemas["FeedItem"]).count("approval_requested") == 1
